/** Disks of other machines, by a made-up list of mounts: no write-ahead log there, also behind a link. */
import {mkdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {closeHours, retentionDefaults} from '../../../../source/recording/closing.ts';
import {diskFolder} from '../../../../source/recording/folder.ts';
import type {Trials} from '../../row.ts';
import {begin, day, type Given, give, judge, minute, pollOf, readFrom, startWriter, streamOf} from './given.ts';

const remote = ['nfs', 'nfs4', 'cifs', 'smb3', '9p', 'fuse.sshfs'] as const;

/** How a database keeps what is not committed: in a journal, or in a log. */
const isWal = (path: string): boolean =>
	readFileSync(path)
		.subarray(18, 20)
		.equals(Buffer.from([2, 2]));

export const tryMounts = async (trials: Trials, folder: string): Promise<void> => {
	for (const kind of ['ext4', ...remote]) {
		for (const isLinked of [false, true]) {
			const trial = `${kind}${isLinked ? ' behind a link' : ''}`;
			const point = join(folder, `mount of ${kind} ${isLinked}`);
			const mountinfo = join(folder, 'mountinfo');
			writeFileSync(
				mountinfo,
				`22 1 8:1 / / rw - ext4 /dev/root rw\n31 22 0:30 / ${point.replaceAll(' ', String.raw`\040`)} rw - ${kind} server:/home rw\n`,
			);
			mkdirSync(point, {recursive: true});
			if (isLinked) {
				symlinkSync(point, `${point} linked`);
			}
			const path = join(isLinked ? `${point} linked` : point, 'recording');
			const given: Given = new Map();
			const {clock, writer} = await startWriter({folder: diskFolder(path, {mountinfo})});
			for (let n = 0; n < 8; n++) {
				await clock.advance(minute);
				give(given, streamOf(1), clock.now().wall, pollOf(1, n));
				writer.append(streamOf(1), clock.now().wall, pollOf(1, n));
				await writer.flush();
			}
			await writer.close();
			// The thread that closes hours reads the machine's own mounts.
			const own = diskFolder(path, {mountinfo});
			for (const _ of closeHours(own, {
				isOver: () => true,
				zone: 'UTC',
				retention: retentionDefaults,
				now: begin + day,
			})) {
				// Nothing waits for it.
			}
			const files = own.names().filter(name => name.endsWith('.db'));
			const wal = files.filter(name => isWal(join(path, name)));
			if (files.length < 4 || wal.length !== (kind === 'ext4' ? files.length : 0)) {
				trials.failed(`${wal.length} of ${files.length} files have a write-ahead log`, trial);
			}
			const {found, wrong} = readFrom(path, reader => judge(reader, given));
			if (found.get(streamOf(1))?.size !== 8 || wrong.length > 0) {
				trials.failed(`rows are lost: ${wrong.join(' | ')}`, trial);
			}
			trials.tried('file systems of other machines');
		}
	}
};
