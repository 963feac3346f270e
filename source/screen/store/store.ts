/** What the components read: the present screen, made anew when the operator did something or a second has passed. */
import {createContext, use, useLayoutEffect, useMemo, useRef, useSyncExternalStore} from 'react';
import type {View} from '../../present/actions.ts';
import type {Span} from '../../present/spans.ts';
import {serviceSpan} from '../state/floors.ts';
import type {LayoutNode, Part} from './areas.ts';
import type {Shown} from './shown.ts';

/** What drawing found out, for the keys and the poller. */
export type Drawing = {
	/** Rows that a page of the view holds. */
	page: number;
	/** The last line that help, details or text can be scrolled to. */
	scrollEnd: number;
	/** The most columns that the table can be scrolled past. */
	columnsEnd: number;
	/** The campaigns on screen, by id. */
	visible: readonly string[];
	/** The columns of the table that was drawn last, by id. */
	columns: readonly string[];
};

/** What a component reports; an overlay on a table does not report its columns, which stay as they were. */
type Found = Omit<Drawing, 'columns' | 'columnsEnd'> & {columnsEnd: number | undefined};

/** The store of the components. */
export type ScreenStore = {
	get(): Shown;
	/** Calls the listener when components should look again; returns how to stop that. */
	subscribe(listener: () => void): () => void;
	/** What the last frame found out. */
	drawing(): Drawing;
	/** Takes over what a frame found out. */
	report(found: Found): void;
	/** Takes over which columns a table has room for, by id. */
	reportColumns(columns: readonly string[]): void;
	/** Calls the listener when other campaigns are on screen; returns how to stop that. */
	onVisible(listener: () => void): () => void;
	/** The first row of each table on screen, so that it moves no more than necessary. */
	tops: Partial<Record<View, number>>;
	/** The parts of the last frame that a click is for. */
	parts: Set<Part>;
};

/** Where the store gets the screen from, and when it asks again. */
export type ScreenSource = {
	/** The present screen. */
	make(): Shown;
	/** Calls back when something has changed that is worth a frame. */
	subscribe(listener: () => void): void;
};

/** Makes the store of the components. */
export const createScreenStore = ({make, subscribe}: ScreenSource): ScreenStore => {
	const listeners = new Set<() => void>();
	const watchers = new Set<() => void>();
	let current: Shown | undefined;
	let drawing: Drawing = {page: 0, scrollEnd: 0, columnsEnd: 0, visible: [], columns: []};
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
			const {columns, columnsEnd} = drawing;
			drawing = {...found, columns, columnsEnd: found.columnsEnd ?? columnsEnd};
			if (isOther) {
				for (const watcher of watchers) {
					watcher();
				}
			}
		},
		reportColumns(columns) {
			drawing = {...drawing, columns};
		},
		onVisible(listener) {
			watchers.add(listener);
			return () => watchers.delete(listener);
		},
		tops: {},
		parts: new Set(),
	};
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

/** Everything: for a view whose rows compare themselves. */
export const useShown = (): Shown => useStore(shown => shown);

/** Equal property by property. */
export const shallow = <T extends object>(one: T, other: T): boolean =>
	Object.keys(one).length === Object.keys(other).length &&
	Object.entries(one).every(([key, value]) => Object.is(value, other[key as keyof T]));

const sameSpan = (one: Span | undefined, other: Span | undefined): boolean =>
	one?.[0] === other?.[0] && one?.[1] === other?.[1];

/** The service in hand, for the titles of what is of it alone; undefined while there is one only. */
export const useService = (): Span | undefined =>
	useStore(({floors, state}) => serviceSpan(floors, state.source), sameSpan);

/** Tells the keys and the poller what a view has found out while drawing. */
export const useReport = ({page = 0, scrollEnd = 0, columnsEnd, visible = []}: Partial<Found>): void => {
	const {report} = useScreenStore();
	useLayoutEffect(
		() => report({page, scrollEnd, columnsEnd, visible}),
		[report, page, scrollEnd, columnsEnd, visible.join()],
	);
};

/** How a table reports which columns it has room for. */
export const useReportColumns = (): ScreenStore['reportColumns'] => useScreenStore().reportColumns;

/** The campaigns on screen, by id. */
export const useVisible = (): readonly string[] => {
	const {onVisible, drawing} = useScreenStore();
	return useSyncExternalStore(onVisible, () => drawing().visible);
};

/** The first row of a view's table: the one it had, unless another must be shown (`topFor`). */
export const useTop = (view: View, topOf: (previous: number) => number): number => {
	const {tops} = useScreenStore();
	const top = topOf(tops[view] ?? 0);
	tops[view] = top;
	return top;
};

/** Says what a click on a cell of a part is for; returns the part's `ref`. */
export const useArea = (targetAt: Part['targetAt']): ((node: LayoutNode | null) => void) => {
	const {parts} = useScreenStore();
	const {part, ref} = useMemo(() => {
		const part: Part = {node: {}, targetAt};
		const ref = (node: LayoutNode | null): void => {
			part.node = node ?? {};
			if (node) {
				parts.add(part);
			} else {
				parts.delete(part);
			}
		};
		return {part, ref};
	}, [parts]);
	// With each commit: what is drawn has changed.
	useLayoutEffect(() => {
		part.targetAt = targetAt;
	});
	return ref;
};
