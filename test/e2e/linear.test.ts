/** The monitor without a picture, in a real pseudo-terminal: sentences, typed commands, and the question of every write. */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import stringWidth from 'string-width';
import {afterAll, afterEach, beforeAll, beforeEach, expect, test} from 'vitest';
import {cleanEnvironment, program} from '../helpers/monitor.ts';
import {hostileTexts, type OtherService, startOtherService} from '../helpers/other-service.ts';
import {openPty, type Pty} from '../helpers/terminal.ts';

let east: OtherService;
let west: OtherService;
let home: string;

beforeAll(async () => {
	[east, west] = await Promise.all([startOtherService(), startOtherService()]);
});

afterAll(() => Promise.all([east.close(), west.close()]));

const names = ['Spring Renewals', 'Autumn Collections', 'Winter Offers'];

beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), 'dialtop-linear-'));
	for (const service of [east, west]) {
		for (const [index, state] of (['dialing', 'paused', 'stopped'] as const).entries()) {
			Object.assign(service.state.campaigns[index] ?? {}, {state, name: names[index]});
		}
		service.commands.total = 0;
		service.commands.byTarget = {};
	}
});

afterEach(() => rmSync(home, {recursive: true, force: true}));

const environment = () => ({
	...cleanEnvironment,
	LANG: 'C.UTF-8',
	NO_COLOR: '1',
	XDG_STATE_HOME: home,
	XDG_CACHE_HOME: home,
	DIALTOP_URL: east.url,
	DIALTOP_USER: 'ops',
	DIALTOP_PASSWORD: 'secret',
	DIALTOP_ENVIRONMENT: 'qa',
});

const columns = 60;

const open = (args: readonly string[] = ['--linear'], env: Readonly<Record<string, string | undefined>> = {}) =>
	openPty({
		command: process.execPath,
		args: [program, ...args],
		env: {...environment(), ...env},
		columns,
		rows: 50,
	});

/** Types a line, and Enter once it is echoed: as a person does, not in one burst. */
const type = async (pty: Pty, line: string): Promise<void> => {
	pty.write(line);
	await pty.waitFor(() => pty.raw.endsWith(line));
	pty.write('\r');
};

/** Where words are on the screen, however they are broken into lines. */
const spaced = (text: string): RegExp => new RegExp(text.replaceAll(' ', '\\s+'));

const asked = 'Type yes and Enter; anything else sends nothing\\. Name: Spring Renewals >';

/** Waits for so many questions on the screen. */
const questions = (pty: Pty, count: number): Promise<void> =>
	pty.waitFor(() => pty.text().match(new RegExp(spaced(asked), 'g'))?.length === count);

/** Answers a question, once it could be read. */
const answer = async (pty: Pty, line: string): Promise<void> => {
	pty.write(line);
	await pty.waitFor(() => pty.raw.endsWith(`> ${line}`));
	await pty.answer('enter');
};

const requestsOf = (service: OtherService, type: string): number =>
	service.requests.filter(request => request.type === type).length;

const polls = (service: OtherService, id: string): number =>
	service.requests.filter(({type: of, target}) => of === 'get_dashboard_stats' && target === id).length;

/** Moves the cursor, sets a title, rings, breaks lines. */
const hostile = hostileTexts.slice(0, 9).join(' ');

const ready = /\d+ campaigns: 1 dialing, 1 paused, 1 stopped\./;

