/** The service's own filters of lists: asked for by a key, told in the title, and never mistaken for one another. */
import {describe, expect, test} from 'vitest';
import type {ListsQuestion} from '../../source/model/wire.ts';
import {selectedCampaignId} from '../../source/screen/state/tables.ts';
import {listsWanted} from '../../source/screen/views/lists/rows.ts';
import {fill, makeScreen, moment} from './make.ts';

type Screen = ReturnType<typeof makeScreen>;

const opened = (): Screen => {
	const screen = makeScreen();
	fill(screen.store);
	screen.settle();
	screen.press('3');
	screen.settle();
	return screen;
};

/** What the poller is asked to read. */
const wanted = (screen: Screen): ListsQuestion =>
	listsWanted(screen.ui.get(), selectedCampaignId(screen.context().tables));

const polled = (screen: Screen, question: ListsQuestion, names: readonly string[], at = 2000): void =>
	screen.store.dispatch({
		...question,
		type: 'lists-polled',
		span: {sentAt: moment(at), receivedAt: moment(at + 10)},
		records: names.map((name, index) => ({id: String(index), name, status: 'Y', extra: {}, unreadable: []})),
	});

describe('f and d', () => {
	test('pass through what get_lists can be asked for', () => {
		const screen = opened();
		const asked: ListsQuestion[] = [wanted(screen)];
		for (const key of ['f', 'f', 'd', 'd', 'f', 'd']) {
			screen.press(key);
			asked.push(wanted(screen));
		}
		const campaignId = '1003';
		expect(asked).toEqual([
			{campaignId},
			{campaignId, status: 'Y'},
			{campaignId, status: 'N'},
			{campaignId, status: 'N', filter: 'RA'},
			{campaignId, status: 'N', filter: 'RD'},
			{campaignId, filter: 'RD'},
			{campaignId},
		]);
	});

	test('say in the title what is asked for', () => {
		const screen = opened();
		screen.press('f');
		screen.press('d');
		expect(screen.text()).toContain('Lists of Spring Collections (1003), on (Y), recently added (RA)');
		screen.press('o');
		expect(screen.text()).toContain('Lists of all campaigns, on (Y), recently added (RA)');
	});
});

test('lists that were asked for otherwise are not shown as these', () => {
	const screen = opened();
	expect(screen.text()).toContain('First list');
	screen.press('f');
	expect(screen.text()).toContain('Reading the lists…');
	expect(screen.text()).not.toContain('First list');
	polled(screen, {campaignId: '1003'}, ['Of all']);
	expect(screen.text()).not.toContain('Of all');
	polled(screen, {campaignId: '1003', status: 'Y'}, ['Only this'], 3000);
	expect(screen.text()).toContain('Only this');
});

test('none that answer to the filters is not none at all', () => {
	const screen = opened();
	screen.press('d');
	polled(screen, {campaignId: '1003', filter: 'RA'}, []);
	expect(screen.text()).toContain('The service has no such lists: recently added (RA).');
});

test('a failure is that of the lists that were asked for', () => {
	const screen = opened();
	screen.press('f');
	const failure = {at: moment(2000), reason: 'Not for you.', refused: true};
	screen.store.dispatch({
		type: 'lists-failed',
		failure: {...failure, question: {campaignId: '1003', status: 'Y', filter: undefined}},
	});
	expect(screen.text()).toContain('The service refuses the lists: Not for you.');
	screen.press('f');
	expect(screen.text()).toContain('Reading the lists…');
});
