/** A question is void as soon as it no longer says what is: it says what changed, and is asked anew; counts move in place. */
import {expect, test} from 'vitest';
import type {Control} from '../../source/model/pending.ts';
import type {Message} from '../../source/model/state.ts';
import type {Batch} from '../../source/steering/offer.ts';
import {asShown, changeOf, whyNoLonger, whyVoid} from '../../source/steering/void.ts';
import {
	after,
	asked,
	campaign,
	campaignsPolled,
	dashboardPolled,
	fresh,
	list,
	listsPolled,
	live,
	pauseOf,
	span,
	tick,
} from '../model/make.ts';
import {fill, fillSettings, type Listed, makeScreen, moment} from '../screen/make.ts';

type Screen = ReturnType<typeof makeScreen>;

const spring: Listed = {id: '1003', name: 'Spring Collections', status: 'PLAY'};
const autumn: Listed = {id: '1002', name: 'Autumn Renewals', status: 'PLAY'};

const opened = (columns = 120) => {
	const screen = makeScreen(columns);
	fill(screen.store, [spring, autumn]);
	screen.drawn();
	return screen;
};

const question = (screen: Screen): string => screen.text().replace(/[\s│╰╯─]+/g, ' ');

const typeName = (screen: Screen, name: string): void => {
	for (const letter of name) {
		screen.press(letter === ' ' ? 'space' : letter, {after: 20});
	}
};

test('another name: the old one stops nothing, and the question says both', () => {
	const screen = opened();
	screen.press('S');
	screen.drawn();
	typeName(screen, 'Spring Coll');
	fill(screen.store, [{...spring, name: 'EMERGENCY RECALL LINE'}, autumn], 3000);
	expect(question(screen)).toContain(
		'Asked anew, and for 2 s nothing confirms it. Nothing was sent: 1003: it has another name now Was: Spring Collections Is: EMERGENCY RECALL LINE QA: stop 1003?',
	);
	expect(screen.ui.get().prompt).toMatchObject({expected: 'EMERGENCY RECALL LINE', value: ''});
	screen.drawn();
	typeName(screen, 'Spring Collections');
	screen.press('enter');
	expect(screen.ui.get().prompt).toBeDefined();
	screen.press('enter', {after: 2000});
	expect(screen.sent).toEqual([]);
	expect(question(screen)).toContain('Cancelled, nothing was sent: what was typed is not what was asked for');
});

test('the question that is asked anew counts nothing for 2 s, and says so: who had decided on the old one reads the new one', () => {
	const screen = opened();
	screen.press('P');
	screen.press('up');
	fill(screen.store, [{...spring, name: 'Renamed'}, autumn], 3000);
	expect(question(screen)).toContain('Asked anew, and for 2 s nothing confirms it. Nothing was sent: 1003: it has');
	screen.drawn();
	screen.press('y', {after: 450});
	screen.press('y', {after: 1549});
	expect(screen.sent).toEqual([]);
	expect(screen.ui.get().prompt).toBeDefined();
	screen.press('y', {after: 1});
	expect(screen.sent).toMatchObject([{operation: 'pause_campaign', target: {id: '1003', name: 'Renamed'}}]);
});

test('another status: what was asked for is not turned into its opposite', () => {
	const screen = opened();
	screen.press('P');
	fill(screen.store, [{...spring, status: 'PAUSE'}, autumn], 3000);
	expect(screen.ui.get().prompt).toBeUndefined();
	expect(question(screen)).toContain(
		'Not asked any longer, nothing was sent: 1003: it changed from PLAY to PAUSE meanwhile',
	);
	screen.press('S');
	fill(screen.store, [{...spring, status: 'PLAY'}, autumn], 5000);
	expect(question(screen)).toContain('1003: it changed from PAUSE to PLAY meanwhile QA: stop 1003?');
});

test('a campaign that is listed no longer is not asked about any longer', () => {
	const screen = opened();
	screen.press('P');
	fill(screen.store, [autumn], 3000);
	expect(question(screen)).toContain('Not asked any longer, nothing was sent: 1003: the service no longer shows it');
});

test('counts are brought up to date in place, and the question stands', () => {
	const screen = opened();
	screen.press('P');
	const {promptNumber} = screen.ui.get();
	fill(screen.store, [autumn, spring], 3000);
	expect(screen.ui.get().promptNumber).toBe(promptNumber);
	screen.press('S');
	screen.press('S');
	expect(question(screen)).toContain('(55,533 leads waiting)');
	fill(screen.store, [spring, autumn], 5000);
	expect(question(screen)).toContain('(55,534 leads waiting)');
});

