/** Passwords of those who scrape, compared with hashes by bcrypt: one at a time, in a thread, as each takes a tenth of a second. */
import {createHash} from 'node:crypto';
import {once} from 'node:events';
import {Worker} from 'node:worker_threads';

/** Answers that are remembered, the right ones and the wrong ones: a scraper sends its password again and again. */
const mostKnown = 100;

/** Comparisons that may wait; beyond these it is answered that there are too many. */
const mostWaiting = 20;

/** Bytes of a password that bcrypt takes. */
const mostBytes = 72;

/** Compared with for a user that does not exist, so that it takes as long as for any other. */
const noHash = '$2a$10$.OC/.OC/.OC/.OC/.OC/.OHjvpxenKUdfq0Ge/FtICAw.CPixCTZm';

/** Beside the bundle, or beside this file when run from source. */
const workerFile = (): URL =>
	new URL(import.meta.url.endsWith('.ts') ? './password-worker.ts' : './password-worker.js', import.meta.url);

const verified = async (password: string, hash: string): Promise<boolean> => {
	const [isRight] = await once(new Worker(workerFile(), {workerData: {password, hash}}), 'message');
	return isRight === true;
};

/** Whether somebody may read: `busy` if too many ask at once. */
export type Verdict = 'right' | 'wrong' | 'busy';

/** Makes what judges passwords. */
export const createPasswords = (): ((user: string, password: string, hash: string | undefined) => Promise<Verdict>) => {
	/** By a digest of all that was compared, so that no password stays in memory, and a hash that was changed counts at once. */
	const known = new Map<string, Promise<boolean>>();
	let last: Promise<unknown> = Promise.resolve();
	let waiting = 0;
	return async (user, password, hash) => {
		const bytes = Buffer.byteLength(password);
		if (bytes === 0 || bytes > mostBytes) {
			return 'wrong';
		}
		const key = createHash('sha256')
			.update(JSON.stringify([user, password, hash]))
			.digest('base64');
		let answer = known.get(key);
		if (answer === undefined) {
			if (waiting >= mostWaiting) {
				return 'busy';
			}
			waiting++;
			answer = last.then(() => verified(password, hash ?? noHash)).then(isRight => isRight && hash !== undefined);
			last = answer.catch(() => undefined).finally(() => waiting--);
			const [oldest] = known.keys();
			if (known.size >= mostKnown && oldest !== undefined) {
				known.delete(oldest);
			}
			known.set(key, answer);
			answer.catch(() => known.delete(key));
		}
		return (await answer) ? 'right' : 'wrong';
	};
};
