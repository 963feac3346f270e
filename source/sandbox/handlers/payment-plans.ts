/** Payment plans (section 4.2; shapes ours). */
import type {Handlers, SlowHandlers} from './handler.ts';

export const paymentPlans: Partial<Handlers> = {};

export const slowPaymentPlans: Partial<SlowHandlers> = {};
