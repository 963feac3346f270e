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
	/** The limit that the figure must not reach, in its unit, if the threshold is a line before it. */
	limit?: number;
	/** How many agents or calls it is about, if that is neither its figure nor all of them. */
	concerns?: number;
	/** Leads that were called in vain since the poll before. */
	inVain?: number | undefined;
	note?: string;
	/** The cause by the figures. */
	cause?: Reason | undefined;
	/** The rule of the alert that says more about what keeps it active. */
	partOf?: RuleId | undefined;
	/** When it began, if that was before it was first seen. */
	since?: Moment | undefined;
	/** For how many seconds before the first poll the service's graphs show it: that counts as its duration. */
	drawn?: number | undefined;
};

/** A campaign at a poll, with the poll before it. */
export type CampaignPoll = {
	row: CampaignRow;
	/** What the poll before showed; undefined if there was none, or nobody looked in between. */
	previous: Loaded<CampaignDashboard> | undefined;
	/** Whether it was dialing at that poll, or may have been. */
	wasDialing: boolean;
	/** The service of the campaign. */
	source: Source;
	/** The active alert of a kind that the campaign has; undefined if it has none. */
	alert(kind: AlertKind): Alert | undefined;
};

/** The parts of an alert's sentence, formatted: figures with their units. */
export type AlertWords = {
	value: string;
	/** The figure with what it measures, in the words of the rule. */
	figure: string;
	/** How far it is from its limit: `0.20 under`, `at`; empty without one. */
	distance: string;
	limit: string;
	/** Its note, or the cause with its figures. */
	note: string;
	/** The same after a colon; empty if there is none. */
	because: string;
	/** The note alone, in a few words. */
	briefly: string;
	/** Leads that were called in vain, after a comma; empty if none are counted. */
	inVain: string;
	/** What to press, after a semicolon; empty if the cause is not known. */
	advice: string;
	/** True if the value is 0. */
	isNone: boolean;
};

/** What else the words of an alert's figure depend on. */
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
	/** Its figure with what it measures, within a sentence; by default the title and the amount. */
	figure?(amount: string, of: FigureOf): string;
	/** The same in the cell of a table; by default the amount alone. */
	cell?(amount: string, of: FigureOf): string;
	/** What its figure counts, where rules of its kind count the same: they have one worst figure. */
	counts?: string;
	/** True if a low figure is the bad one. */
	isLow?: true;
	/** True if what is missing of 100 is shown: it grows as the figure falls. */
	showsShortfall?: true;
	/** True if the figure is how long the condition has lasted. */
	isLasting?: true;
	/** True if one poll cannot judge it: it compares polls, or a single moment of it is normal. */
	isCompared?: true;
	/** True if a look of any length must have seen enough calls to judge it, which `inOneLook` decides. */
	takesCalls?: true;
	/** Whether one look can judge it nevertheless, by the service's graphs of the minutes before. */
	inOneLook?(poll: CampaignPoll, rule: RuleSettings): boolean;
	/** True if it holds while the figures name a certain cause: they may name another one next. */
	isOfCause?: true;
	/** True if it applies only to a campaign that dials. */
	whileDialing?: true;
	/** The kind of alert that covers this rule: a campaign that has one needs no alert of this rule. */
	coveredBy?: AlertKind;
	/** The bounds of its threshold if the unit's own do not fit, and what it is a percentage of. */
	bounds?: {least: number; most: number; of?: string};
	/** Its default settings; it is on by default. */
	defaults: Omit<RuleSettings, 'on'>;
	/** An alert of it in a sentence without its campaign; by default its figure and the cause. */
	says?(words: AlertWords): string;
	/** The part of a profile without which it measures nothing. */
	profilePart?: 'callingHours' | 'compliance' | 'watchOnly';
	/** What it watches for, with the settings in force. */
	inForce(words: RuleWords): string;
	/** Undefined if the condition does not hold, `unknown` if figures are missing. */
	measure(input: Input, rule: RuleSettings, settings: AlertSettings): Measurement | 'unknown' | undefined;
};

/** A rule on a campaign's figures, looked at when they are polled. */
export type CampaignRule = RuleOf<CampaignPoll> & Needs;

/** A rule on the service as a whole, looked at as time passes. */
export type ServiceRule = RuleOf<State>;

/** A rule. */
export type Rule = CampaignRule | ServiceRule;
