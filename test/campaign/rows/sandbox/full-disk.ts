/** A disk with so much room and no more: what was acknowledged stays, and the service says that it cannot write. */
import {execFileSync, spawnSync} from 'node:child_process';
import {copyFileSync, mkdirSync, rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {type Call, createWriters} from '../../../helpers/writers.ts';
import type {Trials} from '../../row.ts';
import {callWith, createClient, type SandboxRun, signIn, small, startSandbox, startWithPassword} from './process.ts';

const page = 4096;

/** A disk of its own where one may be mounted, else a limit on the size of files. */
type Disk = {
	folder: string;
	start(args: readonly string[]): SandboxRun;
	/** Makes room; false where that is not possible. */
	grow(): boolean;
	[Symbol.dispose](): void;
};

const mounted = (folder: string, bytes: number): Disk | undefined => {
	mkdirSync(folder, {recursive: true});
	const options = `size=${Math.ceil(bytes / page) * page}`;
	if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'none', folder]).status !== 0) {
		return undefined;
	}
	return {
		folder,
		start: args => startSandbox(args),
		grow: () => spawnSync('mount', ['-o', 'remount,size=64m', folder]).status === 0,
		[Symbol.dispose]() {
			execFileSync('umount', [folder]);
		},
	};
};

const limited = (folder: string, bytes: number): Disk => {
	mkdirSync(folder, {recursive: true});
	return {
		folder,
		// Blocks are 512 bytes to sh.
		start: args => startSandbox(args, `ulimit -f ${Math.ceil(bytes / 512)};`),
		grow: () => false,
		[Symbol.dispose]() {
			rmSync(folder, {recursive: true, force: true});
		},
	};
};

/** Whether a disk of a certain size can be had. */
export const canMount = (folder: string): boolean => {
	const disk = mounted(join(folder, 'try'), 1_000_000);
	disk?.[Symbol.dispose]();
	return disk !== undefined;
};

/** Writes refused as internal errors, after which the disk counts as full. */
const refusals = 12;

/** Tries so many sizes, from no room at all to enough for some hundred writes. */
export const tryFullDisk = async (trials: Trials, folder: string, points: number): Promise<void> => {
	const isMountable = canMount(folder);
	trials.noted(
		isMountable
			? 'full disk: a tmpfs of each size'
			: 'full disk: a limit on the size of files, as no tmpfs may be mounted here',
	);
	const base = join(folder, 'full.db');
	let token = '';
	{
		await using first = startWithPassword(['--database', base, ...small]);
		const client = createClient((await first.url) ?? '');
		token = await signIn(client);
		client.close();
		first.kill('SIGTERM');
		await first.ended;
	}
	const size = statSync(base).size;
	let [served, unstarted, grown] = [0, 0, 0];
	for (let point = 0; point < points; point++) {
		const trial = `point ${point}`;
		// Room for the log and its index as well: the first points are too small for a start.
		const room = Math.round((2_000_000 * (point / points) ** 2) / page) * page;
		using disk =
			(isMountable ? mounted(join(folder, 'disk'), size + room) : undefined) ??
			limited(join(folder, 'disk'), size + room);
		const file = join(disk.folder, 'x.db');
		copyFileSync(base, file);
		const writers = createWriters();
		await using running = disk.start(['--database', file]);
		const url = await running.url;
		if (url === undefined) {
			unstarted++;
			const how = await running.ended;
			if (how !== 70 || !/^dialtop sandbox: .*(?:full|disk|space|write|I\/O)/im.test(running.said())) {
				trials.failed(`it did not start, and ended with ${how}: ${running.said() || 'without a word'}`, trial);
			}
			trials.tried('full disks');
		} else {
			served++;
			const client = createClient(url);
			const call = callWith(client, token);
			let refused = 0;
			const untilFull: Call = async (type, params) => {
				const response = await call(type, {
					...params,
					...(type === 'send_text_message' && {message: `${params?.message} ${'x'.repeat(1400)}`}),
				});
				if (response.success !== 1 && String(response.tech_msg).startsWith('disk-') && ++refused > refusals) {
					throw new Error('full');
				}
				return response;
			};
			// One after the other: each writer is stopped by a disk that is full.
			const kept = writers.filter(({name}) => name !== 'send_text_message');
			await Promise.all(writers.map(async ({write}) => write(untilFull).catch(() => undefined)));
			if (running.hasEnded()) {
				if (!/full|disk/i.test(running.said())) {
					trials.failed(`it ended on a full disk without a sentence: ${running.said()}`, trial);
				}
			} else {
				if (refused === 0) {
					trials.failed('the disk did not fill up', trial);
				}
				if (!/disk I\/O error|database or disk is full/.test(running.said())) {
					trials.failed(`it did not say that it cannot write: ${running.said()}`, trial);
				}
				const read = await call('get_campaigns').catch(error => ({success: String(error)}));
				if (read.success !== 1) {
					trials.failed(`reads do not go on: ${JSON.stringify(read)}`, trial);
				}
				if (disk.grow()) {
					const again = await call('add_dnc', {phone_number: '2125550199'}).catch(error => ({success: String(error)}));
					if (again.success !== 1) {
						trials.failed(`with room again it does not write: ${JSON.stringify(again)}: ${running.said()}`, trial);
					}
					grown++;
				}
			}
			client.close();
			running.kill(point % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
			await running.ended;
			const copy = join(folder, 'after-full.db');
			for (const part of ['', '-wal']) {
				rmSync(`${copy}${part}`, {force: true});
				try {
					copyFileSync(`${file}${part}`, `${copy}${part}`);
				} catch {
					// There is no log after an end in good order.
				}
			}
			await using again = startSandbox(['--database', copy]);
			const address = await again.url;
			if (address === undefined) {
				trials.failed(`what a full disk left cannot be opened: ${again.said()}`, trial);
			} else {
				const reader = createClient(address);
				for (const writer of kept) {
					for (const one of await writer.lost(callWith(reader, token))) {
						trials.failed(`an acknowledged write is lost: ${one}`, trial);
					}
				}
				reader.close();
				trials.tried('full disks');
			}
		}
		if (point % 10 === 9) {
			trials.progress(`${point + 1} full disks`);
		}
	}
	if (served === 0 || (isMountable && grown === 0)) {
		trials.failed('no size of the disk let the service start', 'full disks');
	}
	trials.noted(
		`full disk: ${unstarted} sizes were too small for a start, which ended with a sentence; ${served} filled up while it served`,
	);
};
