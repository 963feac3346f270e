/** The drops of a period as dialtop counts them are those of the service's own call log, also of days that it asks for later. */
import {expect, onTestFinished, test} from 'vitest';
import {initialState, update} from '../../../source/alerts/reducer.ts';
import {complianceOf} from '../../../source/model/compliance.ts';
import type {Message} from '../../../source/model/state.ts';
import {createStore} from '../../../source/model/store.ts';
import {day, minute} from '../../../source/sandbox/world/time.ts';
import {createConnection} from '../../../source/service/connection.ts';
import {createPastDays} from '../../../source/service/past-days.ts';
import {testAudit} from '../../helpers/audit.ts';
import {planOf} from '../small-world.ts';
import {httpService} from './http-service.ts';

const start = {
	day: '2026-04-27',
	plan: [
		planOf({name: 'Busy', agents: 6, settings: {method: 'RATIO', level: 3, levelLimit: 3}}),
		planOf({name: 'Other', agents: 8, settings: {method: 'RATIO', level: 2, levelLimit: 2}}),
	],
};
const ids = ['1001', '1002'];

test('days that were not seen come from the statistics, and the sum is that of the call log', async () => {
	await using one = await httpService(start);
	one.advance(2 * day);
	const {connection, ...rig} = connected(one.url, one.token);
	for (const id of ids) {
		const outcome = await connection.dialer.read('get_dashboard_stats', {campaign_id: id});
		expect(outcome.kind).toBe('done');
		if (outcome.kind === 'done') {
			rig.tell({type: 'dashboard-polled', campaignId: id, span: rig.span(), dashboard: outcome.answer});
		}
	}
	const past = createPastDays({call: connection.dialer.read, store: rig.store, dispatch: rig.tell});
	for (let asked = 0; past.isWanted(asked * minute); asked++) {
		expect(asked).toBeLessThan(20);
		expect((await past.read()).sound).toBe(true);
	}
	for (const campaign_id of ids) {
		const period = rig.store.get().dashboards.get(campaign_id)?.value?.period;
		const {summary} = await one.need('campaign_summary', {campaign_id, from: '2026-04-27', to: '2026-04-29'});
		const {answers, machines, drops} = summary as Record<string, string>;
		expect(Number(drops)).toBeGreaterThan(5);
		expect(period?.count.answers).toBe(Number(answers) - Number(machines));
		expect(period?.count.least).toBeLessThanOrEqual(Number(drops));
		expect(period?.count.most).toBeGreaterThanOrEqual(Number(drops));
		expect(period?.error).toBeLessThan(0.01);
		// Two days before the service existed are told by its empty log alone.
		expect(period?.coverage).toMatchObject({known: 3, due: 5, byService: 2, byLog: 2});
	}
});

/** A store that counts by the service's clock, and a connection. */
const connected = (url: string, token: string) => {
	const now = {wall: Date.parse('2026-04-29T16:00:00Z'), mono: 1000};
	const compliance = complianceOf({rule: 'thirty-days', period_start: '2026-04-25'});
	const source = {profile: 'p', environment: 'SANDBOX', host: 'h', readOnly: false};
	const store = createStore(update, initialState({...source, timeZone: 'America/New_York', compliance}, now));
	const connection = createConnection({url, token, audit: testAudit(url), isLocked: () => true});
	onTestFinished(() => connection.close());
	const span = () => ({sentAt: now, receivedAt: now});
	const records = ids.map(id => ({id, extra: {}, unreadable: []}));
	store.dispatch({type: 'campaigns-polled', span: span(), records: records as never});
	return {store, connection, span, tell: (message: Message) => store.dispatch(message)};
};
