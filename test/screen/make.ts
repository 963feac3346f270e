/** A screen without a terminal: the real stores, tables and router, a monitor that only remembers what it was told. */
import {stripVTControlCharacters} from 'node:util';
import type {ReactNode} from 'react';
import {initialState, update} from '../../source/alerts/reducer.ts';
import type {AuditFailure} from '../../source/audit/file.ts';
import {alertIdOf} from '../../source/model/alert.ts';
import type {Subject} from '../../source/model/complaint.ts';
import type {Control} from '../../source/model/pending.ts';
import type {Ending, Message, State} from '../../source/model/state.ts';
import {createStore, type Store} from '../../source/model/store.ts';
import type {Moment} from '../../source/model/time.ts';
import type {SearchQuestion} from '../../source/model/wire.ts';
import {keymap} from '../../source/present/keymap.ts';
import {onService} from '../../source/present/sentence.ts';
import {type Look, painter, type Theme} from '../../source/present/theme.ts';
import {dark} from '../../source/present/themes.ts';
import {createPointer} from '../../source/screen/pointer.ts';
import {createRouter} from '../../source/screen/router.ts';
import type {UiOptions} from '../../source/screen/state/options.ts';
import {updateUi} from '../../source/screen/state/reducer.ts';
import {initialUi, type UiMessage, type UiState} from '../../source/screen/state/state.ts';
import {type Areas, areasOf, targetIn} from '../../source/screen/store/areas.ts';
import type {Context} from '../../source/screen/store/context.ts';
import {drawnFrom, shownOf} from '../../source/screen/store/shown.ts';
import {createScreenStore, type Drawing} from '../../source/screen/store/store.ts';
import {ranksAfter} from '../../source/screen/views/board/rows.ts';
import {tablesOf} from '../../source/screen/views.ts';
import {acknowledging, type HowLong} from '../../source/service/acknowledgements.ts';
import type {Foresight} from '../../source/service/foresight.ts';
import {checkParameters, parametersOf} from '../../source/service/forms.ts';
import type {Monitor} from '../../source/service/monitor.ts';
import type {OwnOrder, OwnRuns} from '../../source/service/own-commands.ts';
import type {Past} from '../../source/service/past.ts';
import type {Saved} from '../../source/service/uploads.ts';
import {createGuard} from '../../source/steering/answer.ts';
import type {Key} from '../../source/terminal/decode.ts';
import type {Mouse} from '../../source/terminal/mouse.ts';
import type {Dashboard} from '../../source/wire/dashboard.ts';
import {type OperationType, operations} from '../../source/wire/operations/index.ts';
import {drawn} from './draw.tsx';

export const moment = (milliseconds: number): Moment => ({wall: 1_800_000_000_000 + milliseconds, mono: milliseconds});

/** No role looks like anything: what is left is the text. */
const bare = Object.fromEntries(Object.keys(dark).map(role => [role, ''])) as Theme;

export const plainLook: Look = {theme: bare, paint: painter(bare), ascii: false, charts: 'braille'};
export const colourLook: Look = {theme: dark, paint: painter(dark), ascii: false, charts: 'braille'};

const dashboard = (id: string, status: string, index: number): Dashboard => ({
	figures: {
		campaignId: id,
		paceMethod: 'RATIO',
		paceTempo: '1.50',
		dropLimit: 3,
		dropRate: index % 5,
		totalLeads: 71_000,
		activeLeads: 65_000,
		remainingLeads: 55_534 - index,
		percentComplete: 14.6,
		recycled: 120,
		calledToday: 9515,
		answeredToday: 4987,
		humanAnswered: 1896,
		machineAnswered: 3091,
		remainingTime: 31_320,
		activeCalls: 23,
		ringing: 20,
		waiting: 1,
		inIvr: 2,
		agents: 59,
		ready: 4,
		onCall: 40,
		wrapUp: 10,
		paused: 2,
		dead: 3,
		connectedCalls: 1790,
		averageTalk: 115,
		averageWrap: 19,
		averageInterval: 44,
		status,
		extra: {},
		unreadable: [],
	},
	calls: Array.from({length: 60}, (_, minute) => ({
		dialed: 100 + (minute % 7) * 9,
		delivered: 20 + (minute % 5) * 4,
		drops: minute % 3,
		time: 36_000 + minute * 60,
		extra: {},
		unreadable: [],
	})),
	agents: Array.from({length: 60}, (_, minute) => ({
		agents: 59,
		ready: minute % 9,
		onCall: 35 + (minute % 6),
		wrapUp: 8 + (minute % 4),
		paused: 2,
		dead: 3,
		time: 36_000 + minute * 60,
		extra: {},
		unreadable: [],
	})),
	leads: Array.from({length: 60}, (_, minute) => ({
		activeLeads: 65_000,
		remainingLeads: 56_000 - minute * 8,
		extra: {},
		unreadable: [],
	})),
	liveCalls: undefined,
});

