/** Names of megabytes, each of one kind, wherever a service writes a name. */

import {exits} from '../../../../source/config/exits.ts';
import {safeText} from '../../../../source/wire/text.ts';
import type {Random, Trials} from '../../row.ts';
import {asRead, bytesOf, textOf} from './grammar.ts';
import type {Runs} from './runs.ts';
import {type Answers, answersOf, createTexts} from './wire.ts';

/**
 * Bytes of such a name on the wire. Answers that are asked for again and again may have 4 MB, others 8 MB: with `polled`
 * every answer is read, with `asked` those that are asked for once.
 */
export const hugeSizes = {polled: 3_900_000, asked: 5_000_000};

/** What is said of a polled answer with a name of `asked`. */
export const tooLarge = 'the answer is larger than 4,000,000 bytes';

const wireBytes = (text: string): number => bytesOf(text).length - '""'.length;

/** Makes a name of so many bytes. */
type Make = (random: Random, size: number) => string;

const filled =
	(start: string, unit: string): Make =>
	(_, size) =>
		start + unit.repeat(Math.floor(size / wireBytes(unit)));

/** A byte that is no UTF-8, as grammar.ts writes it. */
const raw = (byte: number): string => String.fromCodePoint(0x10ff00 + byte);

/** The names, by what they are made of. */
export const hugeNames: Readonly<Record<string, Make>> = {
	letters: filled('', 'Spring '),
	escapes: filled('', '\u001b]0;title\u0007\u001b[2J'),
	'raw C1': filled('a', `${raw(0x9b)}31m`),
	'one pile of marks': filled('a', '\u0301'),
	'marks alone': filled('', '\u0336'),
	'one joined family': filled('', '\u{1f468}\u200d'),
	flags: filled('', '\u{1f1e9}'),
	keycaps: filled('', '1\ufe0f\u20e3'),
	'wide ones': filled('', '漢'),
	'a formula': filled('=', '1+1;=2;'),
	quotes: filled('"', '",=1;\r\n'),
	'lone surrogates': filled('', '\ud800'),
	'bidi controls': filled('', '\u202e\u2066'),
	'nothing that is seen': filled('', '\u200b'),
	'nothing at all': filled('', '\u0000'),
	'variation selectors': filled('\u2603', '\ufe0f'),
	Hangul: filled('\u1100', '\u1161'),
	'the grammar': (random, size) => {
		let text = '';
		for (let left = size; left > 0; ) {
			const part = textOf(random);
			text += part;
			left -= wireBytes(part);
		}
		return text;
	},
};

/** Answers with such a name in one field of each. */
export const hugeAnswers = (random: Random, trial: string, name: string): Answers => {
	const texts = createTexts(random, trial);
	const answers = answersOf(texts, random, {campaigns: 3, lists: 5, calls: 5, accounts: 3, settings: 5});
	const [campaign] = answers.get_campaigns.campaigns;
	const [list] = answers.get_lists.lists;
	const [call] = answers.search_lead.all_log_search;
	const [account] = answers.fetch_accounts.accounts;
	const [setting] = answers.get_campaign_settings.settings;
	if (!campaign || !list || !call || !account || !setting) {
		throw new Error('an answer is empty');
	}
	campaign.campaign_name = name;
	list.list_name = name;
	call.full_name = name;
	account.last_name = name;
	setting.value = name;
	const open = random.below(2) === 0 ? {note: name} : {rows: [{[name]: 1}]};
	return {...answers, open: () => open, refusal: () => ({success: 0, error: name})};
};

