/** "Why is it not dialing?" in words: what the figures say, each with its figure. */

import type {Alert} from '../model/alert.ts';
import type {Shift} from '../model/causes.ts';
import type {Diagnosis} from '../model/diagnosis.ts';
import type {FigureName} from '../model/figure-changes.ts';
import {type Reason, shortWords} from '../model/reason.ts';
import type {CampaignRow} from '../model/select.ts';
import {adviceOf, type Reader, slowerText} from './advice.ts';
import {capital, counted, decimals, nothing, number, percent, wrap} from './format.ts';
import {cellsOf, type Span, type Spans} from './spans.ts';
import type {Role} from './theme.ts';

/** A figure by its name, its unit and how it is written. */
export const figureText: Readonly<Record<FigureName, {name: string; write(value: number): string}>> = {
	dials: {name: 'dials a minute', write: value => decimals(value, value < 10 ? 1 : 0)},
	rings: {name: 'seconds of ringing', write: value => decimals(value, 0)},
	live: {name: 'live answers per dial', write: value => percent(value * 100, 0)},
	machines: {name: 'machines per dial', write: value => percent(value * 100, 0)},
	ready: {name: 'agents ready', write: value => percent(value * 100, 0)},
	idle: {name: 'agents for whom nothing rings', write: value => percent(value * 100, 0)},
	onCall: {name: 'agents on a call', write: value => percent(value * 100, 0)},
	wrapUp: {name: 'agents wrapping up', write: value => percent(value * 100, 0)},
	paused: {name: 'agents paused', write: value => percent(value * 100, 0)},
	waiting: {name: 'calls waiting', write: value => decimals(value, 1)},
	agents: {name: 'agents', write: value => decimals(value, 0)},
	level: {name: 'level', write: value => decimals(value, 2)},
	leads: {name: 'active leads', write: value => number(Math.round(value))},
};

const shiftText = ({figure, from, to}: Shift): string => {
	const {name, write} = figureText[figure];
	return `${name} ${to < from ? 'fell' : 'rose'} from ${write(from)} to ${write(to)}`;
};

/** The figures behind a reason; empty if its sentence has them. */
const evidence = (reason: Reason): string => {
	switch (reason.kind) {
		case 'stopped':
		case 'paused':
			return [
				`the service shows ${reason.status}`,
				...(reason.ready ? [`${counted(reason.ready, 'agent')} ready`] : []),
			].join(', ');
		case 'no-leads':
			return '0 on all its lists';
		case 'lists-off':
			return `0 of ${number(reason.total)} leads are active`;
		case 'leads-done':
			return [
				`0 of ${number(reason.active)} active ones remain`,
				...(reason.recycled ? [`${number(reason.recycled)} wait for another attempt`] : []),
			].join(', ');
		case 'leads-few':
			return [
				`${number(reason.remaining)} left`,
				...(reason.recycled ? [`${number(reason.recycled)} wait for another attempt`] : []),
			].join(', ');
		case 'outside-hours':
			return [
				`the scheduler says ${reason.word}`,
				...(reason.schedule ? [`the schedule is ${reason.schedule}`] : []),
			].join(', ');
		case 'level-zero':
			return reason.level;
		case 'lines-full':
			return `${number(reason.lines)} at most, and ${counted(reason.ready, 'agent')} ready`;
		case 'no-agents':
			return '0';
		case 'none-ready':
			return `${number(reason.onCall)} on call, ${number(reason.wrapUp)} wrapping up, ${number(reason.paused)} paused`;
		case 'drop-limit':
			return `${percent(reason.rate, 2)} of ${percent(reason.limit, 2)}; adaptive dialing holds back`;
		case 'by-hand':
			return 'lead by lead (MANUAL)';
		case 'scheduler-word':
			return `"${reason.word}", which the interface does not explain`;
		case 'disputed':
		case 'no-lines':
		case 'no-velocity':
			return '';
		default:
			return reason.shifts.map(shiftText).join(', ');
	}
};

/** A reason with its figures: `no leads left: 0 of 9,000 active ones remain`. */
export const reasonText = (reason: Reason): string => {
	const figures = evidence(reason);
	return `${shortWords[reason.kind]}${figures && (reason.kind === 'level-zero' ? ` (${figures})` : `: ${figures}`)}`;
};

