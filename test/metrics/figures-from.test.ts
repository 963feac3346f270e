/** What is exported of a campaign is read back as the same figures. */
import {expect, test} from 'vitest';
import {campaignSelector, figuresFrom, metricOf, polledAtIn} from '../../source/metrics/figures-from.ts';
import {dashboardRecord} from '../../source/wire/dashboard.ts';
import {readPage} from '../helpers/metrics-page.ts';
import {at, campaign, campaignsPolled, dashboardPolled, live} from '../model/make.ts';
import {exported} from './make.ts';

const figures = {
	...Object.fromEntries(Object.keys(dashboardRecord.fields).map((name, index) => [name, index + 1])),
	...{
		dropRate: 2.35,
		dropLimit: 3,
		percentComplete: 40.25,
		minutesToday: 12.1,
		minutesMonth: 1200.4,
		chargeToday: 4.21,
	},
	...{paceTempo: '2.4', throttle: '7', paceMethod: 'PREDICTIVE', callerId: '8005550100', status: 'PAUSE'},
	campaignName: 'Spring "A" \\ B\n{x="1"} 漢',
};

/** Words and numbers that no metric has. */
const notExported = [
	'campaignId',
	'agentLevel',
	'script',
	'recording',
	'scheduled',
	'schedule',
	'schedulerStatus',
].concat(['machineDetection', 'leaveMessage', 'callBackNumber', 'transferQueue']);

test('every figure that is exported is read back, in the units of the dashboard', async () => {
	const east = exported();
	east.see(
		live,
		campaignsPolled(1, [campaign('1', {name: figures.campaignName, dialMethod: 'PREDICTIVE', status: 'PAUSE'})]),
		dashboardPolled(2, '1', figures),
	);
	const samples = readPage(await east.text(3)).filter(({labels}) => metricOf(labels));
	const {extra, unreadable, ...read} = figuresFrom(samples);
	expect(read).toEqual(Object.fromEntries(Object.entries(figures).filter(([name]) => !notExported.includes(name))));
	expect(samples.flatMap(sample => polledAtIn(sample) ?? [])).toEqual([at(2).wall]);
});

test('what cannot be a figure is none, and other series are of no campaign', () => {
	const of = {campaign_id: '1', profile: 'east'};
	const sample = (name: string, value: number, labels = {}) => ({labels: {__name__: name, ...of, ...labels}, value});
	expect(
		figuresFrom([
			sample('dialtop_campaign_agents_signed_in', -1),
			sample('dialtop_campaign_leads', Number.POSITIVE_INFINITY),
			sample('dialtop_campaign_agents', 3, {state: 'asleep'}),
			sample('dialtop_campaign_drop_ratio', 0.02, {rule: 'uk'}),
			sample('dialtop_campaign_state', 0, {state: 'dialing'}),
			sample('dialtop_campaign_state', 1, {state: 'unknown'}),
		]),
	).toEqual({extra: {}, unreadable: []});
	expect(polledAtIn(sample('dialtop_campaign_leads', 4))).toBeUndefined();
	expect(metricOf({__name__: 'dialtop_service_up', profile: 'east'})).toBeUndefined();
	expect(metricOf({__name__: 'dialtop_campaign_leads', profile: 'east'})).toBeUndefined();
});

test('a selector has names and ids as they are', () => {
	expect(campaignSelector('a "b"', ['1.5', 'x|y'])).toBe(
		'{__name__=~"dialtop_campaign_.+",profile="a \\"b\\"",campaign_id=~"1\\\\.5|x\\\\|y"}',
	);
});
