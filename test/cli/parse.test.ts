import {describe, expect, test} from 'vitest';
import {command} from '../../source/cli/command.ts';
import {parse} from '../../source/cli/parse.ts';
import {commands} from '../../source/commands/commands.ts';
import {monitorCommand} from '../../source/commands/monitor.ts';
import {UsageError} from '../../source/config/errors.ts';

const row = command({
	name: 'try',
	summary: 'a row to read flags by',
	argument: {name: 'ID', about: 'an id', least: 1, most: 2},
	flags: {
		port: {type: 'number', short: 'n', about: 'a port', least: 0, most: 10, whole: true},
		rate: {type: 'number', about: 'a rate', least: 0.5},
		below: {type: 'number', about: 'any number'},
		data: {type: 'string', short: 'd', value: 'FILE', about: 'a file'},
		tokenStdin: {type: 'boolean', about: 'a name of two words'},
		yes: {type: 'boolean', short: 'y', about: 'asks nothing'},
		fault: {type: 'string', many: true, choices: ['slow', 'hang'], about: 'several'},
		sizes: {type: 'number', many: true, least: 1, about: 'several numbers'},
		wait: {type: 'number', about: 'a number beside a flag that begins with no'},
		noWait: {type: 'boolean', about: 'not the negation of the one before'},
		kind: {type: 'string', choices: ['form', 'json'], about: 'one of two'},
	},
	examples: [],
	run: async () => 0,
});

const read = (...argv: string[]) => {
	const {flags, input} = parse(row, argv);
	const given = Object.entries(flags).filter(
		([, value]) => value !== undefined && value !== false && String(value) !== '',
	);
	return {input, ...Object.fromEntries(given)};
};

test.for<[argv: string[], read: object]>([
	[['1'], {input: ['1']}],
	[['1', '2'], {input: ['1', '2']}],
	[['007', '1e3'], {input: ['007', '1e3']}],
	[['a=1', 'b.c=2'], {input: ['a=1', 'b.c=2']}],
	[['-'], {input: ['-']}],
	[['--', '-x'], {input: ['-x']}],
	[['1', '--', '--data'], {input: ['1', '--data']}],
	[['--', '-', '"q"'], {input: ['-', '"q"']}],
	[['1', '--port', '3'], {input: ['1'], port: 3}],
	[['--port=3', '1'], {input: ['1'], port: 3}],
	[['1', '-n', '0'], {input: ['1'], port: 0}],
	[['1', '--below', '-2.5'], {input: ['1'], below: -2.5}],
	[['1', '--below=0'], {input: ['1'], below: 0}],
	[['1', '-n', '05'], {input: ['1'], port: 5}],
	[['1', '--sizes', '2', '--sizes=3.5'], {input: ['1'], sizes: [2, 3.5]}],
	[['1', '--data', '-'], {input: ['1'], data: '-'}],
	[['1', '-d', '-'], {input: ['1'], data: '-'}],
	[['--yes', '-'], {input: ['-'], yes: true}],
	[['1', '--data=--yes'], {input: ['1'], data: '--yes'}],
	[['1', '--data', '007'], {input: ['1'], data: '007'}],
	[['1', '--data', 'a=b c\nd'], {input: ['1'], data: 'a=b c\nd'}],
	[['1', '--data', '"quoted"'], {input: ['1'], data: '"quoted"'}],
	[['1', '-yd', 'x'], {input: ['1'], yes: true, data: 'x'}],
	[['--yes', '1', 'false'], {input: ['1', 'false'], yes: true}],
	[['--yes', 'true'], {input: ['true'], yes: true}],
	[['1', '-y', 'false'], {input: ['1', 'false'], yes: true}],
	[['1', `--data='q'`], {input: ['1'], data: `'q'`}],
	[['-=x'], {input: ['-=x']}],
	[['--no-yes', '1'], {input: ['1']}],
	[['--no-wait', '1'], {input: ['1'], noWait: true}],
	[['--no-wait', '--wait', '5', '1'], {input: ['1'], noWait: true, wait: 5}],
	[['--token-stdin', '1'], {input: ['1'], tokenStdin: true}],
	[['1', '--fault', 'slow', '--fault=hang'], {input: ['1'], fault: ['slow', 'hang']}],
	[['--fault', 'slow', '1'], {input: ['1'], fault: ['slow']}],
])('%j', ([argv, wanted]) => {
	expect(read(...argv)).toEqual(wanted);
});

