/** Offsets of time zones from UTC over the year, by the rules that Node knows. */

/** From `from` (inclusive) to `until` (exclusive), in milliseconds of UTC, clocks are `offset` milliseconds ahead of UTC. */
export type OffsetSpan = {from: number; until: number; offset: number};

const minute = 60_000;
/** No offset holds for a shorter time. */
const step = 7 * 24 * 60 * minute;

type KnownZone = {
	name: string;
	format: Intl.DateTimeFormat;
	standard: number;
	years: Map<number, OffsetSpan[]>;
	/** The span that was asked for last. */
	last: OffsetSpan;
};

const ask = (format: Intl.DateTimeFormat, utc: number): number => {
	const name = format.formatToParts(utc).find(({type}) => type === 'timeZoneName')?.value ?? '';
	const parts = /([+-])(\d\d):(\d\d)/.exec(name);
	const minutes = parts ? Number(parts[2]) * 60 + Number(parts[3]) : 0;
	return (parts?.[1] === '-' ? -1 : 1) * minutes * minute;
};

/** The first minute after `low`, up to `high`, at which another offset holds than at `low`. */
const changeBetween = (format: Intl.DateTimeFormat, low: number, high: number): number => {
	const before = ask(format, low);
	let same = low;
	let other = high;
	while (other - same > minute) {
		const middle = same + Math.floor((other - same) / 2 / minute) * minute;
		if (ask(format, middle) === before) {
			same = middle;
		} else {
			other = middle;
		}
	}
	return other;
};

const spansOf = (format: Intl.DateTimeFormat, year: number): OffsetSpan[] => {
	const end = Date.UTC(year + 1, 0, 1);
	let from = Date.UTC(year, 0, 1);
	let offset = ask(format, from);
	const spans: OffsetSpan[] = [];
	for (let at = from; at < end; at += step) {
		const next = Math.min(at + step, end);
		if (ask(format, next) !== offset) {
			const until = changeBetween(format, at, next);
			spans.push({from, until, offset});
			from = until;
			offset = ask(format, next);
		}
	}
	spans.push({from, until: end, offset});
	return spans;
};

const noSpan: OffsetSpan = {from: 0, until: 0, offset: 0};

const learn = (name: string): KnownZone => {
	const format = new Intl.DateTimeFormat('en', {timeZone: name, timeZoneName: 'longOffset'});
	const standard = Math.min(ask(format, Date.UTC(2025, 0, 1)), ask(format, Date.UTC(2025, 6, 1)));
	return {name, format, standard, years: new Map(), last: noSpan};
};

const known = new Map<string, KnownZone>();
let lastZone: KnownZone | undefined;

const zoneNamed = (name: string): KnownZone => {
	if (lastZone?.name !== name) {
		lastZone = known.get(name) ?? learn(name);
		known.set(name, lastZone);
	}
	return lastZone;
};

/** Milliseconds that clocks without daylight saving time are ahead of UTC. @throws RangeError if there is no such zone */
export const standardOffset = (timeZone: string): number => zoneNamed(timeZone).standard;

/** The offset at a moment of UTC, and from when until when it holds within that year. @throws RangeError likewise */
export const offsetSpan = (timeZone: string, utc: number): OffsetSpan => {
	const zone = zoneNamed(timeZone);
	if (utc >= zone.last.from && utc < zone.last.until) {
		return zone.last;
	}
	const year = new Date(utc).getUTCFullYear();
	let spans = zone.years.get(year);
	if (!spans) {
		spans = spansOf(zone.format, year);
		zone.years.set(year, spans);
	}
	zone.last = spans.find(({until}) => utc < until) ?? noSpan;
	return zone.last;
};
