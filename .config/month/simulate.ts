/**
 * Days of the embedded sandbox's usual floor as the monitor would have recorded them: its world runs on a clock of its own and
 * is read, steered and recorded by the monitor's own modules. Times are those of the world: what its clocks show in winter, as if
 * that were UTC.
 */
import {initialState, update} from '../../source/alerts/reducer.ts';
import type {Message, State} from '../../source/model/state.ts';
import {createStore} from '../../source/model/store.ts';
import {retentionDefaults} from '../../source/recording/closing.ts';
import {type Folder, memoryFolder} from '../../source/recording/folder.ts';
import {Recorder, recordStore} from '../../source/recording/recorder.ts';
import {createWriter} from '../../source/recording/writer.ts';
import {createService} from '../../source/sandbox/engine/service.ts';
import {castOf} from '../../source/sandbox/scenarios/cast.ts';
import type {CampaignPlan} from '../../source/sandbox/world/campaigns.ts';
import {createControls} from '../../source/service/controls.ts';
import {checkParameters} from '../../source/service/forms.ts';
import {createOnDemand} from '../../source/service/on-demand.ts';
import {createReads} from '../../source/service/reads.ts';
import {offerCampaigns} from '../../source/steering/campaigns.ts';
import {levelWishIn, offerLevel} from '../../source/steering/level.ts';
import type {Batch, Refusal} from '../../source/steering/offer.ts';
import type {Clock} from '../../source/system/clock.ts';
import {createDialer} from '../../source/wire/client/dialer.ts';
import type {Transport} from '../../source/wire/client/transport.ts';
import {stepOf} from './staff.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export type Simulated = {
	/** Its first day: `YYYY-MM-DD`. */
	from: string;
	/** Milliseconds of the first day that have gone by when it begins. */
	at: number;
	/** Milliseconds to record. */
	length: number;
	/** Milliseconds at the end in which the campaigns are polled every two minutes; before, every fifteen. */
	fine: number;
	/** Called after each hour. */
	progress?(now: number, state: State): void;
};

const everyDay = [0, 1, 2, 3, 4, 5, 6];

/** The usual campaigns at work on every day, Sundays too: whichever day it is today, the days before it are working days. */
const plan = castOf({}).map(
	({settings, shifts = [], supplies = [], ...campaign}): CampaignPlan => ({
		...campaign,
		settings: {...settings, schedule: settings.schedule.replace('-mon-sat', '')},
		shifts: shifts.map(shift => ({...shift, days: everyDay})),
		supplies: supplies.map(supply => ({...supply, days: everyDay})),
	}),
);

/** Sends requests to a service in this process. */
const inProcess =
	(handle: Awaited<ReturnType<typeof createService>>['handle']): Transport =>
	async ({body: {bytes}}) => {
		const text = JSON.stringify(await handle(Object.fromEntries(new URLSearchParams(String(bytes)))));
		return {status: 200, text, retryAfter: undefined, location: undefined, received: text.length};
	};

