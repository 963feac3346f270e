/** Before a test file: keeps which of the watched faults its tests could notice, and writes them down after the last one. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, expect} from 'vitest';

declare global {
	/** What a watched source calls where a fault could show. */
	var reached: ((id: number) => void) | undefined;
}

const folder = process.env.DIALTOP_TEST_REACHED;

if (folder !== undefined) {
	const ids = new Set<number>();
	globalThis.reached = id => {
		ids.add(id);
	};
	afterAll(() => {
		const file = expect.getState().testPath ?? '';
		writeFileSync(join(folder, `${crypto.randomUUID()}.json`), JSON.stringify({file, ids: [...ids]}));
	});
}
