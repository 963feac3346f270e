/** Texts of the grammar where a program goes on or ends: what follows the audit and the alerts, and the last words of a crash. */
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Trials} from '../../row.ts';
import {liveIn, liveInBytes} from './bytes.ts';
import {bytesOf} from './grammar.ts';
import {hugeNames, hugeSizes} from './huge.ts';
import type {Runs} from './runs.ts';
import {answersOf, anyMark, createTexts, type Wire} from './wire.ts';

const counts = {campaigns: 8, lists: 5, calls: 5, accounts: 5, settings: 5};

/** Alerts as soon as they are seen. */
export const quickRules = 'rules: {drop-near: {seconds: 0, polls: 1}, drop-close: {seconds: 0, polls: 1}}';

const marksIn = (text: string): string[] => text.match(anyMark) ?? [];

/** Follows the audit and the alerts while they grow, and reads audits that somebody else wrote. */
export const followTexts = async (trials: Trials, runs: Runs): Promise<void> => {
	const {seed, tried, failed, isQuick, progress} = trials;
	const {service, use, inFormats, follow, folder} = runs;
	const config = runs.file('alerts.yml', `interval: 0.5\nalerts: {${quickRules}}\n`);
	for (let round = 0; round < (isQuick ? 3 : 12); round++) {
		const trial = `followed ${seed} round ${round}`;
		const random = trials.random(trial);
		const texts = createTexts(random, trial);
		const answers = answersOf(texts, random, counts);
		let refused = '';
		service.setAnswers({
			...answers,
			refusal() {
				const wire = answers.refusal();
				refused = String(wire.error);
				return wire;
			},
		});
		const refuse = async (): Promise<void> => {
			await use(trial, ['pause', '1001', '--yes']);
		};
		for (const [flags, but] of [
			[[], '\n'],
			[['--json'], '\n'],
			[['--csv'], '\r\n'],
		] as const) {
			const {stdout, isEnough} = await follow(trial, ['log', '--follow', ...flags], {
				but,
				codes: [130],
				meanwhile: async () => {
					await refuse();
					await refuse();
				},
				isEnough: out => marksIn(refused).some(mark => out.includes(mark)),
			});
			if (!isEnough) {
				failed(`log --follow never told the refusal: ${stdout.toString().slice(-300)}`, trial);
			}
			if (flags.length === 1 && flags[0] === '--csv') {
				runs.csv(stdout, `${trial}: log --follow --csv`);
			} else if (flags.length === 1) {
				for (const line of stdout.toString().split('\n').filter(Boolean)) {
					runs.json(line, `${trial}: log --follow --json`);
				}
			}
			tried('texts followed', new Set(marksIn(stdout.toString())).size);
		}

		// An audit of somebody else's, with texts in every field.
		const own = readFileSync(join(folder, '.local', 'state', 'dialtop', 'audit.jsonl'), 'utf8')
			.split('\n')
			.filter(Boolean)
			.slice(-20)
			.map(line => JSON.parse(line) as Wire);
		const foreign = own.flatMap(line =>
			Object.keys(line)
				.filter(name => !['kind', 'id', 'at'].includes(name))
				.map(name => ({...line, id: `${round}-${name}-${texts.given()}`, [name]: replaced(line[name], texts.next)})),
		);
		const file = runs.file(
			'foreign.jsonl',
			Buffer.concat(foreign.map(line => Buffer.concat([bytesOf(line), Buffer.from('\n')]))),
		);
		const {value} = await inFormats(trial, ['log', '--file', file]);
		await follow(trial, ['log', '--follow', '--file', file, '--last', '1000'], {
			isEnough: out => out.split('\n').length > 20,
		});
		tried('texts of a foreign audit', new Set(marksIn(JSON.stringify(value ?? ''))).size);

		for (const flags of [[], ['--json']]) {
			const {stdout, stderr, isEnough} = await follow(trial, ['alerts', '--follow', '--config', config, ...flags], {
				isEnough: out => marksIn(out).length > 0,
			});
			if (!isEnough) {
				failed(
					`alerts --follow told nothing: ${stdout.toString().slice(-300)} ${stderr.toString().slice(0, 300)}`,
					trial,
				);
			}
			for (const line of flags.length === 1 ? stdout.toString().split('\n').filter(Boolean) : []) {
				runs.json(line, `${trial}: alerts --follow --json`);
			}
			tried('texts followed', new Set(marksIn(stdout.toString())).size);
		}
		progress(`followed ${round + 1} times`);
	}
	runs.strays(`followed ${seed}`);
	runs.kept(`followed ${seed}`);
};

