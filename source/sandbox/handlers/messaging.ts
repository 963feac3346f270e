/** Text messages and content (section 4.2; shapes ours). */
import type {Handlers} from './handler.ts';

export const messaging: Partial<Handlers> = {};
