/** What an alert rule is: a row with its words, its settings and how it measures a campaign or the service. */
import type {Alert, AlertKind, AlertLevel, AlertSettings, AlertUnit, RuleId, RuleSettings} from '../model/alert.ts';
import type {Loaded} from '../model/loaded.ts';
import type {Reason} from '../model/reason.ts';
import type {CampaignRow} from '../model/select.ts';
import type {CampaignDashboard, Source, State} from '../model/state.ts';
import type {Moment} from '../model/time.ts';
import type {Needs} from '../model/unread.ts';

/** What a rule finds while its condition holds; the value of a rule that counts how long something lasts is that time. */
export type Measurement = {
	/** Undefined if it is how long the condition has held. */
	value?: number;
	threshold: number;
	/** Where the figure must not go, in its unit: what an early line is drawn before. */
	limit?: number;
	/** How many agents or calls it is about, where that is neither its figure nor everybody. */
	concerns?: number;
	/** Leads that were called in vain since the poll before. */
	inVain?: number | undefined;
	note?: string;
	/** What the figures say is behind it. */
	cause?: Reason | undefined;
	/** The rule of the alert that tells more of what keeps it up. */
	partOf?: RuleId | undefined;
	/** When it began, if that was before it was first seen. */
	since?: Moment | undefined;
	/** For how many seconds the service's graphs show it already, from before the first poll: so long it has lasted. */
	drawn?: number | undefined;
};

/** A campaign at a poll, with the poll before it. */
export type CampaignPoll = {
	row: CampaignRow;
	/** What the poll before showed; undefined if there was none, or nobody looked in between. */
	previous: Loaded<CampaignDashboard> | undefined;
	/** Whether it was dialing at that poll, or may have been. */
	wasDialing: boolean;
	/** Which service it is of. */
	source: Source;
	/** The active alert of a kind that the campaign has; undefined if it has none. */
	alert(kind: AlertKind): Alert | undefined;
};

/** The parts of an alert's sentence, formatted: figures with their units. */
export type AlertWords = {
	value: string;
	/** The figure with what it is of, as the rule says it. */
	figure: string;
	/** How it stands to its limit: `0.20 under`, `at`; empty without one. */
	standing: string;
	limit: string;
	/** Its note, or the cause with its figures. */
	note: string;
	/** That behind a colon; empty if there is none. */
	because: string;
	/** The note alone, in a few words. */
	briefly: string;
	/** Leads that were called in vain, behind a comma; empty if none are counted. */
	inVain: string;
	/** What to press, behind a semicolon; empty if nothing is known of the cause. */
	advice: string;
	/** True if the value is 0. */
	isNone: boolean;
};

/** What an alert's figure is of, beside itself. */
export type FigureOf = {value: number; cause: Reason | undefined};

/** The settings of a rule, formatted. */
export type RuleWords = {threshold: string; seconds: string};

type RuleOf<Input> = {
	id: RuleId;
	kind: AlertKind;
	level: AlertLevel;
	unit: AlertUnit;
	/** What it is, in a few words. */
	title: string;
	/** Its figure with what it is of, within a sentence; the title says it unless it is given. */
	figure?(amount: string, of: FigureOf): string;
	/** The same in the cell of a table; the amount alone unless it is given. */
	cell?(amount: string, of: FigureOf): string;
	/** What its figure counts, where rules of its kind count the same: they have one worst figure. */
	counts?: string;
	/** True if a low figure is the bad one. */
	isLow?: true;
	/** True if what is missing of 100 is shown: it grows as the figure falls. */
	showsRest?: true;
	/** True if the figure is how long the condition has lasted. */
	isLasting?: true;
	/** True if one poll says nothing: it compares polls, or a moment of it is ordinary. */
	isCompared?: true;
	/** True if a look of any length must have seen enough calls to judge it: whether it did, `inOneLook` says. */
	takesCalls?: true;
	/** Whether one look can judge it all the same, by the service's graphs of the minutes before. */
	inOneLook?(poll: CampaignPoll, rule: RuleSettings): boolean;
	/** True if it holds while the figures name a certain cause: they may name another one next. */
	isOfCause?: true;
	/** True if it applies only to a campaign that dials. */
	whileDialing?: true;
	/** The kind of alert that tells the same of a campaign that has one, instead of this rule. */
	toldBy?: AlertKind;
	/** The bounds of its threshold where the unit's own do not do, and what it is percent of. */
	bounds?: {least: number; most: number; of?: string};
	/** Its settings unless the configuration changes them; it is on. */
	defaults: Omit<RuleSettings, 'on'>;
	/** An alert of it in a sentence without its campaign; its figure and the cause unless it is given. */
	says?(words: AlertWords): string;
	/** The part of a profile without which it measures nothing. */
	profilePart?: 'callingHours' | 'compliance';
	/** What it watches for, by the settings in force. */
	inForce(words: RuleWords): string;
	/** Undefined if the condition does not hold, `unknown` if the figures cannot tell. */
	measure(input: Input, rule: RuleSettings, settings: AlertSettings): Measurement | 'unknown' | undefined;
};

/** A rule on a campaign's figures, looked at when they are polled. */
export type CampaignRule = RuleOf<CampaignPoll> & Needs;

/** A rule on the service as a whole, looked at as time passes. */
export type ServiceRule = RuleOf<State>;

/** A rule. */
export type Rule = CampaignRule | ServiceRule;
