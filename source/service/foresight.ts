/** Asks what a command is likely to do, before it is sent: out of what was recorded of its campaign, in a thread. */
import {Worker} from 'node:worker_threads';
import type {NoForecast} from '../foresight/calibrate.ts';
import {looksBack} from '../foresight/floor.ts';
import type {Change} from '../foresight/forecast.ts';
import type {Foreseen, Question} from '../foresight/foresee.ts';
import type {Answer, Asked} from '../foresight/worker.ts';
import {closeOf} from '../model/close-forecast.ts';
import type {Control} from '../model/pending.ts';
import {type CampaignRow, campaignRow, listsOf, settingsOf} from '../model/select.ts';
import {dialLevel, numberIn, settingIn} from '../model/setting-values.ts';
import type {State} from '../model/state.ts';
import {pointsIn} from '../recording/points.ts';
import type {Recording} from '../recording/recording.ts';

export type {Foreseen, NoForecast};

const workerFile = (): URL =>
	new URL(import.meta.url.endsWith('.ts') ? '../foresight/worker.ts' : './foresight-worker.js', import.meta.url);

/** Minutes ahead, beside the rest of the day. */
const minutesAhead = 30;

/** Milliseconds that an answer may take, of a small floor and of a large one, and the most pairs of runs. */
const small = {agents: 60, within: 900, pairs: 280};
const large = {within: 2700, pairs: 200};

/** A thread that nobody asks for so long is ended, milliseconds. */
const idle = 60_000;

/** The parameter of the drop limit, which decides the level of PREDICTIVE. */
const dropLimit = 'adaptive_dropped_percentage';

/** What a change of settings does to how a campaign dials; undefined if no forecast is made of it. */
const ofSettings = (params: Control['params']): Change | undefined => {
	const numberOf = (name: string): number | undefined => {
		const value = params[name];
		return value === undefined ? undefined : numberIn(String(value));
	};
	const [level, limit] = [numberOf(dialLevel), numberOf(dropLimit)];
	return level === undefined && limit === undefined
		? undefined
		: {dialing: {...(level !== undefined && {level}), ...(limit !== undefined && {dropLimit: limit})}};
};

/** The campaign that a control changes, and how; undefined if no forecast is made of it. */
export const changeOf = (
	state: State,
	{operation, params, target, campaign}: Control,
): {campaignId: string; change: Change} | undefined => {
	const of = (change: Change | undefined, campaignId = target.id) => change && {campaignId, change};
	switch (operation) {
		case 'update_campaign':
			return of(ofSettings(params));
		case 'play_campaign':
			return of({dialing: {isDialing: true}});
		case 'pause_campaign':
		case 'stop_campaign':
			return of({dialing: {isDialing: false}});
		case 'change_status': {
			const list = listsOf(state).find(({id}) => id === target.id);
			const leads = list?.remainingLeads;
			return leads === undefined || campaign?.id === undefined
				? undefined
				: of({leads: params.status === 'Y' ? leads : -leads}, campaign.id);
		}
		default:
			return undefined;
	}
};

/** A question about a campaign, out of its recording. @returns why it cannot be asked, if its day has closed */
export const questionAbout = (
	recording: Pick<Recording, 'rows'>,
	{state, row, now}: {state: State; row: CampaignRow; now: number},
	asked: Pick<Question, 'change' | 'minutes' | 'pairs' | 'within'>,
): Question | NoForecast => {
	const {id} = row.campaign;
	const close = closeOf(row, row.dashboard?.closeRecord, now);
	return close
		? {
				...asked,
				points: pointsIn(recording, id, {from: now - looksBack, to: now}),
				zone: close.zone,
				now,
				closesAt: close.at,
				// A campaign whose word is not known dials if calls ring.
				isDialing: row.state === 'dialing' || (row.figures?.ringing ?? 0) > 0,
				lines: numberIn(settingIn(settingsOf(state, id), 'number_of_lines')),
			}
		: {why: 'it has closed for today'};
};

export type Foresight = {
	/** What a control is likely to do; undefined if no forecast is made of it, or another was asked about meanwhile. */
	ask(state: State, control: Control): Promise<Foreseen | NoForecast | undefined>;
	/** Nobody waits for an answer any longer. */
	callOff(): void;
	close(): Promise<void>;
};

/** @throws nothing: a thread that fails gives no forecast */
export const createForesight = (recording: Pick<Recording, 'rows'>): Foresight => {
	const wanted = new Int32Array(new SharedArrayBuffer(4));
	let worker: Worker | undefined;
	let ending: NodeJS.Timeout | undefined;
	let waiting: {number: number; resolve(answer: Answer['answer'] | undefined): void} | undefined;

	const callOff = (): void => {
		Atomics.add(wanted, 0, 1);
		waiting?.resolve(undefined);
		waiting = undefined;
	};
	const end = async (): Promise<void> => {
		callOff();
		clearTimeout(ending);
		const ended = worker;
		worker = undefined;
		await ended?.terminate();
	};
	const failed = (why: string): void => {
		worker = undefined;
		waiting?.resolve({why});
		waiting = undefined;
	};
	const threadOf = (): Worker => {
		if (worker) {
			return worker;
		}
		const made = new Worker(workerFile(), {workerData: {wanted}});
		made.unref();
		made.on('message', ({number, answer}: Answer) => {
			if (waiting?.number === number) {
				waiting.resolve(answer);
				waiting = undefined;
			}
		});
		made.on('error', () => failed('the simulation has failed'));
		made.on('exit', () => {
			if (worker === made) {
				failed('the simulation has ended');
			}
		});
		worker = made;
		return made;
	};
	return {
		async ask(state, control) {
			callOff();
			const asked = changeOf(state, control);
			const row = asked && campaignRow(state, asked.campaignId);
			if (!row) {
				return undefined;
			}
			const {within, pairs} = (row.figures?.agents ?? 0) > small.agents ? large : small;
			let question: Question | NoForecast;
			try {
				question = questionAbout(
					recording,
					{state, row, now: Math.floor(state.now.wall)},
					{change: asked.change, minutes: minutesAhead, pairs, within},
				);
			} catch {
				return {why: 'the recording cannot be read'};
			}
			if ('why' in question) {
				return question;
			}
			const {promise, resolve} = Promise.withResolvers<Answer['answer'] | undefined>();
			const number = Atomics.load(wanted, 0);
			waiting = {number, resolve};
			threadOf().postMessage({number, question} satisfies Asked);
			clearTimeout(ending);
			ending = setTimeout(() => void end(), idle).unref();
			return promise;
		},
		callOff,
		close: end,
	};
};
