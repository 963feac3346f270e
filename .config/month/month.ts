/** `npm run month`: makes source/sandbox/month.bin, the month that an embedded sandbox begins with; a quarter of an hour. */
import {writeFile} from 'node:fs/promises';
import {monthDays, monthEnd} from '../../source/sandbox/month.ts';
import {pack} from './pack.ts';
import {simulate} from './simulate.ts';

const day = 86_400_000;

const folder = await simulate({
	from: new Date(monthEnd - monthDays * day).toISOString().slice(0, 10),
	at: 0,
	length: monthDays * day,
	fine: 2 * day,
	progress: now => process.stdout.write(`\r${new Date(now).toISOString().slice(0, 13)}`),
});
const bytes = pack(folder, monthEnd);
await writeFile(new URL('../../source/sandbox/month.bin', import.meta.url), bytes);
process.stdout.write(`\r${(bytes.length / 1000).toFixed(0)} kB\n`);
