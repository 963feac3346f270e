/** What the monitor says in each scenario of the sandbox, and how soon. */

import {forOnePoll} from '../../source/alerts/one-poll.ts';
import {alertDefaults} from '../../source/alerts/rules.ts';
import type {PluginState} from '../../source/commands/check/plugin-line.ts';
import {judge} from '../../source/commands/check/verdict.ts';
import type {RuleId} from '../../source/model/alert.ts';
import {diagnose} from '../../source/model/diagnosis.ts';
import type {Reason} from '../../source/model/reason.ts';
import {campaignRow} from '../../source/model/select.ts';
import type {Figures} from '../../source/model/wire.ts';
import {keysOf} from '../../source/present/advice.ts';
import {whatOf} from '../../source/present/alert-text.ts';
import {causeText} from '../../source/present/diagnosis-text.ts';
import type {ScenarioName} from '../../source/sandbox/scenarios/names.ts';
import {type Scenario, scenarios, scriptOf} from '../../source/sandbox/scenarios/scenarios.ts';
import type {World} from '../../source/sandbox/world/state.ts';
import {hour, minute, second} from '../../source/sandbox/world/time.ts';
import {advance, createWorld} from '../../source/sandbox/world/world.ts';
import {campaignOf, openingOf} from '../sandbox/scenario-world.ts';
import {copiedWorlds} from './remembered.ts';
import {lookOnce, watch, watchUntil} from './watched-world.ts';

/** What happens in a scenario, and what has to be said of it. */
type Happening = {
	scenario: ScenarioName;
	/** Milliseconds after the opening. */
	at: number;
	what: string;
	campaign: string;
	alerts: readonly RuleId[];
	causes: readonly Reason['kind'][];
	/** From when the figures can tell; from the first poll on that another world would not show, unless it is given. */
	tells?(figures: Figures, before: Figures): boolean;
};

/** More than a third of the agents are gone. */
const isShort = ({agents = 0}: Figures, before: Figures): boolean => agents < 0.66 * (before.agents ?? 0);

/** Every happening. */
const happenings: readonly Happening[] = [
	...['Utilities Past Due', 'Auto Loans 30-60', 'Survey Callbacks'].map(
		(campaign): Happening => ({
			scenario: 'carrier-outage',
			at: 4 * minute,
			what: 'nearly every dial fails at once',
			campaign,
			alerts: ['outage', 'answers'],
			causes: ['dials-fail', 'unanswered'],
		}),
	),
	{
		scenario: 'list-exhausted',
		at: 0,
		what: 'the only list that is on runs dry',
		campaign: 'Telecom Final Notices',
		alerts: ['leads-low', 'idle'],
		causes: ['leads-few', 'leads-done'],
		tells: ({ringing, remainingLeads = 1000}) => ringing === 0 && remainingLeads < 20,
	},
	{
		scenario: 'short-staffed',
		at: 2 * minute,
		what: 'half of the agents leave, each after the call',
		campaign: 'Medical Receivables',
		alerts: ['staffing'],
		causes: ['agents-left', 'level-up'],
		tells: isShort,
	},
	{
		scenario: 'short-staffed',
		at: 3 * minute,
		what: 'the level is raised from 1.2 to 3',
		campaign: 'Medical Receivables',
		alerts: ['waiting', 'unusual'],
		causes: ['level-up'],
	},
	{
		scenario: 'shift-change',
		at: 3 * minute,
		what: 'the early shift leaves, each after the call',
		campaign: 'Spring Collections',
		alerts: ['staffing'],
		causes: ['agents-left'],
		tells: isShort,
	},
	{
		scenario: 'shift-change',
		at: 4 * minute,
		what: 'the early shift leaves, each after the call',
		campaign: 'Utilities Past Due',
		alerts: ['staffing'],
		causes: ['agents-left'],
		tells: isShort,
	},
	{
		scenario: 'spam-label',
		at: 4 * minute,
		what: 'the caller ID is labelled as spam',
		campaign: 'Medical Receivables',
		alerts: ['answers', 'unusual'],
		causes: ['caller-id'],
	},
	...['Spring Collections', 'Auto Loans 30-60'].map(
		(campaign): Happening => ({
			scenario: 'drop-storm',
			at: 2 * minute,
			what: 'nearly twice as many people answer, and wrap-up takes twice as long',
			campaign,
			alerts: ['unusual', 'waiting', 'drop-pace', 'drop-near', 'drop-limit'],
			causes: ['more-answers', 'long-wrap-up'],
		}),
	),
];

