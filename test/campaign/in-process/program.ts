/**
 * The whole program in this process: the real monitor, screen, keys and state, on the time of time.ts, with a terminal that
 * is an emulator and services without sockets. What is judged is what stands in the emulator's cells.
 */
import {EventEmitter} from 'node:events';
import xterm from '@xterm/headless';
import {initialState, update} from '../../../source/alerts/reducer.ts';
import type {Audit} from '../../../source/audit/audit.ts';
import {createStore} from '../../../source/model/store.ts';
import {keymap} from '../../../source/present/keymap.ts';
import {painter} from '../../../source/present/theme.ts';
import {dark} from '../../../source/present/themes.ts';
import {showApp} from '../../../source/screen/app.tsx';
import type {Floor} from '../../../source/screen/running.ts';
import type {UiOptions} from '../../../source/screen/state/options.ts';
import {initialUiOf, updateUi} from '../../../source/screen/state/reducer.ts';
import type {UiMessage, UiState} from '../../../source/screen/state/state.ts';
import {tickEvery} from '../../../source/screen/store/redraw.ts';
import type {Foresight} from '../../../source/service/foresight.ts';
import {type Monitor, startMonitor} from '../../../source/service/monitor.ts';
import {type KeyInput, Keys} from '../../../source/terminal/keys.ts';
import {Screen} from '../../../source/terminal/screen.ts';
import type {Terminal} from '../../../source/terminal/terminal.ts';
import type {Frame, Input} from '../judged.ts';
import {now, turns} from './time.ts';

/** A service to open. */
export type Place = {url: string; token: string; profile: string; environment: string; readOnly?: boolean};

/** Milliseconds between polls in every trial. */
export const interval = 2000;

/** Turns of the event loop that the keyboard takes between two keys, and some more. */
const turnsOfKey = 14;

/** No file: the audit is another row's. */
const noAudit = (): Audit => ({
	file: '/nonexistent/audit',
	user: 'nobody',
	act: async () => undefined,
	problem: () => undefined,
	intent: async ({id = ''}) => ({id, ended: async () => undefined}),
	run: async () => ({id: '', ended: async () => undefined}),
	later: async () => undefined,
	recall: () => undefined,
	close: async () => undefined,
});

/** A terminal without a program behind it: its cells, and what was typed. */
const createPaper = (columns: number, rows: number) => {
	const emulator = new xterm.Terminal({cols: columns, rows, allowProposedApi: true, scrollback: 0, logLevel: 'off'});
	// The public `write` waits for a timer.
	const {_core: core} = emulator as unknown as {_core: {writeSync(data: Uint8Array): void}};
	return {
		emulator,
		write: (bytes: Uint8Array): void => core.writeSync(bytes),
		/** The first row that is drawn as the selected one; -1 if none is. */
		selected: (): number => {
			const {active} = emulator.buffer;
			const isSelected = (y: number): boolean => {
				const cell = active.getLine(y)?.getCell(2);
				return Boolean(cell?.isInverse()) || cell?.isBgDefault() === false;
			};
			return Array.from({length: emulator.rows}, (_, y) => y).findIndex(isSelected);
		},
		rows: (): string[] => {
			const {active} = emulator.buffer;
			return Array.from({length: emulator.rows}, (_, y) => active.getLine(y)?.translateToString(true) ?? '');
		},
	};
};

/**
 * A service on screen, which another one may replace.
 *
 * @param name what it is called while several are on screen
 */
const createFloor = (name: string | undefined) => {
	const floor = name === undefined ? {} : {floor: name};
	const source = {profile: name ?? '', environment: 'NONE', host: 'none.test', readOnly: false, ...floor};
	const store = createStore(update, initialState(source, now()));
	let monitor: Monitor | undefined;
	let closing: Promise<void> | undefined;
	let shutOff = (): void => undefined;
	const leave = (): void => {
		shutOff();
		closing = monitor?.close();
		monitor = undefined;
	};
	return {
		store,
		monitor: () => monitor,
		closed: () => closing,
		leave,
		open({url, token, profile, environment, readOnly = false}: Place): void {
			leave();
			const opened = {profile, environment, host: new URL(url).host, readOnly, ...floor};
			store.dispatch({type: 'service-changed', source: opened, now: now()});
			let isOver = false;
			shutOff = () => {
				isOver = true;
			};
			const own: typeof store = {
				...store,
				dispatch: message => {
					if (!isOver) {
						store.dispatch(message);
					}
				},
			};
			monitor = startMonitor({service: profile, url, token, interval, perSecond: 5, store: own, audit: noAudit()});
			store.dispatch({type: 'tick', now: now()});
		},
	};
};

/**
 * Mounts the program. It stays mounted for as long as the process runs: another trial opens other services in it.
 *
 * @param names what the services are called, where several are on screen
 */
