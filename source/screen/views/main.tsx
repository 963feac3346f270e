/** What fills the main part: a sheet, the help, one record whole, or the view. */
import {type ComponentType, memo} from 'react';
import type {View} from '../../present/actions.ts';
import type {Size} from '../parts/panel.tsx';
import {OpenSheet} from '../sheets/open-sheet.tsx';
import {shallow, useStore} from '../store/store.ts';
import {AccountsView} from './accounts.tsx';
import {AlertsView} from './alerts.tsx';
import {Board} from './board.tsx';
import {CampaignView} from './campaign.tsx';
import {ComplaintView} from './complaint.tsx';
import {Details} from './details.tsx';
import {Help} from './help.tsx';
import {ListsView} from './lists.tsx';
import {LogView} from './log.tsx';
import {SearchView} from './search.tsx';
import {SettingsView} from './settings.tsx';
import {Wall} from './wall.tsx';

const components: Readonly<Record<View, ComponentType<Size>>> = {
	campaigns: Board,
	campaign: CampaignView,
	lists: ListsView,
	search: SearchView,
	settings: SettingsView,
	accounts: AccountsView,
	alerts: AlertsView,
	log: LogView,
	complaint: ComplaintView,
};

/** The main part. */
export const Main = memo((size: Size) => {
	const {view, hasSheet, help, hasDetail, wall} = useStore(
		({ui}) => ({
			view: ui.view,
			hasSheet: ui.sheet !== undefined,
			help: ui.help,
			hasDetail: ui.detail !== undefined,
			wall: ui.wall,
		}),
		shallow,
	);
	if (hasSheet) {
		return <OpenSheet {...size} />;
	}
	if (help) {
		return <Help {...size} />;
	}
	if (hasDetail) {
		return <Details {...size} />;
	}
	const Component = wall && view === 'campaigns' ? Wall : components[view];
	return <Component {...size} />;
});
