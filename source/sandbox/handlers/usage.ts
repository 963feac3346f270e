/** What a campaign came to over days, and what it cost (section 4.2; shapes ours). */
import type {Handlers} from './handler.ts';

export const usage: Partial<Handlers> = {};
