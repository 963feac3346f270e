/**
 * Fills a recording from an engine. What a reader lacks is asked for, and is there for it later: nobody waits for it but a report.
 */
import type {Zone} from '../model/calling-hours.ts';
import {chartSpans} from '../model/chart-steps.ts';
import type {DropDay} from '../model/drop-days.ts';
import {day, hour, minute} from '../model/time.ts';
import type {Engine, EngineAnswer} from '../prometheus/client.ts';
import {type Beside, type Filling, filledRecording} from '../recording/filled.ts';
import {always, type PartRows, ReadParts} from '../recording/read-parts.ts';
import type {Mark, Period, RecordedCampaign, Recording} from '../recording/recording.ts';
import type {Clock} from '../system/clock.ts';
import {Asking, type Purpose} from './asking.ts';
import {engineDaysOf} from './engine-days.ts';
import {figuresRows, happeningsIn} from './engine-rows.ts';
import {type Unit, unitsOf} from './units.ts';

export type EnginePastParts = {
	engine: Engine;
	/** The name of the profile at the exporter. */
	profile: string;
	/** What is recorded here. */
	own: Recording;
	/** By whose midnight the service's days end. */
	zone(): Zone;
	clock: Clock;
};

/** The past of a service: what is recorded and, where nothing is, what an engine has. */
export type EnginePast = Filling & {
	/** Days of campaigns before today that are known to their end, by the day's number. @throws EngineError */
	days(campaignIds: readonly string[], dayNumber: number): Promise<ReadonlyMap<string, DropDay>>;
	/** Reads everything of a period for a report; resolves once it is there, or cannot be had. */
	load(period: Period, campaignIds?: readonly string[]): Promise<void>;
	/** Ends what is under way; does not close the engine. */
	close(): void;
};

/** Reads a part of an answer once it has come. */
const rowsOf = async (unit: Unit, answer: EngineAnswer): Promise<{rows: PartRows; marks: readonly Mark[]}> =>
	unit.kind === 'happenings' ? await happeningsIn(answer, unit) : {rows: await figuresRows(answer), marks: []};

/** Milliseconds before a moment in which its campaigns are looked for. */
const listedWithin = 5 * minute;

/** Campaigns that show whether a moment was recorded here. */
const sampled = 3;

/** Milliseconds for which what comes is collected before it is reported. */
const reportedAfter = 100;

/** How often it is looked whether a time was recorded. */
const lookedEvery = 15 * minute;

/** Milliseconds for which an engine without metrics is taken to have none. */
const emptyFor = minute;

/** Milliseconds for which the recorded campaigns are cached. */
const campaignsStay = 5 * minute;

/** How far back the figures go that are shown of a campaign at a moment. */
const pastOfCampaign = 12 * hour;

/** A clock that is set on or back in spring and autumn moves a week by so much. */
const hourShift = hour;

/** How long before a shift its figures begin. */
const lead = 75 * minute;

/** Milliseconds that a report waits for all of its figures. */
const patience = 60_000;

