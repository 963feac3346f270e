/** `dialtop report`: what the next shift must know of a shift, out of the recording. */
import {command, type FlagRows, type FlagsOf, stateVariable} from '../cli/command.ts';
import {say} from '../cli/out.ts';
import {lookOf} from '../cli/table.ts';
import {inLocale} from '../cli/text.ts';
import {UsageError} from '../config/errors.ts';
import {endings, exits} from '../config/exits.ts';
import {jsonOf} from '../present/csv-json.ts';
import {type Present, readDuration, readPastTime, timeForms} from '../present/time-expression.ts';
import {documentOf, documentOfFailure} from '../report/document.ts';
import {asHtml} from '../report/html.ts';
import {reportObject} from '../report/json.ts';
import {asMarkdown} from '../report/markdown.ts';
import type {Report} from '../report/report.ts';
import {asText} from '../report/text.ts';
import {messageOf} from '../wire/causes.ts';
import {worstOf} from './connect/reach.ts';
import {sayFailed} from './connect/several.ts';
import {makeFilledReport} from './report/filled-report.ts';
import {chooseRecordings, openRecordedOf, recordedFlags} from './report/recorded.ts';

const flags = {
	from: {type: 'string', value: 'TIME', about: `when the shift began: ${timeForms}`},
	to: {
		type: 'string',
		value: 'TIME',
		about: 'when it ended (now; of a copied or made-up recording its end)',
	},
	shift: {type: 'string', value: 'LENGTH', about: 'how long it was, such as 7h 30m (8h)'},
	campaign: {
		type: 'string',
		value: 'ID',
		about: 'only this campaign, by its id, name or a unique beginning of it',
		many: true,
		completes: 'campaign',
	},
	markdown: {type: 'boolean', about: 'print Markdown'},
	html: {type: 'boolean', about: 'print HTML: one file without scripts, to be looked at or printed'},
	json: {type: 'boolean', about: 'print JSON'},
	...recordedFlags,
	profile: {
		...recordedFlags.profile,
		value: 'NAMES',
		about: 'the recording of the service of this profile, or of several: east,west',
		isList: true,
	},
} as const satisfies FlagRows;

const usualShift = '8h';

/** The longest time of a report. */
const longest = 31 * 86_400_000;

/** The times that flags may give. */
type Times = {from?: string | undefined; to?: string | undefined; shift?: string | undefined};

/**
 * From when to when a shift was: two of its beginning, end and length; the end is now if it is not given, or not over.
 *
 * @param end the usual end, if it is not now
 * @throws UsageError if these exclude each other, or are no times of the past
 */
export const shiftOf = ({from, to, shift}: Times, present: Present, end = present.now): {from: number; to: number} => {
	const timeOf = (text: string, flag: string): number => {
		const read = readPastTime(text, present);
		if (typeof read === 'object') {
			throw new UsageError(`${flag} ${read.problem}`);
		}
		return read;
	};
	if (from !== undefined && to !== undefined && shift !== undefined) {
		throw new UsageError('--from, --to and --shift: give two of them');
	}
	const length = readDuration(shift ?? usualShift);
	if (length === undefined || length <= 0) {
		throw new UsageError(`--shift must be a length of time such as 8h or 7h 30m, not "${shift}"`);
	}
	const begin = from === undefined ? undefined : timeOf(from, '--from');
	const given = to === undefined ? undefined : timeOf(to, '--to');
	const until = given ?? (begin !== undefined && shift !== undefined ? Math.min(begin + length, present.now) : end);
	const since = begin ?? until - length;
	if (since >= until) {
		throw new UsageError(`--from must be before ${to === undefined ? 'the end' : '--to'}`);
	}
	if (until - since > longest) {
		throw new UsageError('a report is of 31 days at most');
	}
	return {from: since, to: until};
};

/** The columns that text is made for where there is no terminal, and the least and most of one. */
const [usualWidth, leastWidth, mostWidth] = [80, 60, 120];

type FormatFlags = {markdown: boolean; html: boolean; json: boolean};

/** The format that the flags choose. @throws UsageError if they choose several */
const formatOf = (given: FormatFlags): keyof FormatFlags | 'text' => {
	const chosen = (['markdown', 'html', 'json'] as const).filter(name => given[name]);
	if (chosen.length > 1) {
		throw new UsageError(`${chosen.map(name => `--${name}`).join(' and ')} exclude each other`);
	}
	return chosen[0] ?? 'text';
};

