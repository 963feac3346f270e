/**
 * Preloaded into a program (`NODE_OPTIONS=--import=…`): once the file DIALTOP_TEST_BREAK exists, the next draw of a world,
 * which is in a worker thread or is that of `dialtop sandbox`, throws, as a bug inside the simulation would; if it holds
 * `loop`, that draw never ends.
 */
import {existsSync, readFileSync, rmSync} from 'node:fs';
import {isMainThread} from 'node:worker_threads';

const file = process.env.DIALTOP_TEST_BREAK;
const {imul} = Math;
const hasWorld = !isMainThread || process.argv[2] === 'sandbox';

if (hasWorld && file) {
	const watch = setInterval(() => {
		if (existsSync(file)) {
			clearInterval(watch);
			Math.imul = () => {
				while (readFileSync(file, 'utf8') === 'loop');
				Math.imul = imul;
				// The next world is to live.
				rmSync(file);
				throw new Error('a bug inside the simulation');
			};
		}
	}, 50);
	watch.unref();
}
