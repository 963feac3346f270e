/** What a monitor takes of the machine while it runs: processor, memory, and the time until a key is answered. */
import {existsSync, readFileSync} from 'node:fs';
import {setTimeout as sleep} from 'node:timers/promises';
import type {Figure} from './figures.ts';
import {type Program, type Running, startMonitor, untilQuiet} from './program.ts';

const cpuAim = 0.7;
const memoryAim = 90;
const embeddedCpuAim = 1.5;
const embeddedMemoryAim = 130;

/** Whether the system shows what a process takes; what is told where it does not. */
export const canSee = existsSync('/proc/self/stat');
export const unseen = {samples: [], missing: 'needs /proc'};

/** Linux counts processor time for programs in hundredths of a second. */
const ticksPerSecond = 100;

/** Seconds of processor time that a process has used. */
export const cpuSeconds = (pid: number): number => {
	const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
	// The name before this may hold spaces and brackets.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
};

/** Resident memory in MB, all of it and what is not backed by a file. */
const memory = (pid: number): {all: number; own: number} => {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	const megabytes = (name: string): number =>
		(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) * 1024) / 1e6;
	return {all: megabytes('VmRSS'), own: megabytes('RssAnon')};
};

/** Resident memory in MB. */
export const residentMegabytes = (pid: number): number => memory(pid).all;

const memoryFigure = (name: string, pid: number, aim: number): Figure => {
	if (!canSee) {
		return {name, unit: 'MB', aim, ...unseen};
	}
	const {all, own} = memory(pid);
	return {
		name,
		unit: 'MB',
		samples: [all],
		aim,
		note: `${own.toFixed(0)} MB its own, the rest shared with other Node`,
	};
};

/** Seconds a minute, measured in so many stretches one after another. */
const cpuFigure = async (
	name: string,
	pid: number,
	stretches: number,
	length: number,
	aim?: number,
): Promise<Figure> => {
	const shared = {name, unit: 's', ...(aim === undefined ? {} : {aim})};
	const samples: number[] = [];
	for (let stretch = 0; stretch < stretches; stretch++) {
		const before = canSee ? cpuSeconds(pid) : 0;
		const from = performance.now();
		await sleep(length);
		samples.push(canSee ? ((cpuSeconds(pid) - before) * 60_000) / (performance.now() - from) : 0);
	}
	const mean = samples.reduce((sum, sample) => sum + sample, 0) / stretches;
	return canSee ? {...shared, value: mean, samples} : {...shared, ...unseen};
};

const measureKeys = async (monitor: Running, count: number): Promise<Figure> => {
	const samples: number[] = [];
	for (let index = 0; index < count; index++) {
		// From the top again before the last campaign, where `j` has no answer.
		if (index % 20 === 0) {
			monitor.write('g');
		}
		await untilQuiet(monitor, 120);
		samples.push(
			await new Promise<number>(resolve => {
				const pressed = performance.now();
				monitor.hear(() => resolve(performance.now() - pressed));
				monitor.write('j');
			}),
		);
	}
	return {name: 'a key to the first byte of its answer', unit: 'ms', samples};
};

/** How long to look. */
export type LoadOptions = {warmUp: number; stretches: number; length: number; keys: number};

/** The monitor on a service elsewhere with fifty campaigns, polled and drawn every second. */
export const measureLoad = async (
	program: Program,
	service: Readonly<Record<string, string>>,
	{warmUp, stretches, length, keys}: LoadOptions,
): Promise<Figure[]> => {
	await using monitor = startMonitor(program, service, '--interval', '1');
	await sleep(warmUp);
	const cpu = await cpuFigure('processor a minute, 50 campaigns, every second', monitor.pid, stretches, length, cpuAim);
	const resident = memoryFigure('memory after that, 50 campaigns', monitor.pid, memoryAim);
	return [cpu, resident, await measureKeys(monitor, keys)];
};

/** The monitor with the sandbox inside it. */
export const measureEmbedded = async (
	program: Program,
	{warmUp, stretches, length}: LoadOptions,
): Promise<Figure[]> => {
	await using monitor = startMonitor(program);
	await sleep(warmUp);
	const cpu = await cpuFigure(
		'processor a minute, embedded sandbox and all',
		monitor.pid,
		stretches,
		length,
		embeddedCpuAim,
	);
	return [cpu, memoryFigure('memory after that, embedded sandbox and all', monitor.pid, embeddedMemoryAim)];
};
