/** How a service is asked, be it elsewhere or the embedded sandbox. */
import {expect, test} from 'vitest';
import {openService} from '../../../source/commands/connect/open-service.ts';
import {chooseService} from '../../../source/config/service.ts';

const options = {
	env: {XDG_STATE_HOME: '/nonexistent'},
	token: undefined,
	password: undefined,
	complain: (text: string) => expect.unreachable(text),
};

test('the embedded sandbox is asked as seldom as a service elsewhere', async () => {
	const there = await openService(chooseService({url: 'http://127.0.0.1:9'}, {}, {}), options);
	const embedded = await openService(chooseService({sandbox: true}, {}, {}), options);
	try {
		const budgets = [there, embedded].map(({perSecond, atStart}) => ({perSecond, atStart}));
		expect(budgets).toEqual(Array(2).fill({perSecond: 5, atStart: 15}));
	} finally {
		await Promise.all([there.close(), embedded.close()]);
	}
});
