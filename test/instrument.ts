/** Has Node load the source as the tests need it. */
import {registerHooks} from 'node:module';
import {instrumented} from '../.config/instrumented.ts';

const shared = globalThis as {isInstrumented?: true};

// Test files share the process, and this is loaded for each.
if (!shared.isInstrumented) {
	shared.isInstrumented = true;
	registerHooks({
		load(url, context, nextLoad) {
			const loaded = nextLoad(url, context);
			const source = url.startsWith('file:') && instrumented(new URL(url).pathname, String(loaded.source));
			return source ? {...loaded, source} : loaded;
		},
	});
}
