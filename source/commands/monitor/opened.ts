/** A service on screen: how it is shown, and what brings other settings into force on it. */
import {isDeepStrictEqual} from 'node:util';
import type {Zone} from '../../model/calling-hours.ts';
import {painter} from '../../present/theme.ts';
import {themes} from '../../present/themes.ts';
import type {Floor, Showing} from '../../screen/running.ts';
import {troubleFirst} from '../../screen/state/options.ts';
import type {UiMessage, UiState} from '../../screen/state/state.ts';
import type {Secrets} from '../connect/chosen.ts';
import type {MonitorSettings, Storage} from './monitor-settings.ts';
import type {Running, Stage} from './stage.ts';

export const showingOf = (settings: MonitorSettings, storage: Storage): Showing => {
	const {theme: name, ascii, charts, options, service} = settings;
	const theme = themes[name];
	return {
		look: {theme, paint: painter(theme), ascii, charts},
		options: {...options, ...storage, user: service.user},
	};
};

/** A service on screen, with what runs on it; another may replace it if it is the only one. */
export type Opened = {
	/** Those in force. */
	settings: MonitorSettings;
	showing: Showing;
	/** Undefined until it is open. */
	running: Running | undefined;
	secrets: Secrets;
	/** The zone of its clock. */
	zone: Zone;
	stage: Stage;
};

export const shownAs = (floor: Opened): Floor => ({
	store: floor.stage.store,
	monitor: () => floor.running?.monitor,
	past: () => floor.running?.past(),
	judgeForecasts: () => floor.running?.judgeForecasts(),
	foresight: () => floor.running?.foresight(),
	zone: () => floor.zone,
	showing: () => floor.showing,
});

/** Brings settings into force: those of another service that is on screen from now on, or those that the configuration has now. */
export const applySettings = (floor: Opened, settings: MonitorSettings, storage: Storage): void => {
	floor.settings = settings;
	floor.showing = showingOf(settings, storage);
	floor.stage.store.dispatch({type: 'alert-settings', settings: settings.alerts});
};

/**
 * The settings of a running monitor once the configuration is another one: the service, how often it is polled and its recording
 * stay as they were opened.
 */
const whileOpen = (present: MonitorSettings, next: MonitorSettings): MonitorSettings => ({
	...next,
	service: present.service,
	scenario: present.scenario,
	colourless: present.colourless,
	history: present.history,
	options: {...next.options, interval: present.options.interval},
});

/** What of the start's settings is another one now, and is brought into force on the screen; what the operator chose there stays otherwise. */
const configuredScreen = (
	before: MonitorSettings,
	{start, options: {boardColumns}}: MonitorSettings,
	{sorts}: UiState,
): Extract<UiMessage, {type: 'configured'}> => {
	const hasColumns = !isDeepStrictEqual(before.options.boardColumns, boardColumns);
	const sorted = sorts.campaigns?.column;
	// Rows are not sorted by a column that is not shown.
	const isHidden = hasColumns && sorted !== undefined && boardColumns !== undefined && !boardColumns.includes(sorted);
	const isSorted = !isDeepStrictEqual(before.start.sorts, start.sorts);
	return {
		type: 'configured',
		masked: before.start.masked === start.masked ? undefined : start.masked,
		muted: before.start.muted === start.muted ? undefined : start.muted,
		mouse: before.start.mouse === start.mouse ? undefined : start.mouse,
		sorts: isSorted ? start.sorts : isHidden ? {campaigns: troubleFirst} : undefined,
		hasColumns,
	};
};

/** Brings the settings of a configuration that was read again into force on the services on screen, in their order. */
export const applyAgain = (
	floors: readonly [Opened, ...Opened[]],
	settings: readonly MonitorSettings[],
	storage: Storage,
): void => {
	const [{settings: before, stage}] = floors;
	for (const [index, floor] of floors.entries()) {
		const next = settings[index];
		if (next) {
			applySettings(floor, whileOpen(floor.settings, next), storage);
			if (next.service.readOnly && !floor.settings.service.readOnly) {
				// Until the next start it can be unlocked.
				floor.stage.store.dispatch({type: 'lock', locked: true});
			}
		}
	}
	stage.ui.dispatch(configuredScreen(before, floors[0].settings, stage.ui.get()));
};
