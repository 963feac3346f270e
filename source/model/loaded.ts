/** What was read of the service, when, and how the newest try to read it went. */
import type {Moment, Span} from './time.ts';

/** A failed read: when, and why in one line; the service's own words if it refused. */
export type Failure = {at: Moment; reason: string; refused?: boolean};

/** A value that is read again and again; after a failed try the old value stays, with its age. */
export type Loaded<T, F extends Failure = Failure> = {
	/** Undefined until it was read for the first time. */
	value: T | undefined;
	/** When the value was asked for and answered. */
	span: Span | undefined;
	/** Why the newest try failed, or brought only a part; undefined if it went well. */
	failure: F | undefined;
};

/** How one try went: an answer, or why there is none. */
export type Try<T, F extends Failure = Failure> = {value: T; span: Span; failure?: F | undefined} | {failure: F};

/** What has not been read yet. */
export const notLoaded: Loaded<never, never> = {value: undefined, span: undefined, failure: undefined};

/** What is known after a try; the same object if the answer is to an older request than the one that is known. */
export const loadedAfter = <T, F extends Failure>(known: Loaded<T, F>, tried: Try<T, F>): Loaded<T, F> => {
	if (!('value' in tried)) {
		return {...known, failure: tried.failure};
	}
	const {value, span, failure} = tried;
	return known.span && span.sentAt.mono < known.span.sentAt.mono ? known : {value, span, failure};
};
