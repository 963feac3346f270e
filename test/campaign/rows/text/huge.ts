/** Names of five megabytes, each of one kind, wherever a service writes a name. */
import {safeText} from '../../../../source/api/text.ts';
import type {Random, Trials} from '../../row.ts';
import {asRead, textOf} from './grammar.ts';
import type {Runs} from './runs.ts';
import {type Answers, answersOf, createTexts} from './wire.ts';

/** Bytes of such a name as JSON. */
const size = 5_000_000;

const filled = (start: string, unit: string): string =>
	start + unit.repeat(Math.floor(size / Buffer.byteLength(JSON.stringify(unit).slice(1, -1))));

/** A byte that is no UTF-8, as grammar.ts writes it. */
const raw = (byte: number): string => String.fromCodePoint(0x10ff00 + byte);

/** The names, by what they are made of. */
export const hugeNames: Readonly<Record<string, (random: Random) => string>> = {
	letters: () => filled('', 'Spring '),
	escapes: () => filled('', '\u001b]0;title\u0007\u001b[2J'),
	'raw C1': () => filled('a', `${raw(0x9b)}31m`),
	'one pile of marks': () => filled('a', '\u0301'),
	'marks alone': () => filled('', '\u0336'),
	'one joined family': () => filled('', '\u{1f468}\u200d'),
	flags: () => filled('', '\u{1f1e9}'),
	keycaps: () => filled('', '1\ufe0f\u20e3'),
	'wide ones': () => filled('', '漢'),
	'a formula': () => filled('=', '1+1;=2;'),
	quotes: () => filled('"', '",=1;\r\n'),
	'lone surrogates': () => filled('', '\ud800'),
	'bidi controls': () => filled('', '\u202e\u2066'),
	'nothing that is seen': () => filled('', '\u200b'),
	'nothing at all': () => filled('', '\u0000'),
	'variation selectors': () => filled('\u2603', '\ufe0f'),
	Hangul: () => filled('\u1100', '\u1161'),
	'the grammar': random => {
		let text = '';
		while (text.length < size / 4) {
			text += textOf(random);
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

/** Has every such name printed, by each command that shows what the service writes. */
export const printHuge = async (trials: Trials, {service, use, inFormats, json, strays}: Runs): Promise<void> => {
	const {seed, tried, failed, isQuick, progress} = trials;
	const names = Object.entries(hugeNames);
	for (const [index, [kind, make]] of names.entries()) {
		if (isQuick && index % 3 !== seed % 3) {
			continue;
		}
		const trial = `5 MB of ${kind}, ${seed}`;
		const random = trials.random(trial);
		const name = make(random);
		const clean = safeText(asRead(name).trim());
		service.setAnswers(hugeAnswers(random, trial, name));
		/** The most bytes that a command may make of a few cleaned texts. */
		const isBounded = (what: string, {length}: Buffer): void => {
			if (length > 300_000) {
				failed(`${what} printed ${length} bytes`, trial);
			}
		};
		const places: readonly (readonly [what: string, go: () => Promise<unknown>])[] = [
			[
				'lists',
				async () => {
					const {value} = await inFormats(trial, ['lists']);
					const found = (value as {name: string}[] | undefined)?.[0]?.name;
					if (found !== clean && clean !== '') {
						failed(`the list's name reads back as ${JSON.stringify(String(found).slice(0, 100))}`, trial);
					}
				},
			],
			['campaigns', () => inFormats(trial, ['campaigns'])],
			['search', () => inFormats(trial, ['search', 'a', '--unmask'])],
			['settings', () => inFormats(trial, ['call', 'get_campaign_settings', 'campaign_id=1001'])],
			['accounts', () => inFormats(trial, ['call', 'fetch_accounts', 'company_id=7'])],
			['an open answer', () => inFormats(trial, ['call', 'list_ivrs'])],
			[
				'a refusal',
				async () => {
					const {stdout, stderr} = await use(trial, ['pause', '1002', '--yes']);
					isBounded('a refusal', Buffer.concat([stdout, stderr]));
				},
			],
			['watch', async () => isBounded('watch', (await use(trial, ['watch', '--count', '2', '--for', '5'])).stdout)],
			[
				'alerts',
				async () => json((await use(trial, ['alerts', '--json'], {but: '\n\t'})).stdout.toString(), `${trial}: alerts`),
			],
		];
		for (const [at, [what, go]] of places.entries()) {
			if (!isQuick || (at + index) % 4 === 0) {
				await go();
				tried('names of 5 MB printed');
				if (what === 'a refusal') {
					await inFormats(trial, ['log', '--last', '1']);
				}
			}
		}
		progress(`5 MB of ${kind} are printed`);
	}
	strays(`5 MB ${seed}`);
};
