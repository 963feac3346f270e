/** IVRs and queues (section 4.2; shapes ours). */
import type {Handlers} from './handler.ts';

export const ivrsAndQueues: Partial<Handlers> = {};