/** Fills a recording from an engine. */
export const createEnginePast = ({engine, profile, own, zone, clock}: EnginePastParts): EnginePast => {
	const units = unitsOf(profile);
	const parts = new ReadParts();
	const marks = new Map<string, readonly Mark[]>();
	const listeners = new Set<() => void>();
	let version = 0;
	let since: number | undefined;
	let isEmpty = false;
	let moment: number | undefined;
	let lastChart: string | undefined;
	let lastAround: string | undefined;

	const nowIs = (): number => Math.floor(clock.now().wall);

	const beside: Beside = {
		rows: (stream, period, isCoarse) => parts.rows(stream, period, isCoarse),
		last: (stream, at) => parts.last(stream, at),
		streams: () => parts.streams(),
		campaigns: () =>
			idsIn('figures/').flatMap(id => {
				const rows = parts.rows(`figures/${id}`, always, true);
				const [first, last] = [rows[0], rows.at(-1)];
				const name = last?.values.campaignName ?? `campaign ${id}`;
				return first && last ? [{id, name: String(name), from: first.at, to: last.at}] : [];
			}),
		span: () => (since === undefined ? undefined : {from: since, to: nowIs()}),
		marks: ({from, to}) =>
			[...marks.entries()]
				.flatMap(([key, all]) => (parts.has(key) ? all : []))
				.filter(({at}) => at >= from && at <= to)
				.toSorted((one, other) => one.at - other.at),
	};
	const recording = filledRecording(own, beside, zone);

	let telling: (() => void) | undefined;
	/** What comes together is reported once. */
	const changed = (): void => {
		version++;
		telling ??= clock.after(reportedAfter, () => {
			telling = undefined;
			for (const listener of listeners) {
				listener();
			}
		});
	};

	const asking = new Asking({
		engine,
		clock,
		async take(unit, answer) {
			if (unit.kind === 'reach') {
				const times = answer.series.flatMap(({samples}) => samples.slice(0, 1).map(({at}) => at));
				isEmpty = times.length === 0;
				// A sample an hour says that it began within the hour before.
				since = isEmpty ? undefined : Math.min(...times) - hour;
				return;
			}
			const read = await rowsOf(unit, answer);
			parts.put(unit.key, {from: unit.from - hour, to: unit.to, isCoarse: unit.kind === 'hours', rows: read.rows});
			for (const key of marks.keys()) {
				if (!parts.has(key)) {
					marks.delete(key);
				}
			}
			marks.set(unit.key, read.marks);
		},
		changed() {
			if (since !== undefined) {
				askAgain();
			}
			changed();
		},
	});

	const want = (purpose: Purpose, wanted: readonly Unit[]): void => {
		const now = nowIs();
		for (const {key} of wanted) {
			parts.use(key);
		}
		asking.want(
			purpose,
			wanted.filter(unit => unit.from <= now && unit.to >= (since ?? 0)),
			({key}) => parts.has(key),
		);
	};

	let reach = units.reach(nowIs());
	/** An exporter may only just have begun: an engine that has nothing is asked again. */
	const wantReach = (): void => {
		if (isEmpty && nowIs() - reach.to > emptyFor) {
			reach = units.reach(nowIs());
		}
		want('reach', [reach]);
	};

	/** Wants units, once it is known since when the engine has metrics; none before. */
	const wantKnown = (purpose: Purpose, wanted: () => readonly Unit[]): void => {
		wantReach();
		want(purpose, since === undefined ? [] : wanted());
	};

	const idsIn = (prefix: string): string[] =>
		[...parts.streams()].flatMap(stream => (stream.startsWith(prefix) ? stream.slice(prefix.length) : []));

	const campaignsAt = (at: number): string[] =>
		idsIn('listing/').filter(id => {
			const row = parts.last(`listing/${id}`, at);
			return row && row.values.gone === undefined;
		});

	let ownCampaigns: {campaigns: readonly RecordedCampaign[]; readAt: number} | undefined;
	/** The campaigns that are recorded here, for which every file is read. */
	const campaignsHere = (): readonly RecordedCampaign[] => {
		const now = nowIs();
		if (!ownCampaigns || now - ownCampaigns.readAt > campaignsStay) {
			ownCampaigns = {campaigns: own.campaigns(), readAt: now};
		}
		return ownCampaigns.campaigns;
	};

	/** Whether a moment was recorded here. */
	const isRecorded = (at: number): boolean => {
		if (own.rows('reads', {from: at - listedWithin, to: at}, 'polled').rows.length > 0) {
			return true;
		}
		const ids = campaignsHere()
			.filter(one => one.from <= at && one.to >= at)
			.slice(0, sampled)
			.map(({id}) => id);
		const around = {from: at - listedWithin, to: at};
		return ids.length > 0 && ids.every(id => recording.gapsOf(id, around).length === 0);
	};

	const askMoment = (): void => {
		const at = moment;
		if (at === undefined || isRecorded(at)) {
			want('moment', []);
			return;
		}
		wantKnown('moment', () => [
			...units.happenings({from: at - listedWithin, to: at}),
			...units.atMoment(at, campaignsAt(at)),
		]);
	};

	let chartNow: (() => readonly Unit[]) | undefined;
	let aroundNow: (() => readonly Unit[]) | undefined;

	/** What is wanted follows from what is known. */
	const askAgain = (): void => {
		askMoment();
		if (chartNow) {
			wantKnown('chart', chartNow);
		}
		if (aroundNow) {
			wantKnown('campaign', aroundNow);
		}
	};

	/** The units of the gaps of a campaign. */
	const missingOf = (id: string, period: Period, isByHour = false): Unit[] =>
		units.ofCampaign(id, recording.gapsOf(id, period, isByHour ? 'hour' : 'minute'), isByHour);

	const isWaiting = (): boolean => asking.state(['reach', 'report']).isAsking;

	/** Resolves once nothing is under way for a report, or after a while. */
	const settled = async (): Promise<void> => {
		const {promise, resolve} = Promise.withResolvers<void>();
		const look = (): void => {
			if (!isWaiting()) {
				resolve();
			}
		};
		const cancel = clock.after(patience, resolve);
		listeners.add(look);
		look();
		await promise;
		listeners.delete(look);
		cancel();
	};

	/** The units of what happened that was not recorded. */
	const unrecorded = (period: Period): Unit[] =>
		units.happenings(period).filter(({from, to}) => {
			const first = Math.max(from, period.from);
			const count = Math.ceil((Math.min(to, period.to) - first) / lookedEvery);
			return Array.from({length: count + 1}, (_, index) => first + index * lookedEvery).some(
				at => at <= nowIs() && !isRecorded(at),
			);
		});

	// Since when there is anything is known before anybody looks back.
	wantReach();

	return {
		host: engine.host,
		recording,
		isRecorded,
		get version() {
			return version;
		},
		chart(id, span, until) {
			const {length, step} = chartSpans[span];
			const key = `${id} ${span} ${Math.floor(until / step)}`;
			if (key === lastChart) {
				return;
			}
			lastChart = key;
			const isByHour = span === '7 days';
			const [from, to] = [until - length, until];
			chartNow = () => [
				...missingOf(id, {from, to}, isByHour),
				...missingOf(id, {from: from - 7 * day - hourShift, to: to - 7 * day + hourShift}, isByHour),
			];
			wantKnown('chart', chartNow);
		},
		moment(at) {
			moment = at;
			if (at === undefined) {
				lastAround = undefined;
				aroundNow = undefined;
				want('campaign', []);
				want('marks', []);
			}
			askMoment();
		},
		around(id, {from, to}) {
			const key = `${id} ${from} ${to}`;
			if (key === lastAround) {
				return;
			}
			lastAround = key;
			const until = Math.min(to, nowIs());
			aroundNow = () => {
				const missing = id === undefined ? [] : missingOf(id, {from: from - pastOfCampaign, to: until});
				return [...unrecorded({from, to: until}), ...missing];
			};
			wantKnown('campaign', aroundNow);
		},
		happened({from, to}) {
			const wanted = since === undefined ? [] : unrecorded({from: Math.max(from, since), to});
			wantKnown('marks', () => wanted);
			return !asking.state(['reach', 'marks']).isAsking;
		},
		days: (ids, dayNumber) => engineDaysOf(engine, profile, zone(), ids, dayNumber),
		async load({from, to}, campaignIds) {
			const period = {from: from - lead, to};
			wantKnown('report', () => []);
			await settled();
			wantKnown('report', () => [units.campaigns(period)]);
			await settled();
			const ids = campaignIds ?? [...new Set([...own.campaigns().map(({id}) => id), ...idsIn('listing/')])];
			const missing = ids.flatMap(id => {
				const gaps = recording.gapsOf(id, period);
				const [first, last] = [gaps[0], gaps.at(-1)];
				return first && last ? [{id, from: first.from, to: last.until}] : [];
			});
			wantKnown('report', () => units.ofMany(missing));
			await settled();
		},
		state: () => ({...asking.state(), isEmpty}),
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		close() {
			asking.close();
			telling?.();
			listeners.clear();
		},
	};
};
