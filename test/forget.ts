/** Forgets the secrets of a test file that shares its process with others: they would strike words in the texts of those. */
import {afterAll} from 'vitest';

afterAll(() => {
	(globalThis as {forgetSecrets?: () => void}).forgetSecrets?.();
});
