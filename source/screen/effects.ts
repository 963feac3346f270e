/** What the screen asks of the monitor depending on what is shown, and the selection that it holds. */
import {isDeepStrictEqual} from 'node:util';
import {useEffect} from 'react';
import type {State} from '../model/state.ts';
import type {View} from '../present/actions.ts';
import type {Forecasted, NoForecast} from '../service/foresight.ts';
import type {Monitor} from '../service/monitor.ts';
import {showFilled} from './actions/look-back.ts';
import {aboutOf, isWhole} from './sheets/what-if/what-if.ts';
import {idOn} from './state/floors.ts';
import {tierOf} from './state/layout.ts';
import type {UiState} from './state/state.ts';
import {selectedCampaignId} from './state/tables.ts';
import {onEach} from './store/context.ts';
import type {Shown} from './store/shown.ts';
import {shallow, useStore, useVisible} from './store/store.ts';
import {companyOf} from './views/accounts/rows.ts';
import {ranksAfter} from './views/board/rows.ts';
import {listsOnScreen} from './views/lists/rows.ts';

/** Holds the selection by its id once it was shown: a row that appears above must not become selected instead. */
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

/** Sorts the board by the trouble of its campaigns, once its rows may move. */
export const useRanks = (): void => {
	const {guard, dispatch} = useStore(({guard, dispatch}) => ({guard, dispatch}), shallow);
	const ranks = useStore(({floors, ui, guard}) => {
		// The past is sorted by its own trouble.
		if (ui.past) {
			return undefined;
		}
		const next = ranksAfter(floors, ui, guard.pressedAt());
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

/** Has each monitor poll what is on screen of its service before anything else. */
export const usePolling = (): void => {
	const visible = useVisible();
	const isPast = useStore(({ui}) => ui.past !== undefined);
	const monitors = useStore(shown => onEach(shown).map(({monitor}) => monitor), shallow);
	const wanted = useStore(
		shown =>
			shown.floors.map(({state, ui}) => {
				const isInHand = state.source.floor === shown.state.source.floor;
				const selected = isInHand ? selectedCampaignId(shown.tables) : undefined;
				return {
					selected,
					visible: visible.flatMap(key => idOn(state.source, key) ?? []),
					lists: isInHand ? listsOnScreen(ui, selected) : undefined,
					listsOfSelected: isInHand && hasListBars(ui),
					outcomesOfSelected: isInHand && ui.view === 'campaign',
				};
			}),
		isDeepStrictEqual,
	);
	useEffect(() => {
		// The screen does not show the present.
		if (isPast) {
			return;
		}
		for (const [index, attention] of wanted.entries()) {
			const visible = new Set(attention.visible);
			monitors[index]?.watch({...attention, visible, pastDays: true, listsOfAll: true});
		}
	}, [wanted, monitors, isPast]);
};

/** Whether a view can read what it needs: the service answers, and the view shows the present. */
const isAnswering = ({link, lookingAt}: State): boolean => link.kind === 'live' && lookingAt === undefined;

/** Reads something when its subject comes on screen, once the service answers. */
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

/** Milliseconds between two reads of what the recording has of the selected campaign. */
const judgedEvery = 3_600_000;

/** The views that show forecasts of the selected campaign. */
const forecasting: ReadonlySet<View> = new Set(['campaigns', 'campaign']);

/** Has the forecasts of the selected campaign judged by the recording. */
export const useForecasts = (): void => {
	const {judge, id, isOnItsPage, hour} = useStore(
		({judgeForecasts, ui, tables, state}) => ({
			judge: judgeForecasts,
			id: forecasting.has(ui.view) && isAnswering(state) ? selectedCampaignId(tables) : undefined,
			isOnItsPage: ui.view === 'campaign',
			hour: Math.floor(state.now.mono / judgedEvery),
		}),
		shallow,
	);
	useEffect(() => {
		if (id !== undefined) {
			judge?.(id, isOnItsPage);
		}
	}, [judge, id, isOnItsPage, hour]);
};

/** Has the simulation say what an open question is likely to do; the question does not wait for it, and is not changed by it. */
export const useForesight = (): void => {
	const {prompt, number, foresight, now} = useStore(shown => {
		const {prompt, promptNumber, promptOf} = shown.ui;
		const isOne = prompt !== undefined && 'controls' in prompt && prompt.controls.length === 1;
		// The question may be of another service than the selected row.
		const {foresight, now} = isOne && promptOf !== undefined ? shown.on(promptOf) : shown;
		return {prompt: isOne ? prompt : undefined, number: promptNumber, foresight, now};
	}, shallow);
	const control = prompt?.controls[0];
	useEffect(() => {
		if (!control || !foresight) {
			return undefined;
		}
		const {state, dispatch} = now();
		const show = (answer: Forecasted | NoForecast | undefined): void => {
			if (answer) {
				dispatch({type: 'foreseen', prompt: number, answer, at: state.now.wall});
			}
		};
		void foresight.ask(state, control, show).then(show);
		return foresight.callOff;
	}, [number, control !== undefined, foresight]);
};

/** Milliseconds until a what-if is simulated: another key may ask for another one. */
const settled = 80;

/** Has the simulation say what the levels of an open what-if are likely to do, each as it becomes ready. */
export const useWhatIf = (): void => {
	const {whatIf, about, foresight, now} = useStore(({ui, state, foresight, now}) => {
		const {whatIf} = ui.sheet ?? {};
		return {whatIf, about: whatIf && aboutOf(state, whatIf), foresight, now};
	}, shallow);
	const {campaignId, extraAgents = 0, tried} = whatIf ?? {};
	useEffect(() => {
		const before = tried?.get(extraAgents);
		const isDone = before?.about === about && before && 'points' in before.answer && isWhole(before.answer);
		if (campaignId === undefined || about === undefined || !foresight || isDone) {
			return undefined;
		}
		const {dispatch} = now();
		const timer = setTimeout(() => {
			// The floor is that of other agents that were tried, unless it dials in another way by now.
			const other = [...(tried?.values() ?? [])].find(one => one.about === about && 'points' in one.answer)?.answer;
			const until = other && 'points' in other ? other.calibratedOn.until : undefined;
			foresight.whatIf(now().state, {campaignId, extraAgents, until}, answer =>
				dispatch({type: 'tried', campaignId, extraAgents, about, answer}),
			);
		}, settled);
		return () => {
			clearTimeout(timer);
			foresight.callOff();
		};
	}, [campaignId, about, extraAgents, foresight]);
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

/** Shows what engines bring of the past, as it comes. */
export const useFilling = (): void => {
	const {now} = useStore(({now}) => ({now}), shallow);
	const pasts = useStore(shown => onEach(shown).map(({past}) => past), shallow);
	useEffect(() => {
		const stops = pasts.flatMap((past, index) => {
			const shownTexts = new Set<string>();
			const {engine} = past ?? {};
			return engine ? engine.subscribe(() => showFilled(onEach(now())[index] ?? now(), engine, shownTexts)) : [];
		});
		return () => {
			for (const stop of stops) {
				stop();
			}
		};
	}, [...pasts]);
};
