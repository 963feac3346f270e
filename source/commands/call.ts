/** `dialtop call TYPE`: any operation of the catalogue. */
import {readFileSync} from 'node:fs';
import {command} from '../cli/command.ts';
import {say} from '../cli/out.ts';
import {serviceFlags, unmaskFlag, waitFlags, waitOf} from '../cli/service-flags.ts';
import {formatFlags, formatOf, lookOf} from '../cli/table.ts';
import {UsageError} from '../config/errors.ts';
import {didYouMean} from '../config/nearest.ts';
import {allOfInput} from '../config/standard-input.ts';
import {maskOf} from '../present/mask.ts';
import {messageOf} from '../wire/causes.ts';
import {keepSent} from '../wire/client/struck-body.ts';
import {isHarmless} from '../wire/client/transport.ts';
import {isOperationType, type OperationType, operations} from '../wire/operations/index.ts';
import {printAnswer} from './call/answer-print.ts';
import {fieldsOf} from './call/fields.ts';
import {callHelp} from './call/help.ts';
import {write} from './call/write.ts';
import {deadlineFlag, deadlineOf} from './connect/board.ts';
import {exitOf, reach, withMonitor} from './connect/reach.ts';

/** @throws UsageError if it is not an operation that can be called */
const typeOf = (word: string): OperationType => {
	if (!isOperationType(word)) {
		const near = didYouMean(word, Object.keys(operations));
		throw new UsageError(`there is no operation "${word}"${near}; dialtop operations lists them`);
	}
	if (operations[word].effect === 'session') {
		throw new UsageError(`${word} is what dialtop login does; it keeps the token, and nothing shows it`);
	}
	return word;
};

/** The text of `--data`. @throws UsageError */
const readData = (file: string | undefined): string | undefined => {
	if (file === undefined) {
		return undefined;
	}
	if (file === '-') {
		return allOfInput('--data -');
	}
	try {
		return readFileSync(file, 'utf8');
	} catch (error) {
		throw new UsageError(`--data ${file} cannot be read: ${messageOf(error)}`);
	}
};

/** `dialtop call`. */
export const callCommand = command({
	name: 'call',
	summary: 'call any operation of the service, checked against the catalogue first',
	details: [
		'Fields are KEY=VALUE, nested ones in brackets: account[company_id]=7, phones[0][phone_number]=2125550123. A file is KEY=@FILE. --data reads them as a JSON object from a file or standard input, and is the only way to give passwords, since everybody on the machine can read a command line. Fields on the command line override those of --data.',
		'Reads are sent at once. Commands are confirmed first, as in the monitor: --yes confirms if a yes is enough, --confirm gives the text that would have to be typed: a name, a number or an amount. A command is sent once, whatever its outcome, and is written to the audit. After a command on a campaign or a list dialtop waits until the service shows the change, as after dialtop pause.',
	],
	argument: {
		name: 'TYPE [KEY=VALUE…]',
		about: 'the operation and its fields; dialtop call TYPE --help shows them',
		least: 1,
		most: 10_000,
		completes: 'operation',
	},
	flags: {
		data: {type: 'string', value: 'FILE', about: 'fields as a JSON object; - is standard input', completes: 'file'},
		form: {type: 'boolean', about: "send a form, whatever the profile's encoding is"},
		jsonBody: {type: 'boolean', about: "send JSON, whatever the profile's encoding is"},
		asGiven: {
			type: 'boolean',
			about: 'send the fields of an undocumented operation unchecked',
		},
		yes: {type: 'boolean', short: 'y', about: 'do not ask, if a yes is enough'},
		confirm: {type: 'string', value: 'TEXT', about: 'do not ask: the text that would have to be typed'},
		again: {
			type: 'boolean',
			about: 'send it even if the outcome of the same command is still unknown',
		},
		...waitFlags,
		deadline: {...deadlineFlag, about: 'how long to wait for an answer (10; 15 if it changes something)'},
		...unmaskFlag,
		...formatFlags,
		...serviceFlags,
	},
	examples: [
		['dialtop call get_list list_id=50001 -p prod', 'reads a list'],
		['dialtop call get_results campaign_id=1001 --csv -p prod', 'the results of calls, for a spreadsheet'],
		['dialtop call add_dnc phone_number=2125550123 -p prod --yes', 'bars a number from being called'],
		[
			'dialtop call stop_campaign campaign_id=1001 -p prod --confirm "Spring Collections"',
			'a command that takes a typed name',
		],
		['dialtop call upload_file list_id=50001 file=@leads.csv -p prod', 'uploads a file'],
		['dialtop call change_password -p prod --data - < passwords.json', 'takes secrets from standard input'],
	],
	helpFor(words) {
		const type = words.find(isOperationType);
		return type && callHelp(type);
	},
	async run({flags, input: [word = '', ...words], out}) {
		const format = formatOf(flags);
		if (flags.form && flags.jsonBody) {
			throw new UsageError('--form and --json-body exclude each other');
		}
		const type = typeOf(word);
		if (flags.data === '-' && (flags.tokenStdin || flags.passwordStdin)) {
			throw new UsageError('standard input is asked for twice: by --data - and by --token-stdin or --password-stdin');
		}
		const params = await fieldsOf(type, {words, data: readData(flags.data), asGiven: flags.asGiven});
		// From here on no message shows a secret among them.
		keepSent(operations[type].params, params);
		const encoding = flags.form ? 'form' : flags.jsonBody ? 'json' : flags.encoding;
		const print = (answer: Readonly<Record<string, unknown>>, look: {theme: string | undefined; masked: boolean}) => {
			printAnswer(out, type, answer, {format, paint: lookOf(out, look).paint, mask: maskOf(look)});
			if (format === 'table' && out.isTerminal && Object.keys(answer).length === 0) {
				say(`${type}: done`);
			}
		};
		if (!isHarmless(operations[type].effect)) {
			const {yes, confirm, again, deadline} = flags;
			return withMonitor({...flags, encoding}, {}, async headless => {
				const options = {given: {yes, confirm, again}, deadline, wait: waitOf(flags), out};
				const {code, answer} = await write(headless, type, params, options);
				if (answer) {
					print(answer, headless);
				}
				return code;
			});
		}
		return reach({...flags, encoding}, async reached => {
			const outcome = await reached.ask(type, params, deadlineOf(flags.deadline));
			if (outcome.kind === 'done') {
				print(outcome.answer, reached);
			}
			return exitOf(outcome, reached, type);
		});
	},
});
