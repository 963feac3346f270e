/** What a monitor's memory is made of. */
import {existsSync, readFileSync, rmSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import type {Figure} from './figures.ts';
import {type Program, startMonitor} from './program.ts';

/** Megabytes. */
type Inside = {spaces: Record<string, number>; external: number; arrayBuffers: number; malloced: number};

/** Has the program tell V8's side of it on SIGURG. */
const hook = (file: string): string =>
	`data:text/javascript,${encodeURIComponent(`
		import {getHeapSpaceStatistics, getHeapStatistics} from 'node:v8';
		import {writeFileSync} from 'node:fs';
		process.on('SIGURG', () => {
			const {external, arrayBuffers} = process.memoryUsage();
			const spaces = Object.fromEntries(getHeapSpaceStatistics().map(one => [one.space_name, one.physical_space_size / 1e6]));
			const malloced = getHeapStatistics().malloced_memory / 1e6;
			const told = {spaces, malloced, external: external / 1e6, arrayBuffers: arrayBuffers / 1e6};
			writeFileSync(${JSON.stringify(file)}, JSON.stringify(told));
		});`)}`;

/** Resident megabytes by what they are mapped from: a file, the main heap of malloc, code, or nothing. */
const mapped = (pid: number): Record<'files' | 'malloc' | 'code' | 'other', number> => {
	const sums = {files: 0, malloc: 0, code: 0, other: 0};
	let kind: keyof typeof sums = 'other';
	for (const line of readFileSync(`/proc/${pid}/smaps`, 'utf8').split('\n')) {
		const [, access = '', name = ''] = /^[\da-f]+-[\da-f]+ (\S+) \S+ \S+ \S+\s*(.*)$/.exec(line) ?? [];
		if (access !== '') {
			kind = name.startsWith('/') ? 'files' : name === '[heap]' ? 'malloc' : access.includes('x') ? 'code' : 'other';
		}
		sums[kind] += (Number(/^Rss:\s+(\d+)/.exec(line)?.[1] ?? 0) * 1024) / 1e6;
	}
	return sums;
};

/** The monitor on a service elsewhere with fifty campaigns, after so many milliseconds. */
export const measureMemory = async (
	program: Program,
	service: Readonly<Record<string, string>>,
	warmUp: number,
): Promise<Figure[]> => {
	if (!existsSync('/proc/self/smaps')) {
		return [{name: 'memory by part, 50 campaigns', unit: 'MB', samples: [], missing: 'needs /proc'}];
	}
	const file = join(dirname(program.cli), 'memory.json');
	await using monitor = startMonitor(program, {...service, NODE_OPTIONS: `--import=${hook(file)}`}, '--interval', '1');
	await sleep(warmUp);
	rmSync(file, {force: true});
	process.kill(monitor.pid, 'SIGURG');
	while (!existsSync(file)) {
		await sleep(50);
	}
	await sleep(100);
	const {spaces, external, arrayBuffers, malloced} = JSON.parse(readFileSync(file, 'utf8')) as Inside;
	const {files, malloc, code, other} = mapped(monitor.pid);
	const {new_space: young = 0, code_space: compiled = 0, trusted_space: bytecode = 0, ...old} = spaces;
	const rest = Object.values(old).reduce((sum, one) => sum + one, 0);
	const row = (name: string, megabytes: number, note?: string): Figure => ({
		name,
		unit: 'MB',
		samples: [megabytes],
		...(note === undefined ? {} : {note}),
	});
	return [
		row('memory by part, 50 campaigns: all', files + malloc + code + other),
		row('  pages of files', files, "Node's own and libraries, shared with other Node"),
		row('  heap: old objects', rest),
		row('  heap: young objects', young),
		row('  heap: bytecode', bytecode),
		row('  heap and WebAssembly: machine code', code, `${compiled.toFixed(1)} MB of it in the heap`),
		row('  malloc of the main thread', malloc, `${malloced.toFixed(1)} MB of it V8's compilers`),
		row(
			'  the rest: WebAssembly memory, threads, buffers',
			other - rest - young - bytecode,
			`of ${external.toFixed(1)} MB reserved, ${arrayBuffers.toFixed(1)} MB in buffers`,
		),
	];
};
