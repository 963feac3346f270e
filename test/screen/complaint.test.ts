/** The complaint sheet on screen: opened by a key or the palette, chosen from, barred, masked, exported, left. */
import {describe, expect, test} from 'vitest';
import type {Complaint} from '../../source/model/complaint.ts';
import type {CallLogEntry} from '../../source/model/wire.ts';
import {companyId, complaintCalls, fillAll, fillComplaint} from './fill.ts';
import {makeScreen, moment} from './make.ts';
import {opened, settled} from './sheets/open.ts';

const screenOf = (columns = 120, rows = 40) => opened(columns, rows, fillAll);

const words = (screen: Pick<ReturnType<typeof opened>, 'text'>): string => screen.text().replace(/[│\s]+/g, ' ');

describe('opens', () => {
	test('by 9, with a prompt that reads a number in any usual writing', () => {
		const screen = screenOf();
		screen.press('9');
		expect(screen.text()).toContain('Number, name or account: ');
		screen.type('+1 (415) 555-0131');
		screen.press('enter');
		expect(screen.complaints).toEqual([{kind: 'number', number: '4155550131'}]);
		screen.press('h');
		screen.type('Maria Lopez');
		screen.press('enter');
		expect(screen.complaints[1]).toEqual({kind: 'words', text: 'Maria Lopez'});
	});

	test('by the palette, in the words of the operator', () => {
		const screen = screenOf();
		screen.press(':');
		screen.type('calls of a number');
		expect(screen.text()).toContain('complaint sheet: calls of a number, name or account');
		screen.press('enter');
		expect(screen.text()).toContain('Number, name or account: ');
	});

	test('by h on a call that was found, and Esc goes back there', () => {
		const screen = screenOf();
		screen.press('4');
		screen.press('down');
		screen.press('h');
		expect(screen.complaints).toEqual([{kind: 'number', number: '3125550177'}]);
		screen.press('escape');
		expect(screen.ui.get().view).toBe('search');
	});

	test('by h on an account, with all its numbers', () => {
		const screen = screenOf();
		screen.ui.dispatch({type: 'company', id: companyId});
		screen.press('6');
		screen.press('h');
		expect(screen.complaints).toEqual([
			{kind: 'account', id: 'A-1001', name: 'Maria Lopez', numbers: ['2125550123', '2125550124']},
		]);
	});
});

describe('shows', () => {
	test('every call, the count against the limit, the rule, what was returned and the do-not-call state', () => {
		const screen = screenOf(80, 24);
		screen.press('9');
		screen.press('escape');
		const text = words(screen);
		expect(text).toContain('Calls to (415) 555-0131');
		expect(text).toContain('8 calls in the last 7 days (9 Jan to 15 Jan) to this number: OVER the limit of 7');
		expect(text).toContain('12 CFR 1006.14(b)');
		expect(text).toContain("counted is what the service's search returned: 10 entries, the oldest of 2027-01-02 09:30");
		expect(text).toContain('not counted: 1 inbound; it says: "10 calls"');
		expect(text).toContain('do not call: not on the list');
		expect(text).toMatch(/2027-01-15 16:00 8 over NA +Spring Collections/);
		expect(text).toContain("days are the service's, up to its newest call, since the profile has no time_zone");
	});

	test('when somebody talked with the person, and the calls within seven days of it', () => {
		const screen = makeScreen(120, 40, {}, {timeZone: 'Asia/Tokyo'});
		fillComplaint(screen);
		const [first, ...rest] = complaintCalls();
		screen.press('9');
		screen.press('escape');
		const seen = (calls: CallLogEntry[]): string => {
			fillComplaint(screen, calls);
			return words(screen);
		};
		expect(seen(complaintCalls())).toContain(
			'talked* 13 Jan 12:30 (CALLBK): 3 calls since, within 7 days: OVER, the rule has none; unknown: A',
		);
		expect(words(screen)).toContain("days are the service's, by time_zone Asia/Tokyo");
		expect(seen([{...first, status: 'SALE'} as CallLogEntry, ...rest])).toContain(
			'talked* 15 Jan 16:00 (SALE): no call since; the rule has none through 21 Jan; 3 calls so soon after earlier ones',
		);
		expect(seen(complaintCalls().slice(-1))).toContain('talked* 2 Jan 09:30 (CALLBK): no call in the 7 days from then');
		expect(seen(complaintCalls().slice(3, 4))).toContain('talked*: no conversation, by status ');
		expect(seen([{...first, status: 'Q1'} as CallLogEntry])).toContain(
			'talked*: no conversation, by status; unknown: Q1',
		);
	});

	test('by words and not by colour alone that the limit is reached', () => {
		const screen = screenOf();
		fillComplaint(screen, complaintCalls().slice(2));
		screen.press('9');
		screen.press('escape');
		expect(words(screen)).toContain('AT the limit of 7 (12 CFR 1006.14(b)), one more is over it');
		fillComplaint(screen, complaintCalls().slice(4));
		expect(words(screen)).toContain(
			'5 calls in the last 7 days (8 Jan to 14 Jan) to this number: under the limit of 7',
		);
		expect(words(screen)).toContain(
			"days are the service's, up to 14 Jan, the earliest day that it can be there, since the profile has no time_zone",
		);
		fillComplaint(screen, complaintCalls().slice(4), '6 of 900 calls');
		expect(words(screen)).toContain('at least 5 calls');
		expect(words(screen)).toContain('whether that is under the limit of 7 (12 CFR 1006.14(b)) is not known');
		expect(words(screen)).toContain('the service returned the first 6 of 900 entries');
	});

	test('no name and no number while people are masked, nor in its export', async () => {
		const screen = screenOf(160, 50);
		fillComplaint(screen, complaintCalls(), '10 calls of Priya Raman, 4155550131');
		screen.press('9');
		screen.press('escape');
		screen.press('m');
		expect(screen.text()).not.toMatch(/Raman|Priya R|4155550131|415\) 555/);
		for (const downs of [0, 1, 2]) {
			screen.press('e');
			for (let at = 0; at < downs; at++) {
				screen.press('down');
			}
			screen.drawn();
			screen.press('enter');
			screen.press('enter');
			await settled();
		}
		expect(screen.saved.map(({path}) => path.split('.').at(-1))).toEqual(['md', 'csv', 'json']);
		for (const {content} of screen.saved) {
			expect(String(content)).not.toMatch(/Raman|4155550131|415\) 555/);
		}
	});

	test('what a service says can neither draw nor pass for our words', () => {
		const screen = screenOf();
		fillComplaint(screen, [{...complaintCalls()[0], status: 'A|B', extra: {}, unreadable: []}], 'a" OVER the limit');
		screen.press('9');
		screen.press('escape');
		expect(words(screen)).toContain(`it says: "a' OVER the limit"`);
	});

	test('that it is asking, and lets the operator leave', () => {
		const screen = screenOf();
		screen.press('4');
		screen.press('h');
		const now = moment(73_000);
		screen.store.dispatch({type: 'complaint-asked', subject: {kind: 'number', number: '4155550131'}, now});
		screen.store.dispatch({type: 'tick', now: moment(76_000)});
		expect(screen.text()).toContain('Searching the calls of (415) 555-0131… 3 s');
		screen.press('escape');
		expect(screen.ui.get().view).toBe('search');
		expect(screen.store.get().complaint).toBeUndefined();
	});
});

