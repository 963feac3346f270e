/** The gravest alert, on a line above the board that is there whether or not there is one: nothing jumps when it begins. */
import {memo} from 'react';
import {alertCounts, gravestOpen} from '../../../alerts/floods.ts';
import type {State} from '../../../model/state.ts';
import {keysOf} from '../../../present/advice.ts';
import {aged, counted, dayAndTime} from '../../../present/format.ts';
import {alertSpans} from '../../../present/gravest-alert.ts';
import {keyFor} from '../../../present/keymap.ts';
import {type Spans, sameSpans} from '../../../present/spans.ts';
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

const lineOf = (shown: Shown): Spans => {
	const {state, ui, options} = shown;
	const {alerts, link} = state;
	const group = gravestOpen(alerts);
	if (!group) {
		// Before the first figures, and while none come, nobody knows.
		return link.kind === 'live' && state.dashboards.size > 0 ? [['faint', ` ${calm(state)}`]] : [];
	}
	const {lead} = group;
	const isMeant = group.members.length === 1 && alertsMeant(shown)?.lead.id === lead.id;
	const key = keyFor(options.keymap, isMeant ? 'acknowledge' : 'alerts');
	const shows = group.members.length > 1 ? 'shows them' : 'shows it';
	const old = staleAge(state, lead, options.interval);
	return alertSpans(group, {
		now: state.now,
		width: ui.columns,
		keys: keysOf(options.keymap),
		others: alertCounts(alerts).open - 1,
		answer: key === undefined ? undefined : [key, isMeant ? 'acknowledge' : shows],
		old: old && aged(old.milliseconds),
	});
};

/** The line. */
export const AlertLine = memo(({width}: {width: number}) => {
	const spans = useStore(lineOf, sameSpans);
	return <Line spans={spans} width={width} />;
});
