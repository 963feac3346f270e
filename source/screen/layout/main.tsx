/** What fills the main part: a sheet, the help, one record whole, or the view. */
import {type ComponentType, memo} from 'react';
import type {View} from '../../present/actions.ts';
import type {Size} from '../parts/panel.tsx';
import {OpenSheet} from '../sheets/view.tsx';
import {shallow, useStore} from '../store/store.ts';
import {AccountsView} from '../views/accounts/view.tsx';
import {AlertsView} from '../views/alerts/view.tsx';
import {Board} from '../views/board/view.tsx';
import {Wall} from '../views/board/wall.tsx';
import {CampaignView} from '../views/campaign/view.tsx';
import {ComplaintView} from '../views/complaint/view.tsx';
import {ListsView} from '../views/lists/view.tsx';
import {LogView} from '../views/log/view.tsx';
import {SearchView} from '../views/search/view.tsx';
import {SettingsView} from '../views/settings/view.tsx';
import {Details} from './details.tsx';
import {Help} from './help.tsx';

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
