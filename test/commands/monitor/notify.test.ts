/** The notifications of a terminal. */
import {expect, test} from 'vitest';
import {notifierDefaults} from '../../../source/alerts/notifier.ts';
import {notifyOperator} from '../../../source/commands/monitor/notify.ts';
import {keysOf} from '../../../source/present/advice.ts';
import {keymap} from '../../../source/present/keymap.ts';
import {poll} from '../../helpers/terminal.ts';
import {fill, makeScreen, moment} from '../../screen/make.ts';

test('a notification names the keys in force', async () => {
	const {store} = makeScreen();
	fill(store);
	const shown: string[] = [];
	const stop = notifyOperator({
		store,
		send: text => shown.push(text),
		complain: () => undefined,
		settings: () => ({...notifierDefaults, bell: false, notification: 'osc9'}),
		isMuted: () => false,
		reader: () =>
			keysOf(keymap.map(binding => (binding.action === 'switchList' ? {...binding, keys: ['K']} : binding))),
	});
	const known = store.get().dashboards.get('1003')?.value;
	for (let second = 2; second <= 70; second += 2) {
		store.dispatch({
			type: 'dashboard-polled',
			campaignId: '1003',
			span: {sentAt: moment(second * 1000), receivedAt: moment(second * 1000 + 100)},
			dashboard: {
				calls: known?.calls,
				agents: known?.agents,
				leads: known?.leads,
				liveCalls: undefined,
				figures: known?.figures && {...known.figures, ringing: 0, totalLeads: 8300, activeLeads: 0, dropRate: 0},
			},
		});
	}
	expect(await poll(() => shown.join().includes('K on a list (3) switches it on'), 4000)).toBe(true);
	await stop();
});
