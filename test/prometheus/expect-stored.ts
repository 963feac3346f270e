/** What an engine that stored the page must answer. */
import {expect} from 'vitest';
import {figuresFrom, polledAtFrom} from '../../source/metrics/figures-from.ts';
import {at as momentAt} from '../model/make.ts';
import {type Answers, figures, id, name, profile, type Times} from './stored.ts';

export const expectStored = ({raw, dialed, builds, refused}: Answers, {first, second}: Times): void => {
	expect([raw.warnings, raw.isPartial]).toEqual([[], false]);
	const last = raw.series.flatMap(({labels, samples}) => {
		const newest = samples.at(-1);
		return newest ? [{labels, value: newest.value, at: newest.at}] : [];
	});
	// All that a scrape brings has its time.
	const times = new Set(last.map(({at}) => at));
	expect(times.size).toBe(1);
	expect(second - (last[0]?.at ?? 0)).toBeLessThanOrEqual(30_000);
	expect(new Set(last.map(({labels}) => `${labels.profile} ${labels.campaign_id}`))).toEqual(
		new Set([`${profile} ${id}`]),
	);
	const {extra, unreadable, ...read} = figuresFrom(last);
	expect(read).toEqual({...figures[1], campaignName: name});
	expect(polledAtFrom(last)).toBe(momentAt(3).wall);

	expect(dialed.series).toHaveLength(1);
	const samples = dialed.series[0]?.samples ?? [];
	expect(samples.map(({at}) => at)).toEqual(
		Array.from({length: Math.floor((second - first) / 1000) + 1}, (_, index) => first + index * 1000),
	);
	const totals = samples.map(({value}) => value);
	expect([totals[0], totals.at(-1)]).toEqual([figures[0].calledToday, figures[1].calledToday]);
	expect(totals).toEqual(totals.toSorted((one, other) => one - other));

	expect(builds.series.map(({labels, samples: [sample]}) => [labels.version, sample?.value])).toEqual([
		[expect.stringMatching(/^\d+\.\d+\.\d+/), 1],
	]);
	expect(refused).toMatch(/^HOST refuses the query \(bad_data\): .*parse error/);
};