/** Records days of the sandbox to memory. @throws Error if something was not as it should be */
export const simulate = async ({from, at, length, fine, progress}: Simulated): Promise<Folder> => {
	const password = 'simulated';
	const service = await createService({day: from, at, warmUp: 0, password, plan});
	const {world} = service;
	const clock: Clock = {
		now: () => ({wall: world.now, mono: world.now}),
		after(_, callback) {
			const timer = setImmediate(callback);
			return () => clearImmediate(timer);
		},
		random: () => 0.5,
	};
	const fail = (text: string): never => {
		throw new Error(text);
	};
	let token: string | undefined;
	const dialer = createDialer({transport: inProcess(service.handle), token: () => token});
	const signedIn = await dialer.call('login_user', {user: service.user, pass: password} as never);
	token = signedIn.kind === 'done' ? (signedIn.answer as {token?: string}).token : fail('nobody could sign in');
	const source = {profile: '', environment: 'SANDBOX', host: 'embedded', readOnly: false};
	const store = createStore<State, Message>(update, initialState(source, clock.now()));
	const {dispatch} = store;
	const call = dialer.call as Parameters<typeof createReads>[0]['call'];
	const reads = createReads({call, dispatch, clock, mayRepeat: () => false, wantedLists: () => undefined});
	const onDemand = createOnDemand({
		read: call,
		store,
		clock,
		pause: () => new Promise(resolve => setImmediate(resolve)),
		isClosed: () => false,
	});
	const controls = createControls({
		service: source.profile,
		withhold: (_type, _params, _note, reason) => fail(reason),
		call: (type, params, {deadline} = {}) => dialer.ask(type, params, deadline === undefined ? {} : {deadline}),
		store,
		clock,
		poller: {look: () => undefined, checkToken: async () => 'alive'},
		session: {token: () => token, user: () => service.user},
		onDemand: {...onDemand, followSettings: async () => undefined},
	});

	const poll = async (): Promise<void> => {
		dispatch({type: 'tick', now: clock.now()});
		await reads.campaigns();
		for (const {id} of world.campaigns) {
			await reads.dashboard(id);
		}
	};
	/** What is read less often than the figures. */
	const readRest = async (): Promise<void> => {
		await reads.listsSeen(undefined);
		for (const {id} of world.campaigns) {
			await reads.listsOf(id);
			await reads.outcomes(id);
			await onDemand.readSettings(id);
		}
	};
	const offers = {
		pause: (id: string) => offerCampaigns(store.get(), [id], 'pause'),
		play: (id: string) => offerCampaigns(store.get(), [id], 'play'),
		level: (id: string, by: string): Batch | Refusal => {
			const wish = levelWishIn(by);
			const basis = {state: store.get(), ui: {staged: new Map()}, monitor: {check: checkParameters}};
			return wish ? offerLevel(basis, id, wish) : {why: `${by} is no level`};
		},
	};
	/** What the staff does at a minute, as a person would: by a question that the steering offers, and an answer. */
	const steer = async (): Promise<void> => {
		const step = stepOf(world.now);
		if (!step) {
			return;
		}
		const campaign = world.campaigns.find(({name}) => name === step.campaign) ?? fail(`no ${step.campaign}`);
		await onDemand.readSettings(campaign.id);
		const offer = step.verb === 'level' ? offers.level(campaign.id, step.by) : offers[step.verb](campaign.id);
		const control = 'controls' in offer ? offer.controls[0] : fail(`${step.campaign}: ${offer.why}`);
		const ended = await controls.run(control);
		if (ended.kind !== 'done') {
			fail(`${step.campaign}: ${ended.reason}`);
		}
		for (const seconds of [2, 5, 8]) {
			service.advanceTo(Math.floor(world.now / minute) * minute + seconds * 1000);
			await onDemand.readSettings(campaign.id);
			await poll();
		}
	};

	const folder = memoryFolder();
	const writer = createWriter({
		folder,
		clock,
		zone: 'UTC',
		retention: {...retentionDefaults, minute: 400 * day},
		complain: fail,
		onLost: () => undefined,
	});
	await writer.settled();
	dispatch({type: 'link', link: {kind: 'live', latency: 0}, now: clock.now()});
	await poll();
	const stop = recordStore(store, new Recorder(writer, clock.now(), 'Floor Supervisor'));
	const begin = world.now;
	const end = begin + length;
	for (let now = begin; now < end; now += minute) {
		service.advanceTo(now);
		const isNight = now % day < 8 * hour || now % day > 21.5 * hour;
		const every = isNight ? 30 * minute : (now < end - fine ? 15 : 2) * minute;
		if (now % every === 0) {
			await poll();
		}
		if (now % (now < end - fine ? 3 * hour : hour) === 0 && !isNight) {
			await readRest();
		}
		await steer();
		if (now % hour === 0) {
			await writer.flush();
			await writer.settled();
			progress?.(now, store.get());
		}
	}
	stop();
	await writer.flush();
	await writer.settled();
	service.close();
	return folder;
};
