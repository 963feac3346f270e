import {expect, test} from 'vitest';
import {fill, makeScreen, moment} from './make.ts';

const headerOf = (screen: ReturnType<typeof makeScreen>): string => screen.frame().rows[0] ?? '';

test('a link that looks alive is stale once nothing has been heard for a while', () => {
	const screen = makeScreen(120, 40);
	fill(screen.store);
	expect(headerOf(screen)).toContain('live');
	screen.store.dispatch({type: 'tick', now: moment(15_000)});
	expect(headerOf(screen)).toContain('live');
	screen.store.dispatch({type: 'tick', now: moment(42_000)});
	expect(headerOf(screen)).toMatch(/stale 41s/);
	// The clocks part: how old anything is, nobody can tell.
	screen.store.dispatch({type: 'tick', now: {...moment(43_000), wall: moment(9_000_000).wall}});
	expect(headerOf(screen)).toMatch(/stale {2}/);
});

test('plain http to another machine is said in words, beside where it is', () => {
	const screen = makeScreen(80, 24);
	expect(headerOf(screen)).not.toContain('PLAIN HTTP');
	const source = {profile: 'qa', environment: 'QA', host: 'dialer.test', readOnly: false, isPlain: true};
	screen.store.dispatch({type: 'service-changed', source, now: moment(1000)});
	expect(headerOf(screen)).toMatch(/ QA {3}dialer\.test {2}profile qa .* PLAIN HTTP /);
});
