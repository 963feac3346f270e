/** A field that an operation does not have is refused by name: whoever sent it believes that it did something. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {type ContractService, contentTypes, startContractService} from '../contract/service.ts';

let service: ContractService;

beforeAll(async () => {
	service = await startContractService();
});

afterAll(async () => {
	await service[Symbol.asyncDispose]();
});

const send = async (type: string, params: Record<string, unknown>, contentType?: (typeof contentTypes)[number]) =>
	(await service.send({type, token: service.token, ...params}, contentType)).response;

test.each(contentTypes)(
	'a misspelt setting is refused, and those beside it stay as they were: %s',
	async contentType => {
		const before = await send('get_campaign_settings', {campaign_id: '1001'});
		const changes = {campaign_id: '1001', amd: 'N', number_of_lines: '7', autodial_level: '3', 'agent level': '2'};
		expect(await send('update_campaign', changes, contentType)).toEqual({
			success: 0,
			error: 'Unknown parameter: autodial_level',
			tech_msg: 'unknown-parameter: autodial_level, agent level',
			detail: expect.stringMatching(/^it takes campaign_id, amd, .*autodiallevel, /),
		});
		expect(await send('get_campaign_settings', {campaign_id: '1001'})).toEqual(before);
	},
);

test('phones may be numbered as one likes, but what is in them is checked', async () => {
	const account = {company_id: '1', accountid: 'A-1'};
	const phones = (inside: object) => ({account, phones: {5: {phone_number: '2125550101'}, 7: inside}});
	expect(await send('add_account', phones({phone_number: '2125550102'}), 'JSON')).toMatchObject({success: 1});
	expect(await send('add_account', phones({phone_number: '2125550102', kind: 'HOME'}), 'JSON')).toMatchObject({
		success: 0,
		tech_msg: 'unknown-parameter: phones[7][kind]',
	});
});

test('a question may carry more than it needs', async () => {
	expect(await send('get_campaigns', {page: '1'})).toMatchObject({success: 1});
});
