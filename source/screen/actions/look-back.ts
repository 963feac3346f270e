/** Looking back: the screen shows a moment of the past, from the recording, until Esc. Nothing can be changed from there. */

import {initialState, type State} from '../../model/state.ts';
import {hour, minute} from '../../model/time.ts';
import {type ActionId, actionRows, type View} from '../../present/actions.ts';
import {dayAndTime, zoneOfTimes} from '../../present/format.ts';
import {markText} from '../../present/mark-text.ts';
import {maskOf} from '../../present/mask.ts';
import {readPastTime, timeForms} from '../../present/time-expression.ts';
import type {Mark, Past, PastEngine} from '../../service/past.ts';
import {whyPast, whyWatchOnly} from '../../steering/offer.ts';
import type {LookBack} from '../state/state.ts';
import {type Context, onEach} from '../store/context.ts';
import type {Behaviour, Behaviours} from './action.ts';

/** Views of people, who are never recorded. */
export const neverRecorded: readonly View[] = ['search', 'accounts', 'complaint'];

/** Seconds of the past per second, in the order in which the key switches them. */
const speeds: readonly (number | undefined)[] = [undefined, 1, 10, 60];

/** Why the past cannot be looked at. */
const whyNoPast = (context: Context): string | undefined =>
	context.past === undefined
		? 'nothing is recorded'
		: onEach(context).some(({state}) => state.commands.some(({phase}) => phase === 'sending'))
			? 'a command is on its way'
			: undefined;

/** Why an action cannot run on a screen of metrics, or while the past is on screen; undefined if it can. */
export const whyNotHere = (id: ActionId, {state}: Pick<Context, 'state'>): string | undefined => {
	const {ofPresent, prepares, operations} = actionRows[id];
	const isOfService = prepares || operations !== undefined;
	return (isOfService ? whyWatchOnly(state) : undefined) ?? (isOfService || ofPresent ? whyPast(state) : undefined);
};

/** The moment on screen, UTC milliseconds. */
const shownAt = ({ui, state}: Pick<Context, 'ui' | 'state'>): number => ui.past?.at ?? state.now.wall;

/** Back to the present. */
export const showNow = (context: Context): void => {
	for (const {dispatch, lookAt, past} of onEach(context)) {
		dispatch({type: 'look-back', past: undefined});
		lookAt(undefined);
		past?.engine?.leave();
	}
};

/** What was known of a service at a moment; of one that is not recorded, nothing. */
const stateThen = ({past, state}: Context, at: number): State =>
	past?.stateAt(at) ?? initialState(state.source, {wall: at, mono: at}, state.alertSettings);

/** Shows a moment of every service; one that is not over yet is the present. */
const show = (context: Context, past: Past, at: number, parts: Partial<LookBack> = {}): void => {
	const {ui, state, say} = context;
	const span = past.span();
	if (!span) {
		say('Nothing is recorded yet', 'error');
		return;
	}
	if (at > span.to && !context.state.source.isRecording) {
		if (ui.past) {
			showNow(context);
			say('This is now');
		}
		return;
	}
	const shown = Math.min(span.to, Math.max(span.from, at));
	const services = onEach(context);
	let states: readonly State[];
	try {
		states = services.map(service => stateThen(service, shown));
	} catch (error) {
		say(`The recording cannot be read: ${error instanceof Error ? error.message : error}`, 'error');
		return;
	}
	for (const [index, {dispatch, lookAt, state: present, ui: own, past: its}] of services.entries()) {
		const {speed, alertChanges = present.alerts.changes} = own.past ?? {};
		const then = states[index] ?? present;
		dispatch({
			type: 'look-back',
			past: {speed, alertChanges, ...parts, at: shown, state: then, source: its?.engine?.sourceAt(shown)},
		});
		lookAt(shown);
	}
	if (shown !== at) {
		say(`The recording ${at < shown ? 'begins' : 'ends'} at ${timeText(shown, state)}`);
	}
};

const timeText = (at: number, {now}: Pick<State, 'now'>): string => dayAndTime({wall: at, mono: at}, now);

/** Shows another moment, where the past can be looked at. */
const seek = (context: Context, to: (past: Past, at: number) => number): void => {
	if (context.past) {
		show(context, context.past, to(context.past, shownAt(context)));
	}
};

/** Shows what an engine has brought of the past, and says what it could not bring. */
export const showFilled = (context: Context, engine: PastEngine, shownTexts: Set<string>): void => {
	const {past, ui, say, state} = context;
	const {problem, warnings, isEmpty, isAsking} = engine.state();
	if (past && ui.past) {
		show(context, past, ui.past.at);
	}
	const nothing = `${engine.host} has no metrics of ${state.source.profile} so far`;
	const texts = [
		...(problem === undefined ? [] : [problem]),
		...warnings.map(text => `${engine.host} warns: ${text}`),
		...(isEmpty ? [nothing] : []),
	];
	const news = texts.find(text => !shownTexts.has(text));
	if (texts.length === 0 && !isAsking) {
		shownTexts.clear();
	}
	if (news !== undefined) {
		shownTexts.add(news);
		say(`Metrics: ${news}`, news === nothing ? 'info' : 'error');
	}
};

