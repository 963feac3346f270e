/** Pace: how fast the campaign dials and what comes of it (section 2.6: identity and pace, today, calls_graph_data). */
import {memo} from 'react';
import {alertLine, alertRole} from '../../look/alert-text.ts';
import {keysOf} from '../../look/diagnosis-text.ts';
import {cut, decimals, nothing, number, percent, span} from '../../look/format.ts';
import type {Role} from '../../look/theme.ts';
import {
	type DropBudget,
	dropBudget,
	dropLine,
	dropRateBefore,
	dropStanding,
	liveAnswerBefore,
	liveAnswerRate,
} from '../../model/derived.ts';
import type {CallsPoint, Dashboard, Figures} from '../../model/wire.ts';
import type {Pair} from '../parts/pairs.ts';
import type {Size} from '../parts/panel.tsx';
import {useStore} from '../screen/store.ts';
import {FiguresAndCharts, Pane} from './pane.tsx';
import {byTimeOfDay, kept, pointsOf} from './points.ts';

const dropRole: Record<ReturnType<typeof dropStanding>, Role> = {
	unknown: 'faint',
	ok: 'ok',
	near: 'drop.near',
	high: 'drop.high',
};

const dropWord: Record<ReturnType<typeof dropStanding>, string> = {
	unknown: '',
	ok: '',
	near: ' near the limit',
	high: ' AT THE LIMIT',
};

/** Longer than a day the pace says nothing of today. */
const day = 86_400;

const passedText = ({passedIn}: DropBudget): string =>
	passedIn === undefined ? nothing : passedIn > day ? 'not at this pace' : span(passedIn);

/** What the drop rate still allows today; nothing where the figures do not tell. */
const budgetPairs = (budget: DropBudget | undefined, role: Role): Pair[] => {
	if (!budget) {
		return [];
	}
	const {left, isRough} = budget;
	const about = isRough ? '~' : '';
	const drops = left < 0 ? `over by ${about}${number(-left)}` : `${about}${number(left)} drops`;
	return [
		{label: 'budget*', value: drops, room: 10, role},
		...(left < 0 ? [] : [{label: 'used up in*', value: passedText(budget), room: 16}]),
	];
};

/** The figures of the pane. */
export const pacePairs = (figures: Figures, calls: Dashboard['calls']): Pair[] => {
	const standing = dropStanding(figures.dropRate, figures.dropLimit);
	const limit = figures.dropLimit === undefined ? '' : ` of ${decimals(figures.dropLimit, 1)}%`;
	return [
		{label: 'method', value: figures.paceMethod ?? nothing, room: 10},
		{label: 'level', value: figures.paceTempo ?? nothing, room: 4},
		{label: 'throttle', value: figures.throttle ?? nothing, room: 4},
		{
			label: 'dropped',
			value: `${percent(figures.dropRate, 2)}${limit}${dropWord[standing]}`,
			room: 14,
			role: dropRole[standing],
		},
		...budgetPairs(dropBudget(figures, calls), dropRole[standing]),
		{label: 'called', value: number(figures.calledToday), room: 7},
		{label: 'answered', value: number(figures.answeredToday), room: 6},
		{label: 'human', value: number(figures.humanAnswered), room: 6},
		{label: 'machine', value: number(figures.machineAnswered), room: 6},
		{label: 'live answer*', value: percent(liveAnswerRate(figures)), room: 5},
	];
};

/** The points of the charts. */
const linesOf = kept((calls: readonly CallsPoint[]) => {
	const timed = byTimeOfDay(calls);
	return {
		axis: timed.axis,
		dialed: pointsOf(timed, ({dialed}) => dialed),
		dropRate: pointsOf(timed, (_, index) => dropRateBefore(calls, index)),
		liveAnswers: pointsOf(timed, (_, index) => liveAnswerBefore(calls, index)),
	};
});

/** The pace pane. */
export const PacePane = memo((size: Size) => {
	const keymap = useStore(({options}) => options.keymap);
	return (
		<Pane name="pace" title="Pace" {...size}>
			{({figures, dashboard: {calls = []}, alert}, inner) => {
				const {axis, dialed, dropRate, liveAnswers} = linesOf(calls);
				const standing = dropStanding(figures.dropRate, figures.dropLimit);
				return (
					<FiguresAndCharts
						{...inner}
						{...(alert && {bar: [[alertRole(alert), ` ${cut(alertLine(alert, keysOf(keymap)), inner.width - 2)}`]]})}
						figures={pacePairs(figures, calls)}
						axis={axis}
						charts={[
							{title: 'dialed/min', role: 'chart.first', points: dialed},
							{
								title: 'drop % 15 min*',
								role: dropRole[standing],
								points: dropRate,
								format: value => value.toFixed(2),
								most: 100,
								limit: {value: dropLine(figures.dropLimit), role: 'drop.high'},
								isFirst: true,
							},
							{
								title: 'live answer %*',
								role: 'chart.second',
								points: liveAnswers,
								format: value => value.toFixed(1),
								most: 100,
								isSmall: true,
							},
						]}
					/>
				);
			}}
		</Pane>
	);
});
