/** Floors that are recorded and go on, and how their recording is read: what a service shows, and what was polled of it. */
import type {SeriesPoint} from '../../../../source/model/series.ts';
import {minute} from '../../../../source/model/time.ts';
import type {Recording, Row} from '../../../../source/recording/recording.ts';
import {dashboardRecord} from '../../../../source/wire/dashboard.ts';
import {watchedFloor} from '../../../foresight/floor.ts';
import type {OtherCampaign} from '../../../helpers/other-service/world.ts';
import type {Program} from '../../in-process/program.ts';
import {now} from '../../in-process/time.ts';

/** A floor: what was recorded of it before a trial, with times before the trial's begin, and what it shows from then on. */
export type Floor = {before: readonly SeriesPoint[]; after: readonly SeriesPoint[]};

/** Minutes that are shown in a trial. */
const shown = 8;

const floorOf = (agents: number, seed: number, level: number): Floor => {
	const {points, now: end} = watchedFloor({agents, seed, settings: {level}}, 90 + shown);
	const begin = end - shown * minute;
	const moved = points.map(point => ({...point, at: point.at - begin}));
	return {before: moved.filter(({at}) => at <= 0), after: moved.filter(({at}) => at > 0)};
};

/** Floors that differ, so that a forecast of one is not one of another. */
export const createFloors = (): readonly Floor[] => [floorOf(12, 7, 1.2), floorOf(9, 4, 1.3), floorOf(14, 11, 1.1)];

const valuesOf = ({extra: _, unreadable: __, ...values}: SeriesPoint['figures']): Row['values'] =>
	values as Row['values'];

/** Has a campaign show its floor, so many milliseconds after the trial's begin. */
export const showFloor = (campaign: OtherCampaign, {before, after}: Floor, since: number): void => {
	const point = after.findLast(({at}) => at <= since) ?? before.at(-1);
	if (point) {
		const {campaign_id, campaign_name, display_status, ...figures} = dashboardRecord.encode(
			point.figures as Parameters<typeof dashboardRecord.encode>[0],
		) as Record<string, unknown>;
		campaign.figures = figures;
	}
};

/** What reads may come to. */
export type Reads = 'whole' | 'broken' | 'empty';

/**
 * A recording of the floors, which goes on with what the program polls.
 *
 * @param ids the campaign of each floor
 */
export const createRecorded = (floors: readonly Floor[], ids: readonly string[], {inner: {store}}: Program) => {
	const begin = now().wall;
	let seq = 0;
	const rows = new Map(
		floors.map(({before}, index): [string, Row[]] => [
			`figures/${ids[index]}`,
			before.map(({at, figures}): Row => ({at: begin + at, seq: seq++, values: valuesOf(figures)})),
		]),
	);
	const last = new Map<string, unknown>();
	const stop = store.subscribe(() => {
		for (const [id, loaded] of store.get().dashboards) {
			const of = rows.get(`figures/${id}`);
			const {value, span} = loaded;
			if (of && value?.figures && span && last.get(id) !== span) {
				last.set(id, span);
				of.push({at: span.receivedAt.wall, seq: seq++, values: valuesOf(value.figures)});
			}
		}
	});
	let reads: Reads = 'whole';
	const recording: Pick<Recording, 'rows' | 'last'> = {
		rows(stream, {from, to}) {
			if (reads === 'broken') {
				throw new Error('EIO');
			}
			const all = reads === 'empty' ? [] : (rows.get(stream) ?? []);
			return {
				tier: 'polled',
				rows: all.filter(({at}) => at >= from && at <= to).toSorted((one, other) => one.at - other.at),
			};
		},
		last: () => undefined,
	};
	return {
		recording,
		stop,
		read(as: Reads): void {
			reads = as;
		},
	};
};
