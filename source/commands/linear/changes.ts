/** What changed, in sentences: they are made of the lines of `dialtop watch`, of the alerts' news and of the commands. */
import type {AlertNews} from '../../alerts/news.ts';
import {outcomeIdOf, outcomeOf} from '../../model/command-outcomes.ts';
import {isOpen, type Pending} from '../../model/pending.ts';
import {campaignRow} from '../../model/select.ts';
import type {State} from '../../model/state.ts';
import {groupSentence} from '../../present/alert-text.ts';
import {sentenceOf} from '../../present/command-text.ts';
import {capital} from '../../present/format.ts';
import {maskOf} from '../../present/mask.ts';
import {onService, sentence, someOf, word} from '../../present/sentence.ts';
import {disputeText} from '../../present/status-text.ts';
import {linesBetween, type WatchLine} from '../watch/lines.ts';
import type {Change} from './flow.ts';
import {readerOf} from './reader.ts';

const linkSentence = ({link, source}: State): string => {
	switch (link.kind) {
		case 'retrying':
			return `${source.host} cannot be reached: ${link.reason}. It is tried again; until then the figures grow old`;
		case 'signed-out':
			return `Not signed in at ${source.host}${link.reason && `: ${link.reason}`}. Type login to sign in`;
		case 'gone':
			return link.reason;
		default:
			return `${source.host} answers`;
	}
};

/** What is remembered of what was printed, so that nothing is repeated. */
type Heard = {
	/** By campaign, what its status was. */
	statuses: Map<string, string>;
	/** Why the campaigns could not be listed. */
	unlisted: string | undefined;
	/** Whether the service did not answer. */
	isLost: boolean;
};

/** Makes sentences of the changes of a service from one state to the next, but for those of alerts and commands. */
export const createChanges = (): ((before: State, state: State, wall: number) => Change[]) => {
	const heard: Heard = {statuses: new Map(), unlisted: undefined, isLost: false};

	const ofStatus = (state: State, id: string): string | undefined => {
		const row = campaignRow(state, id);
		if (!row) {
			return undefined;
		}
		const {status, dispute, command, campaign} = row;
		const shown = dispute ? disputeText(dispute) : `the service shows ${word(status ?? 'no status')}`;
		const was = heard.statuses.get(id);
		heard.statuses.set(id, shown);
		// The outcome of a command tells of its change.
		if (was === undefined || was === shown || (command && (isOpen(command) || command.phase === 'observed'))) {
			return undefined;
		}
		const is = dispute ? 'may dial or not: its sources disagree' : row.state === 'unknown' ? 'changed' : row.state;
		return sentence(`Campaign ${word(id)} is ${is} now: ${shown}`, [['Name', campaign.name]]);
	};

	const textOf = (line: WatchLine, state: State): string | undefined => {
		const campaign = line.campaign as {id: string; name: string | null} | null | undefined;
		switch (line.kind) {
			case 'poll':
				return campaign ? ofStatus(state, campaign.id) : undefined;
			case 'link': {
				// At the start the summary says that it answers.
				const isNew = state.link.kind !== 'live' || heard.isLost;
				heard.isLost = state.link.kind !== 'live';
				return isNew ? linkSentence(state) : undefined;
			}
			case 'failure': {
				const reason = String(line.reason);
				if (campaign && !state.campaigns.value?.has(campaign.id) && heard.statuses.delete(campaign.id)) {
					return sentence(`Campaign ${word(campaign.id)}: ${reason}`, [['Name', campaign.name ?? campaign.id]]);
				}
				// Figures of a campaign that cannot be read are an alert once they are old.
				if (campaign || reason === heard.unlisted || heard.isLost) {
					return undefined;
				}
				heard.unlisted = reason;
				return `The campaigns cannot be listed: ${reason}`;
			}
			default:
				return undefined;
		}
	};

	return (before, state, wall) => {
		if (!state.campaigns.failure) {
			heard.unlisted = undefined;
		}
		return linesBetween(before, state, wall).flatMap(line => {
			const text = textOf(line, state);
			return text === undefined ? [] : {text: onService(state.source, text)};
		});
	};
};

const alertWords: Readonly<Record<AlertNews['event'], string>> = {
	raised: 'begins',
	risen: 'gets worse',
	returned: 'is back',
	resolved: 'is over',
};

/** News of alerts in sentences. */
export const alertChange = ({source}: State, news: AlertNews): Change => {
	const {event, lead} = news;
	const level = lead.level === 'critical' ? 'Critical alert' : 'Warning';
	return {
		text: onService(source, `${level} ${alertWords[event]}: ${groupSentence(news, readerOf(source))}`),
		isGrave: event !== 'resolved' && lead.level === 'critical',
	};
};

/** The commands that have come further from one state to the next. */
export const commandsBetween = (before: State, state: State): Pending[] =>
	before.commands === state.commands
		? []
		: state.commands.filter(one => {
				const known = before.commands.find(({command}) => command.id === one.command.id);
				return one.phase !== 'sending' && (known?.phase !== one.phase || known.reason !== one.reason);
			});

/** So many commands that have come alike are one sentence. */
const manyAlike = 3;

/** How far commands have come, in sentences; many that have come equally far are one. */
export const commandSentences = ({source}: State, commands: readonly Pending[]): string[] => {
	const newest = new Map(commands.map(one => [one.command.id, one]));
	const alike = Map.groupBy(newest.values(), one => [one.command.verb, outcomeIdOf(one), one.reason].join('\n'));
	return [...alike.values()].flatMap(group => {
		const [first] = group;
		if (!first || group.length < manyAlike) {
			return group.map(one => sentenceOf(one, maskOf({masked: false}), source));
		}
		const ids = someOf(
			group.map(({command}) => word(command.target.id)),
			8,
		);
		const {brief} = outcomeOf(first);
		const text = `${capital(first.command.verb)} of ${group.length}, ${ids}: ${brief}${first.reason && `, ${first.reason}`}`;
		return [onService(source, text)];
	});
};
