import {expect, test} from 'vitest';
import {pack} from '../../.config/month/pack.ts';
import {simulate} from '../../.config/month/simulate.ts';
import {packedFolder} from '../../source/recording/packed.ts';
import {allTime, createReader} from '../../source/recording/reader.ts';
import type {Recording} from '../../source/recording/recording.ts';
import {monthEnd, packedMonth} from '../../source/sandbox/month.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** What a recording is made of: its campaigns, the figures of a poll, and kinds of marks. */
const kindOf = (recording: Recording, at: number) => ({
	campaigns: recording.campaigns().map(({id, name}) => `${id} ${name}`),
	// In an hour a list changes too seldom to be packed.
	kinds: [...new Set(recording.streams().map(stream => stream.split('/')[0]))].filter(kind => kind !== 'lists'),
	figures: Object.keys(recording.last('figures/1014', at)?.values ?? {}).filter(name => !name.includes('.')),
	settings: Object.keys(recording.last('settings/1014', at)?.values ?? {}),
	listing: Object.keys(recording.last('listing/1014', at)?.values ?? {}),
});

test('npm run month makes a month such as the one that is there', async () => {
	const from = new Date(monthEnd - day).toISOString().slice(0, 10);
	const folder = await simulate({from, at: 10 * hour, length: 62 * minute, fine: 2 * hour});
	const made = createReader(packedFolder(pack(folder, monthEnd)), 'UTC');
	const committed = createReader(packedFolder(packedMonth()), 'UTC');
	const moment = monthEnd - day + 10.9 * hour;
	expect(kindOf(made, moment)).toEqual(kindOf(committed, moment));
	const verbs = made
		.marks(allTime, {kinds: ['command']})
		.map(({text, data}) => [text, (data as {phase: string}).phase]);
	expect(verbs.at(-1)).toEqual(['update', 'observed']);
	expect(made.rows('figures/1014', {from: monthEnd - day, to: monthEnd}, 'minute').rows).toHaveLength(30);
	expect(made.rows('graphs/1014', {from: monthEnd - day, to: monthEnd}, 'polled').rows.length).toBeGreaterThan(20);
});
