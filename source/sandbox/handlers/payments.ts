/** Payments, refunds, charges and links (section 4.2; shapes ours). */
import type {Handlers} from './handler.ts';

export const payments: Partial<Handlers> = {};
