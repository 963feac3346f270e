/** What the components read: the screen as it stands, made anew when the operator did something or a second has passed. */
import {createContext, use, useLayoutEffect, useRef, useSyncExternalStore} from 'react';
import type {Look} from '../look/theme.ts';
import type {Message, State} from '../model/state.ts';
import type {Monitor} from '../monitor/monitor.ts';
import type {Store} from '../monitor/store.ts';
import type {Context} from './context.ts';
import type {UiOptions} from './options.ts';
import {isUrgent} from './redraw.ts';
import type {UiMessage, UiState, View} from './state.ts';
import {createTables, type Tables} from './tables.ts';

/** Everything that a component may show. */
export type Shown = Context & {
	/** The service's state as it is drawn: that of the moment when the operator froze the screen, where it is frozen. */
	drawn: State;
	look: Look;
};

/** What was found out while drawing, for the keys and the poller. */
export type Drawing = {
	/** Rows that a page of the view holds. */
	page: number;
	/** The last line that help, details or text can be scrolled to. */
	scrollEnd: number;
	/** The campaigns on screen, by id. */
	visible: readonly string[];
};

/** The store of the components. */
export type ScreenStore = {
	get(): Shown;
	/** Calls the listener when components should look again; returns how to stop that. */
	subscribe(listener: () => void): () => void;
	/** What the last frame found out. */
	drawing(): Drawing;
	/** Takes over what a frame found out. */
	report(drawing: Drawing): void;
	/** Calls the listener when other campaigns are on screen; returns how to stop that. */
	onVisible(listener: () => void): () => void;
	/** The row that each table started with, so that it moves no more than it has to. */
	tops: Partial<Record<View, number>>;
};

/** The state as it is drawn: frozen where the operator froze it, but with ages, link, commands and alerts as they are now. */
const drawnState = (state: State, ui: UiState): State =>
	ui.frozen
		? {
				...ui.frozen,
				now: state.now,
				link: state.link,
				locked: state.locked,
				commands: state.commands,
				alerts: state.alerts,
				staleBefore: state.staleBefore,
			}
		: state;

/** The tables as the screen shows them. */
export const tablesOf = (state: State, ui: UiState, options: UiOptions): Tables =>
	createTables(drawnState(state, ui), ui, options);

/** Adds to a context what drawing needs. */
export const shownOf = (context: Context, look: Look): Shown => ({
	...context,
	drawn: drawnState(context.state, context.ui),
	look,
});

/** Where the store gets the screen from, and when it asks again. */
export type ScreenSource = {
	/** The screen as it stands now. */
	make(): Shown;
	/** Calls back when something has changed that is worth a frame. */
	subscribe(listener: () => void): void;
};

/** Makes the store of the components. */
export const createScreenStore = ({make, subscribe}: ScreenSource): ScreenStore => {
	const listeners = new Set<() => void>();
	const watchers = new Set<() => void>();
	let current: Shown | undefined;
	let drawing: Drawing = {page: 0, scrollEnd: 0, visible: []};
	subscribe(() => {
		current = undefined;
		for (const listener of listeners) {
			listener();
		}
	});
	return {
		get() {
			current ??= make();
			return current;
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		drawing: () => drawing,
		report(found) {
			const isOther = found.visible.join() !== drawing.visible.join();
			drawing = found;
			if (isOther) {
				for (const watcher of watchers) {
					watcher();
				}
			}
		},
		onVisible(listener) {
			watchers.add(listener);
			return () => watchers.delete(listener);
		},
		tops: {},
	};
};

/** What the screen is made from. */
export type ScreenParts = {
	store: Store<State, Message>;
	ui: Store<UiState, UiMessage>;
	/** undefined until its modules are loaded. */
	monitor(): Monitor | undefined;
	/** How the service on screen is shown; another one may be shown in another way. */
	showing(): {look: Look; options: UiOptions};
	copy(text: string): string;
	/** Leaves the service on screen for that of a profile. */
	switchTo(profile: string): void;
	quit(): void;
};

/** Makes the store of a running program: a frame follows what the operator did at once, and figures by the second. */
export const screenStoreOf = ({store, ui, monitor, showing, copy, switchTo, quit}: ScreenParts): ScreenStore => {
	const contextNow = (): Context => {
		const [state, screen, {options}] = [store.get(), ui.get(), showing()];
		const {page, scrollEnd} = made.drawing();
		return {
			state,
			ui: screen,
			options,
			tables: tablesOf(state, screen, options),
			page,
			scrollEnd,
			monitor: monitor(),
			dispatch: ui.dispatch,
			lock: locked => store.dispatch({type: 'lock', locked}),
			acknowledge: id => store.dispatch({type: 'alert-acknowledged', id}),
			say: (text, tone = 'info') => ui.dispatch({type: 'say', text, tone, at: performance.now()}),
			copy,
			switchTo,
			now: contextNow,
			quit,
		};
	};
	const made = createScreenStore({
		make: () => shownOf(contextNow(), showing().look),
		subscribe(listener) {
			let before = store.get();
			ui.subscribe(listener);
			store.subscribe(() => {
				const after = store.get();
				const isWorthIt = isUrgent(before, after);
				before = after;
				if (isWorthIt) {
					listener();
				}
			});
		},
	});
	return made;
};

/** The store, for the components below. */
export const ScreenContext = createContext<ScreenStore | undefined>(undefined);

const useScreenStore = (): ScreenStore => {
	const store = use(ScreenContext);
	if (!store) {
		throw new Error('a component was drawn outside of ScreenContext');
	}
	return store;
};

/** Reads from the screen; the component is drawn again only when what it reads has changed. */
export const useStore = <T>(select: (shown: Shown) => T, same: (one: T, other: T) => boolean = Object.is): T => {
	const store = useScreenStore();
	const last = useRef<{select: typeof select; shown: Shown; value: T} | undefined>(undefined);
	return useSyncExternalStore(store.subscribe, () => {
		const shown = store.get();
		const before = last.current;
		// React asks several times for each frame.
		if (before && before.shown === shown && before.select === select) {
			return before.value;
		}
		const value = select(shown);
		last.current = {select, shown, value: before && same(before.value, value) ? before.value : value};
		return last.current.value;
	});
};

/** Everything: for a view whose rows are told apart below. */
export const useShown = (): Shown => useStore(shown => shown);

/** Equal property by property. */
export const shallow = <T extends object>(one: T, other: T): boolean =>
	Object.keys(one).length === Object.keys(other).length &&
	Object.entries(one).every(([key, value]) => Object.is(value, other[key as keyof T]));

/** Tells the keys and the poller what a view has found out while drawing. */
export const useReport = ({page = 0, scrollEnd = 0, visible = []}: Partial<Drawing>): void => {
	const {report} = useScreenStore();
	useLayoutEffect(() => report({page, scrollEnd, visible}), [report, page, scrollEnd, visible.join()]);
};

/** The campaigns on screen, by id. */
export const useVisible = (): readonly string[] => {
	const {onVisible, drawing} = useScreenStore();
	return useSyncExternalStore(onVisible, () => drawing().visible);
};

/** The first row of a view's table: the one it had, unless another must be shown; `topFor` tells. */
export const useTop = (view: View, topOf: (previous: number) => number): number => {
	const {tops} = useScreenStore();
	const top = topOf(tops[view] ?? 0);
	tops[view] = top;
	return top;
};
