/** By whose clock the service shows times: what its profile says, what its graphs show, and this machine's. */
import {expect, test} from 'vitest';
import {shownIn, type Zone} from '../../source/model/calling-hours.ts';
import {serviceZone} from '../../source/model/service-clock.ts';
import type {Message, State} from '../../source/model/state.ts';
import {after, at, campaignsPolled, dashboard, fresh, span} from './make.ts';

const hour = 3600;

/** The time of day on the clock of a zone, in seconds. */
const timeIn = (zone: Zone, wall = at(0).wall): number => Math.floor(shownIn(zone, wall) / 1000) % (24 * hour);

const here = -new Date(at(0).wall).getTimezoneOffset() * 60_000;

/** A zone that is so many hours ahead of this machine's. */
const ahead = (hours: number): number => here + hours * hour * 1000;

const none = {extra: {}, unreadable: []};

const polled = (campaignId: string, newest: number, ringing = 3): Message => ({
	type: 'dashboard-polled',
	campaignId,
	span: span(-0.1, 0),
	dashboard: {
		...dashboard({ringing, status: 'PLAY'}),
		calls: [{dialed: 90, delivered: 1, drops: 0, time: (newest + 24 * hour) % (24 * hour), ...none}],
	},
});

const state = (timeZone: string | undefined, ...messages: Message[]): State =>
	after(fresh({timeZone}), campaignsPolled(0, ['1', '2', '3']), ...messages);

test('nothing is known of it before its graphs came, but for the profile', () => {
	expect(serviceZone(state(undefined))).toBeUndefined();
	// No zone of these is that of every machine.
	const zones = ['Asia/Tokyo', 'America/Chicago'].map(zone => serviceZone(state(zone)));
	expect(zones).toContain(shownIn('Asia/Tokyo', 0) === shownIn(undefined, 0) ? 'America/Chicago' : 'Asia/Tokyo');
});

test('it is that of this machine where it shows the same', () => {
	for (const late of [0, 40, 500, -20]) {
		expect(serviceZone(state(undefined, polled('1', timeIn(undefined) - late)))).toBeUndefined();
	}
});

test('it is that of a zone that its newest points are in, a quarter of an hour from others', () => {
	for (const hours of [9, -5, 5.5, 5.75, 11.75]) {
		for (const late of [0, 30, 100]) {
			const zone = serviceZone(state(undefined, polled('1', timeIn(ahead(hours)) - late)));
			expect(zone, `${hours} h ahead, ${late} s late`).toBe(ahead(hours));
		}
	}
	// A clock that is in no zone is taken as it goes.
	expect(serviceZone(state(undefined, polled('1', timeIn(ahead(2)) + 420)))).toBe(ahead(2) + 420_000);
});

test('a campaign that calls nobody may have points of long ago', () => {
	const old = [polled('1', timeIn(ahead(2)) - 5 * hour, 0), polled('2', timeIn(ahead(2)) - 5 * hour, 0)];
	expect(serviceZone(state(undefined, ...old))).toBeUndefined();
	expect(serviceZone(state(undefined, ...old, polled('3', timeIn(ahead(2)))))).toBe(ahead(2));
});

test('the profile names it, unless the graphs show another', () => {
	const tokyo = 'Asia/Tokyo';
	expect(serviceZone(state(tokyo, polled('1', timeIn(tokyo) - 50)))).toBe(
		shownIn(tokyo, at(0).wall) === shownIn(undefined, at(0).wall) ? undefined : tokyo,
	);
	expect(serviceZone(state(tokyo, polled('1', timeIn(ahead(2)))))).toBe(ahead(2));
});

test('a zone that changes to summer time or back is still the one its graphs were in before', () => {
	const zones = ['America/Chicago', 'Europe/Helsinki'];
	for (const zone of zones.filter(one => shownIn(one, at(0).wall) !== shownIn(undefined, at(0).wall))) {
		const before = state(zone, polled('1', timeIn(zone)));
		const halfYear = {...before.now, wall: before.now.wall + 182 * 24 * hour * 1000};
		expect(serviceZone(before)).toBe(zone);
		expect(serviceZone({...before, now: halfYear})).toBe(zone);
	}
});

test('it does not go back by the seconds that a point came later, nor is it lost on a still floor', () => {
	const odd = ahead(2) + 420_000;
	expect(serviceZone(state(undefined, polled('1', timeIn(odd) - 70)), odd)).toBe(odd);
	expect(serviceZone(state(undefined, polled('1', timeIn(odd), 0)), odd)).toBe(odd);
	expect(serviceZone(state(undefined, polled('1', timeIn(odd) + 1800)), odd)).toBe(odd + 1_800_000);
});
