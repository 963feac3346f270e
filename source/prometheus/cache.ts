/** Answers about times that are over, so that looking back and forth asks an engine once. */
import type {Clock} from '../system/clock.ts';
import type {EngineAnswer} from './answer.ts';

/** Milliseconds after which no sample of a time is expected any more: the time that a scrape is looked back for. */
const settled = 300_000;

/** Milliseconds for which an answer is used again: an engine that was cut off from its exporters may be fed hours later. */
const longest = 600_000;

/** The most samples that are stored. */
const mostSamples = 200_000;

/** What a series without samples counts as, in samples: it has labels. */
const perSeries = 10;

const sizeOf = ({series}: EngineAnswer): number =>
	series.reduce((sum, {samples}) => sum + samples.length + perSeries, perSeries);

/** The answers of one engine; the least recently used ones are dropped first. */
export class AnswerCache {
	readonly #clock: Pick<Clock, 'now'>;
	readonly #answers = new Map<string, {answer: EngineAnswer; size: number; at: number}>();
	#size = 0;

	constructor(clock: Pick<Clock, 'now'>) {
		this.#clock = clock;
	}

	get(key: string): EngineAnswer | undefined {
		const found = this.#answers.get(key);
		if (!found) {
			return undefined;
		}
		this.#drop(key);
		if (this.#clock.now().mono - found.at > longest) {
			return undefined;
		}
		this.#put(key, found);
		return found.answer;
	}

	/** Stores an answer if its time is over and nothing is missing in it. @param to UTC milliseconds */
	put(key: string, to: number, answer: EngineAnswer): void {
		const {wall, mono} = this.#clock.now();
		const size = sizeOf(answer);
		if (to > wall - settled || answer.isPartial || answer.warnings.length > 0 || size > mostSamples / 2) {
			return;
		}
		this.#drop(key);
		this.#put(key, {answer, size, at: mono});
		for (const oldest of this.#answers.keys()) {
			if (this.#size <= mostSamples) {
				break;
			}
			this.#drop(oldest);
		}
	}

	#put(key: string, entry: {answer: EngineAnswer; size: number; at: number}): void {
		this.#answers.set(key, entry);
		this.#size += entry.size;
	}

	#drop(key: string): void {
		this.#size -= this.#answers.get(key)?.size ?? 0;
		this.#answers.delete(key);
	}
}
