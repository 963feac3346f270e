/** What the columns of the board read. */
import {expect, test} from 'vitest';
import {boardColumns} from '../../source/look/board-columns.ts';
import {campaignRows} from '../../source/model/select.ts';
import {after, asked, campaign, campaignsPolled, dashboardPolled, fresh, tick} from '../model/make.ts';

test('no column but the age reads the clock: the screen leaves a row as it is while it says the same age', () => {
	const state = after(
		fresh(),
		campaignsPolled(1, [campaign('1'), campaign('2'), campaign('3')]),
		dashboardPolled(2, '1', {ready: 3, remainingTime: 3600, remainingLeads: 400, dropRate: 2.9, dropLimit: 3}),
		dashboardPolled(2, '2', {ready: 0, waiting: 2, remainingLeads: 1000}),
		asked(3),
		tick(4),
	);
	const saidAt = (second: number) =>
		boardColumns(after(state, tick(second)), 2000)
			.filter(({id}) => id !== 'age')
			.map(({id, cell}) => [id, campaignRows(state).map(cell)]);
	expect(saidAt(90_000)).toEqual(saidAt(4));
});
