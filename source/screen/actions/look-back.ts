/** Looking back: the screen shows a moment of the past, from the recording, until Esc. Nothing can be changed from there. */

import {initialState, type State} from '../../model/state.ts';
import {hour, minute} from '../../model/time.ts';
import {type ActionId, actionRows, type View} from '../../present/actions.ts';
import {capital, dayAndTime, zoneOfTimes} from '../../present/format.ts';
import {markText} from '../../present/mark-text.ts';
import {maskOf} from '../../present/mask.ts';
import {readPastTime, timeForms} from '../../present/time-expression.ts';
import type {Mark, Past, PastEngine, Period} from '../../service/past.ts';
import {whyPast, whyWatchOnly} from '../../steering/offer.ts';
import type {LookBack} from '../state/state.ts';
import {type Context, onEach} from '../store/context.ts';
import type {Behaviour, Behaviours} from './action.ts';

/** Views of people, who are never recorded. */
export const neverRecorded: readonly View[] = ['search', 'accounts', 'complaint'];

/** Seconds of the past per second, in the order in which the key switches them. */
const speeds: readonly (number | undefined)[] = [undefined, 1, 10, 60];

/** A service, and what is recorded of it. */
type Recorded = {service: Context; past: Past};

/** The services of which something is recorded. */
const recordedOf = (context: Context): Recorded[] =>
	onEach(context).flatMap(service => (service.past ? [{service, past: service.past}] : []));

/** From the first moment that is recorded of any service to the last; undefined if nothing is. */
const spanOf = (context: Context): Period | undefined => {
	const spans = recordedOf(context).flatMap(({past}) => past.span() ?? []);
	return spans.length === 0
		? undefined
		: {from: Math.min(...spans.map(({from}) => from)), to: Math.max(...spans.map(({to}) => to))};
};

/** Which services are not recorded, so that nothing of them is shown; empty if all are. */
const notRecorded = (context: Context): string => {
	const names = onEach(context).flatMap(({past, state}) => (past ? [] : state.source.profile));
	return names.length === 0 ? '' : `nothing is recorded of ${names.join(', ')}`;
};

/** Why the past cannot be looked at. */
const whyNoPast = (context: Context): string | undefined =>
	recordedOf(context).length === 0
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
const show = (context: Context, at: number, parts: Partial<LookBack> = {}): void => {
	const {ui, state, announce} = context;
	const span = spanOf(context);
	if (!span) {
		announce('Nothing is recorded yet', 'error');
		return;
	}
	if (at > span.to && !context.state.source.isRecording) {
		if (ui.past) {
			showNow(context);
			announce('This is now');
		}
		return;
	}
	const shown = Math.min(span.to, Math.max(span.from, at));
	const services = onEach(context);
	let states: readonly State[];
	try {
		states = services.map(service => stateThen(service, shown));
	} catch (error) {
		announce(`The recording cannot be read: ${error instanceof Error ? error.message : error}`, 'error');
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
	const unknown = ui.past ? '' : notRecorded(context);
	if (shown !== at) {
		announce(`The recording ${at < shown ? 'begins' : 'ends'} at ${timeText(shown, state)}`);
	} else if (unknown !== '') {
		announce(capital(unknown));
	}
};

const timeText = (at: number, {now}: Pick<State, 'now'>): string => dayAndTime({wall: at, mono: at}, now);

/** Shows another moment, where the past can be looked at. */
const seek = (context: Context, to: (at: number) => number): void => show(context, to(shownAt(context)));

/** Shows what an engine has brought of the past, and says what it could not bring. */
export const showFilled = (context: Context, engine: PastEngine, shownTexts: Set<string>): void => {
	const {ui, say, state} = context;
	const {problem, warnings, isEmpty, isAsking} = engine.state();
	if (ui.past) {
		show(context, ui.past.at);
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
	const {ui} = context;
	const end = spanOf(context)?.to ?? 0;
	if (ui.past) {
		const isOver = context.state.source.isRecording && ui.past.at + milliseconds >= end;
		show(context, isOver ? end : ui.past.at + milliseconds, isOver ? {speed: undefined} : {});
	}
};

const back = (milliseconds: number): Behaviour => ({
	whyDisabled: whyNoPast,
	run: context => seek(context, at => at - milliseconds),
});

/** On is only possible from the past. */
const whyNotOn = (context: Context): string | undefined =>
	whyNoPast(context) ?? (context.ui.past ? undefined : 'this is now');

const on = (milliseconds: number): Behaviour => ({
	whyDisabled: whyNotOn,
	run: context => seek(context, at => at + milliseconds),
});

const sayMark = (context: Context, mark: Mark): void => {
	const {state, say, ui} = context;
	const name = (id: string): string => state.campaigns.value?.get(id)?.name ?? id;
	const unknown = notRecorded(context);
	say(`${timeText(mark.at, state)} ${markText(mark, maskOf(ui), name)}${unknown === '' ? '' : ` (${unknown})`}`);
};

/** Steps to the nearest mark of any service; the screen shows all marks of one moment. */
const toMark = (context: Context, side: 'before' | 'after', none: string): void => {
	const {announce} = context;
	const at = shownAt(context);
	const recorded = recordedOf(context);
	const unknown = recorded.find(({past: {engine}}) => engine && !engine.isKnown(side, at));
	if (unknown) {
		unknown.service.say(`${unknown.past.engine?.host} is asked what happened ${side} this: press the key again`);
		return;
	}
	const [nearest] = recorded
		.flatMap(({service, past}) => {
			const mark = side === 'before' ? past.markBefore(at) : past.markAfter(at);
			return mark ? [{service, mark}] : [];
		})
		.toSorted((one, other) => Math.abs(one.mark.at - at) - Math.abs(other.mark.at - at));
	if (nearest) {
		const {service, mark} = nearest;
		show(context, mark.at);
		sayMark(service.now(), mark);
	} else if (none === '') {
		showNow(context);
		announce('This is now: nothing was marked since');
	} else {
		announce(none);
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
		context.announce(at, 'error');
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
	firstMoment: {whyDisabled: whyNoPast, run: context => seek(context, at => spanOf(context)?.from ?? at)},
	lastMoment: {whyDisabled: whyNoPast, run: context => seek(context, at => spanOf(context)?.to ?? at)},
	playOn: {
		hintNow: ({ui}, hint) => (ui.past?.speed ? `play ${ui.past.speed}x` : hint),
		whyDisabled: whyNotOn,
		run(context) {
			const {ui, announce} = context;
			const speed = speeds[(speeds.indexOf(ui.past?.speed) + 1) % speeds.length];
			if (ui.past) {
				for (const {ui: own, dispatch} of onEach(context)) {
					dispatch({type: 'look-back', past: own.past && {...own.past, speed}});
				}
				announce(speed === undefined ? 'The past is paused' : `The past goes on, ${speed} s in each second`);
			}
		},
	},
} satisfies Behaviours;
