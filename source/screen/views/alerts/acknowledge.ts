/** Acknowledging alerts: for how long is chosen from a list, whose first choice Enter takes; a reason may be typed. */

import type {AlertGroup} from '../../../alerts/floods.ts';
import {isOpenAlert} from '../../../model/alert.ts';
import {minute} from '../../../model/time.ts';
import {keysOf} from '../../../present/advice.ts';
import {groupSentence, untilText} from '../../../present/alert-text.ts';
import {zoneOfTimes} from '../../../present/format.ts';
import {readUntil, untilForms} from '../../../present/time-expression.ts';
import type {HowLong} from '../../../service/acknowledgements.ts';
import {type Context, promptChoice, promptText} from '../../store/context.ts';

/** The lengths of time that are offered, the usual one first. */
const lengths: readonly (readonly [text: string, milliseconds: number])[] = [
	['15 min', 15 * minute],
	['1 h', 60 * minute],
];

/** When the shift ends by the configuration; undefined if it does not say. */
const shiftEnd = ({options, state}: Context): number | undefined => {
	const present = {now: state.now.wall, zone: zoneOfTimes()};
	const times = (options.shiftEnds ?? []).flatMap(text => {
		const at = readUntil(text, present);
		return typeof at === 'number' ? at : [];
	});
	return times.length > 0 ? Math.min(...times) : undefined;
};

/** Acknowledges them, and says until when, and whether the audit lacks it. */
const carryOut = (context: Context, alerts: AlertGroup, how: HowLong): void => {
	const {state, monitor, options} = context;
	const open = alerts.members.filter(isOpenAlert);
	const active = alerts.members.filter(({resolvedAt, partOf}) => resolvedAt === undefined && partOf === undefined);
	context.say(`acknowledged ${untilText(how.until, state.now)}: ${groupSentence(alerts, keysOf(options.keymap))}`);
	void monitor?.acknowledge(open.length > 0 ? open : active, how).then(problem => {
		if (problem) {
			context
				.now()
				.say(`The alert is acknowledged for this run only: ${problem.message}. ${problem.advice}`.trim(), 'error');
		}
	});
};

const askTime = (context: Context, alerts: AlertGroup, reason: string): void => {
	const present = () => ({now: context.now().state.now.wall, zone: zoneOfTimes()});
	promptText(context, {
		about:
			'Until when is nobody notified of it? The shift-ends of alerts in the configuration offer the end of the shift by themselves.',
		label: `Until (${untilForms}): `,
		value: '',
		check(value) {
			const at = readUntil(value, present());
			return typeof at === 'number' ? undefined : `The time ${at.problem}`;
		},
		next(value) {
			const until = readUntil(value, present());
			if (typeof until === 'number') {
				carryOut(context.now(), alerts, {until, reason});
			}
		},
	});
};

const askReason = (context: Context, alerts: AlertGroup): void =>
	promptText(context, {
		about: 'Why? It goes into the audit, and everybody sees it who looks at the alert.',
		label: 'Reason: ',
		value: '',
		check: value => (value.trim() === '' ? 'Type a reason, or leave with Esc' : undefined),
		next: reason => askHowLong(context.now(), alerts, reason),
	});

/** Asks for how long these alerts are acknowledged, and acknowledges them. */
export const askHowLong = (context: Context, alerts: AlertGroup, reason = ''): void => {
	const {state, options} = context;
	const from = state.now.wall;
	const end = shiftEnd(context);
	const until = (at: number | undefined) => (): void => carryOut(context.now(), alerts, {until: at, reason});
	const choices: readonly {id: string; label: string; next(): void}[] = [
		...lengths.map(([text, length]) => ({
			id: text,
			label: `for ${text}, ${untilText(from + length, state.now)}`,
			next: () => until(context.now().state.now.wall + length)(),
		})),
		...(end === undefined
			? []
			: [{id: 'shift', label: `to the end of the shift, ${untilText(end, state.now)}`, next: until(end)}]),
		{id: 'end', label: untilText(undefined, state.now), next: until(undefined)},
		{
			id: 'time',
			label: `until ${end === undefined ? 'the end of the shift, or any other time' : 'another time'}, which is typed`,
			next: () => askTime(context.now(), alerts, reason),
		},
		...(reason === ''
			? [{id: 'reason', label: 'with a reason, which is typed first', next: () => askReason(context.now(), alerts)}]
			: []),
	];
	const about = `Acknowledge ${groupSentence(alerts, keysOf(options.keymap))}? Nobody is notified of it until then, unless it gets worse.`;
	promptChoice(context, {
		about: reason === '' ? about : `${about} Reason: ${reason}`,
		choices: choices.map(({id, label}) => ({id, label, isBare: true})),
		next: chosen => choices.find(({id}) => id === chosen)?.next(),
		isLight: true,
	});
};
