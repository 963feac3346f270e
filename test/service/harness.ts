/** What the tests of the monitor work with: a poller over a simulated service, and the monitor over a real one. */
import {expect, onTestFinished} from 'vitest';
import {initialState, update} from '../../source/alerts/reducer.ts';
import type {StatusWords} from '../../source/model/campaign.ts';
import type {Control} from '../../source/model/pending.ts';
import type {Message, State} from '../../source/model/state.ts';
import {createStore} from '../../source/model/store.ts';
import {type MonitorOptions, startMonitor} from '../../source/service/monitor.ts';
import {createOnDemand} from '../../source/service/on-demand.ts';
import {type Attention, createPoller, type PollerParts} from '../../source/service/poller.ts';
import {type Credentials, createSession} from '../../source/service/session.ts';
import {systemClock} from '../../source/system/clock.ts';
import type {CallOptions, Dialer} from '../../source/wire/client/dialer.ts';
import {type Outcome, WireError, type WireErrorCode} from '../../source/wire/errors.ts';
import {testAudit} from '../helpers/audit.ts';
import {type ManualClock, manualClock} from '../helpers/clock.ts';
import {
	type FaultName,
	type OtherService,
	type OtherServiceOptions,
	startOtherService,
} from '../helpers/other-service.ts';

export const source = {profile: 'p', environment: 'QA', host: 'h', readOnly: false};

export const done = (answer: unknown): Outcome<never> => ({kind: 'done', answer: answer as never});
export const refused = (error = 'no'): Outcome<never> => ({kind: 'refused', error, techMsg: ''});
export const failing = (
	code: WireErrorCode,
	kind: 'not-sent' | 'unknown' = 'unknown',
	retryAfter?: number,
): Outcome<never> => ({kind, cause: new WireError(code, code, {retryAfter})});

/** What the operator confirms with a pause. */
export const pauseOf = (id: string): Control => ({
	operation: 'pause_campaign',
	params: {campaign_id: id},
	target: {service: 'p', kind: 'campaign', id, name: id},
	doing: 'pausing',
	verb: 'pause',
	expected: 'paused',
	before: 'PLAY',
});

/** A store, and the messages that it was given. */
export const recordingStore = (clock: Pick<ManualClock, 'now'>) => {
	const messages: Message[] = [];
	const inner = createStore<State, Message>(update, initialState(source, clock.now()));
	const store: typeof inner = {
		...inner,
		dispatch(message) {
			messages.push(message);
			inner.dispatch(message);
		},
	};
	return {store, messages};
};

/** A request that the simulated service saw. */
export type Sent = {
	type: string;
	id: string;
	params: Readonly<Record<string, unknown>>;
	at: number;
	token: string | undefined;
	options: CallOptions | undefined;
};

/** What a simulated service answers; `undefined` leaves it to the default, which is well. */
export type Answers = (request: Sent) => Outcome<never> | undefined;

