/** Draws a view of a service once, without a terminal. */

import {whole} from '../../cli/configuration-words.ts';
import {say} from '../../cli/out.ts';
import {exits} from '../../config/exits.ts';
import {listsOfCampaign} from '../../model/select.ts';
import {serviceZone} from '../../model/service-clock.ts';
import type {State} from '../../model/state.ts';
import {createStore} from '../../model/store.ts';
import type {View} from '../../present/actions.ts';
import {maskedFrame} from '../../screen/app.tsx';
import {type Picture, pictureOf} from '../../screen/exports/picture.ts';
import {forgetOffscreen} from '../../screen/offscreen.tsx';
import {type ScreenParts, screenStoreOf} from '../../screen/running.ts';
import {updateUi} from '../../screen/state/reducer.ts';
import {initialUi} from '../../screen/state/state.ts';
import {selectedCampaignId} from '../../screen/state/tables.ts';
import {idsOfNamed, listedOf} from '../connect/campaign-named.ts';
import {exitIfOut, isOver, readWithin} from '../connect/carry-out.ts';
import {type CommandFlags, type Headless, withMonitor} from '../connect/reach.ts';
import {resolveSettings} from './monitor-settings.ts';
import {showingOf} from './opened.ts';

/** What is to be drawn. */
export type SnapshotOf = {
	view: View;
	/** The campaign that is selected, by its id or name; the one with the gravest trouble by default. */
	campaign: string | undefined;
	columns: number;
	rows: number;
	/** Milliseconds that the figures are waited for. */
	patience: number;
};

/** Whether every campaign was read, or tried. */
const isRead = ({campaigns, dashboards}: State): boolean =>
	campaigns.value !== undefined && [...campaigns.value.keys()].every(id => dashboards.has(id));

/** Reads what the view shows beside the figures of the campaigns. */
const readFor = async (
	{monitor, until}: Headless,
	view: View,
	{id, companyId, patience}: {id: string | undefined; companyId: string | undefined; patience: number},
): Promise<void> => {
	const isPage = view === 'campaign';
	const hasLists = isPage || view === 'lists' || view === 'campaigns';
	monitor.watch({
		selected: id,
		visible: new Set(),
		lists: isPage || view === 'lists' ? {campaignId: id} : undefined,
		listsOfSelected: view === 'campaigns',
		outcomesOfSelected: isPage,
	});
	if (view === 'settings' && id !== undefined) {
		await monitor.readSettings(id);
	} else if (view === 'accounts' && companyId !== undefined) {
		await monitor.readAccounts(companyId);
	} else if (hasLists && id !== undefined) {
		await until(state => listsOfCampaign(state, id) !== undefined || isOver(state), Math.min(patience, readWithin));
	}
};

/** Draws the view; resolves with an exit code where nothing could be read. @throws UsageError */
export const takeSnapshot = (
	flags: CommandFlags,
	{view, campaign, columns, rows, patience}: SnapshotOf,
): Promise<Picture | number> =>
	withMonitor(flags, {rules: configured => configured}, async headless => {
		const {store, monitor, until, given, service, host} = headless;
		const settings = resolveSettings(flags, process.env, whole(given));
		monitor.watch({selected: undefined, visible: new Set(), lists: undefined});
		await until(state => isRead(state) || isOver(state), patience);
		const out = exitIfOut(headless);
		if (out !== undefined) {
			return out;
		}
		const state = store.get();
		if (state.campaigns.value === undefined) {
			const {link} = state;
			say(
				`no picture: the campaigns of ${host} could not be read: ${'reason' in link ? link.reason : 'no answer in time'}`,
			);
			return exits.unknown;
		}
		const words = campaign === undefined ? [] : [campaign];
		const [id] = listedOf(state.campaigns.value, headless, idsOfNamed(state.campaigns.value, words, 'beginning'));
		if (campaign !== undefined && id === undefined) {
			return exits.refused;
		}
		const showing = showingOf(settings, {});
		const ui = createStore(updateUi, {
			...initialUi(columns, rows),
			...settings.start,
			view,
			selected: id === undefined ? {} : {campaigns: id},
		});
		const zone = serviceZone(state, service.timeZone);
		const ignore = (): void => undefined;
		const parts: ScreenParts = {
			floors: [{store, monitor: () => monitor, zone: () => zone, showing: () => showing}],
			ui,
			copy: () => '',
			hand: use => use(),
			maskedFrame: () => '',
			switchTo: ignore,
			restart: ignore,
			quit: ignore,
		};
		const selected = id ?? selectedCampaignId(screenStoreOf(parts).context().tables);
		await readFor(headless, view, {id: selected, companyId: settings.options.companyId, patience});
		try {
			const frame = maskedFrame(parts);
			return pictureOf(screenStoreOf(parts).context(), frame);
		} finally {
			forgetOffscreen();
		}
	});
