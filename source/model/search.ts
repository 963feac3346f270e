/** The last search: what was asked, and its answer. */
import type {Message, Search} from './state.ts';
import type {Moment} from './time.ts';
import type {SearchQuestion} from './wire.ts';

/** A search that was just asked. */
export const askedSearch = ({query = '', ...filters}: SearchQuestion, askedAt: Moment): Search => ({
	query,
	filters,
	askedAt,
	state: 'asking',
	result: undefined,
	failure: undefined,
	answeredAt: undefined,
});

/** The search after an answer; `askedAt` is compared as an object, so that each search is told apart. */
export const answeredSearch = (
	search: Search | undefined,
	message: Extract<Message, {type: 'search-answered' | 'search-failed'}>,
): Search | undefined => {
	// An answer to an earlier search is dropped.
	if (search?.state !== 'asking' || search.askedAt !== message.askedAt) {
		return search;
	}
	return message.type === 'search-answered'
		? {...search, state: 'answered', result: message.result, answeredAt: message.now}
		: {...search, state: 'failed', failure: message.failure, answeredAt: message.failure.at};
};
