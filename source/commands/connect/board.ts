/** Reads once what the monitor's board shows, through the same model and within the same budget of requests. */
import {initialState, update} from '../../alerts/reducer.ts';
import {configuredAlerts} from '../../cli/configuration.ts';
import {type ServiceFlagsGiven, serviceFlags} from '../../cli/service-flags.ts';
import {formatFlags} from '../../cli/table.ts';
import {exits} from '../../config/exits.ts';
import {storeCampaigns} from '../../config/name-cache.ts';
import type {AlertSettings} from '../../model/alert.ts';
import type {State} from '../../model/state.ts';
import {createStore} from '../../model/store.ts';
import type {ListsQuestion} from '../../model/wire.ts';
import {createReads, type Read} from '../../service/reads.ts';
import {type Budget, createBudget} from '../../service/schedule.ts';
import {systemClock} from '../../system/clock.ts';
import type {CallOptions} from '../../wire/client/dialer.ts';
import type {Outcome} from '../../wire/errors.ts';
import {idsOfNamed, listedOf} from './campaign-named.ts';
import {sourceOf} from './chosen.ts';
import {exitOf, type OneService, oneService, type Reached, reachOne, worstOf} from './reach.ts';

/** Requests in flight at once. */
const inFlight = 2;

/** After so many reads in a row without an answer, the others are skipped. */
const lostAfter = 3;

/** A board that is read once. */
export type Board = {
	get(): State;
	/** Waits until the budget of requests a second allows one more, and counts it. */
	turn(): Promise<void>;
	/** Lists the campaigns. */
	campaigns(): Promise<Read>;
	/**
	 * The ids of the campaigns that words name, by ids, names or beginnings of names, and those of them that the service lists; prints
	 * which it does not. @throws UsageError if a word names several
	 */
	named(words: readonly string[]): {ids: readonly string[]; listed: readonly string[]};
	/** The id of a campaign that is named; a name that is not a number is looked up, which takes a request. Else the exit code. */
	idOf(word: string | undefined): Promise<{id: string | undefined} | {code: number}>;
	lists(question: ListsQuestion): Promise<Read>;
	/**
	 * Reads the figures of these campaigns, and prints on standard error which could not be read. Resolves with the
	 * exit code.
	 */
	figures(ids: readonly string[]): Promise<number>;
	settings(id: string): Promise<Outcome<unknown>>;
	/** Reads from the recording how the forecasts of a campaign did. */
	judgeForecasts(id: string): Promise<void>;
	/** Reads the lists of a campaign, to be shown beside its figures. */
	listsOf(id: string): Promise<Read>;
};

/** The flag that says how long an answer is waited for. */
export const deadlineFlag = {
	type: 'number',
	value: 'SECONDS',
	about: 'how long to wait for an answer (10)',
	least: 0.1,
	most: 600,
} as const;

/** The flags of commands that read once and print. */
export const readFlags = {deadline: deadlineFlag, ...formatFlags, ...serviceFlags} as const;

/** The options of a call with a deadline. */
export const deadlineOf = (seconds: number | undefined): CallOptions =>
	seconds === undefined ? {} : {deadline: seconds * 1000};

const isLost = ({outcome}: Read): boolean => outcome.kind === 'unknown' || outcome.kind === 'not-sent';

/** The exit code for a read; an answer without the data that was asked for counts as none. */
export const exitOfRead = ({outcome, sound}: Read, reached: Reached, what: string, reason = ''): number => {
	if (outcome.kind !== 'done') {
		return exitOf(outcome, reached, what);
	}
	if (sound) {
		return exits.done;
	}
	reached.say(`${what}: ${reason}`);
	return exits.unknown;
};

/** Makes a function that waits until the budget of requests a second allows one more. */
export const createTurns =
	(budget: Budget, clock = systemClock): (() => Promise<void>) =>
	async () => {
		for (let wait = budget.wait(clock.now().mono); wait > 0; wait = budget.wait(clock.now().mono)) {
			await new Promise(resolve => clock.after(wait, () => resolve(undefined)));
		}
		budget.take(clock.now().mono);
	};

