/** The store of a running program's screen. */

import type {Zone} from '../model/calling-hours.ts';
import type {Message, State} from '../model/state.ts';
import type {Store} from '../model/store.ts';
import {showTimesIn} from '../present/format.ts';
import {onService} from '../present/sentence.ts';
import type {Look} from '../present/theme.ts';
import type {Foresight} from '../service/foresight.ts';
import type {Monitor} from '../service/monitor.ts';
import type {HandTerminal} from '../service/own-commands.ts';
import type {Past} from '../service/past.ts';
import {createGuard} from '../steering/answer.ts';
import {type Drawn, drawnOf, type Floors, idOn, uiOn} from './state/floors.ts';
import type {UiOptions} from './state/options.ts';
import type {UiMessage, UiState} from './state/state.ts';
import type {Tables} from './state/tables.ts';
import type {Context} from './store/context.ts';
import {fillEvery, isFilling, isFirstOf, isUrgent} from './store/redraw.ts';
import {drawnFrom, type Shown, shownOf} from './store/shown.ts';
import {createScreenStore, type ScreenStore} from './store/store.ts';
import {floorInHand, tablesOf} from './views.ts';

/** How a service is shown. */
export type Showing = {look: Look; options: UiOptions};

/** A service on screen. */
export type Floor = {
	store: Store<State, Message>;
	/** undefined until its modules are loaded. */
	monitor(): Monitor | undefined;
	/** What is recorded of it. */
	past?: (() => Past | undefined) | undefined;
	/** Has the forecasts of a campaign judged by that. */
	judgeForecasts?: (() => ((campaignId: string, isOnItsPage: boolean) => void) | undefined) | undefined;
	/** The zone of its clock, by which its times are shown; undefined for this machine's. */
	zone?: (() => Zone) | undefined;
	/** What its commands are likely to do, by that. */
	foresight?: (() => Foresight | undefined) | undefined;
	/** How it is shown; another one may be shown in another way. */
	showing(): Showing;
};

/** What the screen is made from. */
export type ScreenParts = {
	/** The services on screen, in order. The look is that of the first. */
	floors: readonly [Floor, ...Floor[]];
	ui: Store<UiState, UiMessage>;
	copy(text: string): string;
	/** The whole screen as it is drawn now, with people masked and without prompt and notice. */
	maskedFrame(): string;
	/** Releases the terminal while another program has it. */
	hand: HandTerminal;
	/** Replaces the service on screen by that of a profile. */
	switchTo(profile: string): void;
	/** Opens the service on screen anew. */
	restart(): void;
	quit(): void;
};

/** The store of a running screen. */
export type RunningStore = ScreenStore & {
	/** The present screen, bound to the service that a key is for. */
	context(): Context;
};

const nameOf = ({store}: Floor): string | undefined => store.get().source.floor;

/** Calls back as the service's changes are worth a frame. */
const listen = ({store}: Floor, ui: ScreenParts['ui'], draw: (isNow: boolean) => void): void => {
	let before = store.get();
	store.subscribe(() => {
		const after = store.get();
		const selected = idOn(after.source, ui.get().selected.campaigns ?? '');
		const isNow = isUrgent(before, after) || isFirstOf(selected, before, after);
		const isSoon = isFilling(before, after);
		before = after;
		if (isNow || isSoon) {
			draw(isNow);
		}
	});
};