/** A value of an audit with texts for its texts. */
function replaced(value: unknown, next: () => string): unknown {
	return typeof value === 'object' && value !== null
		? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, typeof one === 'string' ? next() : one]))
		: next();
}

/** How a program ends with a text in its last words. */
const ends = {
	thrown: 'throw new Error(text)',
	'thrown as a text': 'throw text',
	rejected: 'Promise.reject(new Error(text))',
	'with a cause': "throw new Error('of', {cause: new Error(text)})",
	'by its name': "{ const error = new Error(''); error.name = text; throw error; }",
	'by its stack': "{ const error = new Error('x'); error.stack = text; throw error; }",
	'many together': 'throw new AggregateError([new Error(text)], text)',
	'an object': 'throw {message: text, toString: () => text}',
} as const;

/**
 * Loaded into the program, it ends it with the text of the file that TEXT names, once the file that STRIKE names is there. A
 * signal would do less: the program listens for each, and ends by it before a rejection is known.
 */
export const ender = (how: keyof typeof ends): string =>
	`--import data:text/javascript,${encodeURIComponent(
		`import {existsSync, readFileSync} from 'node:fs'; const timer = setInterval(() => { if (existsSync(process.env.STRIKE)) { clearInterval(timer); const text = JSON.parse(readFileSync(process.env.TEXT, 'utf8')); ${ends[how]}; } }, 20); timer.unref();`,
	)}`;

/** The ways to end. */
export const endNames = Object.keys(ends) as (keyof typeof ends)[];

/** Ends commands with texts in their last words: a hundred at a time, and names of 5 MB. */
export const crashTexts = async (trials: Trials, runs: Runs): Promise<void> => {
	const {seed, tried, failed, isQuick, progress} = trials;
	const {service, use, folder} = runs;
	const trial = `crashes ${seed}`;
	const random = trials.random(trial);
	const texts = createTexts(random, trial);
	service.setAnswers(answersOf(texts, random, counts));
	const huge = Object.values(hugeNames);
	for (const [index, how] of (isQuick ? endNames : [...endNames, ...endNames, ...endNames]).entries()) {
		for (const debug of ['', '1']) {
			const many = Array.from({length: 100}, texts.next);
			const isHuge = index % 4 === 3;
			const text = isHuge
				? (huge[index % huge.length]?.(random, hugeSizes.asked) ?? '')
				: many.join(random.pick(['\n', '\r\n', ' ', '\n    at ']));
			const file = runs.file('text.json', JSON.stringify(text));
			const named = `${trial} ${how}${debug && ', DIALTOP_DEBUG'}`;
			const strike = join(folder, `strike-${index}-${debug}`);
			let wasStruck = false;
			const {code, stderr} = await use(named, ['watch', '--interval', '0.5'], {
				codes: [70],
				env: {
					NODE_OPTIONS: ender(how),
					TEXT: file,
					STRIKE: strike,
					DIALTOP_DEBUG: debug,
					...(index % 3 === 2 ? {LANG: 'C'} : {}),
				},
				async during(child, stdout) {
					while (stdout() === '' && child.exitCode === null) {
						await new Promise(resolve => setTimeout(resolve, 20));
					}
					wasStruck = child.exitCode === null;
					writeFileSync(strike, '');
				},
			});
			if (!wasStruck || code !== 70) {
				failed(`ended with ${code} and not 70: ${stderr.toString().slice(0, 300)}`, named);
			}
			if (index % 3 === 2 && /[^\n -~]/.test(stderr.toString('latin1'))) {
				failed('prints other characters than ASCII in the locale C', named);
			}
			if (stderr.length > 500_000) {
				failed(`its last words are ${stderr.length} bytes`, named);
			}
			tried('crashes');
			tried('texts in last words', new Set(marksIn(stderr.toString())).size);
		}
	}
	progress('crashed');
};

/** What is wrong with what a command of the operator's was handed for alerts; and how many texts it has. */
export const handedIn = (file: string): {wrong: string | undefined; marks: string[]} => {
	if (!existsSync(file)) {
		return {wrong: undefined, marks: []};
	}
	const bytes = readFileSync(file);
	const lines = bytes.toString().split('\n').filter(Boolean);
	const broken = lines.find(line => {
		try {
			return liveIn(JSON.stringify(JSON.parse(line))) !== undefined;
		} catch {
			return true;
		}
	});
	const wrong = liveInBytes(bytes, '\n') ?? (broken === undefined ? undefined : `the line ${broken.slice(0, 200)}`);
	return {wrong, marks: marksIn(bytes.toString())};
};