/** The report of a service, or why there is none; its name if it is one of several. */
type Made = {
	name?: string | undefined;
	report?: Report;
	failure?: string;
	theme?: string | undefined;
	code: number;
};

/** Makes the reports that the flags choose, each by the clock of its service. @throws UsageError if the only one cannot be made */
const makeReports = async (given: FlagsOf<typeof flags>): Promise<Made[]> => {
	const {services, given: configuration} = await chooseRecordings(given, process.env);
	const made: Made[] = [];
	for (const service of services) {
		const name = services.length > 1 ? service?.profile : undefined;
		try {
			using recorded = await openRecordedOf(service, configuration, given, process.env, true);
			const zone = recorded.source.timeZone;
			const end = recorded.hasEnded ? recorded.recording.span()?.to : undefined;
			const shift = shiftOf(given, {now: Date.now(), zone}, end);
			const engine = given.file === undefined ? service : undefined;
			const report = await makeFilledReport(recorded, engine, shift, given.campaign, process.env);
			for (const text of report.damage) {
				say(name === undefined ? text : `${name}: ${text}`);
			}
			const code = report.campaigns.length === 0 ? exits.unreadable : exits.done;
			made.push({name, report, theme: recorded.theme, code});
		} catch (error) {
			if (name === undefined) {
				throw error;
			}
			made.push({name, failure: messageOf(error), code: sayFailed(error, name)});
		}
	}
	return made;
};

/** `dialtop report`. */
export const reportCommand = command({
	name: 'report',
	summary: 'make the report of a shift for the next one, out of what was recorded',
	details: [
		"The report has, per campaign, what was dialed and answered, drops against the limit by hour, agents' hours, sales, the remaining leads and when they run out; the alerts, how long they lasted and when they were acknowledged; the commands, their outcomes, and which figures changed after them; what was not recorded; and at the end what is open: active alerts, commands whose outcome is unknown, leads and lists that run out within the next shift.",
		'With several profiles there is a section for each, in the order given, in JSON an array. Times are by the clock of each service: --from 06:00 is six there. Where a report cannot be made, its section says why, and the exit code is that of the worst.',
		'Where nothing was recorded, it reads the metrics engine that the profile names (history: {prometheus: ...}), and says which times are from there and what the engine lacks.',
		"It asks nothing of the service: it reads what the monitor or dialtop record has recorded. Times are by the service's clock. Drops are worked out from a rate with two decimals, so they may not be exact: ~ marks their rate.",
	],
	flags,
	environment: [stateVariable],
	exits: [
		['0', 'done'],
		['1', 'nothing was recorded in this time'],
		['2', 'wrong usage, or there is no recording that can be read'],
		...endings,
	],
	examples: [
		['dialtop report -p prod', 'the last eight hours, on the terminal'],
		['dialtop report -p prod --from 06:00 --to 14:00 --html > shift.html', 'the early shift, to be printed'],
		['dialtop report -p east,west --html > floors.html', 'two services, a section for each'],
		['dialtop report -p prod --from "yesterday 22:00" --shift 8h --markdown', 'the last night, for a ticket'],
		['dialtop report --sandbox --from "yesterday 9:00" --shift 8h', 'without a service, to see one'],
		['dialtop report -p prod --json | jq ".open"', 'what the next shift must know'],
	],
	async run({flags: given, out}) {
		const format = formatOf(given);
		const made = await makeReports(given);
		if (made.every(({report}) => report === undefined)) {
			return worstOf(made.map(({code}) => code));
		}
		const documents = () =>
			made.map(({report, name = '', failure = ''}) => (report ? documentOf(report) : documentOfFailure(name, failure)));
		switch (format) {
			case 'json': {
				const objects = made.map(({report, name, failure}) =>
					report ? reportObject(report) : {profile: name, failure},
				);
				out.write(jsonOf(objects.length > 1 ? objects : objects[0]));
				break;
			}
			case 'markdown':
				out.write(documents().map(asMarkdown).join('\n'));
				break;
			case 'html':
				out.write(asHtml(...documents()));
				break;
			default: {
				const room = Math.min(mostWidth, Math.max(leastWidth, out.columns ?? usualWidth));
				const {paint} = lookOf(out, {theme: made[0]?.theme});
				out.write(
					inLocale(
						documents()
							.map(one => asText(one, room, paint))
							.join('\n'),
					),
				);
			}
		}
		return worstOf(made.map(({code}) => code));
	},
});
