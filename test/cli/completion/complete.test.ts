/** What is offered at the cursor. */
import {expect, test} from 'vitest';
import {command} from '../../../source/cli/command.ts';
import {complete, type TypedFlags} from '../../../source/cli/complete.ts';
import {serviceFlags} from '../../../source/cli/service-flags.ts';
import {dashed} from '../../../source/cli/text.ts';
import {commands} from '../../../source/commands/commands.ts';
import {monitorCommand} from '../../../source/commands/monitor.ts';
import {operations} from '../../../source/wire/operations/index.ts';

/** A row with every way to complete. */
const sample = command({
	name: 'sample',
	summary: 'a sample',
	argument: {name: 'TYPE [key=value…]', about: 'an operation', least: 1, most: 1000, completes: 'operation'},
	flags: {
		data: {type: 'string', value: 'FILE', about: 'a body', completes: 'file'},
		of: {type: 'string', value: 'NAME', about: 'a family', completes: 'family'},
		about: {type: 'string', value: 'NAME', about: 'a command', completes: 'command'},
		...serviceFlags,
	},
	examples: [],
	run: async () => 0,
});

const rows = await Promise.all(commands.map(({load}) => load()));
const names = [...commands.map(({name}) => name), 'sample', 'help'];
const types = Object.keys(operations);

const sources = {
	commands: [...commands, {name: 'sample', summary: sample.summary, load: async () => sample}],
	monitor: async () => monitorCommand,
	campaigns: async ({profile = 'the usual one'}: TypedFlags) => [
		{id: '1001', name: `Spring of ${profile}`},
		{id: '1002', name: 'Autumn'},
	],
	views: async () => ['night'],
	profiles: async (config: string | undefined) => (config === undefined ? ['production', 'qa'] : [`of ${config}`]),
};

/** What is offered behind `dialtop`; the words are parted by spaces, the last one is being typed. */
const offered = async (line: string) => {
	const words = line.split(' ');
	const {prefix, words: found, kind} = await complete(words.slice(0, -1), words.at(-1) ?? '', sources);
	return {
		kind,
		prefix,
		words: found.map(({word}) => word).filter(word => `${prefix}${word}`.startsWith(words.at(-1) ?? '')),
	};
};

test.for<[line: string, words: readonly string[]]>([
	['', names],
	['sam', ['sample']],
	['help ', names],
	['nonsense ', []],
	['--scenario=dr', ['drop-storm']],
	['--url ', []],
	['sandbox --port ', []],
	['-p qa --pro', ['--proxy']],
	['--profile=qa --pro', ['--proxy']],
	['-p ', ['production', 'qa']],
	['-p qa ', names],
	['export -p ', ['production', 'qa']],
	['export -p qa,', ['production']],
	['export -p qa,pro', ['production']],
	['export --profile=qa,', ['production']],
	['export -p qa,production,', []],
	['pause -p qa,', []],
	['-p qa sam', ['sample']],
	['-p qa pause ', ['1001', '1002']],
	['pause 1001 ', ['1002']],
	['level ', ['1001', '1002']],
	['level 1001 ', []],
	['level 1001 -0.1 --y', ['--yes']],
	['lists --campaign 100', ['1001', '1002']],
	['--interval 5 ', []],
	['sample --profile=', ['production', 'qa']],
	['--config x.yml -p ', ['of x.yml']],
	['--config=x.yml -p ', ['of x.yml']],
	['operations pay', ['payment_refund', 'payments', 'payment-plans']],
	['operations payments ', []],
	['sample ', types],
	['sample --read-only ', types],
	['sample --of pay', ['payments', 'payment-plans']],
	['sample --about sam', ['sample']],
	['completion ', ['bash', 'zsh', 'fish']],
	['sample play_campaign ', ['campaign_id=']],
	['sample nonsense ', []],
	[
		'sample --profile qa add_account pho',
		['phones[0][phone_number]=', 'phones[0][phone_type]=', 'phones[0][time_zone]='],
	],
	[
		'sample add_account phones[0][phone_number]=1 pho',
		['phones[1][phone_number]=', 'phones[0][phone_type]=', 'phones[0][time_zone]='],
	],
	['sample add_account account[first_name]=x account[f', []],
	['sample upload_file file=', ['@']],
	['sample get_payment_link send_by=', ['none', 'sms', 'email']],
	['sample get_payment_link send_by=s', ['sms']],
	['sample get_payment_link amount=', []],
	['sample -- --d', []],
])('dialtop %s', async ([line, words]) => {
	expect((await offered(line)).words.toSorted()).toEqual(words.toSorted());
});

test('flags that were given are not offered again, but for those that may be', async () => {
	const {words} = await offered('sandbox --fault a --fault b --port 1 --');
	expect(words).toEqual(expect.arrayContaining(['--fault', '--seed']));
	expect(words).not.toContain('--port');
});

test('every flag of every command is offered, short and long', async () => {
	for (const row of [...rows, monitorCommand]) {
		const {words} = await offered(`${row.name}${row.name === '' ? '' : ' '}-`);
		expect(words, row.name).toEqual(expect.arrayContaining(['-h', '--help']));
		expect(words, row.name).toEqual(expect.arrayContaining(Object.keys(row.flags).map(name => `--${dashed(name)}`)));
	}
});

test('files are left to the shell, behind what stands already', async () => {
	expect(await offered('sample --data my')).toEqual({kind: 'file', prefix: '', words: []});
	expect(await offered('sample --data=m')).toEqual({kind: 'file', prefix: '--data=', words: []});
	expect(await offered('sample upload_file file=@mi')).toEqual({kind: 'file', prefix: 'file=@', words: []});
});

test('a parameter is not the whole word yet, and one that is secret is not offered', async () => {
	expect(await offered('sample play_campaign ')).toMatchObject({kind: 'open'});
	const {words} = await offered('sample change_password ');
	expect(words).not.toContain('old_pass=');
});
