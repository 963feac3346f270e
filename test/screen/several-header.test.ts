/** The header over several services: how each is, at every width. */
import {createElement} from 'react';
import {afterEach, expect, test} from 'vitest';
import type {Link} from '../../source/model/state.ts';
import {showTimesIn} from '../../source/present/format.ts';
import {Header} from '../../source/screen/layout/header.tsx';
import {LookContext} from '../../source/screen/parts/line.tsx';
import {colourLook, moment, plainLook} from './make.ts';
import {type Given, makeSeveral} from './several.ts';

afterEach(() => showTimesIn(undefined));

const retrying: Link = {
	kind: 'retrying',
	reason: 'dialer.test refused the connection',
	advice: '',
	since: moment(1000),
	nextAt: moment(9020),
};

const named = (...names: string[]): [Given, ...Given[]] => {
	const [first = '', ...others] = names;
	return [{name: first}, ...others.map(name => ({name}))];
};

const sixteen = named(...Array.from({length: 16}, (_, index) => `floor-${index + 1}`));

type Several = ReturnType<typeof makeSeveral>;

const fail = (several: Several, name: string, link: Link = retrying): void =>
	several.service(name).store.dispatch({type: 'link', link, now: moment(1020)});

/** The header as it is drawn, without the remainder of the screen. */
const headerOf = (several: Several): string =>
	several.frame(plainLook, createElement(LookContext, {value: plainLook}, createElement(Header)))[0] ?? '';

test('each service is named with its link, what they have in common once', () => {
	const several = makeSeveral(named('east', 'west'), 120, 40);
	expect(headerOf(several)).toMatch(/^dialtop {3}QA {3}east live {2}west live {2,}\S{8}$/);
	fail(several, 'west');
	expect(headerOf(several)).toContain(' QA   east live  west retrying in 8 s  ');
	several.service('east').store.dispatch({type: 'lock', locked: true});
	expect(headerOf(several)).toContain(' QA   east live READ-ONLY  west retrying in 8 s  ');
	several.service('west').store.dispatch({type: 'lock', locked: true});
	expect(headerOf(several)).toMatch(/ QA {3}east live {2}west retrying in 8 s {2,}READ-ONLY {2}/);
});

test.for([
	[60, / PRODUCTION {3}east-coast ✓ RO {2}west-coast retrying/],
	[80, / PRODUCTION {3}east-coast live READ-ONLY {2}west-coast retrying in 8 s/],
] as const)('at %i columns the one that fails is in words', ([columns, expected]) => {
	const several = makeSeveral(
		[
			{name: 'east-coast', environment: 'PRODUCTION'},
			{name: 'west-coast', environment: 'PRODUCTION'},
		],
		columns,
		24,
	);
	several.service('east-coast').store.dispatch({type: 'lock', locked: true});
	fail(several, 'west-coast');
	expect(headerOf(several)).toMatch(expected);
});

test.for([60, 80, 120, 200])('of sixteen services at %i columns none that fails is out of sight', columns => {
	const several = makeSeveral(sixteen, columns, 24);
	expect(headerOf(several)).toMatch(/floor-1 live {2}floor-2 ✓.*(?: {2}\+\d+ live|floor-16 ✓)/);
	fail(several, 'floor-9');
	expect(headerOf(several)).toMatch(/(?:floor-8 ✓ {2}| {3})floor-9 retrying/);
	expect(headerOf(several)).toMatch(/ \+\d+ live|floor-16 ✓/);
	fail(several, 'floor-12', {kind: 'signed-out', reason: 'no'});
	expect(headerOf(several)).toMatch(/floor-12 (?:!|signed out)|\+\d+, 1 not live/);
	for (const {name} of sixteen) {
		fail(several, name);
	}
	expect(headerOf(several)).toMatch(/floor-1 (?:!|retrying)/);
	expect(headerOf(several)).toMatch(/\+(\d+), \1 not live|floor-16 !/);
	expect(headerOf(several)).toHaveLength(columns);
});

