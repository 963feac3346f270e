/** Asks an engine for units, a few at a time: what is no longer wanted is called off, and an engine that fails is left in peace for a while. */

import {type Engine, type EngineAnswer, EngineError} from '../prometheus/client.ts';
import type {Clock} from '../system/clock.ts';
import {messageOf} from '../wire/causes.ts';
import type {Unit} from './units.ts';

/** What units are wanted for; what comes first is asked for first. */
export const purposes = ['reach', 'moment', 'campaign', 'marks', 'chart', 'report'] as const;
export type Purpose = (typeof purposes)[number];

/** Queries at once. */
const atOnce = 2;

/** Milliseconds after which an engine that fails is asked again. */
const retryAfter = 30_000;

/** How long after a time its samples may still come, and how often such a time is asked for again, milliseconds. */
const [settledAfter, freshFor] = [300_000, 60_000];

/** The most units that are remembered: more than are wanted at once. */
const mostDone = 5000;

/** What is known of the units that are wanted for something. */
export type AskingState = {
	isAsking: boolean;
	/** Why some of them could not be read: a sentence. */
	problem: string | undefined;
	warnings: readonly string[];
	isPartial: boolean;
};

type Done = {at: number; warnings: readonly string[]; isPartial: boolean; problem?: string};

export type AskingParts = {
	engine: Engine;
	clock: Clock;
	/** Takes an answer. */
	take(unit: Unit, answer: EngineAnswer): Promise<void>;
	/** Something has come, or failed. */
	changed(): void;
};

/** Errors of one query: another one may be answered. */
const isOfQuery = (error: unknown): boolean =>
	error instanceof EngineError && (error.code === 'refused' || error.code === 'too-large');

const isCalledOff = (error: unknown): boolean => error instanceof EngineError && error.code === 'aborted';

export class Asking {
	readonly #parts: AskingParts;
	readonly #wanted = new Map<Purpose, readonly Unit[]>();
	readonly #running = new Map<string, AbortController>();
	/** The units that were answered, or refused. */
	readonly #done = new Map<string, Done>();
	/** Why the engine is not asked now. */
	#trouble: {problem: string; cancel(): void} | undefined;
	#isClosed = false;

	constructor(parts: AskingParts) {
		this.#parts = parts;
	}

	/**
	 * Wants units for a purpose, instead of those that were wanted for it before.
	 *
	 * @param isStored whether the answer to a unit is still there
	 */
	want(purpose: Purpose, units: readonly Unit[], isStored: (unit: Unit) => boolean): void {
		const before = new Set(this.#wanted.get(purpose)?.map(({key}) => key));
		for (const unit of units) {
			if (!before.has(unit.key) && !this.#done.get(unit.key)?.problem && !isStored(unit)) {
				this.#done.delete(unit.key);
			}
		}
		this.#wanted.set(purpose, units);
		const wanted = new Set([...this.#wanted.values()].flat().map(({key}) => key));
		for (const [key, running] of this.#running) {
			if (!wanted.has(key)) {
				running.abort();
			}
		}
		this.#pump();
	}

	/** Whether a unit need not be asked for now: samples of its time may still come. */
	#isFresh({key, kind, to}: Unit): boolean {
		const done = this.#done.get(key);
		const {wall} = this.#parts.clock.now();
		return done !== undefined && (kind === 'reach' || done.at > to + settledAfter || wall - done.at < freshFor);
	}

	#pump(): void {
		if (this.#isClosed || this.#trouble) {
			return;
		}
		const units = purposes.flatMap(purpose => this.#wanted.get(purpose) ?? []);
		for (const unit of units) {
			if (this.#running.size >= atOnce) {
				return;
			}
			if (!this.#running.has(unit.key) && !this.#isFresh(unit)) {
				void this.#ask(unit);
			}
		}
	}

	async #ask(unit: Unit): Promise<void> {
		const {engine, clock, take, changed} = this.#parts;
		const calledOff = new AbortController();
		this.#running.set(unit.key, calledOff);
		const {wall} = clock.now();
		const done = (more: Omit<Done, 'at'>): void => {
			this.#done.set(unit.key, {at: wall, ...more});
			const [oldest] = this.#done.keys();
			if (this.#done.size > mostDone && oldest !== undefined) {
				this.#done.delete(oldest);
			}
		};
		try {
			const answer = await engine.queryRange(unit.expression, {
				from: unit.from,
				to: unit.to <= wall ? unit.to : Math.max(unit.from, Math.floor(wall / unit.step) * unit.step),
				step: unit.step,
				signal: calledOff.signal,
			});
			await take(unit, answer);
			done(answer);
		} catch (error) {
			if (isCalledOff(error) || calledOff.signal.aborted) {
				this.#running.delete(unit.key);
				this.#pump();
				return;
			}
			if (isOfQuery(error)) {
				done({warnings: [], isPartial: true, problem: messageOf(error)});
			} else {
				this.#rest(messageOf(error));
			}
		}
		this.#running.delete(unit.key);
		if (!this.#isClosed) {
			changed();
			this.#pump();
		}
	}

	#rest(problem: string): void {
		if (this.#isClosed || this.#trouble) {
			return;
		}
		const cancel = this.#parts.clock.after(retryAfter, () => {
			this.#trouble = undefined;
			this.#pump();
		});
		this.#trouble = {problem, cancel};
	}

	state(of: readonly Purpose[] = purposes): AskingState {
		const units = of.flatMap(purpose => this.#wanted.get(purpose) ?? []);
		const done = units.flatMap(({key}) => this.#done.get(key) ?? []);
		const isMissing = units.some(({key}) => !this.#done.has(key));
		return {
			isAsking: isMissing && !this.#trouble,
			problem: (isMissing ? this.#trouble?.problem : undefined) ?? done.find(({problem}) => problem)?.problem,
			warnings: [...new Set(done.flatMap(({warnings}) => warnings))],
			isPartial: done.some(({isPartial}) => isPartial),
		};
	}

	close(): void {
		this.#isClosed = true;
		this.#trouble?.cancel();
		for (const running of this.#running.values()) {
			running.abort();
		}
	}
}