test('a list that moved to another campaign', () => {
	const screen = opened();
	const lists = (at: number, campaignId: string, campaignName: string): void =>
		screen.store.dispatch({
			type: 'lists-polled',
			campaignId: undefined,
			span: {sentAt: moment(at), receivedAt: moment(at + 10)},
			records: [{id: '2001', name: 'First list', status: 'Y', campaignId, campaignName, extra: {}, unreadable: []}],
		});
	screen.press('3');
	screen.press('o');
	lists(2000, '1003', 'Spring Collections');
	screen.press('L');
	expect(question(screen)).toContain(
		'QA: switch off list 2001 of campaign 1003? Its leads are then no longer dialed. [y/N] Name: First list Campaign: Spring Collections',
	);
	lists(3000, '1002', 'Autumn Renewals');
	expect(question(screen)).toContain(
		'list 2001: it is of campaign 1002 now, not of 1003 Was: Spring Collections Is: Autumn Renewals QA: switch off list 2001 of campaign 1002?',
	);
	screen.press('y', {after: 300});
	expect(screen.sent).toEqual([]);
	lists(4000, '1002', 'Autumn Two');
	expect(question(screen)).toContain('campaign 1002 has another name now Was: Autumn Renewals Is: Autumn Two');
});

test('marked rows: one that changed voids the question about all, and so does one that was left out', () => {
	const screen = opened();
	screen.press('space');
	screen.press('space');
	screen.press('P');
	fill(screen.store, [spring, {...autumn, status: 'PAUSE'}], 3000);
	expect(question(screen)).toContain('1002: it changed from PLAY to PAUSE meanwhile QA: pause 1003?');
	expect(question(screen)).toContain('Skipped: 1002 (it is paused already).');
	fill(screen.store, [spring, autumn], 5000);
	expect(question(screen)).toContain('what is skipped, or why, has changed QA: pause 2 campaigns (1003, 1002)?');
});

test('a value that is no longer what the question says', () => {
	const screen = opened();
	fillSettings(screen.store, {autodiallevel: '1.5'});
	screen.press('+');
	screen.press('E');
	fillSettings(screen.store, {autodiallevel: '2.5'}, 4000);
	expect(question(screen)).toContain('QA: update 1003? level 0.1 higher: from 2.50 to 2.60');
	expect(question(screen)).toContain('1003: level changed from 1.5 to 2.5 meanwhile');
});

test('the campaign whose settings a test call uses is called otherwise', () => {
	const screen = opened();
	screen.press('T');
	typeName(screen, '5125550123');
	screen.press('enter');
	typeName(screen, '8005550100');
	screen.press('enter');
	expect(question(screen)).toContain('Type 5125550123 to test-call: Campaign: Spring Collections');
	fill(screen.store, [{...spring, name: 'Other'}, autumn], 3000);
	expect(question(screen)).toContain(
		'5125550123: campaign 1003 has another name now Was: Spring Collections Is: Other QA: test-call 5125550123?',
	);
});

test('of those that are marked, none is sent to another service that came on screen meanwhile', async () => {
	const screen = opened();
	screen.press('space');
	screen.press('space');
	screen.press('P');
	screen.press('y');
	const source = {profile: 'other', environment: 'PRODUCTION', host: 'other.test', readOnly: false};
	screen.store.dispatch({type: 'service-changed', source, now: moment(3000)});
	fill(screen.store, [spring, autumn], 4000);
	await expect.poll(() => screen.text()).toContain('Not sent: 1002 (another service is on screen now)');
	expect(screen.sent).toMatchObject([{target: {id: '1003'}}]);
});

/** A pause of campaign 1, as it is offered while that plays. */
const pause = pauseOf('1', 'Campaign 1');
const listed = after(
	fresh(),
	campaignsPolled(0, ['1']),
	listsPolled(0, [list('1'), list('7', {campaignId: '1', campaignName: 'A'})]),
);
const off = {
	...pause,
	operation: 'change_status',
	target: {service: '', kind: 'list', id: '7', name: 'List 7'},
	before: 'Y',
} as const;
const call = {
	...pause,
	operation: 'dial_number',
	target: {service: '', kind: 'number', id: '5', name: '5'},
	before: undefined,
} as const;

