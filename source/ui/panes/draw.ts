/** Draws a pane of the selected campaign: its box, its age where it is old, or why it is empty. */

import {aged, cut, withId, wrap} from '../../look/format.ts';
import {faded, type Look, type Role} from '../../look/theme.ts';
import {ageOf} from '../../model/select.ts';
import type {Context} from '../context.ts';
import type {PaneName, Rectangle} from '../layout.ts';
import {box, type Line, line} from '../parts/box.ts';
import {isOld} from '../views/board-columns.ts';
import {failed} from '../views/empty.ts';
import {agents} from './agents.ts';
import {calls} from './calls.ts';
import {leads} from './leads.ts';
import {pace} from './pace.ts';
import type {Pane} from './pane.ts';

const paneTitles: Record<PaneName, string> = {pace: 'Pace', leads: 'Leads', calls: 'Calls', agents: 'Agents'};
const panes: Record<PaneName, Pane> = {pace, leads, calls, agents};

/** Above figures that are still there; more of them would take the figures' room. */
const mostFailureLines = 2;

/** The lines of a pane, or why there are none. */
export const drawPane = (context: Context, name: PaneName, area: Rectangle, look: Look): string[] => {
	const {state, tables, ui, options} = context;
	const row = tables.campaigns.rows[tables.campaigns.selectedIndex];
	const inner = {width: area.width - 2, height: area.height - 2};
	const title = paneTitles[name];
	const focused = ui.focus === name;
	const say = (role: Role, text: string): Line => line(look, [role, ` ${cut(text, inner.width - 2)}`]);
	if (!row) {
		return box([say('faint', 'no campaign is selected')], area.width, area.height, look, {title, focused});
	}
	const {figures, entry, campaign, failure} = row;
	const failures = failure ? wrap(failed('figures', failure), inner.width - 2).map(text => say('error', text)) : [];
	const shownName = withId(campaign.name, campaign.id, Math.floor(inner.width / 2));
	if (!figures || !entry) {
		const none = say('faint', entry ? 'no data: the service sent no figures' : 'reading…');
		return box(failure ? failures.slice(0, inner.height) : [none], area.width, area.height, look, {
			title,
			note: shownName,
			focused,
		});
	}
	const old = isOld(state, row, options.interval);
	const shownFailures = failures.slice(0, mostFailureLines);
	const drawn = panes[name](
		{figures, dashboard: entry.dashboard, history: state.history.get(campaign.id) ?? []},
		inner.width,
		inner.height - shownFailures.length,
		old ? faded(look) : look,
	);
	return box([...shownFailures, ...drawn], area.width, area.height, look, {
		title,
		note: old ? `${shownName}: ${aged(ageOf(state, entry))}` : shownName,
		noteRole: old ? 'warning' : 'faint',
		focused,
	});
};