/** What the fake service lists. */
export type Listed = {id: string; name: string; status: string};

export const campaigns: readonly Listed[] = [
	{id: '1003', name: 'Spring Collections', status: 'PLAY'},
	{id: '1002', name: 'Autumn Renewals', status: 'PAUSE'},
	{id: '1001', name: 'Winter Offers', status: 'STOP'},
];

/** Puts campaigns, their figures and lists into the store. */
export const fill = (store: Store<State, Message>, listed: readonly Listed[] = campaigns, at = 1000): void => {
	const span = {sentAt: moment(at), receivedAt: moment(at + 10)};
	const none = {extra: {}, unreadable: []};
	store.dispatch({type: 'link', link: {kind: 'live', latency: 10}, now: span.receivedAt});
	store.dispatch({
		type: 'campaigns-polled',
		span,
		records: listed.map(({id, name, status}) => ({id, name, status, dialMethod: 'RATIO', ...none})),
	});
	listed.forEach(({id, status}, index) => {
		store.dispatch({type: 'dashboard-polled', campaignId: id, span, dashboard: dashboard(id, status, index)});
	});
	store.dispatch({
		type: 'lists-polled',
		campaignId: listed[0]?.id,
		span,
		records: [
			{id: '2001', name: 'First list', status: 'Y', remainingLeads: 1204, campaignName: 'Spring Collections', ...none},
			{id: '2002', name: 'Second list', status: 'N', remainingLeads: 310, campaignName: 'Spring Collections', ...none},
		],
	});
	store.dispatch({type: 'tick', now: moment(at + 20)});
};

export const usual: UiOptions = {interval: 2000, keymap, boardColumns: undefined, callLimit: 7};

/** Puts settings into the store, as get_campaign_settings would answer them. */
export const fillSettings = (
	store: Store<State, Message>,
	values: Readonly<Record<string, string>>,
	at = 2000,
	campaignId = '1003',
): void => {
	const yesNo = [
		{id: 'Y', label: 'Yes'},
		{id: 'N', label: 'No'},
	];
	store.dispatch({
		type: 'settings-polled',
		campaignId,
		span: {sentAt: moment(at), receivedAt: moment(at + 10)},
		settings: Object.entries(values).map(([name, value]) => ({
			name,
			value,
			options: value === 'Y' || value === 'N' ? yesNo : [],
		})),
	});
};

let screens = 0;

/** Puts a state in place of the present one. */
export type Filled = {type: 'filled'; state: State};

const reduce = (state: State, message: Message | Filled): State =>
	message.type === 'filled' ? message.state : update(state, message);

/** One state for each source, so that what is derived of it can be cached. */
const initialStates = new Map<string, State>();

const initialOf = (source: Partial<State['source']>): State => {
	const key = JSON.stringify(source);
	const known =
		initialStates.get(key) ??
		initialState({profile: '', environment: 'QA', host: 'dialer.test', readOnly: false, ...source}, moment(0));
	initialStates.set(key, known);
	return known;
};

/** How a key is pressed. */
type Pressed = {alone?: boolean; paste?: boolean; after?: number};

