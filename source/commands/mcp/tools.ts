/** The tools of `dialtop mcp`, a row each: the command that it is made from, what of it can be given, and how it is answered. All of them read. */
import {groupsInOrder} from '../../alerts/floods.ts';
import {alertRecord} from '../../alerts/news.ts';
import type {AnyCommand} from '../../cli/command.ts';
import type {Out} from '../../cli/out.ts';
import {parse} from '../../cli/parse.ts';
import {UsageError} from '../../config/errors.ts';
import {exits} from '../../config/exits.ts';
import {alertsOf} from '../../model/alert.ts';
import {ruleDays} from '../../model/call-count.ts';
import {diagnose, needsLists} from '../../model/diagnosis.ts';
import {type CampaignRow, campaignRow, campaignRows, settingsOf} from '../../model/select.ts';
import {alertStatus, endText, groupSentence} from '../../present/alert-text.ts';
import {complaintJson} from '../../present/complaint-page.ts';
import {diagnosisSentences} from '../../present/diagnosis-text.ts';
import {disputeRecord, isInState, meansOf} from '../../present/status-text.ts';
import {systemClock} from '../../system/clock.ts';
import {askSheet} from '../calls/ask-sheet.ts';
import {alertObject, campaignObject, figuresRecord} from '../campaign/json.ts';
import {alertsIn} from '../check/verdict.ts';
import {type Board, deadlineOf} from '../connect/board.ts';
import {exitOf, type Reached} from '../connect/reach.ts';
import type {Given, Taken} from './input.ts';
import {hashMask, isHash, numberOf} from './numbers.ts';

/** What tools ask with. */
export type Asked = {
	board: Board;
	/** Its requests are within the budget of the board. */
	reached: Reached;
	/** The words that choose the service for a command that reads its recording. */
	service: readonly string[];
};

/** The command line that a call of a tool is. */
export type Line = {flags: Given; input: readonly string[]; argv: readonly string[]};

/** An answer: rows, of which as many are given as there is room for, or one object. Undefined if there is none; why was printed. */
export type Answer = {rows: readonly unknown[]; omitted?: number | string} | {value: unknown} | undefined;

/** The names of the tools. */
export type ToolName = 'campaigns' | 'campaign' | 'alerts' | 'history' | 'calls' | 'report' | 'forecast';

/** A tool. */
export type Tool = Taken & {
	/** The name of the command that it is made from, and its own. */
	name: ToolName;
	/** What an assistant has to know besides the summary of the command. */
	more: string;
	/** What it takes that its command does not. */
	own?: Readonly<Record<string, {type: 'string'; description: string}>>;
	answer(asked: Asked, line: Line, row: AnyCommand, own: Given): Promise<Answer>;
};

/** Figures that are younger than this are not read again, milliseconds. */
const fresh = 10_000;

/** Rows of campaigns, unless limit says how many. */
const usualRows = 50;

/** Lists the campaigns, and reads the figures of these that are not fresh. */
const read = async (board: Board, ids: (listed: readonly string[]) => readonly string[]): Promise<void> => {
	const now = systemClock.now().mono;
	const old = ids([...(board.get().campaigns.value?.keys() ?? [])]).filter(id => {
		const sentAt = board.get().dashboards.get(id)?.span?.sentAt.mono;
		return sentAt === undefined || now - sentAt > fresh;
	});
	await board.figures(old);
};

/** The campaigns that are named, all without a name; undefined if they could not be listed. */
const named = async ({board, reached}: Asked, words: readonly string[]): Promise<readonly string[] | undefined> => {
	const outcome = await board.campaigns();
	if (!outcome.sound) {
		exitOf(outcome.outcome, reached, 'campaigns');
		return undefined;
	}
	return words.length === 0 ? campaignRows(board.get()).map(({campaign}) => campaign.id) : board.named(words).listed;
};

const rowsOf = (board: Board, ids: readonly string[]): CampaignRow[] =>
	ids.flatMap(id => campaignRow(board.get(), id) ?? []);

const states = ['dialing', 'paused', 'stopped', 'unknown'] as const;

/** A command's output, as far as it is taken. */
const capture = (most: number) => {
	let text = '';
	const write = (more: string): void => {
		text += text.length < most ? more : '';
	};
	const out: Out = {
		write,
		async writeEach(texts) {
			for (const one of texts) {
				write(one);
				if (text.length >= most) {
					return;
				}
			}
		},
		isTerminal: false,
		pending: () => 0,
		columns: undefined,
		isClosed: () => false,
		closed: new Promise(() => undefined),
		ifLost: () => undefined,
	};
	return {out, text: () => text, isFull: () => text.length >= most};
};

/** The most characters that are taken of a command's output. */
const mostTaken = 4 * 1024 * 1024;

/** Runs a command that reads a recording, and takes what it prints. */
const run = async (row: AnyCommand, {argv}: Line, before: readonly string[]) => {
	const taken = capture(mostTaken);
	await row.run({...parse(row, [...before, ...argv]), out: taken.out});
	return taken;
};

const recorded: Tool['answer'] = async ({service}, line, row) => {
	const {text} = await run(row, line, ['--json', ...service]);
	return text() === '' ? undefined : {value: JSON.parse(text())};
};

