/** What the screen asks of the monitor because of what is on it, and the selection that it holds. */
import {isDeepStrictEqual} from 'node:util';
import {useEffect} from 'react';
import type {State} from '../model/state.ts';
import type {View} from '../present/actions.ts';
import type {Monitor} from '../service/monitor.ts';
import {tierOf} from './state/layout.ts';
import type {UiState} from './state/state.ts';
import {selectedCampaignId} from './state/tables.ts';
import type {Shown} from './store/shown.ts';
import {shallow, useStore, useVisible} from './store/store.ts';
import {companyOf} from './views/accounts/rows.ts';
import {ranksAfter} from './views/board/rows.ts';
import {listsOnScreen} from './views/lists/rows.ts';

/** Holds what is selected by its id from the first sight on: what appears above it must not take its place. */
export const useSettled = (): void => {
	const {settleOn, view, dispatch} = useStore(
		({tables, ui, dispatch}) => ({settleOn: tables[ui.view].settleOn, view: ui.view, dispatch}),
		shallow,
	);
	useEffect(() => {
		if (settleOn !== undefined) {
			dispatch({type: 'select', id: settleOn});
		}
	}, [settleOn, view]);
};

/** Has the board follow the trouble of its campaigns, once its rows may move. */
export const useRanks = (): void => {
	const {guard, dispatch} = useStore(({guard, dispatch}) => ({guard, dispatch}), shallow);
	const ranks = useStore(({state, ui, guard}) => {
		// The past stands by its own trouble.
		if (ui.past) {
			return undefined;
		}
		const next = ranksAfter(state, ui, guard.pressedAt());
		return next === ui.ranks ? undefined : next;
	});
	useEffect(() => {
		if (ranks) {
			dispatch({type: 'rank', ranks, isUntouched: guard.pressedAt() === undefined});
		}
	}, [ranks]);
};

/** Whether the lists of the selected campaign are on screen beside its figures; its own page reads them as their view does. */
const hasListBars = ({view, wall, zoom, focus, pane, columns, rows}: UiState): boolean =>
	view === 'campaigns' &&
	!wall &&
	!(zoom && focus === 'board') &&
	(pane === 'leads' || !(zoom || tierOf(columns, rows) === 'small'));

/** Has the monitor poll what is on screen before anything else. */
export const usePolling = (): void => {
	const visible = useVisible();
	const {monitor, selected, isPast} = useStore(
		({monitor, tables, ui}) => ({
			monitor,
			selected: selectedCampaignId(tables),
			isPast: ui.past !== undefined,
		}),
		shallow,
	);
	const lists = useStore(({tables, ui}) => listsOnScreen(ui, selectedCampaignId(tables)), isDeepStrictEqual);
	const listsOfSelected = useStore(({ui}) => hasListBars(ui));
	const outcomesOfSelected = useStore(({ui}) => ui.view === 'campaign');
	useEffect(() => {
		// What is on screen is not what is there now.
		if (isPast) {
			return;
		}
		monitor?.watch({
			selected,
			visible: new Set(visible),
			lists,
			listsOfSelected,
			outcomesOfSelected,
			pastDays: true,
			listsOfAll: true,
		});
	}, [selected, visible.join(), lists, listsOfSelected, outcomesOfSelected, monitor, isPast]);
};

/** Whether what a view needs can be asked for: the service answers, and the view shows the present. */
const isAnswering = ({link, lookingAt}: State): boolean => link.kind === 'live' && lookingAt === undefined;

/** Reads something when what it is of comes on screen, once the service answers. */
const useReading = (of: (shown: Shown) => string | undefined, read: (monitor: Monitor, id: string) => void): void => {
	const {monitor, id} = useStore(
		shown => ({monitor: shown.monitor, id: isAnswering(shown.state) ? of(shown) : undefined}),
		shallow,
	);
	useEffect(() => {
		if (id !== undefined && monitor) {
			read(monitor, id);
		}
	}, [id, monitor]);
};

/** How often what the recording tells of the selected campaign is looked at anew, milliseconds. */
const judgedEvery = 3_600_000;

/** The views that show forecasts of the selected campaign. */
const forecasting: ReadonlySet<View> = new Set(['campaigns', 'campaign']);

/** Has the forecasts of the selected campaign judged by the recording. */
export const useForecasts = (): void => {
	const {judge, id, hour} = useStore(
		({judgeForecasts, ui, tables, state}) => ({
			judge: judgeForecasts,
			id: forecasting.has(ui.view) && isAnswering(state) ? selectedCampaignId(tables) : undefined,
			hour: Math.floor(state.now.mono / judgedEvery),
		}),
		shallow,
	);
	useEffect(() => {
		if (id !== undefined) {
			judge?.(id);
		}
	}, [judge, id, hour]);
};

/** Reads the settings of the selected campaign when their view is opened. */
export const useSettings = (): void =>
	useReading(
		({ui, tables}) => (ui.view === 'settings' ? selectedCampaignId(tables) : undefined),
		(monitor, id) => void monitor.readSettings(id),
	);

/** Reads the accounts of the company when their view is opened. */
export const useAccounts = (): void =>
	useReading(
		shown => (shown.ui.view === 'accounts' ? companyOf(shown) : undefined),
		(monitor, id) => void monitor.readAccounts(id),
	);
