/** What the operator's own commands do on the screen: they are asked about, run, and their end is shown. */

import type {View} from '../../present/actions.ts';
import {counted, span} from '../../present/format.ts';
import {lineOf, type OwnCommand, ownViews} from '../../present/own-commands.ts';
import {sentence} from '../../present/sentence.ts';
import {endText, type OwnEnd} from '../../service/own-commands.ts';
import {askedAnew, tooSoon} from '../../steering/answer.ts';
import {
	type OwnQuestion,
	type OwnRun,
	type OwnTarget,
	offerOwn,
	ownQuestionLines,
	ownText,
	whyOwnVoid,
} from '../../steering/own-command.ts';
import {questionFits} from '../../steering/question.ts';
import {selectedCampaignId} from '../state/tables.ts';
import {type Context, selectedRowOf} from '../store/context.ts';
import type {Action} from './action.ts';

/** The row that a command would be about: the selected one. */
const targetOf = (context: Context, {on}: OwnCommand): OwnTarget | undefined => {
	if (on === 'campaign') {
		const id = selectedCampaignId(context.tables);
		return id === undefined ? undefined : {kind: 'campaign', id};
	}
	const row = selectedRowOf(context, 'alerts');
	return row && row.kind !== 'flood' ? {kind: 'alert', id: row.alert.id} : undefined;
};

const offerOf = (context: Context, command: OwnCommand): OwnRun | {why: string} => {
	const {state, monitor, options} = context;
	const why = monitor?.own?.whyNot(command.name);
	if (why !== undefined) {
		return {why};
	}
	const offer = offerOwn(state, command, targetOf(context, command), options.interval);
	return 'why' in offer || monitor?.own ? offer : {why: 'not connected yet'};
};

/** The end in a sentence, with the first line of what it wrote where it failed. */
const endSentence = (order: OwnRun, {end, lines, note}: OwnEnd): string => {
	const isWell = end.kind === 'exited' && end.code === 0;
	const first = isWell ? undefined : lines.find(line => line.trim() !== '');
	return sentence(
		[`${ownText(order)}: ${endText(end)}`, note].filter(Boolean).join('; '),
		first === undefined ? [] : [['Output', first]],
	);
};

let sheets = 0;

/** Opens the sheet for the output; returns its number. */
const openSheet = ({dispatch}: Context, order: OwnRun): number => {
	const id = ++sheets;
	const output = {id, title: `${order.command.name}: ${lineOf(order.run)}`, note: 'it runs', lines: [], top: 0};
	dispatch({type: 'sheet', sheet: {palette: undefined, form: undefined, answer: undefined, output}});
	return id;
};

/** Runs what was chosen, and confirmed where it asks first. */
const runOwn = async (context: Context, order: OwnRun): Promise<void> => {
	const {monitor, hand, now, say} = context;
	const {name, output, timeout} = order.command;
	if (!monitor?.own) {
		return;
	}
	const sheet = output === 'sheet' ? openSheet(context, order) : undefined;
	const from = performance.now();
	const ended = await monitor.own.run(
		{name, run: order.run, target: order.named, timeout},
		output === 'terminal' ? hand : undefined,
	);
	const here = now();
	const isOpen = sheet !== undefined && here.ui.sheet?.output?.id === sheet;
	if ('why' in ended) {
		if (isOpen) {
			here.dispatch({type: 'sheet', sheet: undefined});
		}
		say(`Not run: ${ended.why}`, 'error');
		return;
	}
	const {end, lines, isCut, note} = ended;
	if (isOpen) {
		const amount = isCut ? 'the beginning of its output' : counted(lines.length, 'line');
		const how = [endText(end), `after ${span((performance.now() - from) / 1000)}`, amount, note]
			.filter(Boolean)
			.join(', ');
		here.dispatch({type: 'output', id: sheet, note: how, lines});
	} else {
		say(endSentence(order, ended), end.kind === 'exited' && end.code === 0 ? 'info' : 'error');
	}
};

/** Asks whether to run it, if that fits on the screen. */
const ask = ({state, ui, dispatch, say}: Context, order: OwnRun, changed?: string): void => {
	const question: OwnQuestion = {kind: 'run', order, ...(changed === undefined ? {} : {changed})};
	const lines = ownQuestionLines(state, question, ui.columns).length;
	if (questionFits(lines, ui)) {
		dispatch({type: 'prompt', prompt: question});
	} else {
		say('Not asked: the whole question does not fit on this screen; make it higher or wider', 'error');
	}
};

/** Closes a question that is void, and asks again if the same can still be run. */
export const askOwnAnew = (context: Context, {order}: OwnQuestion, change: string): void => {
	context.dispatch({type: 'close-prompt'});
	const offer = offerOwn(context.state, order.command, order.target, context.options.interval);
	if ('why' in offer) {
		context.say(`Not asked any longer, nothing was run: ${change}`, 'error');
	} else {
		ask(context, offer, `${askedAnew} Nothing was run: ${change}`);
	}
};

/** What makes an open question void. */
export const whyVoidNow = ({state, options}: Context, {order}: OwnQuestion): string | undefined =>
	whyOwnVoid(state, order, options.interval);

/** Runs what the operator has confirmed, if the question is still true. */
export const confirmOwn = (context: Context, question: OwnQuestion): void => {
	const change = whyVoidNow(context, question);
	if (change === undefined) {
		context.dispatch({type: 'close-prompt'});
		void runOwn(context, question.order);
	} else {
		askOwnAnew(context, question, change);
	}
};

/** A command as an action of the screen. */
export type OwnAction = Action & {command: OwnCommand; views: readonly View[]};

const ownAction = (command: OwnCommand): OwnAction => ({
	command,
	keys: command.keys,
	views: ownViews[command.on],
	group: 'control',
	label: `${command.about}: ${lineOf(command.run)}${command.isDangerous ? ' (y/N)' : ''}`,
	hint: command.name,
	whyDisabled(context) {
		const offer = offerOf(context, command);
		return 'why' in offer ? offer.why : undefined;
	},
	run(context) {
		const offer = offerOf(context, command);
		if ('why' in offer) {
			context.say(`Not now: ${offer.why}`, 'error');
		} else if (context.guard.isTyping()) {
			context.say(tooSoon, 'error');
		} else if (command.isDangerous) {
			ask(context, offer);
		} else {
			void runOwn(context, offer);
		}
	},
});

const none: readonly OwnAction[] = [];

const actionsOf = new WeakMap<readonly OwnCommand[], readonly OwnAction[]>();

/** The commands as actions. */
export const ownActions = ({options: {commands}}: Pick<Context, 'options'>): readonly OwnAction[] => {
	if (!commands) {
		return none;
	}
	const actions = actionsOf.get(commands) ?? commands.map(ownAction);
	actionsOf.set(commands, actions);
	return actions;
};

/** Those of a view. */
export const ownActionsIn = (context: Pick<Context, 'options'>, view: View): readonly OwnAction[] =>
	ownActions(context).filter(({views}) => views.includes(view));