/** The tools. */
export const tools: readonly Tool[] = [
	{
		name: 'campaigns',
		more: `Figures under the names of the board; ${usualRows} campaigns unless limit says how many. Figures younger than ${fresh / 1000} s are not read again.`,
		flags: ['state', 'limit'],
		argument: {name: 'campaigns', isMany: true, isOptional: true},
		async answer(asked, {flags, input}) {
			const {board} = asked;
			const ids = await named(asked, input);
			if (!ids) {
				return undefined;
			}
			const state = states.find(one => one === flags.state);
			const wanted = rowsOf(board, ids).filter(row => !state || isInState(row, state));
			const some = wanted.slice(0, Number(flags.limit ?? usualRows)).map(({campaign}) => campaign.id);
			await read(board, () => some);
			const rows = rowsOf(board, some).map(row => ({
				id: row.campaign.id,
				name: row.campaign.name,
				status: row.status ?? null,
				means: meansOf(row),
				disputed: disputeRecord(row),
				failure: row.failure?.reason ?? null,
				figures: row.figures ? figuresRecord(board.get(), row) : null,
			}));
			return {rows, omitted: wanted.length - rows.length};
		},
	},
	{
		name: 'campaign',
		more: '"why" says in sentences what its figures tell of its dialing, and what would help; this program cannot do it.',
		flags: ['settings'],
		argument: {name: 'campaign'},
		async answer(asked, {flags, input}) {
			const {board, reached} = asked;
			const [id] = (await named(asked, input)) ?? [];
			if (id === undefined) {
				return undefined;
			}
			await read(board, () => [id]);
			const known = campaignRow(board.get(), id);
			if (known && needsLists(known)) {
				// If this fails, no list is named.
				await board.listsOf(id);
			}
			if (flags.settings === true) {
				exitOf(await board.settings(id), reached, `settings of ${id}`);
			}
			const state = board.get();
			const row = campaignRow(state, id);
			if (!row) {
				return undefined;
			}
			const settings = flags.settings === true ? settingsOf(state, id) : undefined;
			const alerts = alertsOf(state.alerts, id).map(alert => alertObject(alert, state.source));
			const why = diagnosisSentences(diagnose(row, settings, row.dashboard?.lists), row, state.source);
			return {value: {why, ...campaignObject(row, settings, alerts)}};
		},
	},
	{
		name: 'alerts',
		more: 'One look: rules that count how long something lasts are judged by the graphs of the service alone.',
		flags: [],
		argument: {name: 'campaigns', isMany: true, isOptional: true},
		async answer(asked, {input}) {
			const {board} = asked;
			const ids = await named(asked, input);
			if (!ids) {
				return undefined;
			}
			await read(board, () => ids);
			const state = board.get();
			const groups = groupsInOrder(alertsIn(state, input.length === 0 ? undefined : new Set(ids)));
			return {
				rows: groups.map(group => {
					const {event, until, ...record} = alertRecord(
						state,
						{...group, event: 'raised'},
						{text: groupSentence(group, state.source), endOf: ({end}) => end && endText(end)},
					);
					return {standing: alertStatus(group.lead).toLowerCase(), ...record};
				}),
			};
		},
	},
	{
		name: 'history',
		more: 'Rows of a stream as they were recorded on this machine, oldest first; nothing is asked of the service. Give from and to: without them it is everything.',
		flags: ['from', 'to', 'stream', 'id', 'tier'],
		fixed: ['export'],
		async answer({service}, line, row) {
			const {text, isFull} = await run(row, line, ['--json', ...service]);
			const lines = text().split('\n').slice(0, -1);
			return {rows: lines.map(one => JSON.parse(one) as unknown), ...(isFull() && {omitted: 'and more'})};
		},
	},
	{
		name: 'calls',
		more: `The number is given and shown by its hash alone: SHA-256, in hexadecimal, of its ten digits (of + and all digits outside North America). It is looked for among the calls of the last ${ruleDays} days, or of so many as days says.`,
		flags: ['days'],
		fixed: ['by its hash'],
		own: {
			number_hash: {type: 'string', description: 'the hash of a phone number, 64 hexadecimal digits; never the number'},
		},
		async answer({reached}, {flags}, _row, {number_hash: hash}) {
			if (typeof hash !== 'string' || !isHash(hash)) {
				throw new UsageError('number_hash must be 64 hexadecimal digits, the SHA-256 of the digits of the number');
			}
			const days = Number(flags.days ?? ruleDays);
			const outcome = await reached.call('search_lead', {days}, deadlineOf(undefined));
			if (exitOf(outcome, reached, 'calls') !== exits.done || outcome.kind !== 'done') {
				return undefined;
			}
			const number = numberOf(hash, outcome.answer.entries ?? []);
			if (number === undefined) {
				throw new UsageError(
					outcome.answer.entries
						? `no number of this hash was called within ${days} days, as far as the service lists its calls`
						: 'the service answered without a list of calls: no data',
				);
			}
			const found = await askSheet(reached, number, {days, deadline: undefined});
			if (typeof found === 'number') {
				return undefined;
			}
			return {
				value: complaintJson(found.sheet, found.complaint, {
					limit: reached.callLimit,
					mask: hashMask,
					timeZone: reached.service.timeZone,
				}),
			};
		},
	},
	{
		name: 'report',
		more: 'Out of the recording of this machine; nothing is asked of the service.',
		flags: ['from', 'to', 'shift', 'campaign'],
		answer: recorded,
	},
	{
		name: 'forecast',
		more: 'Out of the recording of this machine; it changes nothing.',
		flags: ['level', 'dropLimit', 'agents', 'minutes', 'at'],
		argument: {name: 'campaign'},
		answer: recorded,
	},
];
