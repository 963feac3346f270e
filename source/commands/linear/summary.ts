/** How a service, or a campaign of it, is, in sentences. */
import {activeGroups, alertCounts, gravestOpen} from '../../alerts/floods.ts';
import {type Alert, alertsOf, isOpenAlert} from '../../model/alert.ts';
import {timeLeft} from '../../model/derived.ts';
import {diagnose} from '../../model/diagnosis.ts';
import {dropRateOf} from '../../model/drops.ts';
import {
	type CampaignRow,
	campaignRows,
	isOld,
	oldestAge,
	settingsOf,
	type Totals,
	totalsOf,
} from '../../model/select.ts';
import type {State} from '../../model/state.ts';
import {alertLine, alertStatus, groupSentence, lifeOf} from '../../present/alert-text.ts';
import {diagnosisSentences, withoutNamedCause} from '../../present/diagnosis-text.ts';
import {aged, counted, number, percent, span} from '../../present/format.ts';
import {sentence, serviceText, word} from '../../present/sentence.ts';
import {disputeText, meansOf} from '../../present/status-text.ts';
import {readerOf} from './reader.ts';

/** Parts of a sentence, without those that are not known. */
const listed = (parts: readonly (string | false | undefined)[], between = ', '): string =>
	parts.filter(Boolean).join(between);

const ofCount = (count: number | undefined, what: string): string | undefined =>
	count === undefined ? undefined : `${number(count)} ${what}`;

const linkText = ({link, source}: State): string => {
	switch (link.kind) {
		case 'live':
			return 'connected';
		case 'starting':
			return 'not connected yet';
		case 'retrying':
			return `${source.host} cannot be reached, ${link.reason}, and it is tried again`;
		case 'signed-out':
			return 'not signed in: type login to sign in';
		case 'gone':
			return link.reason;
	}
};

const statesText = (rows: readonly CampaignRow[]): string => {
	const counts = Map.groupBy(rows, meansOf);
	return listed(
		(['dialing', 'paused', 'stopped', 'unknown'] as const).map(state => {
			const count = counts.get(state)?.length ?? 0;
			return count > 0 && `${number(count)} ${state === 'unknown' ? 'of unknown status' : state}`;
		}),
	);
};

/** Sums over campaigns, or the figures of one. */
type Counts = Partial<Totals>;

const agentsText = (counts: Counts): string => {
	const {agents, ready, onCall, wrapUp, paused} = counts;
	const parts = listed([
		ofCount(ready, 'ready'),
		ofCount(onCall, 'on a call'),
		ofCount(wrapUp, 'wrapping up'),
		ofCount(paused, 'paused'),
	]);
	return agents === undefined ? '' : `${counted(agents, 'agent')}${parts && `: ${parts}`}`;
};

const callsText = (counts: Counts): string =>
	listed([
		ofCount(counts.ringing, 'ringing'),
		counts.waiting === undefined ? undefined : `${counted(counts.waiting, 'call')} waiting for an agent`,
		counts.remainingLeads === undefined ? undefined : `${counted(counts.remainingLeads, 'lead')} left`,
	]);

const alertsText = (state: State): string[] => {
	const {open, acknowledged} = alertCounts(state.alerts);
	const gravest = gravestOpen(state.alerts);
	const others = acknowledged > 0 ? `, and ${acknowledged} acknowledged` : '';
	return gravest
		? [
				`${counted(open, 'alert')} not acknowledged${others}; type alerts to hear them`,
				`The gravest: ${alertStatus(gravest.lead).toLowerCase()}, ${groupSentence(gravest, readerOf(state.source))}`,
			]
		: [`No alert that is not acknowledged${others}`];
};

/** How a service is. @param interval milliseconds between two polls of a campaign */
export const summaryOf = (state: State, interval: number): string[] => {
	const {source, locked} = state;
	const rows = campaignRows(state);
	const totals = totalsOf(rows);
	const old = oldestAge(state, rows, interval);
	return [
		`${serviceText(source)} at ${source.host}: ${linkText(state)}${locked ? '; read-only, nothing can be sent' : ''}`,
		...(state.campaigns.value ? [`${counted(rows.length, 'campaign')}: ${statesText(rows) || 'none'}`] : []),
		...(totals.counted < rows.length ? [`Figures of ${totals.counted} were read`] : []),
		...(old ? [`The oldest figures are ${aged(old.milliseconds)}`] : []),
		agentsText(totals),
		callsText(totals),
		...(state.campaigns.value ? alertsText(state) : []),
	].filter(Boolean);
};

/** The state of a campaign and its main figures, in a sentence. */
export const campaignSentence = (state: State, row: CampaignRow, interval: number): string => {
	const {campaign, figures, status, dispute} = row;
	const drop = dropRateOf(row);
	const left = timeLeft(row);
	const is = dispute
		? `the sources disagree, ${disputeText(dispute)}`
		: row.state === 'unknown'
			? `shows ${word(status ?? 'no status')}`
			: row.state;
	const parts = figures
		? [
				agentsText(figures),
				callsText(figures),
				drop !== undefined && `drop rate ${percent(drop, 2)}`,
				left && `${span(left.seconds)} left`,
				isOld(state, row, interval) && 'these figures are old',
			]
		: ['no figures were read yet'];
	return sentence(`Campaign ${word(campaign.id)}: ${listed([is, ...parts], '; ')}`, [['Name', campaign.name]]);
};

/** Why a campaign dials or not, and its alerts. */
export const whySentences = (state: State, row: CampaignRow): string[] => {
	const {id} = row.campaign;
	const reader = readerOf(state.source);
	const diagnosis = diagnose(row, settingsOf(state, id), row.dashboard?.lists);
	return [
		...diagnosisSentences(diagnosis, row, reader),
		...alertsOf(state.alerts, id).map(alert => alertLine(withoutNamedCause(alert, diagnosis), reader)),
	];
};

/** An alert of one service that can be chosen by its number: its sentence, and those that nobody has acknowledged. */
export type ListedAlert = {text: string; life: string; open: readonly Alert[]};

/** The active alerts, the gravest first. */
export const listedAlerts = (state: State): ListedAlert[] =>
	activeGroups(state.alerts).map(group => ({
		text: `${alertStatus(group.lead).toLowerCase()}, ${groupSentence(group, readerOf(state.source))}`,
		life: lifeOf(group.lead, state.now),
		open: group.members.filter(isOpenAlert),
	}));