export const startProgram = (columns: number, rows: number, ...names: readonly string[]) => {
	const paper = createPaper(columns, rows);
	const frames: Frame[] = [];
	const inputs: Input[] = [];
	const size = {columns, rows};
	let isStalled = false;
	let last = 0;
	/** The time, a trace later than whatever was noted before: what was typed stands before the frame that it causes. */
	const noted = (): number => {
		last = Math.max(now().mono, last + 0.0001);
		return last;
	};
	let quits = 0;
	let options: UiOptions = {interval, keymap, boardColumns: undefined, callLimit: 7};
	const switched: string[] = [];
	let foresight: Foresight | undefined;

	const screen = new Screen({
		colour: '256',
		device: {
			write(bytes) {
				if (isStalled) {
					return 0;
				}
				paper.write(bytes);
				frames.push({at: noted(), rows: paper.rows()});
				return bytes.length;
			},
			size: () => ({...size}),
			close: () => undefined,
		},
		onHangup: error => {
			throw error;
		},
	});
	const input = Object.assign(new EventEmitter(), {resume: () => undefined, pause: () => undefined});
	const keys = new Keys({
		input: input as unknown as KeyInput,
		onHangup: () => undefined,
		onBefore: () => {
			screen.hurry();
			return false;
		},
	});
	keys.enter();
	screen.enter();

	const [only, ...others] = names;
	const first = createFloor(others.length === 0 ? undefined : only);
	const floors: readonly [typeof first, ...(typeof first)[]] = [first, ...others.map(createFloor)];
	const {store} = first;
	const started = (columns: number, rows: number): UiState => initialUiOf(names, columns, rows);
	const ui = createStore(
		(state: UiState, message: UiMessage | {type: 'as-started'}): UiState =>
			message.type === 'as-started'
				? // An answer must not count for a question of an earlier trial.
					{...started(state.columns, state.rows), promptNumber: state.promptNumber + 1}
				: updateUi(state, message),
		started(columns, rows),
	);
	const shownAs = ({store, monitor}: typeof first): Floor => ({
		store,
		monitor,
		foresight: () => foresight,
		showing: () => ({look: {theme: dark, paint: painter(dark), ascii: false, charts: 'braille'}, options}),
	});
	const terminal: Terminal = {
		screen,
		keys,
		ink: {
			stdout: screen as unknown as NodeJS.WriteStream,
			stdin: keys.stdin,
			debug: true,
			interactive: true,
			exitOnCtrlC: false,
			patchConsole: false,
		},
		onReload: () => undefined,
		onLeave: () => undefined,
		copy: () => 'OSC 52',
		hand: use => use(),
		report(error) {
			throw error;
		},
		crash(error) {
			throw error;
		},
		crashNow(error) {
			throw error;
		},
		close: () => undefined,
	};
	showApp({
		terminal,
		floors: [shownAs(first), ...floors.slice(1).map(shownAs)],
		ui,
		switchTo: profile => switched.push(profile),
		restart: () => undefined,
		quit: () => {
			quits++;
		},
	});
	let isOpen = false;
	setInterval(() => {
		if (isOpen) {
			for (const {store} of floors) {
				store.dispatch({type: 'tick', now: now()});
			}
		}
	}, tickEvery);

	const program = {
		/** What the terminal showed, and when, since `forget`. */
		frames,
		/** What was typed, and when, since `forget`. */
		inputs,
		/** For plants only: no judge reads these. */
		inner: {store, ui, monitor: first.monitor, floors},
		/** Profiles that the operator switched to. */
		switched,
		get quits() {
			return quits;
		},
		/** Leaves the service on screen for another one, as a switch of profiles does. */
		async open(place: Place, over: Partial<UiOptions> = {}): Promise<void> {
			options = {...options, profiles: [], ...over};
			ui.dispatch({type: 'service-changed'});
			first.open(place);
			isOpen = true;
			await first.closed();
			await turns();
		},
		/** Leaves the services on screen for others, one for each name. */
		async openAll(places: readonly Place[]): Promise<void> {
			program.reset();
			for (const [index, floor] of floors.entries()) {
				floor.open(places[index] as Place);
			}
			isOpen = true;
			await Promise.all(floors.map(({closed}) => closed()));
			await turns();
		},
		/** Leaves the services on screen; nothing is asked or drawn until others are opened. */
		async leave(): Promise<void> {
			isOpen = false;
			for (const floor of floors) {
				floor.leave();
			}
			await Promise.all(floors.map(({closed}) => closed()));
		},
		/** What says what questions are likely to do; nothing does at the start. */
		foresee(by: Foresight | undefined): void {
			foresight = by;
		},
		/** Puts everything on screen back to how a start finds it. */
		reset(): void {
			ui.dispatch({type: 'as-started'});
		},
		/** Types bytes, in one read. */
		async type(bytes: string): Promise<void> {
			inputs.push({at: noted(), bytes});
			input.emit('data', Buffer.from(bytes));
			await turns(turnsOfKey * Math.min(60, [...bytes].length));
		},
		async resize(columns: number, rows: number): Promise<void> {
			Object.assign(size, {columns, rows});
			paper.emulator.resize(columns, rows);
			screen.resize();
			await turns();
		},
		/** The terminal takes nothing while this is true. */
		stall(stalled: boolean): void {
			isStalled = stalled;
		},
		/** What the terminal shows now. */
		rows: (): string[] => paper.rows(),
		/** The row of a table that is selected; undefined if none is on screen. */
		selected: (): string | undefined => paper.rows()[paper.selected()],
		/** Forgets frames and inputs of an earlier trial. */
		forget(): void {
			frames.length = 0;
			inputs.length = 0;
			switched.length = 0;
		},
	};
	return program;
};

/** The program in this process. */
export type Program = ReturnType<typeof startProgram>;
