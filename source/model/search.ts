/** Searches: the one that was asked last, and what came of it. */
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

/** What an answer makes of it; each search is known by the moment it was asked at, an object of its own. */
export const answeredSearch = (
	search: Search | undefined,
	message: Extract<Message, {type: 'search-answered' | 'search-failed'}>,
): Search | undefined => {
	// The answer to an earlier question is not the answer to this one.
	if (search?.state !== 'asking' || search.askedAt !== message.askedAt) {
		return search;
	}
	return message.type === 'search-answered'
		? {...search, state: 'answered', result: message.result, answeredAt: message.now}
		: {...search, state: 'failed', failure: message.failure, answeredAt: message.failure.at};
};
