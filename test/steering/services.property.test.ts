/**
 * Two services with equal ids and names, steered by the router of the screen over whatever context it is given, also a wrong one: what
 * reaches a wire is on the service that the question named.
 */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {update} from '../../source/alerts/reducer.ts';
import type {Control} from '../../source/model/pending.ts';
import {campaignRow} from '../../source/model/select.ts';
import type {Message, State} from '../../source/model/state.ts';
import {createStore} from '../../source/model/store.ts';
import type {Moment} from '../../source/model/time.ts';
import {keymap} from '../../source/present/keymap.ts';
import {ask} from '../../source/screen/actions/ask.ts';
import {createRouter} from '../../source/screen/router.ts';
import {updateUi} from '../../source/screen/state/reducer.ts';
import {initialUi} from '../../source/screen/state/state.ts';
import type {Context} from '../../source/screen/store/context.ts';
import {createControls} from '../../source/service/controls.ts';
import {checkParameters} from '../../source/service/forms.ts';
import type {Monitor} from '../../source/service/monitor.ts';
import {createGuard} from '../../source/steering/answer.ts';
import {offerCampaigns, offerPauseAll, offerPlayOrPause} from '../../source/steering/campaigns.ts';
import {offerLevel} from '../../source/steering/level.ts';
import {offerListSwitch, offerLists} from '../../source/steering/lists.ts';
import {offerTestCall} from '../../source/steering/numbers.ts';
import {type Offer, offerControl} from '../../source/steering/offer.ts';
import {questionOf} from '../../source/steering/question.ts';
import {offerUndo} from '../../source/steering/undo.ts';
import {operations} from '../../source/wire/operations/index.ts';
import {campaign, dashboard, fresh, list, live} from '../model/make.ts';

const names = ['east', 'west'] as const;
type Name = (typeof names)[number];

const ids = ['1001', '1002', '1003'];

/** What arrived at a wire. */
type Arrived = {service: Name; control: Control};

/** The clock of both services, in seconds. */
const createTime = () => {
	let seconds = 0;
	const moment = (at = seconds): Moment => ({wall: 1_780_000_000_000 + at * 1000, mono: at * 1000});
	return {
		seconds: () => seconds,
		moment,
		pass: (by: number) => {
			seconds += by;
		},
	};
};

/** A service with its own store, and controls that send to its own wire. */
const startService = (name: Name, time: ReturnType<typeof createTime>, arrived: Arrived[]) => {
	const store = createStore<State, Message>(update, fresh({profile: name, floor: name}));
	let current: Control | undefined;
	const controls = createControls({
		service: name,
		async call() {
			arrived.push({service: name, control: current ?? expect.fail('nothing was confirmed')});
			return {kind: 'done', answer: {}};
		},
		withhold: async () => undefined,
		store,
		clock: {now: time.moment, after: () => () => undefined, random: () => 0.5},
		poller: {look: () => undefined, checkToken: async () => 'alive'},
		session: {token: () => 'T', user: () => 'ops'},
		onDemand: {
			async readSettings(campaignId) {
				const value = campaignRow(store.get(), campaignId)?.figures?.paceTempo ?? '1.5';
				const settings = [{name: 'autodiallevel', value, options: []}];
				store.dispatch({type: 'settings-polled', campaignId, span: span(), settings});
				return undefined;
			},
			followSettings: async () => undefined,
			readAccountsAgain: async () => undefined,
		},
	});
	const span = () => ({sentAt: time.moment(), receivedAt: time.moment()});
	const poll = (statuses: readonly string[]): void => {
		store.dispatch({
			type: 'campaigns-polled',
			span: span(),
			records: ids.map((id, index) => campaign(id, {status: statuses[index], dialMethod: 'RATIO'})),
		});
		for (const [index, id] of ids.entries()) {
			store.dispatch({
				type: 'dashboard-polled',
				campaignId: id,
				span: span(),
				dashboard: dashboard({status: statuses[index], paceTempo: '1.5', activeCalls: index}),
			});
		}
		store.dispatch({
			type: 'lists-polled',
			campaignId: undefined,
			span: span(),
			records: [list('7', {campaignId: '1001'}), list('8', {campaignId: '1001', status: 'N'})],
		});
		store.dispatch({type: 'tick', now: time.moment()});
	};
	store.dispatch(live);
	const monitor = {
		effectOf: operation => operations[operation].effect,
		check: checkParameters,
		control(control, ...more) {
			current = control;
			return controls.run(control, ...more);
		},
	} satisfies Partial<Monitor>;
	return {name, store, poll, monitor: monitor as unknown as Monitor};
};

type Service = ReturnType<typeof startService>;

/** Which service's state and which one's monitor a context has: of two different ones, or of another than the question, it is wrong. */
type Bound = {state: Name; monitor: Name};

