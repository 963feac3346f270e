/** Commands and alerts as a recording has them at a moment: nothing is judged anew. */
import {type Alert, type Alerts, alertKey, isAlertOf, mostPastAlerts} from '../model/alert.ts';
import {diagnose} from '../model/diagnosis.ts';
import {lazily} from '../model/lazily.ts';
import type {Pending} from '../model/pending.ts';
import {campaignRow} from '../model/select.ts';
import type {State} from '../model/state.ts';
import {day, hour} from '../model/time.ts';
import {mostCommands} from '../model/update.ts';
import type {Mark, MarkKind, RecordedCommand, Recording, Row} from './recording.ts';
import {at, number, text} from './row-values.ts';

/** Marks of what a run knows by then; each run begins with a start, knowing nothing. */
const kinds: readonly MarkKind[] = ['start', 'command', 'alert', 'alert-changed', 'alert-ended'];

/** How far back they are looked for, days. An alert that lasts is marked anew each day. */
const daysBack = 31;

/** Most days of marks that are cached. */
const mostDays = 40;

/** The newest mark of each alert or command. */
const newestOf = (marks: readonly Mark[]): Mark[] => [...new Map(marks.map(mark => [mark.id, mark])).values()];

const isCommand = ({kind}: Mark): boolean => kind === 'command';

/** Reads marks day by day. */
export class PastMarks {
	readonly #recording: Pick<Recording, 'marks'>;
	/** By day, each of which is over: no mark of it is added any more. */
	readonly #days = new Map<number, readonly Mark[]>();

	constructor(recording: Pick<Recording, 'marks'>) {
		this.#recording = recording;
	}

	#ofDay(number: number, now: number): readonly Mark[] {
		const known = this.#days.get(number);
		if (known) {
			return known;
		}
		const period = {from: number * day, to: (number + 1) * day - 1};
		const marks = this.#recording.marks(period, {kinds});
		if (period.to < now) {
			if (this.#days.size >= mostDays) {
				this.#days.clear();
			}
			this.#days.set(number, marks);
		}
		return marks;
	}

	/**
	 * What the run that recorded at a moment has marked by then, oldest first: as much as a state holds.
	 *
	 * @param now what time it is
	 */
	until(moment: number, now: number): readonly Mark[] {
		// A run that has just begun knows nothing of the rest of its day.
		const newest = this.#recording.marks({from: moment - hour, to: moment}, {kinds});
		const begun = newest.findLastIndex(({kind}) => kind === 'start');
		if (begun >= 0) {
			return newest.slice(begun + 1);
		}
		const last = Math.floor(moment / day);
		let marks: readonly Mark[] = [];
		for (let number = last; number > last - daysBack; number--) {
			const own = this.#ofDay(number, now).filter(mark => mark.at <= moment);
			const start = own.findLastIndex(({kind}) => kind === 'start');
			marks = [...own.slice(start + 1), ...marks];
			if (start >= 0 || isAll(marks)) {
				break;
			}
		}
		return marks;
	}
}

/** How many alerts or commands marks are of. */
const countOf = (marks: readonly Mark[]): number => new Set(marks.map(({id}) => id)).size;

/** Whether marks hold all that a state does: days before them would add nothing. */
const isAll = (marks: readonly Mark[]): boolean =>
	countOf(marks.filter(({kind}) => kind === 'alert-ended')) >= mostPastAlerts &&
	countOf(marks.filter(isCommand)) >= mostCommands &&
	new Set(marks.map(({at: wall}) => Math.floor(wall / day))).size > 1;

const commandAt = (service: string, {command, ...pending}: RecordedCommand): Pending => ({
	...pending,
	command: {...command, target: {service, ...command.target}},
});

/** The commands and alerts of marks. */
export const markedIn = (
	marks: readonly Mark[],
	state: State,
	lastOf: (stream: string) => Row | undefined,
): Pick<State, 'commands' | 'alerts'> => {
	const commands = newestOf(marks.filter(isCommand)).slice(-mostCommands);
	const alerts = newestOf(marks.filter(mark => !isCommand(mark)));
	const isEnded = ({kind}: Mark): boolean => kind === 'alert-ended';
	const {rules} = state.alertSettings;
	const alertsIn = (some: readonly Mark[]): Alert[] => some.map(({data}) => data).filter(one => isAlertOf(rules, one));
	return {
		commands: commands.map(({data}) => commandAt(state.source.profile, data as RecordedCommand)),
		alerts: alertsOf(
			alertsIn(alerts.filter(mark => !isEnded(mark))),
			alertsIn(alerts.filter(isEnded).slice(-mostPastAlerts)),
			state,
			lastOf,
		),
	};
};

const alertsOf = (
	active: readonly Alert[],
	past: readonly Alert[],
	state: State,
	lastOf: (stream: string) => Row | undefined,
): Alerts => ({
	...state.alerts,
	active: new Map(
		active.map(alert => {
			const key = alertKey(alert.kind, alert.campaignId);
			return [key, measuredAt(alert, lastOf(`alerts/${key}`), state)];
		}),
	),
	past: past.toSorted((one, other) => (other.resolvedAt?.wall ?? 0) - (one.resolvedAt?.wall ?? 0)),
	changes: Math.max(0, ...[...active, ...past].map(({news}) => news)),
});

/** An alert with its figure as it was by then; its cause follows from the campaign's figures. */
const measuredAt = (alert: Alert, row: Row | undefined, state: State): Alert => {
	const {campaignId, cause} = alert;
	if (row?.values.id !== alert.id) {
		return alert;
	}
	const {rule, level, unit, partOf, value, threshold, worst, concerns, inVain, limit, note, seenAt} = row.values;
	const measured = {
		...alert,
		rule: rule as Alert['rule'],
		level: level as Alert['level'],
		unit: unit as Alert['unit'],
		partOf: partOf as Alert['partOf'],
		value: number(value) ?? alert.value,
		threshold: number(threshold) ?? alert.threshold,
		worst: {value: number(worst) ?? alert.worst.value, unit: unit as Alert['unit']},
		concerns: number(concerns) ?? Number.POSITIVE_INFINITY,
		inVain: number(inVain),
		limit: number(limit),
		note: text(note) ?? '',
		seenAt: at(number(seenAt) ?? alert.seenAt.wall),
	};
	return cause === undefined || campaignId === undefined
		? measured
		: lazily(measured, {
				cause() {
					const of = campaignRow(state, campaignId);
					return (of && diagnose(of).reasons.find(({kind}) => kind === cause.kind)) ?? cause;
				},
			});
};
