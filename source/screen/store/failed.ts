/** Why a reading failed, in words. */
import type {Failure} from '../../model/loaded.ts';

/** Why something could not be had: the service's own words where it said no. */
export const failed = (things: string, {reason, refused}: Pick<Failure, 'reason' | 'refused'>): string =>
	refused ? `The service refuses the ${things}: ${reason}` : `The ${things} could not be read: ${reason}`;