/** What the operator does about one service, with some of its rows selected or marked. */
const offersOf: Readonly<Record<string, (state: State, some: readonly string[], monitor: Monitor) => Offer>> = {
	pause: (state, some) => offerCampaigns(state, some, 'pause'),
	play: (state, some) => offerCampaigns(state, some, 'play'),
	stop: (state, some) => offerCampaigns(state, some, 'stop'),
	either: (state, some) =>
		offerPlayOrPause(
			state,
			some.flatMap(id => campaignRow(state, id) ?? []),
		),
	all: state => offerPauseAll(state),
	list: state => offerLists(state, ['7', '8'], 'off'),
	lists: state =>
		offerListSwitch(
			state,
			(state.lists.value?.lists ?? []).map(one => ({list: one})),
		),
	level: (state, [id = '1001'], monitor) =>
		offerLevel({state, ui: {staged: new Map()}, monitor}, id, {text: '+0.1', amount: 0.1, isStep: true}),
	number: (state, [id = '1001'], monitor) =>
		offerTestCall({state, ui: {staged: new Map()}, monitor}, {id, name: 'x'}, '5125550123', '8005550100'),
	undo: state => offerUndo(state),
	form: (state, some) => {
		const row = campaignRow(state, some[0] ?? '1001');
		return row
			? offerControl(
					now => ({
						operation: 'stop_campaign',
						params: {campaign_id: row.campaign.id},
						target: {service: now.source.profile, kind: 'campaign', id: row.campaign.id, name: row.campaign.name},
						doing: 'stopping',
						verb: 'stop',
						expected: 'stopped',
						before: campaignRow(now, row.campaign.id)?.status,
					}),
					state,
				)
			: {why: 'none'};
	},
};

/** One thing that happens; `bound` is the context of it, where undefined that of what happened before. */
type Step =
	| {do: 'offer'; what: string; some: readonly string[]; bound: Bound}
	| {do: 'answer'; key: 'y' | '1' | '2' | 'n'; text: 'asked' | 'other' | 'bare'; bound: Bound | undefined}
	| {do: 'poll'; name: Name; statuses: readonly string[]}
	| {do: 'hold'; bound: Bound | undefined};

const name = fc.constantFrom(...names);
const right = name.map((one): Bound => ({state: one, monitor: one}));
const any: fc.Arbitrary<Bound> = fc.record({state: name, monitor: name});

/** Mostly the one before, or a right one; else one of the other service, or of both. */
const offering = fc.oneof({weight: 5, arbitrary: right}, {weight: 1, arbitrary: any});
const answering = fc.option(any, {freq: 2, nil: undefined});

const step: fc.Arbitrary<Step> = fc.oneof(
	fc.record({
		do: fc.constant('offer' as const),
		what: fc.constantFrom(...Object.keys(offersOf)),
		some: fc.uniqueArray(fc.constantFrom(...ids), {minLength: 1}),
		bound: offering,
	}),
	{
		weight: 2,
		arbitrary: fc.record({
			do: fc.constant('answer' as const),
			key: fc.constantFrom('y', 'y', 'y', '1', '2', 'n'),
			text: fc.constantFrom('asked', 'asked', 'other', 'bare'),
			bound: answering,
		}),
	},
	fc.record({
		do: fc.constant('poll' as const),
		name,
		statuses: fc.array(fc.constantFrom('PLAY', 'PAUSE', 'PLAY', 'STOP', 'BUSY'), {minLength: 3, maxLength: 3}),
	}),
	fc.record({do: fc.constant('hold' as const), bound: answering}),
);

/** Lets what was sent come to its end. */
const settled = async (): Promise<void> => {
	for (let turn = 0; turn < 30; turn++) {
		await Promise.resolve();
	}
};

