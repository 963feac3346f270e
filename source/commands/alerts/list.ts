/** `dialtop alerts` without `--follow`: the active alerts of one service or several, after one look or a while. */
import {type AlertGroup, compareGroups, groupsInOrder} from '../../alerts/floods.ts';
import {alertRecord} from '../../alerts/news.ts';
import {type Out, say} from '../../cli/out.ts';
import {lookOf} from '../../cli/table.ts';
import {inLocale} from '../../cli/text.ts';
import {UsageError} from '../../config/errors.ts';
import {alertIdOf} from '../../model/alert.ts';
import {serviceZone} from '../../model/service-clock.ts';
import type {State} from '../../model/state.ts';
import {alertRole, alertStatus, endText, groupSentence} from '../../present/alert-text.ts';
import {clock, inZone, span, width} from '../../present/format.ts';
import type {Paint} from '../../present/theme.ts';
import {messageOf} from '../../wire/causes.ts';
import {struck} from '../../wire/secrets.ts';
import {counted} from '../../wire/words.ts';
import {type LookTimes, look, lookInterval, lookRules} from '../check/look.ts';
import {type PluginState, pluginStates} from '../check/plugin-line.ts';
import {gravestState} from '../check/several-verdicts.ts';
import {alertsIn, judge, notJudged, unreadIn} from '../check/verdict.ts';
import {type CommandFlags, monitorOne, type OneService} from '../connect/reach.ts';
import {servicesOf, useEach} from '../connect/several.ts';
import {withoutSecrets} from '../watch/lines.ts';

/** The cells of the status of an alert. */
const statusWidth = 12;

/** What a look at a service has seen, and what it did not judge. */
type Looked = {
	/** Its profile if it is one of several. */
	name: string | undefined;
	/** Undefined if it could not be opened. */
	state: State | undefined;
	groups: readonly AlertGroup[];
	campaigns: number;
	/** The rules that could not be judged in that time. */
	notJudged: readonly string[];
	/** What could not be read, a line each. */
	unread: readonly string[];
	pluginState: PluginState;
	theme: string | undefined;
};

/** An alert of a service, with times by the clock of that if it is one of several. */
type Listed = {group: AlertGroup; state: State; name: string | undefined};

const campaignsIn = ({campaigns}: State, wanted: ReadonlySet<string> | undefined): number =>
	[...(campaigns.value?.keys() ?? [])].filter(id => wanted === undefined || wanted.has(id)).length;

const lookAt = (one: OneService, input: readonly string[], times: LookTimes): Promise<Looked> =>
	monitorOne(one, {interval: lookInterval, rules: lookRules(times)}, async headless => {
		const question = await look(headless, input, times);
		const state = headless.store.get();
		const {name, theme} = headless;
		return {
			name,
			state,
			groups: groupsInOrder(alertsIn(state, question.wanted)),
			campaigns: campaignsIn(state, question.wanted),
			notJudged: notJudged(state, question),
			unread: unreadIn(state, question),
			pluginState: judge(state, question).pluginState,
			theme,
		};
	});

const failedLook = (error: unknown, name: string): Looked => ({
	name,
	state: undefined,
	groups: [],
	campaigns: 0,
	notJudged: [],
	unread: [messageOf(error), ...(error instanceof UsageError ? error.more : [])],
	pluginState: 'UNKNOWN',
	theme: undefined,
});

/** The alerts of all services, the gravest first. */
const listedOf = (looked: readonly Looked[]): Listed[] => {
	const all = looked.flatMap(({groups, state, name}) => (state ? groups.map(group => ({group, state, name})) : []));
	return looked.length === 1 ? all : all.toSorted((one, other) => compareGroups(one.group, other.group));
};

/** What is written of an alert. */
const written = <T>({name, state}: Listed, make: () => T): T =>
	name === undefined ? make() : inZone(serviceZone(state), make);

