/** The do-not-call list (section 4.2; shapes ours). */
import type {Handlers} from './handler.ts';

export const doNotCall: Partial<Handlers> = {};
