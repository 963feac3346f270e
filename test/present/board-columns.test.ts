/** What the columns of the board read. */
import {expect, test} from 'vitest';
import {campaignRows} from '../../source/model/select.ts';
import type {Message} from '../../source/model/state.ts';
import {boardColumns} from '../../source/present/board-columns.ts';
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

test('a campaign whose sources disagree shows both words, in a column that is as wide as that takes', () => {
	const shown = (...messages: Message[]) => {
		const state = after(fresh(), ...messages);
		const [column] = boardColumns(state, 2000);
		const [row] = campaignRows(state);
		return column && row && {...column.cell(row), width: column.width};
	};
	const paused = campaignsPolled(1, [campaign('1', {status: 'PAUSE'}), campaign('2')]);
	expect(shown(paused)).toEqual({text: 'PAUSE', role: 'state.paused', width: 7});
	expect(shown(paused, dashboardPolled(2, '1', {status: 'PLAY'}))).toEqual({
		text: 'PAUSE≠PLAY',
		role: 'warning',
		width: 12,
	});
	expect(shown(paused, dashboardPolled(2, '1', {status: 'PLAY', dropRate: 9, dropLimit: 3}))?.text).toMatch(
		/^PAUSE≠PLAY [!▲]$/,
	);
});

test('calls that wait are timed beside a graph of calls over time, too', () => {
	const poll = (second: number, waiting: number): Message => {
		const message = dashboardPolled(second, '1', {waiting, ready: 1});
		const liveCalls = [
			{extra: {}, unreadable: []},
			{extra: {}, unreadable: []},
		];
		return message.type === 'dashboard-polled' ? {...message, dashboard: {...message.dashboard, liveCalls}} : message;
	};
	const waitsAfter = (...polls: readonly (readonly [second: number, waiting: number])[]) => {
		const state = after(fresh(), campaignsPolled(1, [campaign('1')]), ...polls.map(one => poll(...one)));
		const [row] = campaignRows(state);
		return (
			row &&
			boardColumns(state, 2000)
				.find(({id}) => id === 'waitingFor')
				?.cell(row).text
		);
	};
	expect(waitsAfter([2, 0])).toBe('0s');
	expect(waitsAfter([2, 0], [4, 1], [6, 2], [8, 1])).toBe('4s');
	expect(waitsAfter([2, 1], [4, 1])).toBe('2s+');
	expect(waitsAfter([2, 1])).toBe('—');
});

test('a campaign that dials for no agents has neither a recent drop rate nor a change of one', () => {
	const calls = Array.from({length: 30}, (_, minute) => ({
		dialed: 20,
		delivered: 9,
		drops: 1,
		time: 36_000 + minute * 60,
		extra: {},
		unreadable: [],
	}));
	const textsOf = (paceMethod: string): (string | undefined)[] => {
		const poll = (second: number, dropRate: number): Message => {
			const message = dashboardPolled(second, '1', {paceMethod, dropRate, dropLimit: 3});
			return message.type === 'dashboard-polled' ? {...message, dashboard: {...message.dashboard, calls}} : message;
		};
		const state = after(fresh(), campaignsPolled(1, [campaign('1')]), poll(2, 1), poll(303, 1.25));
		const [row] = campaignRows(state);
		return boardColumns(state, 2000)
			.filter(({id}) => id === 'dropChange' || id === 'recentDrop')
			.map(({cell}) => row && cell(row).text);
	};
	expect(textsOf('PREDICTIVE')).toEqual(['▲0.25', '████████ 10.00']);
	expect(textsOf('BROADCAST')).toEqual(['—', '—']);
});
