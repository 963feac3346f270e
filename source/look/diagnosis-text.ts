/** "Why is it not dialing?" in words: what the figures say, each with its figure. */

import type {Diagnosis, Reason} from '../model/diagnosis.ts';
import type {CampaignRow} from '../model/select.ts';
import {decimals, nothing, number, percent, wrap} from './format.ts';
import type {Span, Spans} from './spans.ts';
import type {Role} from './theme.ts';

const reasonText = (reason: Reason): string => {
	switch (reason.kind) {
		case 'stopped':
			return `It is stopped: the service shows ${reason.status}`;
		case 'paused':
			return `It is paused: the service shows ${reason.status}`;
		case 'no-leads':
			return 'It has no leads: 0 on all its lists';
		case 'lists-off':
			return `All its lists are off: 0 of ${number(reason.total)} leads are active`;
		case 'leads-done':
			return [
				`No leads left: 0 of ${number(reason.active)} active ones remain`,
				...(reason.recycled ? [`${number(reason.recycled)} wait for another attempt`] : []),
			].join(', ');
		case 'outside-hours':
			return [
				`Outside calling hours: the scheduler says ${reason.word}`,
				...(reason.schedule ? [`the schedule is ${reason.schedule}`] : []),
			].join(', ');
		case 'level-zero':
			return `The dial level is 0 (${reason.level})`;
		case 'no-lines':
			return 'The number of lines is 0';
		case 'no-velocity':
			return 'The velocity is 0';
		case 'no-agents':
			return 'No agents are signed in: 0';
		case 'none-ready':
			return `No agent is ready: ${number(reason.onCall)} on call, ${number(reason.wrapUp)} wrapping up, ${number(reason.paused)} paused`;
		case 'drop-limit':
			return `The drop limit is reached: ${percent(reason.rate, 2)} of ${percent(reason.limit, 2)}; adaptive dialing holds back`;
		case 'by-hand':
			return 'Agents dial by hand, lead by lead (MANUAL)';
		case 'scheduler-word':
			return `The scheduler says "${reason.word}", which the interface does not explain`;
	}
};

const perMinute = (pace: number): string => `${pace < 10 ? decimals(pace, 1) : number(pace)} leads a minute*`;

const rate = ({ringing, perMinute: pace}: Diagnosis): string =>
	[`${number(ringing)} ringing`, ...(pace === undefined ? [] : [perMinute(pace)])].join(', ');

/** What did not come, and could have told more. */
const untold = ({missing}: Diagnosis): string => (missing.length > 0 ? ` (not told: ${missing.join(', ')})` : '');

const headingOf = (told: Diagnosis, {status, figures}: CampaignRow): Span => {
	const {verdict, ringing, inProgress, reasons} = told;
	switch (verdict) {
		case 'dialing':
			return [reasons.length > 0 ? 'warning' : 'ok', `Dialing: ${rate(told)}${reasons.length > 0 ? '; but:' : ''}`];
		case 'not-dialing':
			return [
				'warning',
				`Why is it not dialing?${inProgress ? ` (${number(inProgress)} calls in progress will finish)` : ''}`,
			];
		case 'unexplained':
			return ['warning', `Nothing rings, and no figure says why${untold(told)}`];
		case 'unknown':
			return [
				'warning',
				ringing === undefined
					? `Whether it dials cannot be told${figures ? untold(told) : ' without figures'}`
					: `Whether it dials cannot be told: its status "${status ?? nothing}" is no word that dialtop knows, ${rate(told)}`,
			];
	}
};

/** The diagnosis, its reasons numbered by weight. */
export const diagnosisLines = (told: Diagnosis, row: CampaignRow, width: number): Spans[] => {
	const [role, heading] = headingOf(told, row);
	const lines = (text: string, first: string, of: Role): Spans[] =>
		wrap(text, width - first.length - 1).map((part, index) => [
			['faint', index === 0 ? first : ' '.repeat(first.length)],
			[of, part],
		]);
	return [
		...lines(heading, ' ', role),
		...told.reasons.flatMap((reason, index) => lines(reasonText(reason), ` ${index + 1} `, 'text')),
	];
};