/** What was said, in seconds after it happened; undefined for what was not said within ten minutes. */
export type Told = Happening & {
	tellsAfter: number | undefined;
	alertAfter: number | undefined;
	alert: string;
	causeAfter: number | undefined;
	cause: string;
};

const opened = copiedWorlds();

/** The world of a scenario, with the steps of its script before some time alone. */
const worldOf = (name: ScenarioName, seed: number, until = Number.POSITIVE_INFINITY): World =>
	opened(`${name} ${seed} ${until}`, () => openedWorld(name, seed, until));

const openedWorld = (name: ScenarioName, seed: number, until: number): World => {
	const scenario: Scenario = scenarios[name];
	const opening = openingOf(name);
	const world = createWorld({
		seed,
		origin: opening - 2 * hour,
		plan: scenario.plan,
		carrier: scenario.carrier ?? {},
		script: scriptOf({...scenario, script: scenario.script.filter(({at}) => at < until)}, opening),
	});
	advance(world, opening);
	return world;
};

/** Figures that a failure changes at once. */
const telling = (figures: Figures): string =>
	[
		figures.calledToday,
		figures.humanAnswered,
		figures.agents,
		figures.wrapUp,
		figures.paceTempo,
		figures.ringing,
	].join();

/** What the monitor says of a happening, with a poll every two seconds from the opening on. */
const toldOf = (happening: Happening, seed: number): Told => {
	const {scenario, at, campaign: name, alerts, causes, tells} = happening;
	const opening = openingOf(scenario);
	const [world, twin] = [worldOf(scenario, seed), worldOf(scenario, seed, at)];
	const {id} = campaignOf(world, name);
	const [watched, other] = [watch(world), watch(twin)];
	const figuresOf = ({state}: typeof watched): Figures | undefined => state.dashboards.get(id)?.value?.figures;
	const told: Told = {
		...happening,
		tellsAfter: undefined,
		alertAfter: undefined,
		alert: '',
		causeAfter: undefined,
		cause: '',
	};
	let before: Figures | undefined;
	watchUntil(watched, opening + at + 10 * minute, 2, () => {
		const seconds = (world.now - opening - at) / second;
		const row = campaignRow(watched.state, id);
		const figures = row?.figures;
		before = seconds <= 0 ? figures : (before ?? figures);
		if (!row || !figures || !before || seconds < 0) {
			return false;
		}
		if (told.tellsAfter === undefined) {
			watchUntil(other, world.now, 2);
			const differs = tells ? tells(figures, before) : telling(figures) !== telling(figuresOf(other) ?? figures);
			told.tellsAfter = differs ? seconds : undefined;
		}
		const alert = [...watched.state.alerts.active.values()].find(
			({campaignId, rule}) => campaignId === id && alerts.includes(rule),
		);
		if (alert && told.alertAfter === undefined) {
			told.alertAfter = seconds;
			told.alert = `${alert.rule}: ${whatOf({...alert, cause: undefined})}`;
		}
		const [first] = diagnose(row).reasons;
		// Of two failures at once both stand first.
		const named = [first, first && 'also' in first ? first.also : undefined].find(
			reason => reason !== undefined && causes.includes(reason.kind),
		);
		if (named && told.causeAfter === undefined) {
			told.causeAfter = seconds;
			told.cause = causeText(named, keysOf(), id);
		}
		return told.tellsAfter !== undefined && told.alertAfter !== undefined && told.causeAfter !== undefined;
	});
	return told;
};

let told: readonly Told[] | undefined;

/** What the monitor says of each happening, with the seed of the page on scenarios. */
export const allTold = (): readonly Told[] => {
	told ??= happenings.map(happening => toldOf(happening, 1));
	return told;
};

/** Minutes of a scenario that are checked. */
export const minutesChecked = 20;

/** What `dialtop check` says in one look at each minute of a scenario: the state, and the rules behind it. */
export const checksOf = (name: ScenarioName, seed: number): {state: PluginState; rules: readonly RuleId[]}[] => {
	const world = worldOf(name, seed);
	return Array.from({length: minutesChecked + 1}, (_, at) => {
		advance(world, openingOf(name) + at * minute);
		const {state} = lookOnce(world, forOnePoll(alertDefaults));
		const {pluginState} = judge(state, {wanted: undefined, late: '', watched: 0, asked: []});
		const rules = [...state.alerts.active.values()]
			.toSorted((one, other) => Number(other.level === 'critical') - Number(one.level === 'critical'))
			.map(({rule}) => rule);
		return {state: pluginState, rules: [...new Set(rules)]};
	});
};
