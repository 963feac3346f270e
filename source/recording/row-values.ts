/** Turns rows of a recorder back into values of the model. */
import type {CallingList} from '../model/list.ts';
import type {Failure} from '../model/loaded.ts';
import type {Link} from '../model/state.ts';
import type {Moment, Span} from '../model/time.ts';
import type {Figures} from '../model/wire.ts';
import type {Row, Value, Values} from './recording.ts';

/** A moment of a recording: both of its clocks are UTC milliseconds. */
export const at = (wall: number): Moment => ({wall, mono: wall});

/** A value that is a number; undefined for any other. */
export const number = (value: Value | undefined): number | undefined => (typeof value === 'number' ? value : undefined);
/** A value that is a text; undefined for any other. */
export const text = (value: Value | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

/** When the request of a row was sent, and its answer whole. */
export const spanOf = (row: Row): Span => ({
	sentAt: at(row.at - (number(row.values.took) ?? 0)),
	receivedAt: at(row.at),
});

/** What a recorder adds to the figures, and a coarser tier to those. */
const notFigures: ReadonlySet<string> = new Set(['took', 'statusSince', 'statusWas', 'unreadable', 'polls']);

const noExtra = {};
const noneUnreadable: readonly string[] = [];

/** The figures of a poll, with whatever a coarser tier has beside them. */
export const polledIn = ({took, statusSince, statusWas, polls, unreadable, ...figures}: Values): Figures => ({
	...figures,
	extra: noExtra,
	unreadable: unreadable === undefined ? noneUnreadable : String(unreadable).split('\n'),
});

/** The values of a row that the service has sent. */
export const sentIn = ({unreadable, ...values}: Values): Figures & {id?: string} => ({
	...Object.fromEntries(Object.entries(values).filter(([name]) => !notFigures.has(name) && !name.includes('.'))),
	extra: noExtra,
	unreadable: text(unreadable)?.split('\n') ?? noneUnreadable,
});

/** The failure of a row of `reads`. */
export const failureOf = ({at: wall, values}: Row): Failure => ({
	at: at(wall),
	reason: String(values.reason),
	...(values.refused !== undefined && {refused: true}),
});

/** The connection of a row of `link`. */
export const linkOf = (row: Row | undefined): Link => {
	const {kind, reason = '', since, silentSince} = row?.values ?? {};
	switch (kind) {
		case 'live':
			return {kind, latency: 0, ...(silentSince !== undefined && {silentSince: at(Number(silentSince))})};
		case 'retrying':
			return {kind, reason: String(reason), advice: '', since: at(Number(since)), nextAt: at(row?.at ?? 0)};
		case 'signed-out':
		case 'gone':
			return {kind, reason: String(reason)};
		default:
			return {kind: 'starting'};
	}
};

/** The list of a row of `lists/ID`. */
export const listOf = (id: string, values: Values): CallingList => ({...sentIn(values), id});
