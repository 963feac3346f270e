/** Notices, outcomes and prompts of several services say whose they are. */
import {expect, test} from 'vitest';
import type {Message} from '../../source/model/state.ts';
import {poll} from '../helpers/terminal.ts';
import {pauseOf} from '../model/make.ts';
import {moment} from './make.ts';
import {makeSeveral} from './several.ts';

type Several = ReturnType<typeof makeSeveral>;

const two = (columns = 120, rows = 40): Several => makeSeveral([{name: 'east'}, {name: 'west'}], columns, rows);

const text = (several: Several): string => several.frame().join('\n');

const signedOut: Message = {
	type: 'link',
	link: {kind: 'signed-out', reason: 'the token has expired'},
	now: moment(1500),
} as Message;

const asked = (several: Several, name: string, at: number, ending: 'refused' | 'done'): void => {
	const {store} = several.service(name);
	const target = {service: name, kind: 'campaign', id: '1003', name: 'Spring Collections'} as const;
	store.dispatch({type: 'command-asked', command: pauseOf('1003', 'Spring Collections', {target}), now: moment(at)});
	store.dispatch({
		type: 'command-ended',
		id: 1,
		ending: ending === 'done' ? {kind: 'done'} : {kind: 'refused', reason: 'it is locked'},
		now: moment(at + 10),
	});
};

test('the outcome of a command is shown whatever service is in hand, and names its own', () => {
	const several = two();
	several.select('east', '1002');
	asked(several, 'west', 2000, 'refused');
	several.tick(2100);
	expect(text(several)).toMatch(/─ west: Pause 1003 refused: it is locked/);
	asked(several, 'east', 3000, 'done');
	several.tick(3100);
	expect(text(several)).toMatch(/─ east: Pause 1003: accepted, .*\(1 more failed, 8 log\) ─/);
});

test('a key says of every service that its failures were seen', () => {
	const several = two();
	asked(several, 'west', 2000, 'refused');
	asked(several, 'east', 2050, 'refused');
	several.tick(60_000);
	expect(text(several)).toMatch(/(east|west): Pause 1003 refused/);
	several.press('j');
	expect(text(several)).not.toMatch(/Pause 1003 refused/);
});

test('what was staged on another service is not lost without a question', () => {
	const several = two();
	several.select('west', '1003');
	several.press('+');
	several.select('east', '1003');
	several.press('q');
	expect(several.ui.get().prompt).toMatchObject({kind: 'choose', about: '1 change of 1 campaign staged and not sent.'});
});

test('the key to sign in asks at the service that nobody is signed in at, and names it', async () => {
	const several = makeSeveral([{name: 'east'}, {name: 'west', listed: 'nothing'}]);
	several.service('west').store.dispatch(signedOut);
	several.select('east', '1003');
	several.press('i');
	expect(several.ui.get()).toMatchObject({prompt: {kind: 'user'}, promptOf: 'west'});
	expect(several.frame().at(-1)).toMatch(/^User at west, dialer\.test: /);
	several.press('a', 'n', 'n', 'enter');
	expect(several.frame().at(-1)).toMatch(/^west: Password of ann: /);
	several.press('s', 'enter');
	expect(await poll(() => several.ui.get().notice?.text === 'west: Signed in as ann', 2000)).toBe(true);
	several.press('P');
	expect(several.ui.get().promptOf).toBe('east');
});

test('at several of them it asks which one', () => {
	const several = makeSeveral([{name: 'east', listed: 'nothing'}, {name: 'west', listed: 'nothing'}, {name: 'north'}]);
	several.service('east').store.dispatch(signedOut);
	several.service('west').store.dispatch(signedOut);
	several.select('north', '1003');
	several.press('i');
	expect(several.ui.get().prompt).toMatchObject({kind: 'choose', choices: [{id: 'east'}, {id: 'west'}]});
	several.press('down', 'enter');
	expect(several.ui.get()).toMatchObject({prompt: {kind: 'user'}, promptOf: 'west'});
});

test('what is about the whole screen names no service', () => {
	const several = two();
	for (const [key, says] of [
		['m', /^names and numbers of people are masked$/],
		['b', /^the bell is muted$/],
		['ctrl-r', /^polling now$/],
	] as const) {
		several.press(key);
		expect(several.ui.get().notice?.text).toMatch(says);
	}
});

test('no service is opened in place of several, and the palette says why', () => {
	const several = two();
	several.service('west').store.dispatch({
		type: 'link',
		link: {kind: 'gone', reason: 'the sandbox has ended'},
		now: moment(1500),
	} as Message);
	several.select('west', '1003');
	several.press('ctrl-n');
	expect(several.ui.get().notice?.text).toMatch(
		/not now, several services are on screen; leave, and open one with -p NAME/,
	);
});
