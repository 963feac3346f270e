import {expect, onTestFinished, test} from 'vitest';
import {showTimesIn} from '../../source/present/format.ts';
import {fillAll} from './fill.ts';
import {fill, makeScreen, moment} from './make.ts';

const headerOf = (screen: ReturnType<typeof makeScreen>): string => screen.frame().rows[0] ?? '';

const tick = (screen: ReturnType<typeof makeScreen>, milliseconds: number): string => {
	screen.store.dispatch({type: 'tick', now: moment(milliseconds)});
	return headerOf(screen);
};

const answered = (screen: ReturnType<typeof makeScreen>, milliseconds: number, latency = 10): string => {
	screen.store.dispatch({type: 'link', link: {kind: 'live', latency}, now: moment(milliseconds)});
	return tick(screen, milliseconds);
};

test('a link is live for two intervals after the newest answer, then waiting, then stale', () => {
	const screen = makeScreen(120, 40);
	fill(screen.store);
	expect(headerOf(screen)).toContain(' live ');
	expect(tick(screen, 5010)).toContain(' live ');
	expect(tick(screen, 5011)).toContain(' waiting 4 s ');
	expect(tick(screen, 8010)).toContain(' waiting 7 s ');
	expect(tick(screen, 21_010)).toContain(' waiting 20 s ');
	expect(tick(screen, 21_011)).toContain(' stale 20 s ');
	expect(tick(screen, 42_010)).toContain(' stale 41 s ');
	expect(tick(screen, 301_010)).toContain(' stale 5m 00s ');
	expect(answered(screen, 302_000)).toContain(' live ');
	expect(tick(screen, 309_000)).toContain(' waiting 7 s ');
	// The clocks part: how old anything is, nobody can tell.
	const woken = (milliseconds: number) => ({...moment(milliseconds), wall: moment(9_000_000 + milliseconds).wall});
	screen.store.dispatch({type: 'tick', now: woken(310_000)});
	expect(headerOf(screen)).toMatch(/ stale {2}/);
	screen.store.dispatch({type: 'link', link: {kind: 'live', latency: 10}, now: woken(311_000)});
	screen.store.dispatch({type: 'tick', now: woken(311_000)});
	expect(headerOf(screen)).toContain(' live ');
});

test('a slow service is slow for as long as its answers take, and waiting after that', () => {
	const screen = makeScreen(120, 40);
	fill(screen.store);
	expect(answered(screen, 9000, 8000)).toContain(' slow 8.0 s ');
	// The next poll leaves at once, and takes as long.
	expect(tick(screen, 17_000)).toContain(' slow 8.0 s ');
	expect(tick(screen, 19_001)).toContain(' waiting 10 s ');
	expect(tick(screen, 30_000)).toContain(' stale 21 s ');
});

test('where the list of campaigns alone is polled, its interval counts', () => {
	const none = makeScreen(120, 40);
	fill(none.store, []);
	expect(tick(none, 11_010)).toContain(' live ');
	expect(tick(none, 11_011)).toContain(' waiting 10 s ');
	// A campaign that is refused is asked for less and less often; one that is not answered for is waited for.
	const failing = makeScreen(120, 40);
	fill(failing.store);
	const failure = {at: moment(1000), reason: 'no'};
	failing.store.dispatch({type: 'dashboard-failed', campaignId: '1003', failure});
	expect(tick(failing, 6000)).toContain(' waiting 4 s ');
	failing.store.dispatch({type: 'dashboard-failed', campaignId: '1003', failure: {...failure, refused: true}});
	expect(tick(failing, 11_010)).toContain(' live ');
	expect(tick(failing, 11_011)).toContain(' waiting 10 s ');
});

