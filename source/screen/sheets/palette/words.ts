/** Names of actions that others follow: `settings 1004`, `acknowledge 1004`, `alerts outage`, `zoom leads`, `help budget`. */

import type {ActionId} from '../../../present/actions.ts';
import {spaced} from '../../../present/format.ts';
import {whyNoRead} from '../../../steering/offer.ts';
import {actions} from '../../keys/actions.ts';
import {toCampaign} from '../../keys/moves.ts';
import {whyNotParameter} from '../../keys/steps.ts';
import {paneNames} from '../../state/layout.ts';
import type {Context} from '../../store/context.ts';
import {showForm} from '../form/open.ts';
import {impossible, type Line, type Lines, running} from './line.ts';
import {aboutOf, campaignsIn, meantBy, statusIn, whyNoCampaign} from './steering.ts';

/** Does what an action does, or says why not. */
const perform = (context: Context, id: ActionId): void => {
	const {label, whyDisabled, run} = actions[id];
	const why = whyDisabled?.(context);
	if (why === undefined) {
		run(context);
	} else {
		context.say(`${label}: not now, ${why}`, 'error');
	}
};

/** Something that is done with one campaign, which is selected for it. */
export const onCampaign =
	(word: string, run: (context: Context, id: string) => void): Lines =>
	(rest = '', context) => {
		if (rest === '') {
			return [];
		}
		const all = campaignsIn(context);
		const lines = meantBy(all, rest).map(({ids}): Line => {
			const [id = ''] = ids;
			const text = `${word} ${ids.join(' ')}`;
			return ids.length > 1
				? impossible(text, `${word} takes one campaign`)
				: running(text, aboutOf(all, ids, statusIn(context), 'campaign'), now => {
						toCampaign(now, id);
						run(now.now(), id);
					});
		});
		return lines.length > 0 ? lines : [impossible(`${word} ${rest}`, whyNoCampaign(context, rest))];
	};

/** An action on one campaign. */
const acting = (id: ActionId): [string, Lines] => [spaced(id), onCampaign(spaced(id), now => perform(now, id))];

/** A view, with its rows filtered. */
const filtering = (id: ActionId): [string, Lines] => [
	spaced(id),
	(rest = '') =>
		rest === ''
			? []
			: [
					running(`${spaced(id)} ${rest}`, `${actions[id].label}, those with this in them`, now => {
						perform(now, id);
						now.now().dispatch({type: 'filter', value: rest});
					}),
				],
];

const zoom: Lines = (rest = '') =>
	rest === ''
		? []
		: paneNames
				.filter(pane => pane.startsWith(rest.toLowerCase()))
				.map(pane =>
					running(`zoom ${pane}`, 'this pane on the whole screen', now => {
						now.dispatch({type: 'view', view: 'campaigns'});
						now.dispatch({type: 'focus', focus: pane});
						now.dispatch({type: 'zoom', zoom: true});
					}),
				);

const mark: Lines = (rest = '', context) => {
	const all = campaignsIn(context);
	return rest === ''
		? []
		: meantBy(all, rest).map(({ids}) =>
				running(`mark ${ids.join(' ')}`, aboutOf(all, ids, statusIn(context), 'campaign'), now => {
					now.dispatch({type: 'view', view: 'campaigns'});
					now.dispatch({type: 'mark', ids: new Set([...(now.ui.marks.campaigns ?? []), ...ids])});
				}),
			);
};

const help: Lines = (rest = '') =>
	rest === ''
		? []
		: [
				running(`help ${rest}`, 'what the help says of it', ({dispatch}) => {
					dispatch({type: 'help', open: true});
					dispatch({type: 'help-filter', value: rest});
				}),
			];

const company: Lines = (rest = '', context) =>
	rest === ''
		? []
		: [
				running(
					`company ${rest}`,
					'the accounts of this company',
					({dispatch}) => {
						dispatch({type: 'view', view: 'accounts'});
						dispatch({type: 'company', id: rest});
					},
					{why: whyNotParameter(context, 'fetch_accounts', 'company_id', rest)},
				),
			];

const searchFilters: Lines = (rest = '', context) =>
	rest === ''
		? []
		: [
				running(
					`search filters ${rest}`,
					'search by more than a text, by a form',
					now => void showForm(now, 'search_lead', {query: rest}, {leadsTo: 'search'}),
					{why: whyNoRead(context.state)},
				),
			];

/** Names of actions, each with what it makes of the rest of the line. */
export const actionWords: readonly (readonly [word: string, lines: Lines])[] = [
	acting('settings'),
	acting('editSettings'),
	acting('levelUp'),
	acting('levelDown'),
	acting('dropLevel'),
	acting('acknowledge'),
	[
		'lists',
		onCampaign('lists', now => {
			now.dispatch({type: 'lists-of-all', all: false});
			now.dispatch({type: 'view', view: 'lists'});
		}),
	],
	['campaign', onCampaign('campaign', ({dispatch}) => dispatch({type: 'view', view: 'campaign'}))],
	filtering('alerts'),
	filtering('log'),
	filtering('accounts'),
	filtering('campaigns'),
	['zoom', zoom],
	['mark', mark],
	['help', help],
	['company', company],
	['search filters', searchFilters],
];
