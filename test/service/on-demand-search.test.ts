/** A search stands in the state from when it is asked, with what came of it. */
import {expect, test} from 'vitest';
import {done, refused, simulate} from './harness.ts';

const result = {entries: [], footer: 'none'};

test.each([
	['was answered', done(result), {value: result, failure: undefined}],
	['was refused', refused('no'), {value: undefined, failure: {reason: 'no', refused: true}}],
])('a search that %s', async (_what, outcome, told) => {
	const rig = simulate({answers: ({type}) => (type === 'search_lead' ? outcome : undefined)});
	const askedAt = rig.clock.now();
	const search = rig.onDemand.search({query: 'x'});
	expect(rig.store.get().search).toMatchObject({query: 'x', askedAt, value: undefined, failure: undefined});
	await rig.run(1);
	await search;
	expect(rig.of('search_lead').map(({params}) => params)).toEqual([{query: 'x'}]);
	expect(rig.store.get().search).toMatchObject({query: 'x', askedAt, ...told});
});
