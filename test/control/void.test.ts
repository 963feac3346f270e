/** A question is void as soon as it no longer says what is: it says what changed, and is asked anew; counts move in place. */
import {expect, test} from 'vitest';
import {fill, fillSettings, type Listed, makeScreen, moment} from '../ui/make.ts';

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
		'Asked anew, nothing was sent: 1003: it has another name now Was: Spring Collections Is: EMERGENCY RECALL LINE QA: stop 1003?',
	);
	expect(screen.ui.get().prompt).toMatchObject({expected: 'EMERGENCY RECALL LINE', value: ''});
	typeName(screen, 'Spring Collections');
	screen.press('enter');
	expect(screen.sent).toEqual([]);
	expect(question(screen)).toContain('Cancelled, nothing was sent: what was typed is not what was asked for');
});

test('the question that is asked anew takes its own time to be read', () => {
	const screen = opened();
	screen.press('P');
	screen.press('up');
	fill(screen.store, [{...spring, name: 'Renamed'}, autumn], 3000);
	screen.drawn();
	screen.press('y', {after: 399});
	expect(screen.sent).toEqual([]);
	screen.press('y');
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
	expect(question(screen)).toContain('Left out: 1002 (it is not dialing).');
	fill(screen.store, [spring, autumn], 5000);
	expect(question(screen)).toContain('what is left out, or why, has changed QA: pause 2 campaigns (1003, 1002)?');
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
	await expect.poll(() => screen.text()).toContain('Not sent: 1002: another service is on screen now');
	expect(screen.sent).toMatchObject([{target: {id: '1003'}}]);
});
