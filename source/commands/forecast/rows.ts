/** A forecast as rows for people, and as JSON for programs. */

import type {Column} from '../../cli/table.ts';
import {type FigureRecord, fewest, type ScoreRecord} from '../../foresight/bands.ts';
import type {Foreseen} from '../../foresight/foresee.ts';
import type {Likely} from '../../foresight/likely.ts';
import type {Band} from '../../model/drop-at-close.ts';
import {minute} from '../../model/time.ts';
import {clock, counted, nothing} from '../../present/format.ts';
import type {Forecasted} from '../../service/foresight.ts';

/** A figure, as it is and as changed. */
export type ForecastRow = {figure: string; asIs: string; changed: string};

type Text = (value: number) => string;

const percent: Text = value => `${value.toFixed(1)} %`;
const minutes: Text = value => String(Math.round(value));

/** A band: its middle, and the ends that hold four of five. */
const bandText = (band: Band | undefined, text: Text): string =>
	band === undefined
		? nothing
		: `${text(band.median)} (${text(band.low)} to ${Number.isFinite(band.high) ? text(band.high) : 'later'})`;

/** The figures, at close first: half an hour of a small floor is mostly chance. */
export const rowsOf = ({asIs, changed}: Foreseen, ahead: number, now: number): ForecastRow[] => {
	const at: Text = value => clock(now + value * minute);
	const row = (figure: string, of: (likely: Likely) => Band | undefined, text: Text): ForecastRow => ({
		figure,
		asIs: bandText(of(asIs), text),
		changed: bandText(of(changed), text),
	});
	return [
		row('drop rate at close', ({dropAtClose}) => dropAtClose, percent),
		row(`drop rate, next ${ahead} min`, ({drop}) => drop, percent),
		row('talk, min an hour and agent', ({talk}) => talk, minutes),
		row('waiting, min an hour and agent', ({ready}) => ready, minutes),
		row('leads out', ({leadsOut}) => leadsOut, at),
	];
};

/** @param change what is changed, in a few words */
export const columnsOf = (change: string): readonly Column<ForecastRow>[] => [
	{name: 'figure', title: '', of: ({figure}) => figure, role: () => 'faint'},
	{name: 'as_is', title: 'as it is', of: ({asIs}) => asIs},
	{name: 'changed', title: change, of: ({changed}) => changed},
];

type BandObject = {median: unknown; low: unknown; high: unknown} | null;

const object = (
	band: Band | undefined,
	of: (value: number) => unknown = value => Math.round(value * 100) / 100,
): BandObject => (band === undefined ? null : {median: of(band.median), low: of(band.low), high: of(band.high)});

const likelyObject = ({drop, dropAtClose, talk, ready, leadsOut}: Likely, now: number) => ({
	drop: object(drop),
	drop_at_close: object(dropAtClose),
	talk: object(talk),
	ready: object(ready),
	leads_out: object(leadsOut, value => (Number.isFinite(value) ? new Date(now + value * minute).toISOString() : null)),
});

const figureObject = ({scored, inside, of, factor}: FigureRecord) => ({
	scored: of,
	inside,
	in_all: scored,
	calibrated: factor !== undefined,
});

/** How earlier forecasts did: of the newest that were compared, twenty at most, so many were inside; `in_all` counts all of them. */
const recordObject = ({size, asIs, changed}: ScoreRecord, hindcasts: number) => ({
	...figureObject(asIs.drop),
	changes_scored: changed.drop.scored,
	hindcasts,
	floors: size,
	figures: {
		drop: figureObject(asIs.drop),
		drop_at_close: figureObject(asIs.dropAtClose),
		talk: figureObject(asIs.talk),
		ready: figureObject(asIs.ready),
	},
});

/** The forecast for programs: rates in percent, talk and ready in minutes an hour and agent, leads_out as a time. */
export const objectOf = ({asIs, changed, runs, calibratedOn, record}: Forecasted, now: number, hindcasts: number) => ({
	as_is: likelyObject(asIs, now),
	changed: likelyObject(changed, now),
	runs,
	calibrated_on: {...calibratedOn, until: new Date(calibratedOn.until).toISOString()},
	track_record: recordObject(record, hindcasts),
});

/** How earlier forecasts did, in sentences. */
export const recordText = ({asIs, changed, size}: ScoreRecord, hindcasts: number, hasChange: boolean): string => {
	const {scored, inside, of, factor} = asIs.drop;
	const again =
		hindcasts === 0
			? ''
			: ` ${counted(hindcasts, 'half hour')} of the recording ${hindcasts === 1 ? 'was' : 'were'} forecast again for it.`;
	const did =
		scored === 0
			? `No forecast has been compared yet, bands not calibrated: ${fewest.asIs} are needed.`
			: factor === undefined
				? `${inside} of ${counted(scored, 'forecast')} inside ${scored === 1 ? 'its' : 'their'} band so far, bands not calibrated: ${fewest.asIs} are needed.`
				: `${inside} of the last ${of} forecasts were inside their band, by the drop rate of floors of this size, which ${scored} comparisons calibrate.`;
	const changes = changed.drop.scored;
	const ofChange =
		hasChange && changes < fewest.changed
			? ` The bands of a change are widened as the bench measured for floors of this size (${size}), until ${fewest.changed} changes have been compared with what came; ${changes} ${changes === 1 ? 'has' : 'have'}.`
			: '';
	return `${did}${again}${ofChange}`;
};
