/** A program that records until it is killed: a row every ten milliseconds, whose number it prints. */
import {retentionDefaults} from '../../source/recording/closing.ts';
import {diskFolder} from '../../source/recording/folder.ts';
import {createWriter} from '../../source/recording/writer.ts';
import {systemClock} from '../../source/system/clock.ts';

const writer = createWriter({
	folder: diskFolder(process.argv[2] ?? ''),
	clock: systemClock,
	zone: 'UTC',
	retention: retentionDefaults,
	complain: text => process.stdout.write(`${text}\n`),
	onLost: () => undefined,
});
let count = 0;
setInterval(() => {
	writer.append('figures/1001', Date.now(), {calledToday: ++count});
	process.stdout.write(`${count}\n`);
}, 10);
