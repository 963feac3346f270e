/** The commands that can be typed, as rows: help is made from them. */

import {askUser, passwordOf} from '../../config/password.ts';
import {campaignRow, campaignRows} from '../../model/select.ts';
import {serviceZone} from '../../model/service-clock.ts';
import type {State} from '../../model/state.ts';
import {hour, minute} from '../../model/time.ts';
import {untilText} from '../../present/alert-text.ts';
import {counted, inZone} from '../../present/format.ts';
import {onService, word} from '../../present/sentence.ts';
import {isInState} from '../../present/status-text.ts';
import type {CampaignVerb} from '../../steering/offer.ts';
import {systemClock} from '../../system/clock.ts';
import {messageOf} from '../../wire/causes.ts';
import {type Choice, type LinearFloor, type Named, type Session, withCampaigns} from './session.ts';
import {steerLevel, steerVerb} from './steering.ts';
import {campaignSentence, type ListedAlert, listedAlerts, summaryOf, whySentences} from './summary.ts';

/** A command that can be typed. */
type Word = {
	name: string;
	/** What follows the name. */
	argument?: string;
	about: string;
	run(session: Session, text: string): void | Promise<void>;
};

/** Sentences about the state of a service, with times by its clock. */
const sentencesOf = (
	{headless: {store}}: LinearFloor,
	make: (state: State) => readonly string[],
): readonly string[] => {
	const state = store.get();
	return inZone(serviceZone(state), () => make(state));
};

/** Prints how every service is. */
export const summarize = ({floors, prompt}: Pick<Session, 'floors' | 'prompt'>): void =>
	prompt.print(floors.flatMap(floor => sentencesOf(floor, state => summaryOf(state, floor.interval))));

/** The most sentences of a list. */
const mostListed = 40;

const states = ['dialing', 'paused', 'stopped', 'unknown'] as const;

const list = ({floors, prompt}: Session, text: string): void => {
	const state = states.find(one => one === text);
	for (const floor of floors) {
		const sentences = sentencesOf(floor, now => {
			const rows = campaignRows(now).filter(row =>
				state ? isInState(row, state) : row.campaign.name.toLowerCase().startsWith(text.toLowerCase()),
			);
			const more = rows.length - mostListed;
			return [
				onService(now.source, rows.length === 0 ? 'No such campaign' : counted(rows.length, 'campaign')),
				...rows.slice(0, mostListed).map(row => campaignSentence(now, row, floor.interval)),
				...(more > 0
					? [`And ${more} more: campaigns and the beginning of a name, or ${states.join(', ')}, lists fewer`]
					: []),
			];
		});
		prompt.print(sentences);
	}
};

/** Polls the campaign that is named before all others, with its lists. */
const attend = ({headless: {monitor}}: LinearFloor, id: string): void =>
	monitor.watch({selected: id, visible: new Set([id]), lists: undefined, listsOfAll: true});

const describe = (session: Session, {floor, ids: [id = '']}: Named): void => {
	const row = campaignRow(floor.headless.store.get(), id);
	if (!row) {
		return;
	}
	attend(floor, id);
	session.prompt.print(sentencesOf(floor, now => [onService(now.source, campaignSentence(now, row, floor.interval))]));
	const steer = (verb: CampaignVerb): Choice => ({text: `${verb} it`, run: () => steerVerb(session, verb, id)});
	session.offer('What about it?', [
		{text: 'why it dials or not', run: () => why(session, {floor, ids: [id]})},
		...(row.state === 'dialing' ? [] : [steer('play')]),
		...(row.state === 'paused' || row.state === 'stopped' ? [] : [steer('pause')]),
		...(row.state === 'stopped' ? [] : [steer('stop')]),
	]);
};

const why = ({prompt}: Session, {floor, ids}: Named): void => {
	for (const id of ids) {
		attend(floor, id);
		prompt.print(
			sentencesOf(floor, now => {
				const row = campaignRow(now, id);
				return row ? whySentences(now, row) : [];
			}),
		);
	}
};

/** The active alerts of every service. */
const alertsIn = ({floors}: Session): {floor: LinearFloor; alert: ListedAlert}[] =>
	floors.flatMap(floor => {
		const state = floor.headless.store.get();
		return inZone(serviceZone(state), () => listedAlerts(state)).map(alert => ({floor, alert}));
	});

/** For how long alerts can be acknowledged, in milliseconds; undefined for as long as they last. */
const lengths: readonly (readonly [text: string, length: number | undefined])[] = [
	['15 minutes', 15 * minute],
	['an hour', hour],
	['until it ends', undefined],
];

const acknowledge = ({prompt, offer}: Session, chosen: ReturnType<typeof alertsIn>): void => {
	const open = chosen.filter(({alert}) => alert.open.length > 0);
	if (open.length === 0) {
		prompt.print(chosen.map(({alert}) => `It was acknowledged before: ${alert.text}`));
		return;
	}
	const hold = async (length: number | undefined): Promise<void> => {
		for (const {floor, alert} of open) {
			const {store, monitor} = floor.headless;
			const now = systemClock.now();
			const until = length === undefined ? undefined : now.wall + length;
			const how = inZone(serviceZone(store.get()), () => untilText(until, now));
			prompt.print([`Acknowledged ${how}: ${alert.text}`]);
			const problem = await monitor.acknowledge(alert.open, {until, reason: ''});
			if (problem) {
				prompt.print([`It is acknowledged for this run only: ${problem.message}`]);
			}
		}
	};
	offer(
		`For how long is nobody notified of ${open.length === 1 ? 'it' : 'them'}, unless it gets worse?`,
		lengths.map(([text, length]) => ({text, run: () => hold(length)})),
	);
};