test('where figures fail, the list of campaigns alone keeps nothing live', () => {
	const screen = makeScreen(120, 40);
	fill(screen.store);
	const failure = {at: moment(11_000), reason: 'did not answer within 10 s'};
	for (const campaignId of ['1003', '1002']) {
		screen.store.dispatch({type: 'dashboard-failed', campaignId, failure});
	}
	expect(answered(screen, 12_000)).toContain(' waiting 10 s ');
	// What one campaign says keeps the others waiting for theirs, and the service live.
	const known = screen.store.get().dashboards.get('1002')?.value;
	const span = {sentAt: moment(12_000), receivedAt: moment(12_100)};
	screen.store.dispatch({type: 'dashboard-polled', campaignId: '1002', span, dashboard: known ?? expect.fail()});
	expect(answered(screen, 13_000)).toContain(' live ');
});

test('plain http to another machine is said in words, beside where it is', () => {
	const screen = makeScreen(80, 24);
	expect(headerOf(screen)).not.toContain('PLAIN HTTP');
	const source = {profile: 'qa', environment: 'QA', host: 'dialer.test', readOnly: false, isPlain: true};
	screen.store.dispatch({type: 'service-changed', source, now: moment(1000)});
	expect(headerOf(screen)).toMatch(/ QA {3}dialer\.test {2}profile qa .* PLAIN HTTP /);
});

test.for([
	// What is given up first is what is said elsewhere; the environment, the lock, the alerts and the link stay.
	[60, /^ PRODUCTION {3}dialer-east\.\S*… {2,}READ-ONLY {2}2 CRITICAL {2}retrying$/],
	[80, /^ PRODUCTION {3}dialer-east\.\S*… {2,}READ-ONLY {2}2 CRITICAL {2}retrying in 9 s {2}\S{8}$/],
	[
		100,
		/^dialtop {3}PRODUCTION {3}dialer-east\.coll\S*… {2,}READ-ONLY {2}2 alerts, CRITICAL {2}retrying in 9 s {2}\S{8}$/,
	],
	[180, /profile floor-manager-east-coast .*READ-ONLY {2}masked {2}2 alerts, CRITICAL {2}bell muted {2}retrying/],
] as const)('at %i columns the header keeps what matters most', ([columns, expected]) => {
	const source = {
		environment: 'PRODUCTION',
		host: 'dialer-east.collections.example.com',
		profile: 'floor-manager-east-coast',
	};
	const screen = makeScreen(columns, 40, {}, source);
	fillAll(screen);
	screen.store.dispatch({type: 'lock', locked: true});
	screen.ui.dispatch({type: 'mask', masked: true});
	screen.ui.dispatch({type: 'mute', muted: true});
	const {now} = screen.store.get();
	const at = (milliseconds: number) => ({wall: now.wall + milliseconds, mono: now.mono + milliseconds});
	const link = {kind: 'retrying', reason: 'no answer', advice: '', since: now, nextAt: at(9000)} as const;
	screen.store.dispatch({type: 'link', link, now});
	expect(headerOf(screen)).toMatch(expected);
});

test('the clock is that of the service, and says so where it shows another time', () => {
	onTestFinished(() => showTimesIn(undefined));
	const screen = makeScreen(80, 24);
	fillAll(screen);
	expect(headerOf(screen)).toMatch(/ \d\d:\d\d:\d\d$/);
	const {wall} = moment(60_000);
	for (const zone of ['Asia/Kathmandu', 3 * 3_600_000]) {
		showTimesIn(zone);
		const shown = new Date(wall + (typeof zone === 'number' ? zone : 5.75 * 3_600_000)).toISOString().slice(11, 16);
		expect(tick(screen, 60_000)).toMatch(new RegExp(` ${shown} service$`));
		expect(headerOf(screen)).toHaveLength(80);
	}
});

test('a frame that none follows, as nobody is there, says since when', () => {
	for (const [columns, text] of [
		[120, /NOT DRAWN SINCE \d\d:\d\d:\d\d {2}live/],
		[60, /NOT DRAWN/],
	] as const) {
		const screen = makeScreen(columns, 40);
		fill(screen.store);
		expect(headerOf(screen)).not.toMatch(text);
		screen.ui.dispatch({type: 'unseen', since: moment(5000).wall});
		expect(headerOf(screen)).toMatch(text);
	}
});
