/**
 * A made-up month of the usual campaigns, as the monitor would have recorded it: the recording of an embedded sandbox begins with it.
 * `npm run month` makes it anew.
 */
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';

/** The midnight with which it ends; all its times are what the floor's clocks show, as if that were UTC. */
export const monthEnd = Date.UTC(2026, 1, 16);

/** How many days it has. */
export const monthDays = 31;

/** The packed recording (`source/recording/packed.ts`). */
export const packedMonth = (): Buffer =>
	import.meta.url.endsWith('.ts')
		? readFileSync(new URL('./month.bin', import.meta.url))
		: // The bundle has it as a module, which the single executable can load as well.
			Buffer.from(createRequire(import.meta.url)('./month.js') as string, 'base64');
