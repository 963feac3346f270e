/** No card number gets into the service, by any operation. */
import {expect, test} from 'vitest';
import {operations} from '../../source/api/operations/index.ts';
import {smallService} from './small-service.ts';
import {planOf} from './small-world.ts';

const number = '4111 1111 1111 1111';

test('every operation refuses a card number before it looks at anything else, and does not repeat it', async () => {
	const {handle, token} = await smallService({plan: [planOf({state: 'stopped'})], warmUp: 0});
	const refusals = {success: 0, tech_msg: 'invalid-value', detail: expect.stringContaining('only tokens')};
	for (const type of Object.keys(operations)) {
		for (const given of [{type, token}, {type}, {type, token: 'guess'}]) {
			const {response} = await handle({...given, reason: `card ${number} 12/29`});
			expect([type, response]).toEqual([type, {...refusals, error: 'Invalid value: reason'}]);
		}
		const nested = await handle({type, token, phones: [{}, {phone_number: '4111111111111111'}]});
		expect(nested.response).toEqual({...refusals, error: 'Invalid value: phones[1][phone_number]'});
	}
	for (const fields of [{type: number}, {type: 'get_lists', token: number}, {type: 'login_user', [number]: 'x'}]) {
		const answer = await handle(fields);
		expect(answer.response).toMatchObject(refusals);
		expect(JSON.stringify(answer)).not.toMatch(/4111/);
	}
});

test('numbers, references and lists of them pass', async () => {
	const {call} = await smallService({plan: [planOf({state: 'stopped'})], warmUp: 0});
	const phones = Array.from({length: 20}, (_, place) => `21255501${10 + place}`).join(',');
	expect(await call('add_leads', {campaign_id: '1001', phones, account_id: '2026-0000001'})).toMatchObject({
		success: 1,
		added: '20',
	});
	expect(await call('search_lead', {query: '+442071234567', from: '2026-03-31'})).toMatchObject({success: 1});
});