/** The same with what to do about it: the one sentence for a cause, wherever it is shown. */
export const causeText = (reason: Reason, reader: Reader, campaignId: string): string =>
	`${reasonText(reason)}; ${adviceOf(reason, reader, campaignId)}`;

/** An alert without its cause, where the diagnosis beside it names that too. */
export const withoutNamedCause = (alert: Alert, {reasons}: Diagnosis): Alert =>
	reasons.some(({kind}) => kind === alert.cause?.kind) ? {...alert, cause: undefined} : alert;

const perMinute = (pace: number): string => `${pace < 10 ? decimals(pace, 1) : number(pace)} leads a minute*`;

const rate = ({ringing, perMinute: pace}: Diagnosis): string =>
	[`${number(ringing)} ringing`, ...(pace === undefined ? [] : [perMinute(pace)])].join(', ');

/** Figures that did not come and could have explained more. */
const missingText = ({missing}: Diagnosis): string =>
	missing.length > 0 ? ` (not reported: ${missing.join(', ')})` : '';

const headingOf = (diagnosis: Diagnosis, {status, figures, dispute}: CampaignRow): Span => {
	const {verdict, ringing, inProgress, reasons} = diagnosis;
	switch (verdict) {
		case 'dialing':
			return [
				reasons.length > 0 ? 'warning' : 'ok',
				`Dialing: ${rate(diagnosis)}${reasons.length > 0 ? '; but:' : ''}`,
			];
		case 'not-dialing':
			return [
				'warning',
				`Why is it not dialing?${inProgress ? ` (${counted(inProgress, 'call')} in progress will finish)` : ''}`,
			];
		case 'unexplained':
			return ['warning', `Nothing rings, and no figure says why${missingText(diagnosis)}`];
		case 'unknown':
			return [
				'warning',
				ringing === undefined
					? `Whether it dials is unknown${figures ? missingText(diagnosis) : ' without figures'}`
					: `Whether it dials is unknown: ${dispute ? 'its two sources disagree' : `its status "${status ?? nothing}" is a word that dialtop does not know`}, ${rate(diagnosis)}`,
			];
	}
};

/**
 * The reasons as sentences; advice that applies to several is given with the first. A campaign that is stopped or paused is not to be
 * slowed down: the key that pauses would play it.
 */
const reasonSentences = (reasons: readonly Reason[], reader: Reader, campaignId: string): string[] => {
	const advice = reasons.map(reason => adviceOf(reason, reader, campaignId));
	const isOff = reasons.some(({kind}) => kind === 'stopped' || kind === 'paused');
	const useless = isOff ? slowerText(reader, campaignId, true) : undefined;
	return reasons.map((reason, index) =>
		advice[index] === useless || advice.indexOf(advice[index] ?? '') < index
			? reasonText(reason)
			: causeText(reason, reader, campaignId),
	);
};

/** The diagnosis in sentences: its heading, then its reasons by weight. */
export const diagnosisSentences = (diagnosis: Diagnosis, row: CampaignRow, reader: Reader): string[] => {
	const [, heading] = headingOf(diagnosis, row);
	return [heading, ...reasonSentences(diagnosis.reasons, reader, row.campaign.id).map(capital)];
};

/** The diagnosis, its reasons numbered by weight; its heading follows `before` on the first line. */
export const diagnosisLines = (
	diagnosis: Diagnosis,
	row: CampaignRow,
	width: number,
	reader: Reader,
	before: Spans = [],
): Spans[] => {
	const [role, heading] = headingOf(diagnosis, row);
	const start = cellsOf(before) + 1;
	const lines = (text: string, first: string, of: Role): Spans[] =>
		wrap(text, width - first.length - 1).map((part, index) => [
			['faint', index === 0 ? first : ' '.repeat(first.length)],
			[of, part],
		]);
	return [
		...wrap(heading, width - start - 1).map(
			(part, index): Spans => [...(index === 0 ? before : []), [role, `${' '.repeat(index === 0 ? 1 : start)}${part}`]],
		),
		...reasonSentences(diagnosis.reasons, reader, row.campaign.id).flatMap((text, index) =>
			lines(capital(text), ` ${index + 1} `, 'text'),
		),
	];
};
