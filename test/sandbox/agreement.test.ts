/** The agreement of a plan as a PDF, parsed with the library that wrote it. */
import {PDFDocument} from '@cantoo/pdf-lib';
import {describe, expect, test} from 'vitest';
import {agreementPdf} from '../../source/sandbox/handlers/agreement.ts';
import {dueDate, split} from '../../source/sandbox/rules/plans.ts';
import type {Plan} from '../../source/sandbox/store/plans.ts';
import {eastern, hour, parseDay} from '../../source/sandbox/world/time.ts';
import {account, quietService} from './money.ts';

const plan: Plan = {
	id: 12,
	accountId: '2026-0000001',
	holder: 'Ann Lee',
	total: 123_456_789,
	startDate: '2026-03-31',
	frequency: 'monthly',
	token: '',
	status: 'active',
	createdBy: 1,
	createdAt: parseDay(eastern, '2026-03-31') + 12 * hour,
};

const agreed = (count: number) =>
	split(plan.total, count).map((amount, index) => ({amount, dueDate: dueDate(plan.startDate, 'monthly', index)}));

/** The texts of each page, in the order of their drawing. */
const textsOf = async (bytes: Uint8Array): Promise<string[][]> =>
	(await PDFDocument.load(bytes))
		.getPages()
		.map(page =>
			page.extractContents().flatMap(asset => (asset.kind === 'text' ? [asset.getText().replace(/\n$/, '')] : [])),
		);

describe('the agreement', () => {
	test('names the parties, the total, every payment and the terms, and leaves room to sign', async () => {
		const bytes = await agreementPdf(eastern, plan, agreed(3));
		expect(new TextDecoder().decode(bytes.slice(0, 5))).toBe('%PDF-');
		const document = await PDFDocument.load(bytes);
		expect(document.getTitle()).toBe('Payment agreement 12');
		expect(document.getCreationDate()).toEqual(new Date('2026-03-31T16:00:00Z'));
		const [page = [], ...others] = await textsOf(bytes);
		expect(others).toEqual([]);
		for (const text of ['Payment agreement', 'Ann Lee', '2026-0000001', '1,234,567.89', '411,522.63', '2026-04-30']) {
			expect(page).toContain(text);
		}
		expect(page).toEqual(expect.arrayContaining(['Parties', 'Terms', 'Signatures', 'Account holder', 'Date']));
		expect(page.at(-1)).toBe('Payment agreement 12 - page 1 of 1');
	});

	test('goes on over as many pages as it needs, each with its number and the head of the table', async () => {
		const payments = agreed(120);
		const pages = await textsOf(await agreementPdf(eastern, plan, payments));
		expect(pages).toHaveLength(4);
		expect(pages.map(page => page.at(-1))).toEqual([1, 2, 3, 4].map(n => `Payment agreement 12 - page ${n} of 4`));
		expect(pages.every(page => page.includes('Due date'))).toBe(true);
		const days = pages.flat().filter(text => /^\d{4}-\d\d-\d\d$/.test(text));
		// The first is the day on which it was made.
		expect(days.slice(1)).toEqual(payments.map(({dueDate}) => dueDate));
	});

	test('is the same to the byte for the same plan', async () => {
		expect(await agreementPdf(eastern, plan, agreed(24))).toEqual(await agreementPdf(eastern, plan, agreed(24)));
	});

	test.each([
		['Zo\u00eb O\u2019Brien', 'Zo\u00eb O\u2019Brien'],
		['\u0141ukasz Ho\u0159ej\u0161\u00ed', 'Lukasz Horej\u0161\u00ed'],
		['\u738b \ud83d\ude00\u202e\ud800', '? ???'],
		['a\tb\u0000', 'a b?'],
		['', '2026-0000001'],
	])('shows the name %j as %j', async (holder, shown) => {
		const [page] = await textsOf(await agreementPdf(eastern, {...plan, holder}, agreed(1)));
		expect(page).toContain(shown);
	});

	test('breaks names that are longer than a line', async () => {
		const [page = []] = await textsOf(await agreementPdf(eastern, {...plan, holder: 'W'.repeat(100)}, agreed(1)));
		expect(page.filter(text => /^W+$/.test(text)).join('')).toBe('W'.repeat(100));
	});
});

test('get_agreement_doc answers it as base64, as it was agreed, whatever has happened since', async () => {
	const {need, plan: makePlan} = await quietService();
	const plan_id = await makePlan();
	const answer = await need('get_agreement_doc', {plan_id});
	expect(answer).toMatchObject({file_name: 'agreement-1.pdf', content_type: 'application/pdf'});
	const [page = []] = await textsOf(Buffer.from(String(answer.content), 'base64'));
	expect(page).toEqual(expect.arrayContaining([account, '100.00', '33.34', '2026-03-31', '2026-04-30', '2026-05-31']));
	await need('add_payment', {accountid: account, plan_id, amount: '50', date: '2026-04-03'});
	await need('cancel_payment_plan', {plan_id});
	expect(await need('get_agreement_doc', {plan_id})).toEqual(answer);
});