/** The screen over two services. */
const startScreen = () => {
	const time = createTime();
	const arrived: Arrived[] = [];
	const services: Readonly<Record<Name, Service>> = {
		east: startService('east', time, arrived),
		west: startService('west', time, arrived),
	};
	const ui = createStore(updateUi, initialUi(400, 200));
	const said: string[] = [];
	let here: Bound = {state: 'east', monitor: 'east'};
	const contextOf = ({state, monitor}: Bound): Context =>
		({
			state: services[state].store.get(),
			ui: ui.get(),
			options: {keymap},
			monitor: services[monitor].monitor,
			guard: {...createGuard(), isTyping: () => false},
			dispatch: ui.dispatch,
			say: (text: string) => said.push(text),
			now: () => contextOf({state, monitor}),
		}) as unknown as Context;
	const router = createRouter({context: () => contextOf(here), drawnAt: () => 0});
	const press = (key: string, text?: string): void => {
		time.pass(1);
		// Without a question, keys are those of a view.
		if (!ui.get().prompt) {
			return;
		}
		router.press({name: key, text: text ?? '', alone: true, paste: false, at: 1e6 + time.seconds() * 1000} as never);
	};
	return {
		time,
		services,
		arrived,
		said,
		prompt: () => ui.get().prompt,
		/** What the open question says, drawn by the service in hand. */
		question() {
			const {prompt} = ui.get();
			return prompt && 'controls' in prompt ? questionOf(services[here.state].store.get(), prompt) : undefined;
		},
		bind(to: Bound) {
			here = to;
		},
		offer(what: string, some: readonly string[]) {
			ui.dispatch({type: 'close-prompt'});
			const context = contextOf(here);
			ask(context, offersOf[what]?.(context.state, some, services[here.monitor].monitor) ?? expect.fail(what));
		},
		press,
		hold: router.hold,
		type(text: string) {
			const {prompt} = ui.get();
			if (prompt && 'expected' in prompt) {
				ui.dispatch({type: 'prompt', prompt: {...prompt, value: text}});
				press('enter');
			}
		},
	};
};

/** What a wrong operator, and a right one, types. */
const typedAs = (expected: string, how: 'asked' | 'other' | 'bare'): string => {
	const [service = '', ...words] = expected.split(' ');
	const other = service === 'east' ? 'west' : 'east';
	return how === 'asked' ? expected : [...(how === 'other' ? [other] : []), ...words].join(' ');
};

test('whatever is offered, asked and answered in whatever context, what reaches a wire is on the service that the question named', async () => {
	let sent = 0;
	const sentTo = new Set<string>();
	await fc.assert(
		fc.asyncProperty(fc.array(step, {minLength: 4, maxLength: 40}), async steps => {
			const screen = startScreen();
			const statuses = ['PLAY', 'PAUSE', 'PLAY'];
			screen.services.east.poll(statuses);
			screen.services.west.poll(statuses);
			for (const one of steps) {
				screen.time.pass(1);
				if ('bound' in one && one.bound) {
					screen.bind(one.bound);
				}
				const before = screen.arrived.length;
				const question = screen.question();
				const prompt = screen.prompt();
				const expected = prompt && 'expected' in prompt ? prompt.expected : undefined;
				let typed: string | undefined;
				switch (one.do) {
					case 'offer':
						screen.offer(one.what, one.some);
						break;
					case 'answer':
						if (expected === undefined) {
							screen.press(one.key, one.key);
						} else {
							typed = typedAs(expected, one.text);
							screen.type(typed);
						}
						break;
					case 'poll':
						// Long enough that what was sent before is not waited for any more.
						screen.time.pass(40);
						screen.services[one.name].poll(one.statuses);
						break;
					case 'hold':
						if (question !== undefined) {
							screen.hold();
						}
				}
				await settled();
				const now = screen.arrived.slice(before);
				const named = /^(east|west), QA: /.exec(question ?? '')?.[1];
				for (const {service, control} of now) {
					expect([service, control.target.service]).toEqual([named, named]);
					if (!control.all) {
						expect(question).toContain(control.target.id);
					}
					sentTo.add(`${service} ${control.operation}`);
				}
				if (now.length > 0 && expected !== undefined) {
					expect(typed?.startsWith(`${named} `)).toBe(true);
				}
				sent += now.length;
			}
		}),
		{numRuns: 200},
	);
	// The property is about something: both services were steered.
	expect(sent).toBeGreaterThan(50);
	expect(sentTo.size).toBeGreaterThan(8);
});

test('in the context of its own service, what is confirmed is sent there', async () => {
	for (const service of names) {
		const screen = startScreen();
		screen.services.east.poll(['PLAY', 'PAUSE', 'PLAY']);
		screen.services.west.poll(['PLAY', 'PAUSE', 'PLAY']);
		screen.bind({state: service, monitor: service});
		screen.offer('pause', ['1001', '1003']);
		screen.press('y', 'y');
		await settled();
		expect(screen.arrived.map(one => [one.service, one.control.target.id])).toEqual([
			[service, '1001'],
			[service, '1003'],
		]);
		expect(screen.said).toEqual([]);
		screen.time.pass(1);
		screen.services[service].poll(['PAUSE', 'PAUSE', 'PAUSE']);
		// The monitor of the other service in its context.
		screen.bind({state: service, monitor: service === 'east' ? 'west' : 'east'});
		screen.offer('undo', []);
		screen.press('y', 'y');
		await settled();
		expect(screen.arrived).toHaveLength(2);
		expect(screen.said).toEqual([expect.stringMatching(`^Not sent: .* is for ${service}, and this connection`)]);
	}
});