/** Without what is not printed: that pastes are to be marked. */
const printedIn = (raw: string): string => raw.replaceAll(/\u001b\[\?2004[hl]/g, '');

test('a shift in sentences: a summary, what changes, a question, its outcome; no cursor moves, no line is too long', async () => {
	const [, autumn] = east.state.campaigns;
	await using pty = open([], {ACCESSIBLE: '1', NO_COLOR: undefined});
	await pty.waitFor(ready);
	expect(pty.text()).toMatch(/^Connecting to QA\. Type help/);
	expect(pty.text()).toMatch(/^QA at 127\.0\.0\.1:\d+: connected\.$/m);
	Object.assign(autumn ?? {}, {state: 'dialing', name: hostile});
	await pty.waitFor(spaced('\\d\\d:\\d\\d Campaign 1002 is dialing now: the service shows PLAY'));
	await type(pty, 'pause Spring Renewals');
	await pty.waitFor(spaced(`QA: pause 1001\\? 15 calls in progress will finish\\. ${asked}`));
	await answer(pty, 'yes');
	await pty.waitFor(spaced('Pause 1001: done, observed after \\S+ s \\(\\w+\\) Name: Spring Renewals'));
	await type(pty, 'why 1001');
	await pty.waitFor(spaced('It is paused: the service shows \\S+ 7 agents ready; play 1001 plays it'));
	await type(pty, 'stop 1001');
	await pty.waitFor(spaced('Type its name: Name: Spring Renewals >'));
	await answer(pty, 'Spring Renewal');
	await pty.waitFor('What was typed is not what was asked for.\nNothing was sent.');
	await type(pty, '');
	await pty.waitFor(
		/3 campaigns: 1 dialing, 1 paused, 1 stopped\.[\s\S]*3 campaigns: 1 dialing, 1 paused, 1 stopped\./,
	);
	const listings = requestsOf(east, 'get_campaigns');
	await expect.poll(() => requestsOf(east, 'get_campaigns'), {timeout: 15_000}).toBeGreaterThan(listings + 1);
	await type(pty, 'campaigns');
	await pty.waitFor(/Campaign 1003: stopped;[\s\S]*Name: Winter Offers/);
	expect(pty.text()).toMatch(/wiped[\s\S]*titled[\s\S]*C1/);
	await type(pty, 'quit');
	expect(await pty.waitForExit()).toBe(0);
	expect(east.commands.byTarget).toEqual({'pause_campaign 1001': 1});
	const printed = printedIn(pty.raw);
	expect(printed).not.toMatch(/[\u0000-\u0006\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/);
	expect(Math.max(...printed.split('\r\n').map(line => stringWidth(line)))).toBeLessThanOrEqual(columns);
	expect(pty.modes).toEqual({alternate: false, cursorHidden: false, bracketedPaste: false, wraparound: true});
});

test('neither Enter, nor a letter, nor what was typed before the question confirms anything', async () => {
	await using pty = open();
	await pty.waitFor(ready);
	// This sentence comes once, a second after the start, before whatever else is written then.
	await pty.waitFor('Recording to');
	pty.write('pause 1001\ryes\r');
	await questions(pty, 1);
	await pty.answer('enter');
	await pty.waitFor('Nothing was sent.');
	await type(pty, 'pause 1001');
	await questions(pty, 2);
	await answer(pty, 'y');
	await pty.waitFor('What was typed is not what was asked for.\nNothing was sent.');
	await type(pty, 'pause 1001');
	await questions(pty, 3);
	// A burst is no decision.
	pty.write('yes\r');
	await pty.waitFor(() => pty.raw.endsWith('> yes'));
	pty.press('ctrl-c');
	expect(await pty.waitForExit()).toBe(130);
	expect(pty.modes.bracketedPaste).toBe(false);
	expect(east.commands.total).toBe(0);
});

test('a sentence waits while a line is typed, and comes after it', async () => {
	const [, autumn] = east.state.campaigns;
	await using pty = open();
	await pty.waitFor(ready);
	// The terminal is taken once, however often the program is continued.
	pty.kill('SIGCONT');
	pty.kill('SIGCONT');
	await type(pty, 'help');
	await pty.waitFor('quit: leaves');
	expect(pty.raw.split('\u001b[?2004h')).toHaveLength(2);
	pty.write('pau');
	await pty.waitFor(() => pty.raw.endsWith('pau'));
	Object.assign(autumn ?? {}, {state: 'dialing'});
	const before = polls(east, '1002');
	await expect.poll(() => polls(east, '1002'), {timeout: 15_000}).toBeGreaterThan(before + 2);
	await type(pty, 'sed 1002');
	await pty.waitFor('Campaign 1002 is dialing now');
	const printed = printedIn(pty.raw);
	expect(printed).toContain('paused 1002\r\n');
	expect(printed.indexOf('is dialing now')).toBeGreaterThan(printed.indexOf('paused 1002\r\n'));
	await pty.waitFor('paused is no command');
	pty.write('half a line');
	await pty.waitFor(() => pty.raw.endsWith('half a line'));
	pty.press('ctrl-d');
	pty.press('ctrl-u');
	await pty.waitFor(() => pty.raw.endsWith('\b \b'));
	pty.press('ctrl-d');
	expect(await pty.waitForExit()).toBe(0);
});

test('of two services the operator chooses by a number, and the question begins with the one', async () => {
	const config = join(home, 'config.yml');
	const profile = ({url}: OtherService): string =>
		`{url: "${url}", environment: qa, user: ops, password_command: "echo secret"}`;
	writeFileSync(config, `profiles:\n  east: ${profile(east)}\n  west: ${profile(west)}\n`);
	await using pty = open(['--linear', '-p', 'east,west', '--config', config], {
		DIALTOP_URL: undefined,
		DIALTOP_ENVIRONMENT: undefined,
	});
	await pty.waitFor(() => pty.text().match(new RegExp(ready, 'g'))?.length === 2);
	await type(pty, 'pause 1001');
	await pty.waitFor(/1001 names 2 campaigns\.\n1: east, campaign 1001 .*\n2: west, campaign 1001 /);
	await type(pty, '2');
	await pty.waitFor(spaced(`west, QA: pause 1001\\? 15 calls in progress will finish\\. ${asked}`));
	await answer(pty, 'yes');
	await pty.waitFor('west: Pause 1001: done, observed');
	expect([east.commands.total, west.commands.byTarget]).toEqual([0, {'pause_campaign 1001': 1}]);
	pty.kill('SIGTERM');
	expect(await pty.waitForExit()).toBe(143);
});

/** Turns of the event loop that take long while the program starts, as on a machine that does much else. */
const slowTurns = `--import data:text/javascript,${encodeURIComponent(
	'const at = setImmediate; globalThis.setImmediate = f => performance.now() < 1500 ? setTimeout(f, 100) : at(f);',
)}`;

test('who is not signed in types login as soon as it is asked for, and a terminal that is gone ends the program', async () => {
	await using pty = open(['--linear'], {DIALTOP_PASSWORD: undefined, NODE_OPTIONS: slowTurns});
	await pty.waitFor(/Not signed in at[\s\S]*Type login to sign in\./);
	await type(pty, 'login');
	await pty.waitFor('Password of ops at');
	pty.write('secret');
	pty.press('enter');
	await pty.waitFor(ready);
	expect(pty.raw).not.toContain('secret');
	pty.hangUp();
	await expect.poll(() => pty.exited, {timeout: 15_000}).toBe(true);
});
