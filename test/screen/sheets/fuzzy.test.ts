import {expect, test} from 'vitest';
import {fuzzyRank, fuzzyScore} from '../../../source/screen/sheets/palette/fuzzy.ts';
import {forms} from '../../../source/service/forms.ts';

const items = forms.operations.map(({type, summary}) => ({name: type, summary}));
const found = (query: string): string[] => fuzzyRank(query, items).map(({name}) => name);

test.each([
	['dash', 'get_dashboard_stats'],
	['gds', 'get_dashboard_stats'],
	['getdash', 'get_dashboard_stats'],
	['add_dnc', 'add_dnc'],
	['dnc', 'add_dnc'],
	['PAUSE', 'pause_campaign'],
	['pay plan', 'create_payment_plan'],
	['plan cancel', 'cancel_payment_plan'],
	['refund', 'payment_refund'],
	['test call', 'dial_number'],
	['text', 'send_text_message'],
	['list ivr', 'list_ivrs'],
])('"%s" means %s', (query, name) => {
	expect(found(query)[0]).toBe(name);
});

test('what is called like it comes before what only speaks of it', () => {
	const names = found('do-not-call');
	expect(names).toEqual(expect.arrayContaining(['add_dnc', 'delete_dnc', 'get_dncs']));
	expect(found('campaign').indexOf('get_campaigns')).toBeLessThan(found('campaign').indexOf('get_usage') + 100);
	expect(found('queue')[0]).toMatch(/queue/);
});

test('letters scattered over a name are no match, nor are words of which one is missing', () => {
	expect(fuzzyScore('aaa', 'add_payment', '')).toBeUndefined();
	expect(fuzzyScore('dash zebra', 'get_dashboard_stats', 'Returns the dashboard figures.')).toBeUndefined();
	expect(found('zebra')).toEqual([]);
});

test('nothing asked is everything, in its own order', () => {
	expect(found('')).toEqual(items.map(({name}) => name));
	expect(found('  ')).toEqual(items.map(({name}) => name));
});
