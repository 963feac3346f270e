/** What kind of file system a path lies on. */
import {readFileSync} from 'node:fs';

/** Kinds that lie on another machine, where processes share no memory. */
const network = /^(?:nfs\d*|cifs|smb\d*|smbfs|9p|fuse\.sshfs)$/;

/** Spaces and such are octal there. */
const unescaped = (text: string): string =>
	text.replaceAll(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));

/**
 * The file system that a path lies on, if it is one of another machine: `nfs4`. Also undefined where the system does not report it.
 *
 * @param path absolute, without links
 * @param mountinfo the file that lists the mounts (proc_pid_mountinfo(5))
 */
export const networkFileSystem = (path: string, mountinfo = '/proc/self/mountinfo'): string | undefined => {
	let text: string;
	try {
		text = readFileSync(mountinfo, 'utf8');
	} catch {
		return undefined;
	}
	let best = {point: '', kind: ''};
	for (const line of text.split('\n')) {
		const [before = '', after = ''] = line.split(' - ');
		const point = unescaped(before.split(' ')[4] ?? '');
		const holds = point === path || path.startsWith(point.endsWith('/') ? point : `${point}/`);
		// Of two mounts at one point, the later one covers the earlier.
		if (point !== '' && holds && point.length >= best.point.length) {
			best = {point, kind: after.split(' ')[0] ?? ''};
		}
	}
	return network.test(best.kind) ? best.kind : undefined;
};
