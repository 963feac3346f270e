/** The store of a running program's screen. */

import type {Message, State} from '../model/state.ts';
import type {Store} from '../model/store.ts';
import type {Look} from '../present/theme.ts';
import type {Monitor} from '../service/monitor.ts';
import type {Past} from '../service/past.ts';
import {createGuard} from '../steering/answer.ts';
import type {UiOptions} from './state/options.ts';
import type {UiMessage, UiState} from './state/state.ts';
import type {Context} from './store/context.ts';
import {fillEvery, isFilling, isFirstOf, isUrgent} from './store/redraw.ts';
import {shownOf} from './store/shown.ts';
import {createScreenStore, type ScreenStore} from './store/store.ts';
import {tablesOf} from './views.ts';

/** How a service is shown. */
export type Showing = {look: Look; options: UiOptions};

/** What the screen is made from. */
export type ScreenParts = {
	store: Store<State, Message>;
	ui: Store<UiState, UiMessage>;
	/** undefined until its modules are loaded. */
	monitor(): Monitor | undefined;
	/** What is recorded of the service on screen. */
	past?: (() => Past | undefined) | undefined;
	/** Has the forecasts of a campaign judged by that. */
	judgeForecasts?: (() => ((campaignId: string, isOnItsPage: boolean) => void) | undefined) | undefined;
	/** How the service on screen is shown; another one may be shown in another way. */
	showing(): Showing;
	copy(text: string): string;
	/** Replaces the service on screen by that of a profile. */
	switchTo(profile: string): void;
	/** Opens the service on screen anew. */
	restart(): void;
	quit(): void;
};

/** Makes the store of a running program: a frame follows what the operator did at once, and figures by the second. */
export const screenStoreOf = ({
	store,
	ui,
	monitor,
	past,
	judgeForecasts,
	showing,
	copy,
	switchTo,
	restart,
	quit,
}: ScreenParts): ScreenStore => {
	const guard = createGuard();
	const contextNow = (): Context => {
		const [state, screen, {options}] = [store.get(), ui.get(), showing()];
		const {page, scrollEnd, columnsEnd, columns} = made.drawing();
		return {
			state,
			ui: screen,
			options,
			tables: tablesOf(state, screen, options),
			page,
			scrollEnd,
			columnsEnd,
			columns,
			monitor: monitor(),
			past: past?.(),
			judgeForecasts: judgeForecasts?.(),
			guard,
			dispatch: ui.dispatch,
			lock: locked => store.dispatch({type: 'lock', locked}),
			lookAt: at => store.dispatch({type: 'looking-at', at}),
			acknowledge: id => store.dispatch({type: 'alert-acknowledged', id}),
			say: (text, tone = 'info') => ui.dispatch({type: 'say', text, tone, at: performance.now()}),
			copy,
			switchTo,
			restart,
			now: contextNow,
			quit,
		};
	};
	const made = createScreenStore({
		make: () => shownOf(contextNow(), showing().look),
		subscribe(listener) {
			let before = store.get();
			let drawnAt = Number.NEGATIVE_INFINITY;
			let soon: NodeJS.Timeout | undefined;
			const draw = (): void => {
				clearTimeout(soon);
				soon = undefined;
				drawnAt = performance.now();
				listener();
			};
			ui.subscribe(draw);
			store.subscribe(() => {
				const after = store.get();
				const isNow = isUrgent(before, after) || isFirstOf(ui.get().selected.campaigns, before, after);
				const isSoon = isFilling(before, after);
				before = after;
				const wait = drawnAt + fillEvery - performance.now();
				if (isNow || (isSoon && wait <= 0)) {
					draw();
				} else if (isSoon) {
					soon ??= setTimeout(draw, wait);
				}
			});
		},
	});
	return made;
};