/** Makes a board on a connected service without asking anything of it yet, which judges by these rules. */
export const openBoard = (reached: Reached, options: CallOptions = {}, rules?: AlertSettings): Board => {
	const {service, perSecond, atStart} = reached;
	const clock = systemClock;
	const store = createStore(update, initialState(sourceOf(service), clock.now(), rules));
	const budget = createBudget(perSecond, atStart);
	const turn = createTurns(budget, clock);
	const reads = createReads({
		call: (type, params, own) => reached.call(type, params, {...own, ...options}),
		dispatch: message => {
			store.dispatch({type: 'tick', now: clock.now()});
			store.dispatch(message);
		},
		clock,
		mayRepeat() {
			budget.take(clock.now().mono);
			return true;
		},
		wantedLists: () => undefined,
	});

	/** Prints which figures could not be read, one line for each reason; returns the exit code. */
	const exitOfFailed = (failed: ReadonlyMap<string, Read>): number => {
		const reasonFor = (id: string): string => store.get().dashboards.get(id)?.failure?.reason ?? '';
		const alike = Map.groupBy(failed, ([id, {outcome}]) => `${outcome.kind} ${reasonFor(id)}`);
		const codes = [...alike.values()].map(some => {
			const [[id, read]] = some as [[string, Read]];
			return exitOfRead(read, reached, `figures of ${some.map(([one]) => one).join(', ')}`, reasonFor(id));
		});
		return worstOf(codes);
	};

	const readCampaigns = async (): Promise<Read> => {
		await turn();
		const read = await reads.campaigns();
		if (read.sound) {
			storeCampaigns(service, [...(store.get().campaigns.value?.values() ?? [])], process.env);
		}
		return read;
	};

	const named: Board['named'] = words => {
		const campaigns = store.get().campaigns.value;
		const ids = idsOfNamed(campaigns, words, 'beginning');
		return {ids, listed: listedOf(campaigns, reached, ids)};
	};

	return {
		get: store.get,
		turn,
		campaigns: readCampaigns,
		named,
		async idOf(word) {
			if (word === undefined || /^\d+$/.test(word)) {
				return {id: word};
			}
			const code = exitOfRead(await readCampaigns(), reached, 'campaigns');
			const [id] = code === exits.done ? named([word]).listed : [];
			return id === undefined ? {code: code || exits.refused} : {id};
		},
		async lists(question) {
			await turn();
			return reads.lists(question);
		},
		async figures(ids) {
			const {source} = store.get();
			if (source.compliance) {
				const {storedDays} = await import('./stored.ts');
				for (const message of storedDays(reached, source, ids, clock.now().wall)) {
					store.dispatch(message);
				}
			}
			const waiting = [...ids];
			const failed = new Map<string, Read>();
			let lost = 0;
			const work = async (): Promise<void> => {
				for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
					await turn();
					const read = await reads.dashboard(id);
					lost = isLost(read) ? lost + 1 : 0;
					if (!read.sound) {
						failed.set(id, read);
					}
					if (lost >= lostAfter && waiting.length > 0) {
						reached.say(
							`figures of ${waiting.splice(0).join(', ')}: not asked for, since ${lost} others got no answer`,
						);
					}
				}
			};
			await Promise.all(Array.from({length: inFlight}, work));
			return exitOfFailed(failed);
		},
		async judgeForecasts(id) {
			const {storedForecasts} = await import('./stored.ts');
			for (const message of storedForecasts(reached, store.get(), id, clock.now().wall)) {
				store.dispatch(message);
			}
		},
		async listsOf(id) {
			await turn();
			return reads.listsOf(id);
		},
		async settings(campaignId) {
			await turn();
			const sentAt = clock.now();
			const outcome = await reached.call('get_campaign_settings', {campaign_id: campaignId}, options);
			if (outcome.kind === 'done') {
				const {settings} = outcome.answer;
				store.dispatch({type: 'settings-polled', campaignId, span: {sentAt, receivedAt: clock.now()}, settings});
			}
			return outcome;
		},
	};
};

type BoardFlags = ServiceFlagsGiven & {deadline: number | undefined};

/**
 * Reads the campaigns of the service that the flags choose and hands the board over; if they cannot be read, prints
 * why.
 *
 * @param rules makes the rules that it judges by from the configured ones; without it no rules are judged
 * @returns the exit code
 * @throws UsageError
 */
export const withBoard = async (
	flags: BoardFlags,
	use: (board: Board, reached: Reached) => Promise<number>,
	rules?: (configured: AlertSettings) => AlertSettings,
): Promise<number> => withBoardOf(await oneService(flags), flags, use, rules);

/** The same with a service that was chosen. */
export const withBoardOf = (
	one: OneService,
	{deadline}: Pick<BoardFlags, 'deadline'>,
	use: (board: Board, reached: Reached) => Promise<number>,
	rules?: (configured: AlertSettings) => AlertSettings,
): Promise<number> =>
	reachOne(one, async reached => {
		const board = openBoard(reached, deadlineOf(deadline), rules?.(await configuredAlerts(reached.given)));
		const read = await board.campaigns();
		const reason = board.get().campaigns.failure?.reason;
		const failed = exitOfRead(read, reached, 'campaigns', reason);
		if (failed !== exits.done) {
			return failed;
		}
		if (reason !== undefined) {
			reached.say(`campaigns: ${reason}`);
		}
		return worstOf([await use(board, reached), reason === undefined ? exits.done : exits.unknown]);
	});
