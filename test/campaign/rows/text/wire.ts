/** Answers of a service whose every text is of the grammar, each with a mark by which it is found again. */
import {createHash} from 'node:crypto';
import type {Random} from '../../row.ts';
import {hasBoxes, textOf} from './grammar.ts';

/** An object of the wire. */
export type Wire = Record<string, unknown>;

/** Texts of the grammar, each once. */
export type Texts = {
	/** A text with its mark, before it where it may be cut behind. */
	next(): string;
	/** The marks that were given out so far. */
	given(): number;
};

/** A mark: seven characters that stand in no other text. */
const markOf = (salt: string, number: number): string =>
	`q${createHash('sha256').update(salt).digest('hex').slice(0, 1)}${number.toString(36).padStart(4, '0')}z`;

/** Any mark. */
export const anyMark = /q[0-9a-f][0-9a-z]{4}z/g;

/** Makes texts. @param boxes whether some have characters that boxes are drawn with */
export const createTexts = (random: Random, salt: string, {boxes = true, from = 0} = {}): Texts => {
	let count = 0;
	return {
		next() {
			const mark = markOf(salt, from + count++);
			let text = textOf(random);
			while (!boxes && hasBoxes(text)) {
				text = textOf(random);
			}
			// A formula and a shell's word act at the beginning alone.
			return random.below(4) === 0 ? text.slice(0, 12) + mark : mark + text;
		},
		given: () => count,
	};
};

const times = <T>(count: number, make: (index: number) => T): T[] =>
	Array.from({length: count}, (_, index) => make(index));

/** How many records of each kind. */
export type Counts = {campaigns: number; lists: number; calls: number; accounts: number; settings: number};

/** All that such a service answers, by what `type` asks for. */
export const answersOf = (texts: Texts, random: Random, counts: Counts) => {
	const {next} = texts;
	/** A field that dialtop does not know, with a name of the grammar too. */
	const extra = (): Wire => (random.below(4) === 0 ? {[next()]: next(), more: {deep: [next(), {[next()]: 1}]}} : {});
	const campaigns = times(counts.campaigns, index => ({
		campaign_id: String(1001 + index),
		campaign_name: next(),
		display_status: random.below(2) === 0 ? next() : 'PLAY',
		dial_method: next(),
		active: next(),
		created: next(),
		...extra(),
	}));
	return {
		// An id that cannot be shown unchanged is no id.
		get_campaigns: {campaigns: [...campaigns, {campaign_id: next(), campaign_name: next(), display_status: 'PLAY'}]},
		dashboardOf: (id: string): Wire => ({
			dashboard_stats: [
				{
					campaign_id: id,
					campaign_name: next(),
					pace_method: next(),
					pace_mode: next(),
					display_status: random.below(2) === 0 ? next() : 'PLAY',
					percentage_dropped: random.below(2) === 0 ? '9.50' : next(),
					active_calls: '12',
					calls_waiting: random.below(8) === 0 ? next() : '3',
					calls_ringings: '7',
					total_agents: '9',
					ready: '4',
					human_answered: '400',
					...extra(),
				},
			],
			calls_graph_data: [{dialed: '1', delivered: next(), drops: '0', datetime: next()}],
		}),
		get_lists: {
			lists: times(counts.lists, index => ({
				list_id: String(2001 + index),
				list_name: next(),
				campaign_id: '1001',
				campaign_name: next(),
				status: random.below(2) === 0 ? next() : 'Y',
				total_leads: '2500',
				remaining_leads: '950',
				percentage_complete: '62.00',
				list_changedate: next(),
				list_lastcalldate: next(),
				...extra(),
			})),
		},
		search_lead: {
			all_log_search: times(counts.calls, index => ({
				uniqueid: `17670000.${index + 1}`,
				lead_id: next(),
				list_id: String(2001 + index),
				call_date: random.below(2) === 0 ? '03/31/26 01:15 PM' : next(),
				full_name: next(),
				status: next(),
				call_type: next(),
				campaign_id: '1001',
				flag: next(),
				phone_number: next(),
				campaign_name: next(),
				list_name: next(),
				...extra(),
			})),
			footer: next(),
		},
		get_campaign_settings: {
			settings: times(counts.settings, () => ({
				name: next(),
				value: next(),
				options: random.below(3) === 0 ? [{id: next(), label: next()}] : [],
			})),
		},
		fetch_accounts: {
			accounts: times(counts.accounts, index => ({
				accountid: `A-${index}`,
				company_id: '7',
				first_name: next(),
				last_name: next(),
				phone: next(),
				email: next(),
				city: next(),
				state: next(),
				address1: next(),
				phones: [{phone_number: next(), phone_type: next(), time_zone: next()}],
				emails: [{email: next()}],
				...extra(),
			})),
		},
		/** Of an operation whose answer the interface leaves open. */
		open: (): Wire => ({
			[next()]: next(),
			rows: times(20, () => ({
				name: next(),
				[`x${next()}`]: next(),
				id: next(),
				password: next(),
				note: {deep: next()},
			})),
			note: next(),
		}),
		refusal: (): Wire => ({success: 0, error: next(), tech_msg: next()}),
	};
};

/** All that such a service answers. */
export type Answers = ReturnType<typeof answersOf>;
