/**
 * When rules fired: from when an alert was raised by a rule, or rose to it, until that alert was over. Firings of a backtest are
 * compared with those that were recorded.
 */
import type {Alert, AlertKind, RuleId} from '../model/alert.ts';
import {ruleOf} from './rules.ts';

/** A rule that fired on a campaign. */
export type Firing = {
	/** Undefined if it is about the service as a whole. */
	campaignId: string | undefined;
	name: string;
	kind: AlertKind;
	rule: RuleId;
	/** UTC milliseconds. */
	from: number;
	until: number;
	/** True if its alert was active when the record ended, so that it lasted longer. */
	isOpen: boolean;
	/** The worst figure, in the rule's unit. */
	worst: number;
};

/** Follows alerts, run after run of dialtop. */
export class Firings {
	readonly all: Firing[] = [];
	/** The firings of the present run by the id of their alert, which may come back soon after its end. */
	readonly #known = new Map<number, Firing[]>();

	/** An active alert as it is now. */
	seen(alert: Alert): void {
		const {id, campaignId, name, kind, rule, newsAt} = alert;
		const own = this.#known.get(id) ?? [];
		if (own.every(firing => firing.rule !== rule && firing.from < newsAt.wall)) {
			const from = newsAt.wall;
			const firing = {campaignId, name, kind, rule, from, until: from, isOpen: true, worst: alert.value};
			this.all.push(firing);
			own.push(firing);
			this.#known.set(id, own);
		}
		this.#update(own, alert, true);
	}

	/** An alert that is over. */
	ended(alert: Alert): void {
		const own = this.#known.get(alert.id) ?? [];
		this.#update(own, alert, false);
		for (const firing of own) {
			firing.until = Math.max(firing.from, alert.resolvedAt?.wall ?? firing.from);
		}
	}

	/** The run ended: what is active was not seen to end. */
	close(at: number): void {
		for (const firing of [...this.#known.values()].flat()) {
			firing.until = firing.isOpen ? Math.max(firing.from, at) : firing.until;
		}
		this.#known.clear();
	}

	#update(own: readonly Firing[], {worsts}: Alert, isOpen: boolean): void {
		for (const firing of own) {
			const {counts = firing.rule} = ruleOf[firing.rule];
			firing.worst = worsts[counts] ?? firing.worst;
			firing.isOpen = isOpen;
		}
	}
}

/** Under which of two sets of settings a rule fired: `both`, only the `new` ones, or only as it was `recorded`. */
export type Verdict = 'both' | 'new' | 'recorded';

/** A firing, and whether the other settings had it as well. */
export type Compared = Firing & {
	verdict: Verdict;
	/** When it fired as it was recorded; undefined if it did not. */
	recordedFrom: number | undefined;
};

/** Whether two firings are the same: of one rule on one campaign, at one time. */
const isSame = (one: Firing, other: Firing, within: number): boolean =>
	one.rule === other.rule &&
	one.campaignId === other.campaignId &&
	one.from <= other.until + within &&
	other.from <= one.until + within;

/**
 * Compares the rules that would have fired with those that did, in the order of time.
 *
 * @param within milliseconds that two equal firings may be apart
 */
export const compared = (would: readonly Firing[], did: readonly Firing[], within: number): Compared[] =>
	[
		...would.map((firing): Compared => {
			const same = did.find(other => isSame(firing, other, within));
			return {...firing, verdict: same ? 'both' : 'new', recordedFrom: same?.from};
		}),
		...did.flatMap((firing): Compared[] =>
			would.some(other => isSame(firing, other, within))
				? []
				: [{...firing, verdict: 'recorded', recordedFrom: firing.from}],
		),
	].toSorted((one, other) => one.from - other.from);

/** How often a rule fired, and would have. */
export type RuleCount = {rule: RuleId; did: number; would: number; both: number; new: number; recorded: number};

/** The rules that fired, or would have, in the order of the configuration. */
export const countedByRule = (rows: readonly Compared[], did: readonly Firing[]): RuleCount[] =>
	(Object.keys(ruleOf) as RuleId[]).flatMap(rule => {
		const own = rows.filter(row => row.rule === rule);
		const of = (verdict: Verdict): number => own.filter(row => row.verdict === verdict).length;
		const count = {
			rule,
			did: did.filter(firing => firing.rule === rule).length,
			would: of('both') + of('new'),
			both: of('both'),
			new: of('new'),
			recorded: of('recorded'),
		};
		return own.length > 0 ? [count] : [];
	});
