/** The gravest alert, on a line above the board that is there whether or not there is one: nothing jumps when it begins. */
import {memo} from 'react';
import {alertCounts, gravestOpen} from '../../../alerts/floods.ts';
import type {Alert} from '../../../model/alert.ts';
import type {State} from '../../../model/state.ts';
import {keysOf} from '../../../present/advice.ts';
import {aged, counted, dayAndTime} from '../../../present/format.ts';
import {alertSpans} from '../../../present/gravest-alert.ts';
import {keyFor} from '../../../present/keymap.ts';
import {cellsOf, type Spans, sameSpans} from '../../../present/spans.ts';
import {Line} from '../../parts/line.tsx';
import type {Shown} from '../../store/shown.ts';
import {useStore} from '../../store/store.ts';
import {alertsMeant} from '../alerts/actions.ts';
import {staleAge} from '../alerts/view.tsx';

/** What is said where nobody has to look. */
const calm = ({alerts, now}: State): string => {
	const {acknowledged} = alertCounts(alerts);
	const [last] = alerts.past;
	return acknowledged > 0
		? `No other alert than ${counted(acknowledged, 'acknowledged one')}.`
		: last?.resolvedAt
			? `No alerts now. The last ended at ${dayAndTime(last.resolvedAt, now)}.`
			: 'No alerts.';
};

/** The alerts that are told: those of the past on screen, unless one has begun since the operator looks at it. */
const toldIn = ({state, drawn, ui: {past}}: Shown): {state: State; isNow: boolean} => {
	const isNews = ({news, resolvedAt}: Alert): boolean => !resolvedAt && news > (past?.alertChanges ?? 0);
	const lead = past && gravestOpen(state.alerts)?.lead;
	return lead && isNews(lead) ? {state, isNow: true} : {state: drawn, isNow: past === undefined};
};

const lineOf = (shown: Shown): Spans => {
	const {ui, options} = shown;
	const {state, isNow} = toldIn(shown);
	const {alerts, link} = state;
	const group = gravestOpen(alerts);
	if (!group) {
		// Before the first figures, and while none come, nobody knows.
		return link.kind === 'live' && state.dashboards.size > 0 ? [['faint', ` ${calm(state)}`]] : [];
	}
	const {lead} = group;
	const isMeant = !ui.past && group.members.length === 1 && alertsMeant(shown)?.lead.id === lead.id;
	const key = isNow && ui.past ? undefined : keyFor(options.keymap, isMeant ? 'acknowledge' : 'alerts');
	const before: Spans = isNow && ui.past ? [['past', ' NOW ']] : [];
	const shows = group.members.length > 1 ? 'shows them' : 'shows it';
	const old = staleAge(state, lead, options.interval);
	const line = alertSpans(group, {
		now: state.now,
		width: ui.columns - cellsOf(before),
		keys: keysOf(options.keymap),
		others: alertCounts(alerts).open - 1,
		answer: key === undefined ? undefined : [key, isMeant ? 'acknowledge' : shows],
		old: old && aged(old.milliseconds),
	});
	return [...before, ...line];
};

/** The line. */
export const AlertLine = memo(({width}: {width: number}) => {
	const spans = useStore(lineOf, sameSpans);
	return <Line spans={spans} width={width} />;
});
