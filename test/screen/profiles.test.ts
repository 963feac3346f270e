/** Another service on screen: what the palette offers, and what stays behind. */
import {expect, test} from 'vitest';
import {paletteEntries} from '../../source/screen/sheets/palette/entries.ts';
import {campaigns, fill, makeScreen, moment} from './make.ts';

const profiles = [
	{name: 'floor', environment: 'PRODUCTION', host: 'dialer.test'},
	{name: 'rehearsal', environment: 'QA', host: 'qa.dialer.test'},
];

const other = {profile: 'rehearsal', environment: 'QA', host: 'qa.dialer.test', readOnly: true};

const entriesOf = (screen: ReturnType<typeof makeScreen>) => {
	const context = screen.context();
	return paletteEntries(
		{offers: 'everything', query: {value: 'profile', cursor: 7}},
		{...context, options: {...context.options, profiles}},
	).filter(({choice}) => choice.kind === 'profile');
};

test('every profile is offered; the one on screen says so', () => {
	const screen = makeScreen();
	fill(screen.store);
	expect(entriesOf(screen).map(({name, why}) => [name, why])).toEqual([
		['profile floor', undefined],
		['profile rehearsal', undefined],
	]);
	screen.store.dispatch({type: 'service-changed', source: other, now: moment(1000)});
	expect(entriesOf(screen).map(({why}) => why)).toEqual([undefined, 'it is on screen']);
});

test('a service is not left while the outcome of a command is still to come', () => {
	const screen = makeScreen();
	fill(screen.store);
	screen.press('P');
	screen.drawn();
	screen.press('y');
	const [control] = screen.sent;
	if (!control) {
		throw new Error('nothing was sent');
	}
	screen.store.dispatch({type: 'command-asked', command: {...control, id: 1}, now: moment(1500)});
	expect(entriesOf(screen)[0]?.why).toContain('a command is on its way');
	screen.store.dispatch({type: 'command-ended', id: 1, ending: {kind: 'done'}, now: moment(1600)});
	expect(entriesOf(screen)[0]?.why).toBeUndefined();
});

test('nothing that was known, selected, marked, staged or asked belongs to the next service', () => {
	const screen = makeScreen();
	fill(screen.store);
	screen.drawn();
	screen.press('space');
	screen.press('/');
	screen.press('S');
	screen.press('enter');
	screen.press('m');
	screen.press('P');
	const before = screen.ui.get();
	expect(before.prompt).toBeDefined();
	screen.ui.dispatch({type: 'service-changed'});
	screen.store.dispatch({type: 'service-changed', source: other, now: moment(5000)});
	const after = screen.ui.get();
	expect(after).toMatchObject({marks: {}, filters: {}, selected: {}, masked: true, columns: before.columns});
	expect(after.prompt).toBeUndefined();
	expect(after.promptNumber).toBeGreaterThan(before.promptNumber);
	screen.press('y');
	expect(screen.sent).toEqual([]);
	const state = screen.store.get();
	expect([state.campaigns.value, state.dashboards.size, state.commands.length, state.locked]).toEqual([
		undefined,
		0,
		0,
		true,
	]);
	for (const {name} of campaigns) {
		expect(screen.text()).not.toContain(name);
	}
});
