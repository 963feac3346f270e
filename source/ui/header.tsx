/** The header: which service this is, in words, and how the connection stands. */
import {isDeepStrictEqual} from 'node:util';
import {age, clock} from '../look/format.ts';
import type {Span, Spans} from '../look/spans.ts';
import {alertCounts} from '../model/alert.ts';
import {ageOf} from '../model/select.ts';
import type {State} from '../model/state.ts';
import type {Context} from './context.ts';
import {Ends} from './parts/ends.tsx';
import type {Shown} from './shown.ts';
import {useStore} from './store.ts';
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

const linkText = (context: Context): Span => {
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
const alertTexts = ({alerts}: State): Span[] => {
	const {open, acknowledged, worst} = alertCounts(alerts);
	if (worst) {
		const count = `${open} ${open === 1 ? 'alert' : 'alerts'}`;
		return [worst === 'critical' ? ['error', `${count}, CRITICAL`] : ['warning', count]];
	}
	return acknowledged > 0 ? [['faint', `${acknowledged} acknowledged`]] : [];
};

const isProduction = (environment: string): boolean => /prod/i.test(environment);

/** The pieces at both ends of the header. */
const headerOf = (shown: Shown): {left: Spans; right: Spans; width: number} => {
	const {state, ui} = shown;
	const {source} = state;
	const environment = isProduction(source.environment) ? 'environment.production' : 'environment';
	return {
		width: ui.columns,
		left: [
			['strong', 'dialtop'],
			[environment, ` ${source.environment} `],
			['text', source.host],
			...(source.profile === '' ? [] : [['faint', `profile ${source.profile}`] as const]),
		],
		right: [
			...(ui.frozen ? [['warning', `FROZEN ${clock(ui.frozen.now.wall)}`] as const] : []),
			...(source.isPlain ? [['error', 'PLAIN HTTP'] as const] : []),
			...(state.locked ? [['warning', 'READ-ONLY'] as const] : []),
			...(ui.masked ? [['pending', 'masked'] as const] : []),
			...alertTexts(state),
			...(ui.muted ? [['faint', 'bell muted'] as const] : []),
			linkText(shown),
			['faint', clock(state.now.wall)],
		],
	};
};

/** The header. */
export function Header() {
	const {left, right, width} = useStore(headerOf, isDeepStrictEqual);
	return <Ends left={left.map(piece => [piece])} right={right.map(piece => [piece])} width={width} />;
}