test.for<[what: string, control: Control, messages: Message[], change: string | undefined]>([
	['nothing', pause, [], undefined],
	['a list of the same id', pause, [listsPolled(1, [list('1', {name: 'Other', status: 'N'})])], undefined],
	[
		'no status',
		pause,
		[campaignsPolled(1, [campaign('1', {status: undefined})])],
		'it changed from PLAY to no status meanwhile',
	],
	['a first status', {...pause, before: undefined}, [], 'it changed from no status to PLAY meanwhile'],
	['no such list', off, [listsPolled(1, [list('8')])], 'the service no longer shows it'],
	[
		'no such list, but a campaign of its id',
		{...off, target: {...off.target, id: '1', name: 'Campaign 1'}},
		[listsPolled(1, [list('8')])],
		'the service no longer shows it',
	],
	[
		'a list without a name',
		{...off, target: {...off.target, name: 'list 7'}},
		[listsPolled(1, [list('7', {name: undefined})])],
		undefined,
	],
	[
		'a list that is of a campaign now',
		{...off, campaign: {id: undefined, name: undefined}},
		[],
		'it is of campaign 1 now, not of unknown Was: (none) Is: A',
	],
	[
		'a list that is of no campaign now',
		{...off, campaign: {id: '1', name: 'A'}},
		[listsPolled(1, [list('7')])],
		'it is of campaign unknown now, not of 1 Was: A Is: (none)',
	],
	[
		'a campaign that has a name now',
		{...off, campaign: {id: '1', name: undefined}},
		[],
		'campaign 1 has another name now Was: (none) Is: A',
	],
	[
		'a campaign that has no name now, nor an id',
		{...off, campaign: {id: undefined, name: 'A'}},
		[listsPolled(1, [list('7')])],
		'campaign unknown has another name now Was: A Is: (none)',
	],
	[
		'a list of a field that has another name now',
		{...call, named: [{kind: 'list', id: '7', name: 'Seven'}]},
		[listsPolled(1, [list('7', {name: 'Other'})])],
		'list 7 has another name now Was: Seven Is: Other',
	],
	[
		'a list of a field that is listed now',
		{...call, named: [{kind: 'list', id: '7', name: undefined}]},
		[listsPolled(1, [list('7', {name: 'Other'})])],
		'list 7 is listed now Name: Other',
	],
	[
		'a campaign of a field that is listed now, beside one that is as it was',
		{
			...call,
			named: [
				{kind: 'list', id: '9', name: 'Nine'},
				{kind: 'campaign', id: '1', name: undefined},
			],
		},
		[],
		'campaign 1 is listed now Name: Campaign 1',
	],
	[
		'a campaign and a list of fields as they were',
		{
			...call,
			named: [
				{kind: 'list', id: '7', name: undefined},
				{kind: 'campaign', id: '1', name: 'Campaign 1'},
			],
		},
		[listsPolled(1, [list('7', {name: undefined})])],
		undefined,
	],
	['a call for a campaign that is listed no longer', {...call, campaign: {id: '9', name: 'Nine'}}, [], undefined],
])('what is no longer true with %s', ([, control, messages, change]) => {
	expect(changeOf(after(listed, ...messages), control)?.replaceAll(/\s+/g, ' ')).toBe(change);
});

test('a control is not sent where nothing can be, where another is under way, and where its target changed', () => {
	expect(whyNoLonger(after(listed, live), pause)).toBeUndefined();
	expect(whyNoLonger(after(listed, {type: 'lock', locked: true}), pause)).toContain('read-only');
	expect(whyNoLonger(after(listed, live, asked(1)), pause)).toContain('still under way');
	expect(whyNoLonger(after(listed, live, campaignsPolled(1, [campaign('1', {status: 'STOP'})])), pause)).toContain(
		'STOP',
	);
});

test('a control is shown with the name and the campaign that its target has now', () => {
	const state = after(listed, campaignsPolled(1, [campaign('1', {name: 'New', status: 'STOP'})]));
	expect(asShown(state, pause)).toMatchObject({target: {id: '1', name: 'New'}, before: 'STOP'});
	expect(asShown(state, call).target).toEqual(call.target);
});

test('a question about several is void once one is left out for another reason, and asks nothing anew where none is', () => {
	const left = [{target: {service: '', kind: 'campaign', id: '2', name: 'B'}, why: 'it is not dialing'}] as const;
	const batch = (why: string): Batch => ({
		floor: undefined,
		controls: [pause],
		skipped: left,
		again: () => ({floor: undefined, controls: [pause], skipped: [{...left[0], why}], again: () => ({why: ''})}),
	});
	const basis = {state: after(listed, live), ui: {staged: new Map()}, monitor: undefined};
	expect(whyVoid(basis, batch('it is not dialing'))).toBeUndefined();
	expect(whyVoid(basis, batch('it is stopped already'))).toBe('what is skipped, or why, has changed');
	expect(whyVoid(basis, {...batch('it is stopped already'), skipped: []})).toBeUndefined();
});

test('of settings, only a step of a level that the campaign moves itself is compared with its figures', () => {
	const state = after(
		listed,
		dashboardPolled(1, '1', {paceTempo: '3'}),
		{
			type: 'settings-polled',
			campaignId: '1',
			span: span(1),
			settings: [{name: 'autodiallevel', value: '2', options: []}],
		},
		tick(60),
	);
	const update = (drifting: readonly string[], within?: number): Control => ({
		...pause,
		operation: 'update_campaign',
		was: {settings: {autodiallevel: '2'}, drifting, ...(within === undefined ? {} : {within})},
	});
	expect(changeOf(state, update(['autodiallevel'], 0.05))).toBe('level changed from 2 to 3 meanwhile');
	expect(changeOf(state, update([], 0.05))).toBeUndefined();
	expect(changeOf(state, update(['autodiallevel']))).toBeUndefined();
});