/** Makes the store of a running program: a frame follows what the operator did at once, and figures by the second. */
export const screenStoreOf = ({floors, ui, ...program}: ScreenParts): RunningStore => {
	const guard = createGuard();
	const [first, ...others] = floors;

	const named = (service: string): Floor => {
		const found = floors.find(({store}) => store.get().source.profile === service);
		if (!found) {
			throw new Error(`no service on screen is called ${service}`);
		}
		return found;
	};

	const announce: Context['announce'] = (text, tone = 'info') =>
		ui.dispatch({type: 'say', text, tone, at: performance.now()});
	/** What a context of each service does: the same functions in every frame, so that components that hold them are not drawn again. */
	const doesOf = (floor: Floor): Pick<Context, 'dispatch' | 'lock' | 'lookAt' | 'say' | 'now'> => {
		const {store} = floor;
		const name = nameOf(floor);
		return {
			dispatch: message => ui.dispatch(name === undefined ? message : {type: 'on', floor: name, message}),
			lock: locked => store.dispatch({type: 'lock', locked}),
			lookAt: at => store.dispatch({type: 'looking-at', at}),
			say: (text, tone) => announce(onService(store.get().source, text), tone),
			now: () => bound(floor, drawnNow()),
		};
	};
	const doing = new Map(floors.map(floor => [floor, doesOf(floor)]));

	const bound = (floor: Floor, drawn: Floors, tables?: Tables): Context => {
		const {store, monitor, past, judgeForecasts, foresight, showing} = floor;
		const name = nameOf(floor);
		const state = store.get();
		const {options} = showing();
		const {page, scrollEnd, columnsEnd, columns} = made.drawing();
		const own = drawnOf(drawn, state.source);
		return {
			state,
			floors: drawn,
			on: service => onFloor(named(service), drawn),
			ui: uiOn(ui.get(), name),
			options,
			tables: tables ?? tablesOf(own, drawn, options),
			page,
			scrollEnd,
			columnsEnd,
			columns,
			monitor: monitor(),
			past: past?.(),
			judgeForecasts: judgeForecasts?.(),
			foresight: foresight?.(),
			guard,
			...(doing.get(floor) ?? doesOf(floor)),
			announce,
			...program,
		};
	};
	/** The contexts of what is drawn: several components ask for each in a frame. */
	const contexts = new WeakMap<Floors, Map<Floor, Context>>();
	const onFloor = (floor: Floor, drawn: Floors): Context => {
		const all = contexts.get(drawn) ?? new Map<Floor, Context>();
		const known = all.get(floor);
		const isSame =
			known?.state === floor.store.get() &&
			known.ui === uiOn(ui.get(), nameOf(floor)) &&
			known.options === floor.showing().options &&
			known.monitor === floor.monitor() &&
			known.past === floor.past?.();
		const context = known && isSame ? known : bound(floor, drawn);
		contexts.set(drawn, all.set(floor, context));
		return context;
	};
	const draw = (floor: Floor): Drawn => drawnFrom(floor.store.get(), uiOn(ui.get(), nameOf(floor)), floor.zone?.());
	const drawnNow = (): Floors => [draw(first), ...others.map(draw)];
	/** The screen, bound to the service in hand. */
	const contextOf = (now: UiState): Context => {
		const drawn = drawnNow();
		const tables = tablesOf(drawn[0], drawn, first.showing().options);
		const name = others.length === 0 ? undefined : floorInHand(tables, now);
		const inHand = floors.find(floor => name !== undefined && nameOf(floor) === name) ?? first;
		// What is drawn and typed is by the clock of the service in hand; rows of others are drawn by their own.
		showTimesIn(inHand.zone?.());
		return bound(inHand, drawn, inHand === first ? tables : undefined);
	};

	const contextNow = (): Context => contextOf(ui.get());
	/** What lies under an open prompt is of the selected row, which may be of another service. */
	const shownNow = (): Shown => {
		const {promptOf, ...now} = ui.get();
		const context = contextOf({...now, promptOf, prompt: undefined});
		const asking = now.prompt && promptOf !== undefined ? named(promptOf).store.get() : context.state;
		return shownOf(context, asking, first.showing().look);
	};

	const made = createScreenStore({
		make: shownNow,
		subscribe(listener) {
			let drawnAt = Number.NEGATIVE_INFINITY;
			let soon: NodeJS.Timeout | undefined;
			let drawnAs = ui.get().unseenSince;
			const draw = (): void => {
				clearTimeout(soon);
				soon = undefined;
				const {unseenSince} = ui.get();
				if (unseenSince !== undefined && unseenSince === drawnAs) {
					// One frame says that nobody is there; none follows it.
					return;
				}
				drawnAs = unseenSince;
				drawnAt = performance.now();
				listener();
			};
			let isQueued = false;
			// What comes of several services in one turn, such as the ticks of their clocks, is one frame.
			const drawTogether = (): void => {
				if (others.length === 0) {
					draw();
				} else if (!isQueued) {
					isQueued = true;
					queueMicrotask(() => {
						isQueued = false;
						draw();
					});
				}
			};
			ui.subscribe(draw);
			for (const floor of floors) {
				listen(floor, ui, isNow => {
					const wait = drawnAt + fillEvery - performance.now();
					if (isNow || wait <= 0) {
						drawTogether();
					} else {
						soon ??= setTimeout(draw, wait);
					}
				});
			}
		},
	});
	return {...made, context: contextNow};
};
