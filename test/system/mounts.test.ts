import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {networkFileSystem} from '../../source/system/mounts.ts';

const mountinfo = `22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 0:40 / /home rw shared:9 - nfs4 server:/home rw,vers=4.2
31 30 8:2 / /home/ann/local rw - ext4 /dev/sdb1 rw
32 22 0:41 / /mnt/two\\040words rw - cifs //server/share rw
33 22 0:42 / /mnt/twice rw - nfs server:/old rw
34 22 8:3 / /mnt/twice rw - xfs /dev/sdc1 rw
35 22 0:43 / /mnt/ssh rw - fuse.sshfs ann@server: rw
36 22 0:44 / /mnt/host rw - 9p host rw
`;

const fileOf = (text: string): string => {
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-mounts-'));
	onTestFinished(() => rmSync(folder, {recursive: true}));
	writeFileSync(join(folder, 'mountinfo'), text);
	return join(folder, 'mountinfo');
};

test.each([
	['/var/lib/dialtop/x.db', undefined],
	['/home/ann/.local/state/dialtop', 'nfs4'],
	['/homeless/x', undefined],
	['/home/ann/local/x', undefined],
	['/mnt/two words/x', 'cifs'],
	['/mnt/twice/x', undefined],
	['/mnt/ssh/x', 'fuse.sshfs'],
	['/mnt/host', '9p'],
])('%s lies on %s', (path, kind) => {
	expect(networkFileSystem(path, fileOf(mountinfo))).toBe(kind);
});

test('a system that lists no mounts has none of another machine', () => {
	expect(networkFileSystem('/home/ann', '/nowhere/mountinfo')).toBeUndefined();
});