/** Has every such name printed, by each command that shows what the service writes; or refused, where it is too large. */
export const printHuge = async (trials: Trials, {service, use, inFormats, json, strays}: Runs): Promise<void> => {
	const {seed, tried, failed, isQuick, progress} = trials;
	for (const [index, [kind, make]] of Object.entries(hugeNames).entries()) {
		if (isQuick && index % 3 !== seed % 3) {
			continue;
		}
		/** Has the service write a name of this size, and runs every place, or some of them. */
		const goThrough = async (
			size: number,
			counted: string,
			placesOf: (trial: string, clean: string) => Readonly<Record<string, () => Promise<unknown>>>,
		): Promise<void> => {
			const trial = `${size / 1e6} MB of ${kind}, ${seed}`;
			const random = trials.random(trial);
			const name = make(random, size);
			service.setAnswers(hugeAnswers(random, trial, name));
			for (const [at, go] of Object.values(placesOf(trial, safeText(asRead(name).trim()))).entries()) {
				if (!isQuick || (at + index) % 4 === 0) {
					await go();
					tried(counted);
				}
			}
		};

		await goThrough(hugeSizes.polled, 'names of 3.9 MB printed', (trial, clean) => {
			/** The most bytes that a command may make of a few cleaned texts. */
			const isBounded = (what: string, {length}: Buffer): void => {
				if (length > 300_000) {
					failed(`${what} printed ${length} bytes`, trial);
				}
			};
			return {
				async lists() {
					const {value} = await inFormats(trial, ['lists']);
					const found = (value as {name: string}[] | undefined)?.[0]?.name;
					if (found !== clean && clean !== '') {
						failed(`the list's name reads back as ${JSON.stringify(String(found).slice(0, 100))}`, trial);
					}
				},
				campaigns: () => inFormats(trial, ['campaigns']),
				async refusal() {
					const {code, stdout, stderr} = await use(trial, ['pause', '1002', '--yes']);
					isBounded('a refusal', Buffer.concat([stdout, stderr]));
					if (code !== exits.refused) {
						failed(`the refusal ended with ${code}: ${stderr.toString().slice(0, 300)}`, trial);
					}
					await inFormats(trial, ['log', '--last', '1']);
				},
				async watch() {
					const {stdout} = await use(trial, ['watch', '--count', '2', '--for', '20']);
					isBounded('watch', stdout);
					if (!stdout.includes('"kind":"poll"')) {
						failed(`watch saw no poll: ${stdout.toString().slice(0, 300)}`, trial);
					}
				},
				async alerts() {
					const {stdout, stderr} = await use(trial, ['alerts', '--json'], {but: '\n\t'});
					json(stdout.toString(), `${trial}: alerts`);
					if (stderr.includes(tooLarge)) {
						failed('alerts could not read the campaigns', trial);
					}
				},
			};
		});

		await goThrough(hugeSizes.asked, 'names of 5 MB printed', trial => ({
			search: () => inFormats(trial, ['search', 'a', '--unmask']),
			settings: () => inFormats(trial, ['call', 'get_campaign_settings', 'campaign_id=1001']),
			accounts: () => inFormats(trial, ['call', 'fetch_accounts', 'company_id=7']),
			open: () => inFormats(trial, ['call', 'list_ivrs']),
			lists: () => inFormats(trial, ['call', 'get_lists', 'campaign_id=1001']),
		}));

		await goThrough(hugeSizes.asked, 'answers over 4 MB refused', trial => {
			const refuses = async (args: readonly string[], wanted: number, but?: string): Promise<void> => {
				const {code, stdout, stderr} = await use(trial, args, but === undefined ? {} : {but});
				const all = `${stdout} ${stderr}`;
				if (code !== wanted || !all.includes(tooLarge)) {
					failed(`${args.join(' ')} ended with ${code}, and says: ${all.slice(0, 300)}`, trial);
				}
			};
			const inEach = async (name: string): Promise<void> => {
				for (const flags of [[], ['--json'], ['--csv']]) {
					await refuses([name, ...flags], exits.unknown);
				}
			};
			return {
				lists: () => inEach('lists'),
				campaigns: () => inEach('campaigns'),
				pause: () => refuses(['pause', '1002', '--yes'], exits.notSent),
				watch: () => refuses(['watch', '--for', '2'], exits.done),
				alerts: () => refuses(['alerts', '--json'], 3, '\n\t'),
				check: () => refuses(['check'], 3),
			};
		});
		progress(`megabytes of ${kind} are printed`);
	}
	strays(`megabytes ${seed}`);
};
