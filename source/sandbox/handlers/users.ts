/** Users, passwords, profiles, permissions (section 4.2; shapes ours). */
import type {Handlers, SlowHandlers} from './handler.ts';

export const users: Partial<Handlers> = {};

export const slowUsers: Partial<SlowHandlers> = {};