/** Moves on by so many milliseconds of the past, while it plays. */
export const playBy = (context: Context, milliseconds: number): void => {
	const {past, ui} = context;
	const end = past?.span()?.to ?? 0;
	if (past && ui.past) {
		const isOver = context.state.source.isRecording && ui.past.at + milliseconds >= end;
		show(context, past, isOver ? end : ui.past.at + milliseconds, isOver ? {speed: undefined} : {});
	}
};

const back = (milliseconds: number): Behaviour => ({
	whyDisabled: whyNoPast,
	run: context => seek(context, (_past, at) => at - milliseconds),
});

/** On is only possible from the past. */
const whyNotOn = (context: Context): string | undefined =>
	whyNoPast(context) ?? (context.ui.past ? undefined : 'this is now');

const on = (milliseconds: number): Behaviour => ({
	whyDisabled: whyNotOn,
	run: context => seek(context, (_past, at) => at + milliseconds),
});

const sayMark = (context: Context, mark: Mark): void => {
	const {state, say, ui} = context;
	const name = (id: string): string => state.campaigns.value?.get(id)?.name ?? id;
	say(`${timeText(mark.at, state)} ${markText(mark, maskOf(ui), name)}`);
};

/** Steps to a mark; the screen shows all marks of one moment. */
const toMark = (context: Context, side: 'before' | 'after', none: string): void => {
	const {past, say} = context;
	const at = shownAt(context);
	if (past?.engine && !past.engine.isKnown(side, at)) {
		say(`${past.engine.host} is asked what happened ${side} this: press the key again`);
		return;
	}
	const mark = side === 'before' ? past?.markBefore(at) : past?.markAfter(at);
	if (past && mark) {
		show(context, past, mark.at);
		sayMark(context.now(), mark);
	} else if (none === '') {
		showNow(context);
		say('This is now: nothing was marked since');
	} else {
		say(none);
	}
};

/** Shows the moment that was typed; answers with what is wrong with it. */
export const readMoment = (text: string, {state}: Pick<Context, 'state'>): number | string => {
	const read = readPastTime(text, {now: state.now.wall, zone: zoneOfTimes()});
	return typeof read === 'number' ? read : `The time ${read.problem}`;
};

/** Shows the time that was typed. */
export const lookAtTime = (context: Context, text: string): void => {
	const at = readMoment(text, context);
	if (typeof at === 'string') {
		context.say(at, 'error');
	} else {
		seek(context, () => at);
	}
};

/** What the keys that look back do. */
export const pastActions = {
	lastMark: {
		hintNow: ({ui}, hint) => (ui.past ? hint : undefined),
		whyDisabled: whyNoPast,
		run: context => toMark(context, 'before', 'Nothing happened before: the recording has no earlier mark'),
	},
	nextMark: {
		whyDisabled: whyNotOn,
		run: context => toMark(context, 'after', context.state.source.isRecording ? 'The recording has no later mark' : ''),
	},
	minuteBack: {...back(minute), hintNow: ({ui}, hint) => (ui.past ? hint : 'look back')},
	minuteOn: on(minute),
	hourBack: {...back(hour), hintNow: ({ui}, hint) => (ui.past ? hint : undefined)},
	hourOn: on(hour),
	lookAt: {
		hintNow: ({ui}, hint) => (ui.past ? hint : undefined),
		whyDisabled: whyNoPast,
		run: context =>
			context.dispatch({
				type: 'prompt',
				prompt: {
					kind: 'ask',
					about: `Look at which time of the past? ${timeForms}`,
					label: 'Time: ',
					value: '',
					wrong: '',
					check(value) {
						const at = readMoment(value, context.now());
						return typeof at === 'string' ? at : undefined;
					},
					next: value => lookAtTime(context.now(), value),
				},
			}),
	},
	firstMoment: {whyDisabled: whyNoPast, run: context => seek(context, (past, at) => past.span()?.from ?? at)},
	lastMoment: {whyDisabled: whyNoPast, run: context => seek(context, (past, at) => past.span()?.to ?? at)},
	playOn: {
		hintNow: ({ui}, hint) => (ui.past?.speed ? `play ${ui.past.speed}x` : hint),
		whyDisabled: whyNotOn,
		run(context) {
			const {ui, say} = context;
			const speed = speeds[(speeds.indexOf(ui.past?.speed) + 1) % speeds.length];
			if (ui.past) {
				for (const {ui: own, dispatch} of onEach(context)) {
					dispatch({type: 'look-back', past: own.past && {...own.past, speed}});
				}
				say(speed === undefined ? 'The past is paused' : `The past goes on, ${speed} s in each second`);
			}
		},
	},
} satisfies Behaviours;
