/** The header: which service this is, in words, and how the connection stands. */

import {age, clock} from '../look/format.ts';
import type {Look, Role} from '../look/theme.ts';
import {alertCounts} from '../model/alert.ts';
import {ageOf} from '../model/select.ts';
import type {State} from '../model/state.ts';
import type {Context} from './context.ts';
import {type Line, line} from './parts/box.ts';
import {spread} from './parts/spread.ts';
import {selectedCampaignId} from './table.ts';

/** Nothing heard for so many polls of the selected campaign, and for so long at least, is stale. */
const patience = 4;
const leastPatience = 20_000;

/** How old the newest of what the screen is about is, where that is too old; nothing while something is heard. */
const staleText = ({state, tables, options}: Context): string | undefined => {
	const selected = selectedCampaignId(tables);
	const spans = [state.campaignsSpan, selected === undefined ? undefined : state.dashboards.get(selected)];
	const ages = spans.flatMap(span => ageOf(state, span) ?? []);
	const newest = Math.min(...ages);
	if (spans.every(span => span === undefined) || newest <= Math.max(patience * options.interval, leastPatience)) {
		return undefined;
	}
	return ages.length === 0 ? 'stale' : `stale ${age(newest)}`;
};

const linkText = (context: Context): readonly [Role, string] => {
	const {state} = context;
	const {link, now} = state;
	const stale = staleText(context);
	switch (link.kind) {
		case 'starting':
			return ['pending', 'connecting'];
		case 'signed-out':
			return ['error', 'signed out'];
		case 'live':
			if (stale) {
				return ['warning', stale];
			}
			return link.latency > 1000 ? ['warning', `slow ${(link.latency / 1000).toFixed(1)} s`] : ['ok', 'live'];
		case 'retrying': {
			const wait = Math.ceil((link.nextAt.mono - now.mono) / 1000);
			return ['error', wait > 0 ? `retrying in ${wait} s` : 'retrying'];
		}
	}
};

/** The alerts that nobody has acknowledged, their gravest level in words; else how many somebody has. */
const alertTexts = ({alerts}: State): (readonly [Role, string])[] => {
	const {open, acknowledged, worst} = alertCounts(alerts);
	if (worst) {
		const count = `${open} ${open === 1 ? 'alert' : 'alerts'}`;
		return [worst === 'critical' ? ['error', `${count}, CRITICAL`] : ['warning', count]];
	}
	return acknowledged > 0 ? [['faint', `${acknowledged} acknowledged`]] : [];
};

const isProduction = (environment: string): boolean => /prod/i.test(environment);

/** Draws the header. */
export const drawHeader = (context: Context, look: Look, width: number): string => {
	const {state, ui} = context;
	const {source} = state;
	const piece = (role: Role, text: string): Line => line(look, [role, text]);
	const environment = isProduction(source.environment) ? 'environment.production' : 'environment';
	const right = [
		...(ui.frozen ? [piece('warning', `FROZEN ${clock(ui.frozen.now.wall)}`)] : []),
		...(source.isPlain ? [piece('error', 'PLAIN HTTP')] : []),
		...(state.locked ? [piece('warning', 'READ-ONLY')] : []),
		...(ui.masked ? [piece('pending', 'masked')] : []),
		...alertTexts(state).map(text => piece(...text)),
		...(ui.muted ? [piece('faint', 'bell muted')] : []),
		piece(...linkText(context)),
		piece('faint', clock(state.now.wall)),
	];
	return spread(
		[
			piece('strong', 'dialtop'),
			piece(environment, ` ${source.environment} `),
			piece('text', source.host),
			...(source.profile === '' ? [] : [piece('faint', `profile ${source.profile}`)]),
		],
		right,
		width,
	);
};