test('is exported as one page', async () => {
	const screen = screenOf();
	fillComplaint(screen, [{...complaintCalls()[0], status: '|x|<b>', extra: {}, unreadable: []}]);
	screen.press('9');
	screen.press('escape');
	screen.press('e');
	screen.drawn();
	screen.press('enter');
	screen.press('enter');
	await settled();
	const page = String(screen.saved[0]?.content);
	expect(screen.saved[0]?.path).toMatch(/^dialtop-complaint-\d{8}-\d{6}\.md$/);
	expect(page).toMatch(/^# Calls to \(415\) 555-0131\n/);
	expect(page).toContain('1 call in the last 7 days');
	expect(page).toContain('12 CFR 1006.14(b)');
	expect(page).toContain('| \\|x\\|\\<b\\> |');
});

test('quotes a long line of the service up to what it lists, which may be other people', () => {
	const screen = screenOf();
	fillComplaint(
		screen,
		complaintCalls(),
		'10 calls; 3 accounts without a logged call: Edward Garcia 9085552026 (A-298); Isaac Garcia',
	);
	screen.press('9');
	screen.press('escape');
	expect(words(screen)).toContain('it says: "10 calls; 3 accounts without a logged call: …"');
	expect(words(screen)).not.toContain('Edward');
});

describe('several people', () => {
	const asked = () => {
		const screen = screenOf();
		const now = moment(72_000);
		screen.press('9');
		screen.press('escape');
		screen.store.dispatch({type: 'complaint-asked', subject: {kind: 'words', text: 'raman'}, now});
		const entries = [...complaintCalls(), ...complaintCalls('4155550132', '2').slice(0, 2)];
		screen.store.dispatch({type: 'complaint-answered', askedAt: now, result: {entries, footer: ''}});
		screen.settle();
		return screen;
	};

	test('are listed; Enter takes one, Esc goes back to them', () => {
		const screen = asked();
		expect(words(screen)).toContain('Several match: choose whose calls to show. 3 choices.');
		expect(words(screen)).toContain('Priya Raman, all 2 numbers of this name');
		screen.press('enter');
		expect((screen.store.get().complaint as Complaint).subject).toMatchObject({
			kind: 'person',
			numbers: ['4155550131', '4155550132'],
		});
		expect(words(screen)).toContain('9 calls in the last 7 days (9 Jan to 15 Jan) to this name at 2 numbers: OVER');
		screen.press('escape');
		expect(words(screen)).toContain('Several match');
		screen.press('escape');
		expect(screen.ui.get().view).toBe('campaigns');
	});
});

test('D bars the number of the sheet, by the question that there is', () => {
	const screen = screenOf();
	fillComplaint(screen, []);
	screen.press('9');
	screen.press('escape');
	expect(words(screen)).toContain('0 calls in the last 7 days');
	expect(words(screen)).toContain('12 CFR 1006.14(b)');
	screen.press('D', {after: 5000});
	// No campaign of the board is meant here: it is for everyone.
	expect(words(screen)).toMatch(/do-not-call 4155550131\? It goes on the do-not-call list of EVERY campaign/);
});