test('the name of the program gives its room to the services', () => {
	const several = makeSeveral(named('east', 'west', 'north', 'south', 'centre', 'six', 'seven', 'eight'), 80, 24);
	expect(headerOf(several)).toMatch(
		/^ QA {3}east live {2}west ✓ {2}north ✓ {2}south ✓ {2}centre ✓ .*(?:\+\d live|eight ✓)/,
	);
	several.ui.dispatch({type: 'mask', masked: true});
	fail(several, 'seven');
	expect(headerOf(several)).toMatch(/ seven retrying in 8 s/);
	expect(headerOf(several)).not.toContain('dialtop');
});

test('a lock that is out of sight is counted', () => {
	const several = makeSeveral(sixteen, 80, 24);
	for (const name of ['floor-14', 'floor-15']) {
		several.service(name).store.dispatch({type: 'lock', locked: true});
	}
	expect(headerOf(several)).toMatch(/ \+\d+ live, 2 RO /);
});

test.for([60, 80, 120])('the past, the freeze and a failing service are all in sight at %i columns', columns => {
	const several = makeSeveral(named('east', 'west'), columns, 24);
	fail(several, 'west');
	several.press('p');
	expect(headerOf(several)).toContain('FROZEN');
	expect(headerOf(several)).toMatch(/west (?:retrying|!)/);
	several.press('p');
	for (const name of ['east', 'west']) {
		const {store} = several.service(name);
		const past = {at: moment(0).wall, state: store.get(), speed: undefined, alertChanges: 0};
		several.ui.dispatch({type: 'on', floor: name, message: {type: 'look-back', past}});
	}
	expect(headerOf(several)).toMatch(/\d\d:\d\d:\d\d.* · esc: now/i);
	expect(headerOf(several)).toMatch(/west (?:retrying|!)/);
});

test('alerts are counted over all services, the gravest in words', () => {
	const several = makeSeveral(named('east', 'west'), 120, 40);
	const critical = several.service('west').store.get().alerts;
	expect(critical.active.size).toBe(several.service('east').store.get().alerts.active.size);
	expect(headerOf(several)).not.toContain('alert');
	for (const name of ['east', 'west']) {
		const {store} = several.service(name);
		for (let at = 2000; at < 200_000; at += 20_000) {
			store.dispatch({type: 'link', link: {...retrying, since: moment(1000)}, now: moment(at)});
			store.dispatch({type: 'tick', now: moment(at)});
		}
	}
	const open = ['east', 'west'].map(name => several.service(name).store.get().alerts.active.size);
	expect(open).toEqual([1, 1]);
	expect(headerOf(several)).toMatch(/ 2 alerts/);
});

test('environments that differ are all named, the gravest as such', () => {
	const several = makeSeveral(
		[
			{name: 'prod', environment: 'PRODUCTION', readOnly: true},
			{name: 'qa', environment: 'QA', readOnly: true},
		],
		160,
		40,
	);
	expect(headerOf(several)).toContain('  PRODUCTION + QA   prod PRODUCTION live  qa QA live  ');
	const production = colourLook.theme['environment.production'];
	expect(several.frame(colourLook)[0]).toContain(`\u001b[${production}mPRODUCTION`);
});

test('the clock says whose it is, where the services have different ones', () => {
	const several = makeSeveral(
		[
			{name: 'east', zone: 0},
			{name: 'west', zone: 3_600_000},
		],
		120,
		40,
	);
	const at = (ahead: number): string => new Date(moment(1020).wall + ahead).toISOString().slice(11, 16);
	several.select('east', '1003');
	expect(headerOf(several)).toMatch(new RegExp(` ${at(0)} east$`));
	several.select('west', '1003');
	expect(headerOf(several)).toMatch(new RegExp(` ${at(3_600_000)} west$`));
	const alike = makeSeveral(
		[
			{name: 'east', zone: 3_600_000},
			{name: 'west', zone: 3_600_000},
		],
		120,
		40,
	);
	expect(headerOf(alike)).toMatch(new RegExp(` ${at(3_600_000)} service$`));
});

test('the lock is that of the service in hand, and the header says which is locked', () => {
	const several = makeSeveral(named('east', 'west'), 120, 40);
	several.select('west', '1003');
	several.press('!');
	expect(several.service('west').store.get().locked).toBe(true);
	expect(several.service('east').store.get().locked).toBe(false);
	expect(headerOf(several)).toContain('east live  west live READ-ONLY  ');
	several.press('!');
	expect(headerOf(several)).not.toContain('READ-ONLY');
});
