/** Commands of the operator's own: what may be run now, on which row, what is asked before, and what voids that question. */

import {type Alert, alertKey} from '../model/alert.ts';
import type {TargetName} from '../model/pending.ts';
import {campaignRow} from '../model/select.ts';
import type {State} from '../model/state.ts';
import {
	type Arguments,
	alertValues,
	campaignValues,
	filledIn,
	lineOf,
	type OwnCommand,
} from '../present/own-commands.ts';
import {nameOf, sentence, serviceText, word, wrapSentence} from '../present/sentence.ts';
import {gone, statusText, whyLocked} from './offer.ts';

/** The row that a command is about, by its id. */
export type OwnTarget = {kind: 'campaign'; id: string} | {kind: 'alert'; id: number};

/** A command that can be run: what it is about, as it was when the operator chose it, and its arguments. */
export type OwnRun = {
	command: OwnCommand;
	/** The name of the service while several are on screen. */
	floor: string | undefined;
	target: OwnTarget;
	/** What the audit names. */
	named: TargetName;
	/** What the row is in a word, such as its status: if that changes, the question is void. */
	shown: string;
	run: Arguments;
};

/** A run to be confirmed, and what voided the question before it. */
export type OwnQuestion = {kind: 'run'; order: OwnRun; changed?: string};

const whyNoRow: Readonly<Record<OwnCommand['on'], string>> = {
	campaign: 'no campaign is selected',
	alert: 'no single alert is selected',
};

/** An alert of this run by its id. */
const alertIn = ({alerts}: State, id: number): Alert | undefined =>
	[...alerts.active.values(), ...alerts.past].find(alert => alert.id === id);

/** What the audit names for an alert: its campaign, or what its rule is about. */
const namedBy = ({campaignId, kind, name}: Alert): TargetName =>
	campaignId === undefined
		? {kind: 'service', id: `alert ${alertKey(kind, undefined)}`, name}
		: {kind: 'campaign', id: campaignId, name};

type Found = Pick<OwnRun, 'named' | 'shown'> & {values: Readonly<Record<string, string>>};

const found = (state: State, target: OwnTarget, interval: number): Found | undefined => {
	if (target.kind === 'alert') {
		const alert = alertIn(state, target.id);
		return (
			alert && {named: namedBy(alert), shown: alert.resolvedAt ? 'over' : 'active', values: alertValues(state, alert)}
		);
	}
	const row = state.campaigns.value?.has(target.id) ? campaignRow(state, target.id) : undefined;
	return (
		row && {
			named: {kind: 'campaign', id: row.campaign.id, name: row.campaign.name},
			shown: statusText(row.status),
			values: campaignValues(state, row, interval),
		}
	);
};

/**
 * What a command would run now, or why it cannot.
 *
 * @param interval milliseconds between two polls, by which the age of figures is judged
 */
export const offerOwn = (
	state: State,
	command: OwnCommand,
	target: OwnTarget | undefined,
	interval: number,
): OwnRun | {why: string} => {
	const why = whyLocked(state);
	if (why !== undefined) {
		return {why};
	}
	if (!target) {
		return {why: whyNoRow[command.on]};
	}
	const row = found(state, target, interval);
	if (!row) {
		return {why: gone};
	}
	const filled = filledIn(command.run, row.values);
	const {named, shown} = row;
	return 'why' in filled ? filled : {command, floor: state.source.floor, target, named, shown, run: filled.run};
};

/** What is no longer true of a run that was chosen; undefined while it may be run as it was asked. */
export const whyOwnVoid = (state: State, {target, named, shown}: OwnRun, interval: number): string | undefined => {
	const why = whyLocked(state);
	if (why !== undefined) {
		return why;
	}
	const now = found(state, target, interval);
	if (!now) {
		return gone;
	}
	return now.named.name === named.name
		? now.shown === shown
			? undefined
			: `it changed from ${shown} to ${now.shown} meanwhile`
		: sentence('it has another name now', [
				['Was', named.name],
				['Is', now.named.name],
			]);
};

/** A row in a sentence: `campaign 1001`. */
const rowText = ({target, named}: OwnRun): string =>
	named.kind === 'campaign'
		? `${target.kind === 'alert' ? 'the alert on ' : ''}campaign ${word(named.id)}`
		: 'the alert';

/** What was run, and on what: `ticket on campaign 1001`. */
export const ownText = (order: OwnRun): string => `${order.command.name} on ${rowText(order)}`;

/** The question: the service, the environment, and the command line as it will be run. */
const ownQuestion = ({source: {environment}}: State, {order, changed}: OwnQuestion): string =>
	sentence(
		`${changed === undefined ? '' : `${changed} `}${serviceText({floor: order.floor, environment})}: run ${ownText(order)}? [y/N]`,
		[...nameOf(order.named), ['Command', lineOf(order.run)]],
	);

/** The lines of the question: none of it is cut. */
export const ownQuestionLines = (state: State, question: OwnQuestion, columns: number): string[] =>
	wrapSentence(ownQuestion(state, question), columns);
