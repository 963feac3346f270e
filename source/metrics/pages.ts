/** The pages of metrics: made once a cycle of polls, and handed out as they are until the next. */
import {Readable} from 'node:stream';
import {buffer} from 'node:stream/consumers';
import {constants, createGzip} from 'node:zlib';
import pkg from '../../package.json' with {type: 'json'};
import {once} from '../model/lazily.ts';
import {metricRows} from './families.ts';
import {endOf, type Format, headOf, labelsOf, sampleLine} from './format.ts';
import type {ProfileMetrics, ProfileSamples} from './profile-metrics.ts';
import {buildInfo} from './service-metrics.ts';

/** Compresses pieces one after the other. The fastest level: a page is asked for every few seconds, mostly over a short way. */
const compress = (pieces: readonly Buffer[]): Promise<Buffer> =>
	buffer(Readable.from(pieces).pipe(createGzip({level: constants.Z_BEST_SPEED})));

/** A page, in pieces that pages of both formats share. */
export type Page = {
	pieces: readonly Buffer[];
	/** Bytes. */
	length: number;
	/** The page in one compressed piece, which is made when it is first asked for. */
	compressed(): Promise<Buffer>;
};

const heads = {
	text: metricRows.map(row => Buffer.from(headOf(row, 'text'))),
	openmetrics: metricRows.map(row => Buffer.from(headOf(row, 'openmetrics'))),
} as const;

const build = Buffer.from(sampleLine(buildInfo.name, labelsOf({version: pkg.version, node: process.versions.node}), 1));

/** The page of some profiles. */
const pageOf = (profiles: readonly ProfileSamples[], format: Format): Page => {
	const pieces = metricRows.flatMap((row, at) => {
		const samples = row === buildInfo ? [build] : profiles.flatMap(of => of.get(row.name) ?? []);
		const head = heads[format][at];
		return samples.length === 0 || !head ? [] : [head, ...samples];
	});
	const all = [...pieces, Buffer.from(endOf[format])];
	return {
		pieces: all,
		length: all.reduce((sum, piece) => sum + piece.length, 0),
		compressed: once(() => compress(all)),
	};
};

const keyOf = (format: Format, profile: string | undefined): string => `${format} ${profile ?? ''}`;

/** What was made in one cycle. */
type Made = {samples: ReadonlyMap<string, ProfileSamples>; pages: Map<string, Page>};

/** Milliseconds for which a page is compressed before it is asked for: scrapes are a minute apart at most, mostly. */
const zippedFor = 90_000;

/** The pages of all profiles. */
export class Pages {
	#made: Made = {samples: new Map(), pages: new Map()};
	#underWay: Promise<void> | undefined;
	/** The pages that are asked for in their compressed form, and when each last was. */
	readonly #zipped = new Map<string, {format: Format; profile: string | undefined; at: number}>();

	/** Makes the samples anew; joins a making that is under way. */
	refresh(profiles: readonly ProfileMetrics[]): Promise<void> {
		this.#underWay ??= this.#make(profiles).finally(() => {
			this.#underWay = undefined;
		});
		return this.#underWay;
	}

	async #make(profiles: readonly ProfileMetrics[]): Promise<void> {
		const samples = new Map<string, ProfileSamples>();
		for (const one of profiles) {
			samples.set(one.profile, await one.samples());
		}
		const made: Made = {samples, pages: new Map()};
		for (const [key, {format, profile, at}] of this.#zipped) {
			if (performance.now() - at > zippedFor) {
				this.#zipped.delete(key);
			} else {
				// A scrape then waits for nothing.
				await this.#pageOf(made, format, profile).compressed();
			}
		}
		this.#made = made;
	}

	#pageOf({samples, pages}: Made, format: Format, profile: string | undefined): Page {
		const key = keyOf(format, profile);
		const of = profile === undefined ? [...samples.values()] : [samples.get(profile) ?? new Map()];
		const page = pages.get(key) ?? pageOf(of, format);
		pages.set(key, page);
		return page;
	}

	/** The page of a profile, or of all. */
	page(format: Format, profile?: string): Page {
		const page = this.#pageOf(this.#made, format, profile);
		return {
			...page,
			compressed: () => {
				this.#zipped.set(keyOf(format, profile), {format, profile, at: performance.now()});
				return page.compressed();
			},
		};
	}
}