describe('is refused:', () => {
	test.for<[argv: string[], says: string]>([
		[[], 'dialtop try needs ID'],
		[['1', '2', '3'], 'dialtop try takes no more than 2 ID: "3" is one too many'],
		[['1', '--prot', '3'], 'there is no flag --prot; did you mean "port"?'],
		[['1', '--tokenStdin'], 'there is no flag --tokenStdin; did you mean "token-stdin"?'],
		[['1', '--no-data'], 'there is no flag --no-data'],
		[['1', '--data.x', '3'], 'there is no flag --data.x'],
		[['1', '--__proto__', '3'], 'there is no flag --__proto__'],
		[['1', '-z'], 'there is no flag -z'],
		[['1', '-yz'], 'there is no flag -z'],
		[['1', '---'], 'there is no flag ---'],
		[['1', '--data'], '--data needs a value'],
		[['1', '--data='], '--data needs a value'],
		[['1', '--data', ''], '--data needs a value'],
		[['1', '--data', '--yes'], '--data needs a value'],
		[['1', '--data', '-y'], '--data needs a value'],
		[['1', '-d', '--', 'x'], '-d needs a value'],
		[['1', '-dfile'], '-d needs a value'],
		[['1', '--port', ''], '--port needs a value'],
		[['1', '--yes=no'], '--yes takes no value'],
		[['1', '-y=1'], '--yes takes no value'],
		[['1', '--port', 'x'], '--port must be a whole number from 0 to 10'],
		[['1', '--port', '11'], '--port must be a whole number from 0 to 10'],
		[['1', '--port', '-1'], '--port must be a whole number from 0 to 10'],
		[['1', '--port', '1.5'], '--port must be a whole number from 0 to 10'],
		[['1', '--rate', '0.4'], '--rate must be a number of 0.5 or more'],
		[['1', '--rate', 'Infinity'], '--rate must be a number of 0.5 or more'],
		[['1', '--below', 'low'], '--below must be a number'],
		...[
			'0x10',
			'1e3',
			'0b1',
			'0o7',
			'+5',
			'5.',
			'.5',
			'1_000',
			'1,5',
			' 5',
			'5 ',
			'٣',
			'５',
			'Infinity',
			'NaN',
			'--5',
		].map((given): [string[], string] => [['1', `--below=${given}`], `--below must be a number, not "${given}"`]),
		[['1', '--below=0.12345678901234567'], '--below must be a number, not "0.12345678901234567"'],
		[['1', '--below=9007199254740993'], '--below must be a number, not "9007199254740993"'],
		[['1', '--sizes=1e3'], '--sizes must be a number of 1 or more, not "1e3"'],
		[['1', '--sizes', '2', '--sizes', '0'], '--sizes must be a number of 1 or more'],
		[['1', '--sizes', 'x'], '--sizes must be a number of 1 or more'],
		[['1', '--kind', 'jsn'], '--kind must be one of form, json, not "jsn"; did you mean "json"?'],
		[['1', '--fault', 'slow', '--fault', 'x'], '--fault must be one of slow, hang, not "x"'],
		[['1', '--port', '1', '--port', '2'], '--port can be given once only'],
	])('%j', ([argv, says]) => {
		expect(() => read(...argv)).toThrow(UsageError);
		expect(() => read(...argv)).toThrow(says);
		// Whoever is refused is told how it is called, and where to read more.
		expect(() => read(...argv)).toThrow(
			expect.objectContaining({more: ['dialtop try ID… [options]; dialtop try --help says more']}),
		);
	});
});

test('a command without arguments takes none, and one with choices takes these', () => {
	const none = command({name: 'none', summary: '', flags: {}, examples: [], run: async () => 0});
	expect(() => parse(none, ['x'])).toThrow('dialtop none takes flags only, not "x"');
	const shell = {name: 'SHELL', about: '', least: 1, most: 1, choices: ['bash', 'zsh']};
	const some = command({name: 'some', summary: '', argument: shell, flags: {}, examples: [], run: async () => 0});
	expect(() => parse(some, ['ksh'])).toThrow('SHELL must be bash, zsh, not "ksh"');
	expect(parse(some, ['zsh']).input).toEqual(['zsh']);
});

test('a command behind the flags of the monitor is told which flags may stand before it', () => {
	expect(() => parse(monitorCommand, ['--interval', '5', 'campaigns'])).toThrow(
		'dialtop takes flags only, not "campaigns": only the flags of every command, such as --profile, may come before its name',
	);
});

test('several profiles are for commands that only read; every other one says that it takes one', async () => {
	const rows = await Promise.all(commands.map(({load}) => load()));
	const given = rows.filter(({flags}) => flags.profile);
	const refusalOf = (one: (typeof rows)[number]): string | undefined => {
		const argument = Array.from({length: one.argument?.least ?? 0}, () => one.argument?.choices?.[0] ?? '1');
		try {
			parse(one, [...argument, '-p', 'east,west']);
			return undefined;
		} catch (error) {
			return (error as Error).message;
		}
	};
	const refusals = new Map(given.map(one => [one.name, refusalOf(one)]));
	expect([...refusals].flatMap(([name, refusal]) => (refusal === undefined ? [name] : []))).toEqual([
		...['campaigns', 'alerts', 'watch', 'export', 'check', 'report'],
	]);
	expect(refusals.get('pause')).toBe('dialtop pause takes one profile, not "east,west": give one, such as -p east');
	expect(rows.filter(({flags}) => flags.yes).every(({name}) => refusals.get(name) !== undefined)).toBe(true);
});