/** An alert, for programs. */
const recordOf = (listed: Listed) =>
	written(listed, () => {
		const {group, state, name} = listed;
		const {event, until, ...record} = alertRecord(
			state,
			{...group, event: 'raised'},
			{text: groupSentence(group, state.source), endOf: ({end}) => end && endText(end)},
		);
		return {
			...(name !== undefined && {profile: name}),
			standing: alertStatus(group.lead).toLowerCase(),
			...record,
		};
	});

/** Before a text about one of several services: its name. */
const named = ({name}: Pick<Looked, 'name'>, text: string): string => (name === undefined ? text : `${name}: ${text}`);

const writeJson = (out: Pick<Out, 'write'>, looked: readonly Looked[], seconds: number): void => {
	const services = looked.map(({name, state, campaigns, groups, pluginState}) => ({
		profile: name,
		environment: state?.source.environment ?? null,
		host: state?.source.host ?? null,
		state: pluginState,
		campaigns,
		alerts: groups.length,
	}));
	const listed = {
		watched_s: seconds,
		campaigns: looked.reduce((sum, {campaigns}) => sum + campaigns, 0),
		not_judged: looked.flatMap(one => one.notJudged.map(text => named(one, text))),
		not_read: looked.flatMap(one => one.unread.map(text => named(one, text))),
		...(looked.length > 1 && {services}),
		alerts: listedOf(looked).map(recordOf),
	};
	out.write(`${JSON.stringify(listed, withoutSecrets, '\t')}\n`);
};

const writeLines = (out: Pick<Out, 'write'>, looked: readonly Looked[], seconds: number, paint: Paint): void => {
	const cells = Math.max(...looked.map(({name = ''}) => width(name)));
	for (const listed of listedOf(looked)) {
		const {group, state, name} = listed;
		const {lead} = group;
		const role = alertRole(lead);
		const line = written(listed, () => {
			// What one look sees began at some time before.
			const since = seconds === 0 ? '' : `${paint('faint', `since ${clock(lead.since.wall)}`)}  `;
			const status = paint(role, alertStatus(lead).padEnd(statusWidth));
			const id = paint('faint', alertIdOf(lead));
			return `${status}  ${since}${paint(role, groupSentence(group, state.source))}  ${id}\n`;
		});
		const service = name === undefined ? '' : `${paint('strong', name)}${' '.repeat(cells - width(name))}  `;
		out.write(inLocale(struck(service + line)));
	}
};

/** How much was seen of a service, and what was not judged or read; a line each. */
const lookedAt = ({groups, campaigns, notJudged, unread, state, name}: Looked, seconds: number): string[] => {
	const how = seconds === 0 ? 'in one look' : `in ${span(seconds)}`;
	const isElsewhere = name !== undefined && state && serviceZone(state) !== undefined;
	return [
		`${counted(groups.length, 'alert')} on ${counted(campaigns, 'campaign')} ${how}${isElsewhere ? "; times are those of the service's clock" : ''}`,
		...(notJudged.length > 0 ? [`not judged ${how}: ${notJudged.join(', ')}`] : []),
		...unread.map(text => `not read: ${text}`),
	];
};

/** Looks and prints; returns the exit code. */
export const listAlerts = async (
	flags: CommandFlags & {json: boolean},
	input: readonly string[],
	out: Out,
	times: LookTimes,
): Promise<number> => {
	const looked = await useEach(await servicesOf(flags), one => lookAt(one, input, times), failedLook);
	const seconds = times.lasting;
	if (flags.json) {
		writeJson(out, looked, seconds);
	} else {
		writeLines(out, looked, seconds, lookOf(out, {theme: looked[0]?.theme}).paint);
	}
	for (const one of looked) {
		for (const text of lookedAt(one, seconds)) {
			say(named(one, text));
		}
	}
	return pluginStates.indexOf(gravestState(looked.map(({pluginState}) => pluginState)));
};
