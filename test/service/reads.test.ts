/** What the model is told of each read: the answer, or why there is none. */
import {describe, expect, test} from 'vitest';
import type {Message} from '../../source/model/state.ts';
import type {ListsQuestion} from '../../source/model/wire.ts';
import {createReads, type Read, type Reads} from '../../source/service/reads.ts';
import {type Outcome, WireError} from '../../source/wire/errors.ts';
import {manualClock} from '../helpers/clock.ts';
import {done, failing, refused} from './harness.ts';

/** Reads of a service that gives these outcomes in turn, each after a second. */
const setUp = (outcomes: Outcome<never>[], {mayRepeat = true, wanted = {} as ListsQuestion | undefined} = {}) => {
	const clock = manualClock({wall: 5000, mono: 0});
	const sent: unknown[][] = [];
	const told: Message[] = [];
	const reads = createReads({
		async call(...asked) {
			sent.push(asked);
			await clock.advance(1000);
			return outcomes.shift() ?? failing('protocol');
		},
		dispatch: message => void told.push(message),
		clock,
		mayRepeat: () => mayRepeat,
		wantedLists: () => wanted,
	});
	return {reads, sent, told};
};

const first = {wall: 5000, mono: 0};
const second = {wall: 6000, mono: 1000};
const span = {sentAt: first, receivedAt: second};
const options = {retries: 0, repeated: true};
const record = {extra: {}, unreadable: []};

type Case = [
	what: string,
	read: (reads: Reads) => Promise<Read>,
	outcome: Outcome<never>,
	told: Record<string, unknown>[],
	sound: boolean,
];

const campaigns = (reads: Reads) => reads.campaigns();
const question = {campaignId: '7', status: 'Y', filter: 'RA'} as const;
const lists = (reads: Reads) => reads.lists(question);
const seen = (reads: Reads) => reads.listsSeen('7');
const seenOfAll = (reads: Reads) => reads.listsSeen(undefined);
const listsOf = (reads: Reads) => reads.listsOf('7');
const dashboard = (reads: Reads) => reads.dashboard('7');

const ofSeven = {figures: {...record, campaignId: '7'}};
const nameless = {figures: record};
const records = [{...record, id: '7'}, record];
const failure = (reason: string, more = {}) => ({at: second, reason, ...more});

test.each<Case>([
	['campaigns', campaigns, done({records}), [{type: 'campaigns-polled', span, records}], true],
	['no campaigns', campaigns, done({records: []}), [{type: 'campaigns-polled', span, records: []}], true],
	[
		'campaigns without ids',
		campaigns,
		done({records: [record]}),
		[{type: 'campaigns-failed', failure: failure('no campaign came with an id')}],
		false,
	],
	[
		'a refusal of campaigns',
		campaigns,
		refused('not you'),
		[{type: 'campaigns-failed', failure: failure('not you', {refused: true})}],
		false,
	],
	['lists', lists, done({records}), [{...question, type: 'lists-polled', span, records}], true],
	['no lists, though they are wanted no more', lists, failing('deadline'), [], false],
	['all lists', seen, done({records}), [{type: 'lists-seen', span, records}], true],
	['lists of all campaigns', seenOfAll, done({records}), [{type: 'lists-seen', span, records, isOfAll: true}], true],
	['not all lists', seen, failing('deadline'), [], false],
	['the lists of a campaign', listsOf, done({records}), [{type: 'lists-of-polled', campaignId: '7', records}], true],
	[
		'no lists of a campaign',
		listsOf,
		failing('deadline'),
		[{type: 'lists-of-polled', campaignId: '7', records: undefined}],
		false,
	],
	[
		'a dashboard',
		dashboard,
		done(ofSeven),
		[{type: 'dashboard-polled', campaignId: '7', span, dashboard: ofSeven}],
		true,
	],
	[
		'a dashboard that names no campaign',
		dashboard,
		done(nameless),
		[{type: 'dashboard-polled', campaignId: '7', span, dashboard: nameless}],
		true,
	],
	[
		'the dashboard of another',
		dashboard,
		done({figures: {...record, campaignId: '8'}}),
		[
			{
				type: 'dashboard-failed',
				campaignId: '7',
				failure: failure('the service answered for campaign 8 instead'),
			},
		],
		false,
	],
	[
		'a dashboard without figures',
		dashboard,
		done({figures: undefined}),
		[
			{
				type: 'dashboard-failed',
				campaignId: '7',
				failure: failure('the service answered without figures (no data)'),
			},
		],
		false,
	],
	[
		'no dashboard',
		dashboard,
		failing('deadline', 'not-sent'),
		[{type: 'dashboard-failed', campaignId: '7', failure: failure('deadline')}],
		false,
	],
])('%s', async (_what, read, outcome, told, sound) => {
	const run = setUp([outcome]);
	expect(await read(run.reads)).toStrictEqual({outcome, sound});
	expect(run.told).toStrictEqual(told);
	expect(run.sent).toHaveLength(1);
});

test.each([
	[campaigns, ['get_campaigns', {}, options]],
	[lists, ['get_lists', {campaign_id: '7', status: 'Y', filter: 'RA'}, options]],
	[seen, ['get_lists', {campaign_id: '7'}, options]],
	[listsOf, ['get_lists', {campaign_id: '7'}, options]],
	[dashboard, ['get_dashboard_stats', {campaign_id: '7'}, options]],
])('%o asks once, for what can be known again', async (read, asked) => {
	const {reads, sent} = setUp([]);
	await read(reads);
	expect(sent).toEqual([asked]);
});

test('lists that could not be read are told only as long as they are wanted', async () => {
	const {reads, told} = setUp([failing('deadline')], {wanted: question});
	await reads.lists(question);
	expect(told).toStrictEqual([{type: 'lists-failed', failure: {...failure('deadline'), question}}]);
});

describe('a read whose connection broke', () => {
	const broken = new WireError('reset', 'reset');

	test.each(['unknown', 'not-sent'] as const)('and was %s is sent once more', async kind => {
		const {reads, sent, told} = setUp([failing('reset', kind), done({records})]);
		expect(await reads.campaigns()).toMatchObject({sound: true});
		expect(sent).toHaveLength(2);
		expect(told).toMatchObject([{type: 'campaigns-polled', span: {sentAt: first, receivedAt: {mono: 2000}}}]);
	});

	test('is sent no third time, and not at all again where it may not be', async () => {
		const twice = setUp([failing('reset'), failing('reset'), done({records})]);
		expect(await twice.reads.campaigns()).toMatchObject({outcome: {cause: broken}, sound: false});
		const once = setUp([failing('reset'), done({records})], {mayRepeat: false});
		expect(await once.reads.campaigns()).toMatchObject({outcome: {cause: broken}, sound: false});
		expect([twice.sent.length, once.sent.length]).toEqual([2, 1]);
	});
});
