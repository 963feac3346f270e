/** `dialtop alerts --follow`: a line for what becomes of each alert. */

import type {AlertGroup} from '../../alerts/floods.ts';
import {type AlertFollower, followAlerts} from '../../alerts/news.ts';
import {type Out, say} from '../../cli/out.ts';
import {inLocale} from '../../cli/text.ts';
import type {Alerts} from '../../model/alert.ts';
import type {State} from '../../model/state.ts';
import type {Moment} from '../../model/time.ts';
import {alertRole, groupSentence} from '../../present/alert-text.ts';
import {dateAndTime} from '../../present/format.ts';
import type {Paint, Role} from '../../present/theme.ts';
import {systemClock} from '../../system/clock.ts';
import {struck} from '../../wire/secrets.ts';
import type {Headless} from '../connect/headless.ts';
import {createLineWriter} from '../watch/line-writer.ts';
import {type AlertChange, alertLine} from '../watch/lines.ts';
import {attend} from '../watch/until-stopped.ts';

/** How the lines are written. */
export type Following = {out: Pick<Out, 'write' | 'pending'>; isJson: boolean; paint: Paint};

const words: Readonly<Record<AlertChange['event'], string>> = {
	raised: 'begins',
	risen: 'rises',
	eased: 'eases',
	joined: 'joins',
	resolved: 'ends',
};

/**
 * Alerts that changed without being news: critical ones that are a warning again, those that return from that, and those that
 * have become part of another.
 */
export const levelChanges = (before: Alerts, after: Alerts, at: Moment): AlertChange[] =>
	before === after
		? []
		: [...after.active].flatMap(([key, alert]): AlertChange[] => {
				const known = before.active.get(key);
				if (known?.id === alert.id && !known.partOf && alert.partOf) {
					return [{event: 'joined', at, lead: alert, members: [alert]}];
				}
				return known?.id === alert.id && known.news === alert.news && known.level !== alert.level
					? [{event: alert.level === 'critical' ? 'risen' : 'eased', at, lead: alert, members: [alert]}]
					: [];
			});

const textOf = (paint: Paint, source: State['source'], group: AlertGroup & AlertChange): string => {
	const {event, at, lead} = group;
	const role: Role = event === 'resolved' ? 'ok' : alertRole(lead);
	const word = event === 'resolved' ? 'over' : lead.level.toUpperCase();
	const told = `${words[event].padEnd(6)}  ${word.padEnd(8)}  ${groupSentence(group, source)}`;
	return inLocale(struck(`${paint('faint', dateAndTime(at.wall))}  ${paint(role, told)}\n`));
};

/** Tells on standard error that the service is lost, and that it is back. */
const tellLink = (before: State, {link}: State): void => {
	if (link.kind === 'retrying' && before.link.kind !== 'retrying') {
		say(`${link.reason}: trying again`);
	} else if (link.kind === 'live' && before.link.kind === 'retrying') {
		say('the service answers');
	}
};

/** Follows the alerts of the campaigns that words name, until it is stopped. */
export const follow = (
	headless: Headless,
	input: readonly string[],
	{out, isJson, paint}: Following,
	end: Parameters<typeof attend>[2]['end'],
): AlertFollower => {
	const {store} = headless;
	const writer = createLineWriter(out);
	const tell = (changes: readonly AlertChange[]): void => {
		for (const change of changes) {
			if (isJson) {
				writer.write(alertLine(store.get(), change), false);
			} else {
				out.write(textOf(paint, store.get().source, change));
			}
		}
	};
	attend(headless, input, {
		changed(before, state) {
			tellLink(before, state);
			tell(levelChanges(before.alerts, state.alerts, systemClock.now()));
			return false;
		},
		end,
	});
	return followAlerts({store, clock: systemClock}, tell);
};
