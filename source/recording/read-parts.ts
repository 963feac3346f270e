/** Rows that were read elsewhere of times that a recording lacks: in memory, in parts that are forgotten as a whole. */
import {hour, minute} from '../model/time.ts';
import {gatheredEach} from './gather.ts';
import type {Period, Row, Tier} from './recording.ts';

/** The rows of a part, by stream, each oldest first. */
export type PartRows = ReadonlyMap<string, readonly Row[]>;

/** Which rows a part has: those of a coarse one are too far apart to be shown as polls or minutes. */
export type Part = Period & {isCoarse: boolean; rows: PartRows};

/** The most rows that are remembered: some tens of megabytes. */
const mostRows = 60_000;

const countOf = ({rows}: Part): number => [...rows.values()].reduce((sum, {length}) => sum + length, 1);

const byTime = (one: Row, other: Row): number => one.at - other.at;

/** Rows without those of a moment that is there already. */
const distinct = (rows: readonly Row[]): Row[] => rows.filter(({at}, index) => at !== rows[index - 1]?.at);

/** All time. */
export const always: Period = {from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY};

/** A moment that nothing is known near to has no figures: how old the newest row may be. */
const nearby = hour;

/** The parts that were read; those that were used longest ago are forgotten first. */
export class ReadParts {
	readonly #parts = new Map<string, Part>();
	#count = 0;

	has(key: string): boolean {
		return this.#parts.has(key);
	}

	/** Adds a part, or replaces the one of this key. */
	put(key: string, part: Part): void {
		this.#forget(key);
		this.#parts.set(key, part);
		this.#count += countOf(part);
		for (const oldest of this.#parts.keys()) {
			if (this.#count <= mostRows || oldest === key) {
				break;
			}
			this.#forget(oldest);
		}
	}

	/** Moves a part behind all others, as it is still used. */
	use(key: string): void {
		const part = this.#parts.get(key);
		if (part) {
			this.#parts.delete(key);
			this.#parts.set(key, part);
		}
	}

	#forget(key: string): void {
		const part = this.#parts.get(key);
		if (part) {
			this.#count -= countOf(part);
			this.#parts.delete(key);
		}
	}

	/** The rows of a stream between two moments, oldest first. */
	rows(stream: string, {from, to}: Period, isCoarse = false): Row[] {
		const found = [...this.#parts.values()]
			.filter(part => (isCoarse || !part.isCoarse) && part.from <= to && part.to >= from)
			.flatMap(({rows}) => (rows.get(stream) ?? []).filter(({at}) => at >= from && at <= to));
		return distinct(found.toSorted(byTime));
	}

	/** The newest row of a stream at a moment or a while before it. */
	last(stream: string, at: number): Row | undefined {
		return this.rows(stream, {from: at - nearby, to: at}, true).at(-1);
	}

	/** The streams of all that was read. */
	streams(): Set<string> {
		return new Set([...this.#parts.values()].flatMap(({rows}) => [...rows.keys()]));
	}
}

/** Rows as they are in a tier. */
export const inTier = (rows: readonly Row[], tier: Tier): readonly Row[] =>
	tier === 'minute' || tier === 'hour' ? gatheredEach(rows, tier === 'minute' ? minute : hour) : rows;
