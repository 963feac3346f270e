/** A process that records until it is killed; it prints the number and time of each poll before it hands it over. */
import {writeSync} from 'node:fs';
import {retentionDefaults} from '../../../../source/recording/closing.ts';
import {diskFolder} from '../../../../source/recording/folder.ts';
import {createWriter} from '../../../../source/recording/writer.ts';
import {systemClock} from '../../../../source/system/clock.ts';
import {pollOf, streamOf} from './given.ts';

export type ChildTask = {
	path: string;
	/** What the wall clock shows at the start, and how fast it goes. */
	begins: number;
	speed: number;
	/** By how much its timers are faster. */
	haste: number;
	/** The number of its first poll. */
	first: number;
	writer: string;
};

const {path, begins, speed, haste, first, writer: name} = JSON.parse(process.argv[2] ?? '{}') as ChildTask;
const writer = createWriter({
	folder: diskFolder(path),
	clock: {
		...systemClock,
		now: () => ({wall: begins + performance.now() * speed, mono: performance.now() * haste}),
		after: (milliseconds, callback) => systemClock.after(milliseconds / haste, callback),
	},
	zone: 'UTC',
	// Nothing of a trial is too old.
	retention: {...retentionDefaults, polled: retentionDefaults.day, minute: retentionDefaults.day},
	complain: text => writeSync(2, `${text}\n`),
	onLost: () => undefined,
});
let n = first;
setInterval(() => {
	const mono = performance.now();
	const at = Math.floor(begins + mono * speed);
	writeSync(1, `${n} ${at} ${mono}\n`);
	for (const campaign of [1, 2]) {
		writer.append(streamOf(campaign), at, pollOf(campaign, n, name));
	}
	n++;
}, 10);