const alerts = (session: Session): void => {
	const all = alertsIn(session);
	session.listed = all.map(one => ({
		text: `${onService(one.floor.headless.store.get().source, one.alert.text)}; ${one.alert.life}`,
		run: () => acknowledge(session, [one]),
	}));
	session.offer(
		all.length === 0 ? 'No alert' : `${counted(all.length, 'alert')}; a number acknowledges one, ack all every one`,
		session.listed,
	);
};

const ack = (session: Session, text: string): void | Promise<void> => {
	const open = alertsIn(session).filter(({alert}) => alert.open.length > 0);
	const listed = /^\d+$/.test(text) ? session.listed[Number(text) - 1] : undefined;
	if (listed) {
		return listed.run();
	}
	if (open.length === 0) {
		session.prompt.print(['No alert is to be acknowledged']);
	} else if (text === 'all') {
		acknowledge(session, open);
	} else {
		alerts(session);
	}
	return undefined;
};

const missed = ({flow, prompt}: Session): void => {
	const {texts, more} = flow.missed();
	prompt.print([
		...(more > 0 ? [`${more} earlier ones are gone`] : []),
		...(texts.length > 0 ? texts : ['Nothing was missed']),
	]);
};

const login = async ({floors, prompt}: Session): Promise<void> => {
	const out = floors.filter(({headless}) => headless.store.get().link.kind === 'signed-out');
	if (out.length === 0) {
		prompt.print(['You are signed in']);
	}
	for (const {headless} of out) {
		const {service, host, monitor} = headless;
		prompt.suspend();
		try {
			const user = service.user ?? (await askUser(host));
			const password = await passwordOf({}, `${user} at ${host} (${service.environment})`, {});
			const result = await monitor.signIn({user, password});
			prompt.print([result.kind === 'signed-in' ? `Signed in at ${host}` : `Not signed in: ${result.reason}`]);
		} catch (error) {
			process.exitCode = undefined;
			prompt.print([`Not signed in: ${messageOf(error)}`]);
		} finally {
			prompt.resume();
		}
	}
};

const verbAbout: Readonly<Record<CampaignVerb, string>> = {
	play: 'starts or resumes campaigns, once you confirm it',
	pause: 'pauses campaigns, once you confirm it; pause all pauses whatever dials',
	stop: 'stops campaigns and clears their queues, once you type the name',
};

const ofVerb = (verb: CampaignVerb): Word => ({
	name: verb,
	argument: 'CAMPAIGN',
	about: verbAbout[verb],
	run: (session, text) => steerVerb(session, verb, text),
});

/** The commands. */
export const words: readonly Word[] = [
	{name: 'summary', about: 'how everything is; Enter alone is the same', run: summarize},
	{
		name: 'campaigns',
		argument: 'BEGINNING',
		about: 'every campaign, or those that are dialing, paused or begin so',
		run: list,
	},
	{
		name: 'campaign',
		argument: 'CAMPAIGN',
		about: 'one campaign, and what can be done about it; its id alone is the same',
		run: (session, text) => withCampaigns(session, text, 'beginning', named => describe(session, named)),
	},
	{
		name: 'why',
		argument: 'CAMPAIGN',
		about: 'why it dials or not, with its alerts',
		run: (session, text) => withCampaigns(session, text, 'beginning', named => why(session, named)),
	},
	{name: 'alerts', about: 'the active alerts, the gravest first, each with a number', run: alerts},
	{
		name: 'ack',
		argument: 'NUMBER',
		about: 'acknowledges the alert of that number, or every one with ack all, for a time that is asked for',
		run: ack,
	},
	{name: 'missed', about: 'the sentences that were too many to print', run: missed},
	ofVerb('play'),
	ofVerb('pause'),
	ofVerb('stop'),
	{
		name: 'level',
		argument: 'CAMPAIGN LEVEL',
		about: 'sets the lines dialed per agent, or changes them by a step such as +0.1, once you confirm it',
		run: steerLevel,
	},
	{name: 'login', about: 'signs in again', run: login},
	{
		name: 'help',
		about: 'these commands',
		run: ({prompt}) =>
			prompt.print(words.map(({name, argument, about}) => `${[name, argument].filter(Boolean).join(' ')}: ${about}`)),
	},
	{name: 'quit', about: 'leaves; so do Ctrl-D and Ctrl-C', run: session => session.quit()},
];

/** Runs what was typed; a line that begins with no command names a campaign. */
export const runLine = (session: Session, line: string): void | Promise<void> => {
	const [name = '', ...others] = line.split(/\s+/);
	const found = words.find(one => one.name === name.toLowerCase());
	if (found) {
		return found.run(session, line.slice(name.length).trim());
	}
	const isNamed = session.floors.some(({headless}) =>
		[...(headless.store.get().campaigns.value?.values() ?? [])].some(
			({id, name: its}) => id === line || its.toLowerCase().startsWith(line.toLowerCase()),
		),
	);
	if (isNamed) {
		return withCampaigns(session, line, 'beginning', named => describe(session, named));
	}
	session.prompt.print([
		`${word(name)} is no command${others.length > 0 ? '' : ', nor a campaign'}; type help for the commands`,
	]);
	return undefined;
};