/** A screen to press keys on. */
export const makeScreen = (
	columns = 120,
	rows = 40,
	given: Partial<UiOptions> = {},
	source: Partial<State['source']> = {},
) => {
	const options = {...usual, ...given};
	const store = createStore(reduce, initialOf(source));
	const ui: Store<UiState, UiMessage> = createStore(updateUi, initialUi(columns, rows));
	const sent: Control[] = [];
	const unsent: [id: string, why: string][] = [];
	const asked: {operation: OperationType; params: Readonly<Record<string, unknown>>}[] = [];
	const answers: Readonly<Record<string, unknown>>[] = [];
	const endings: Ending[] = [];
	const readings: string[] = [];
	const searches: SearchQuestion[] = [];
	const acknowledged: (HowLong & {ids: string[]})[] = [];
	const notAcknowledged: AuditFailure[] = [];
	const complaints: Subject[] = [];
	const companies: string[] = [];
	const copied: string[] = [];
	const switched: string[] = [];
	const saved: {path: string; content: string | Uint8Array}[] = [];
	const saves: Saved[] = [];
	const ran: OwnOrder[] = [];
	const ownEnds: Awaited<ReturnType<OwnRuns['run']>>[] = [];
	let handed = 0;
	let quits = 0;
	let restarts = 0;
	// Later than whatever the tests tell of the service.
	let time = 10_000;
	let drawnPrompt: {prompt: number; at: number} | undefined;
	const number = ++screens;
	let look = plainLook;
	let areas: Areas = [];
	let changed: () => void = () => undefined;
	const guard = createGuard();
	const monitor: Monitor = {
		effectOf: operation => operations[operation].effect,
		parametersOf,
		check: checkParameters,
		watch: () => undefined,
		refresh: () => undefined,
		signIn: async () => ({kind: 'signed-in'}),
		async search(question) {
			searches.push(question);
		},
		complaints: {
			async ask(subject) {
				complaints.push(subject);
			},
			async choose(subject) {
				store.dispatch({type: 'complaint-chosen', subject});
			},
			leave: () => store.dispatch({type: 'complaint-left'}),
		},
		async readAccounts(companyId) {
			companies.push(companyId);
			return {accounts: store.get().accounts?.value ?? []};
		},
		read: async () => ({kind: 'refused', error: 'not here', techMsg: ''}),
		async ask(operation, params) {
			asked.push({operation, params});
			return {kind: 'done', answer: answers.shift() ?? {}};
		},
		async readSettings(campaignId) {
			readings.push(campaignId);
			return undefined;
		},
		async save(path, content) {
			saved.push({path, content});
			return saves.shift() ?? {kind: 'written', path: `/home/ops/${path}`};
		},
		reasonOf: () => 'not here',
		async control(control, whyNot) {
			if (whyNot !== undefined) {
				unsent.push([control.target.id, whyNot]);
				return {kind: 'not-sent', reason: whyNot};
			}
			sent.push(control);
			const ending = endings.shift() ?? {kind: 'done'};
			return ending.kind === 'done' ? {...ending, answer: answers.shift() ?? {}} : ending;
		},
		own: {
			whyNot: () => undefined,
			async run(order, hand) {
				ran.push(order);
				const end = ownEnds.shift() ?? {end: {kind: 'exited', code: 0}, lines: [], isCut: false, note: undefined};
				return hand ? hand(async () => end) : end;
			},
		},
		async acknowledge(alerts, how) {
			acknowledged.push({ids: alerts.map(alertIdOf), ...how});
			for (const alert of alerts) {
				store.dispatch(acknowledging(alert, {...how, at: store.get().now, by: 'kim'}));
			}
			return notAcknowledged.shift();
		},
		setAside: id => store.dispatch({type: 'command-set-aside', id, now: moment(time)}),
		recalled: 0,
		close: async () => undefined,
	};
	const does: Omit<Context, 'state' | 'floors' | 'ui' | 'tables' | 'columns' | 'columnsEnd'> = {
		on: () => context(),
		options,
		page: 8,
		scrollEnd: 20,
		monitor,
		past: undefined,
		guard,
		dispatch: ui.dispatch,
		lock: locked => store.dispatch({type: 'lock', locked}),
		lookAt: at => store.dispatch({type: 'looking-at', at}),
		say: (text, tone) => does.announce(onService(store.get().source, text), tone),
		announce: (text, tone = 'info') => ui.dispatch({type: 'say', text, tone, at: Math.max(time, store.get().now.mono)}),
		maskedFrame: () => '',
		hand(use) {
			handed++;
			return use();
		},
		copy(text) {
			copied.push(text);
			return 'OSC 52';
		},
		switchTo: name => {
			switched.push(name);
		},
		restart: () => {
			restarts++;
		},
		now: () => context(),
		quit: () => {
			quits++;
		},
	};
	let recorded: Past | undefined;
	let foresight: Foresight | undefined;
	let known: Context | undefined;
	const context = (): Context => {
		const [state, present] = [store.get(), ui.get()];
		const {columns: onScreen, columnsEnd} = shown.drawing();
		if (known?.state !== state || known.ui !== present || known.columnsEnd !== columnsEnd) {
			const drawn = drawnFrom(state, present);
			known = {
				...does,
				past: recorded,
				foresight,
				columns: onScreen,
				columnsEnd,
				state,
				ui: present,
				floors: [drawn],
				tables: tablesOf(drawn, [drawn], options),
			};
		}
		return known;
	};
	const shown = createScreenStore({
		make: () => shownOf(context(), context().state, look),
		subscribe(listener) {
			changed = listener;
		},
	});
	const router = createRouter({
		context,
		drawnAt: number => (drawnPrompt?.prompt === number ? drawnPrompt.at : undefined),
	});
	const pointer = createPointer(context, cell => targetIn(areas, cell));
	store.subscribe(router.hold);
	const screen = {
		store,
		ui,
		monitor,
		sent,
		/** What was recorded as not sent, and why. */
		unsent,
		/** What was asked for without a confirmation. */
		asked,
		/** What the service answers next, to controls and to what is asked for. */
		answers,
		/** How the next controls end, where that is not DONE. */
		endings,
		/** Campaigns whose settings were asked for. */
		readings,
		/** What was searched for. */
		searches,
		/** What was acknowledged, and why the audit does not have it. */
		acknowledged,
		notAcknowledged,
		/** Whose calls were asked for. */
		complaints,
		/** Companies whose accounts were asked for. */
		companies,
		/** What went to the clipboard. */
		copied,
		/** Profiles that were switched to. */
		switched,
		/** What was to be written into files, and how that ends where it is not written. */
		saved,
		saves,
		/** Commands of the operator's own that were run, and how the next ones end. */
		ran,
		ownEnds,
		context,
		/** Gives the screen a past to look back at. */
		record(past: Past): void {
			recorded = past;
			known = undefined;
		},
		/** How often another program had the terminal. */
		get handed() {
			return handed;
		},
		/** Gives the screen something that simulates its campaigns. */
		simulate(by: Foresight): void {
			foresight = by;
			known = undefined;
		},
		get restarts() {
			return restarts;
		},
		get quits() {
			return quits;
		},
		/**
		 * Presses a key: as somebody who sees what the key before it has done, and reads it; or `after` so many milliseconds,
		 * on whatever was drawn by then.
		 */
		press(name: string, {alone = true, paste = false, after}: Pressed = {}): void {
			if (after === undefined && drawnPrompt?.prompt !== ui.get().promptNumber) {
				drawnPrompt = {prompt: ui.get().promptNumber, at: time};
			}
			time += after ?? 600;
			const text = [...name].length === 1 ? name : name === 'space' ? ' ' : undefined;
			const key: Key = {name, alone, paste, at: time, ...(text === undefined ? {} : {text})};
			router.press(key);
		},
		/** Clicks on a cell of the frame that was drawn last, counted from 0, or turns the wheel over it. */
		mouse(kind: Mouse['kind'], column = 0, row = 0, after = 600): void {
			time += after;
			pointer({kind, column, row}, time);
		},
		/** Says that what is open has been drawn, and settles the selection as the screen does then. */
		drawn(): void {
			screen.settle();
			drawnPrompt = {prompt: ui.get().promptNumber, at: time};
		},
		settle(): void {
			const now = context();
			const ranks = ranksAfter(now.floors, now.ui, guard.pressedAt());
			if (ranks !== now.ui.ranks) {
				ui.dispatch({type: 'rank', ranks, isUntouched: guard.pressedAt() === undefined});
			}
			const {settleOn} = context().tables[ui.get().view];
			if (settleOn !== undefined) {
				ui.dispatch({type: 'select', id: settleOn});
			}
		},
		/** The screen as it is drawn now, or something else in its place, and what was found out by it. */
		frame(wanted: Look = plainLook, content?: ReactNode): {rows: string[]} & Drawing {
			look = wanted;
			changed();
			const rows = drawn(shown, number, content);
			areas = areasOf(shown.parts);
			return {rows, ...shown.drawing()};
		},
		text: (): string => stripVTControlCharacters(screen.frame().rows.join('\n')),
	};
	return screen;
};
