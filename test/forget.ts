/** Undoes what a test file would leave to others that share its process: secrets, which would strike words in their texts, and variables. */
import {afterAll, vi} from 'vitest';

afterAll(() => {
	vi.unstubAllEnvs();
	(globalThis as {forgetSecrets?: () => void}).forgetSecrets?.();
});
