/** What was read of the service, and how the last try to read it went. */
import type {Moment} from './time.ts';

/** A failed read: when, and why in one line; the service's own words where it refused. */
export type Failure = {at: Moment; reason: string; refused?: boolean};
