/**
 * The start of the single executable. The bundle's files lie in it as they are; this serves them as modules, in the main
 * thread and, run once more, in a worker's.
 */
import {createRequire, registerHooks} from 'node:module';
import {getAsset} from 'node:sea';
import {pathToFileURL} from 'node:url';
import workers from 'node:worker_threads';

/** The folder that the files seem to lie in. The executable has that name, so nothing else can. */
const folder = `${pathToFileURL(process.execPath)}/`;

const isOurs = (url: string | undefined): boolean => url?.startsWith(folder) ?? false;

registerHooks({
	resolve(specifier, context, next) {
		const isRelative = specifier.startsWith('./') && isOurs(context.parentURL);
		return isRelative || isOurs(specifier)
			? {url: new URL(specifier, context.parentURL).href, format: 'commonjs', shortCircuit: true}
			: next(specifier, context);
	},
	load(url, context, next) {
		return isOurs(url)
			? {source: getAsset(url.slice(folder.length), 'utf8'), format: 'commonjs', shortCircuit: true}
			: next(url, context);
	},
});

const {Worker, isMainThread} = workers;

/** A worker has hooks of its own, so it starts here as well, and its module is an argument. */
class OurWorker extends Worker {
	constructor(file: string | URL, options?: workers.WorkerOptions) {
		super(getAsset('start.cjs', 'utf8'), {...options, eval: true, argv: [String(file)]});
	}
}
workers.Worker = OurWorker;

createRequire(folder)(isMainThread ? `${folder}cli.js` : (process.argv[2] ?? ''));
