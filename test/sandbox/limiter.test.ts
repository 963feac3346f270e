import {expect, test} from 'vitest';
import {createLimiter} from '../../source/sandbox/rules/limiter.ts';

/** Gives the limiter work that ends on command. */
const given = (limiter: ReturnType<typeof createLimiter>, count: number, isGone?: (index: number) => boolean) => {
	const pieces = Array.from({length: count}, () => Promise.withResolvers<number>());
	const begun: number[] = [];
	const ended: Record<number, string> = {};
	pieces.forEach(({promise}, index) => {
		const work = async (): Promise<number> => {
			begun.push(index);
			return promise;
		};
		limiter.run(work, isGone && (() => isGone(index))).then(
			() => (ended[index] = 'done'),
			(error: Error) => (ended[index] = error.message),
		);
	});
	return {
		begun,
		ended,
		async end(index: number, error?: Error) {
			if (error) {
				pieces[index]?.reject(error);
			} else {
				pieces[index]?.resolve(index);
			}
			await new Promise(setImmediate);
		},
	};
};

test('heavy work runs two at a time, the newest first, whether or not each piece succeeds', async () => {
	const limiter = createLimiter(2);
	const {begun, ended, end} = given(limiter, 5);
	expect(begun).toEqual([0, 1]);
	await end(1);
	expect(begun).toEqual([0, 1, 4]);
	await end(0, new Error('no'));
	expect(begun).toEqual([0, 1, 4, 3]);
	for (const index of [4, 3, 2]) {
		await end(index);
	}
	expect(ended).toEqual({0: 'no', 1: 'done', 2: 'done', 3: 'done', 4: 'done'});
	expect(limiter.waiting).toBe(0);
	expect(await limiter.run(async () => begun)).toEqual([0, 1, 4, 3, 2]);
});

test('of more than there is room for, the one that has waited longest is turned away', async () => {
	const {begun, ended, end} = given(createLimiter(1, 3), 6);
	await new Promise(setImmediate);
	expect(ended).toEqual({1: 'too many wait', 2: 'too many wait'});
	for (const index of [0, 5, 4, 3]) {
		await end(index);
	}
	expect(begun).toEqual([0, 5, 4, 3]);
});

test('what nobody waits for any more is not begun, and takes no room', async () => {
	const gone = new Set<number>();
	const limiter = createLimiter(1, 2);
	const {begun, ended, end} = given(limiter, 3, index => gone.has(index));
	gone.add(1);
	const later = given(limiter, 2);
	await new Promise(setImmediate);
	const closed = 'the client has closed its connection';
	expect([ended, later.ended]).toEqual([{1: closed, 2: 'too many wait'}, {}]);
	const atOnce = given(limiter, 1, () => true);
	await end(0);
	await later.end(1);
	await later.end(0);
	expect([begun, later.begun, atOnce.begun]).toEqual([[0], [1, 0], []]);
	expect(atOnce.ended).toEqual({0: closed});
});