/** A service simulated on a manual clock, with a poller at work on it. */
export const simulate = (
	options: {
		campaigns?: number;
		latency?: number | ((request: Sent) => number);
		answers?: Answers;
		token?: string | undefined;
		credentials?: Credentials;
		attention?: Partial<Attention>;
		parts?: Partial<PollerParts>;
		clock?: ManualClock;
	} = {},
) => {
	const {latency = 50, clock = manualClock()} = options;
	const world = {
		answers: options.answers ?? (() => undefined),
		ids: Array.from({length: options.campaigns ?? 3}, (_, index) => String(1001 + index)),
		statuses: new Map<string, string>(),
		token: 'T1',
	};
	const sent: Sent[] = [];
	let inFlight = 0;
	let mostInFlight = 0;
	let issued = 1;

	const well = ({type, id, token}: Sent): Outcome<never> => {
		if (type === 'login_user') {
			world.token = `T${++issued}`;
			return done({token: world.token, extra: {}, unreadable: []});
		}
		if (token !== world.token) {
			return refused('come in again');
		}
		const record = {extra: {}, unreadable: []};
		switch (type) {
			case 'get_campaigns':
				return done({records: world.ids.map(one => ({...record, id: one, status: world.statuses.get(one)}))});
			case 'get_dashboard_stats':
				return world.ids.includes(id)
					? done({figures: {...record, campaignId: id, ready: 1, status: world.statuses.get(id) ?? 'PLAY'}})
					: refused('no such campaign');
			default:
				return done({records: []});
		}
	};

	const call: Dialer['call'] = async (type, params, callOptions) => {
		const fields = params as {campaign_id?: string; list_id?: string};
		const request: Sent = {
			type,
			id: fields.campaign_id ?? fields.list_id ?? '',
			params: fields,
			at: clock.now().mono,
			token: session.token(),
			options: callOptions,
		};
		sent.push(request);
		mostInFlight = Math.max(mostInFlight, ++inFlight);
		const outcome = world.answers(request) ?? well(request);
		await new Promise<void>(resolve => clock.after(typeof latency === 'number' ? latency : latency(request), resolve));
		inFlight--;
		return outcome;
	};

	const token = 'token' in options ? options.token : 'T1';
	const session = createSession(call, {token, credentials: options.credentials});
	const {store, messages} = recordingStore(clock);
	const poller = createPoller({
		call,
		session,
		store,
		clock,
		interval: 2000,
		perSecond: 5,
		inFlight: 2,
		...options.parts,
	});
	poller.watch({selected: undefined, visible: new Set(), lists: undefined, ...options.attention});
	poller.start();
	onTestFinished(() => poller.stop());

	return {
		clock,
		world,
		sent,
		session,
		store,
		poller,
		/** Reads settings and accounts; those of the simulated service are whatever its answers say. */
		onDemand: createOnDemand({
			read: call,
			store,
			clock,
			pause: milliseconds => new Promise<void>(resolve => clock.after(milliseconds, resolve)),
			isClosed: () => false,
		}),
		messages,
		service: source.profile,
		call,
		withhold: async () => expect.fail('withheld'),
		inFlight: () => inFlight,
		mostInFlight: () => mostInFlight,
		/** Requests of a type. */
		of: (type: string) => sent.filter(request => request.type === type),
		/** Moves the clock on, ticking every second as the program does. */
		async run(seconds: number) {
			for (let second = 0; second < seconds; second++) {
				await clock.advance(1000);
				store.dispatch({type: 'tick', now: clock.now()});
			}
		},
	};
};

/** The most requests in any span of so many milliseconds, looking at what was sent from a moment on. */
export const mostWithin = (requests: readonly Sent[], milliseconds: number, from: number): number => {
	const times = requests.map(({at}) => at).filter(at => at >= from);
	return Math.max(0, ...times.map((start, index) => times.slice(index).filter(at => at < start + milliseconds).length));
};

/** The monitor at work on the test service over real HTTP, on the machine's own clock; closed after the test. */
export const startRig = async (
	options: OtherServiceOptions & {
		monitor?: Partial<MonitorOptions>;
		/** Signs in with user and password instead of a token. */
		signIn?: boolean | Credentials;
		readOnly?: boolean;
		statusWords?: StatusWords | undefined;
		attention?: Partial<Attention>;
		/** The fault that the service has from the start. */
		fault?: FaultName;
	} = {},
) => {
	const {monitor: over, signIn = false, readOnly = false, statusWords, attention, fault, ...serviceOptions} = options;
	const service: OtherService = await startOtherService(signIn ? serviceOptions : {token: 'T', ...serviceOptions});
	await service.setFault(fault);
	const clock = over?.clock ?? systemClock;
	const store = createStore<State, Message>(update, initialState({...source, readOnly, statusWords}, clock.now()));
	const credentials = typeof signIn === 'object' ? signIn : {user: 'ops', password: 'secret'};
	const audit = over?.audit ?? testAudit(service.url);
	const monitor = startMonitor({
		service: source.profile,
		url: service.url,
		...(signIn ? {credentials} : {token: 'T'}),
		interval: 500,
		perSecond: 50,
		store,
		...over,
		audit,
	});
	if (attention) {
		monitor.watch({selected: undefined, visible: new Set(), lists: undefined, ...attention});
	}
	onTestFinished(async () => {
		await monitor.close();
		await service.close();
	});
	return {
		service,
		store,
		monitor,
		audit,
		/** Requests of a type. */
		of: (type: string) => service.requests.filter(request => request.type === type),
		/** The last command. */
		command: () => store.get().commands.at(-1),
	};
};
