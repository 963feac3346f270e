/** The monitor on a service that answers in other shapes than the sandbox, and when commands go wrong there. */
import {test} from 'vitest';
import {startOther} from '../helpers/other-monitor.ts';
import {type FaultName, hostileTexts, type ShapeName} from '../helpers/other-service.ts';

/** What each view shows first, whatever the service has for it. */
const views: [key: string, shows: RegExp][] = [
	['2', /Identity and pace|─ .+ \(\d+\) ─/],
	['3', /│(Y on|N off)/],
	['4', /─ Search ─|Nothing was searched/],
	['5', /autodiallevel|The settings could not be read/],
	['6', /Company id:/],
	['escape', /q back .*o company|o company .*q back/],
	['7', /─ Alerts ─/],
	['8', /─ Log of this run ─/],
	['1', /─ Campaigns ─/],
];

/**
 * Those that a screen shows otherwise: words that nobody explains, groups of figures missing, next to nothing. What differs
 * on the wire alone is read in test/wire/shapes.test.ts.
 */
const shown: readonly ShapeName[] = ['keyed', 'beside', 'sparse'];

// They wait for most of their time, so they wait together.
test.concurrent.for(shown)('%s: shows the board, pauses and plays, switches a list', async (shape, {expect}) => {
	await using run = await startOther(shape);
	const {service, monitor, name} = run;
	await monitor.waitFor('level');
	for (const [key, shows] of views) {
		monitor.press(key);
		await monitor.waitFor(shows);
		expect(monitor.line(0)).toMatch(/^dialtop /);
	}
	monitor.press('s');
	await monitor.waitFor('Search name, phone or account');
	monitor.press('Moss', 'enter');
	await monitor.waitFor(/DROP +Ada Moss +5550100/);
	monitor.press('enter');
	await monitor.waitFor(/│ phone number +│ 5550100/);
	monitor.press('q', '1');
	await monitor.waitFor('─ Pace ─');
	monitor.press('P');
	await monitor.waitFor(/\[y\/N\]|cannot read as dialing or not/);
	if (!monitor.text().includes('[y/N]')) {
		// The service has a word of its own for dialing.
		await monitor.answer('1');
		await monitor.waitFor('[y/N]');
	}
	const asked = /: (pause|play) \d+\?/.exec(monitor.text())?.[1] ?? '';
	await monitor.answer('y');
	// P and PAUSING are words that nobody explains: the pause is done, and is not claimed as seen.
	const isKnown = shape !== 'keyed' && shape !== 'beside';
	const seen = isKnown ? 'done, observed after' : 'accepted; the service shows (P|PAUSING), a word';
	await monitor.waitFor(new RegExp(`${asked.slice(1)} \\d+: ${seen}[\\s\\S]*Name: ${name}`));
	const [first] = service.state.campaigns;
	expect(first?.state).toBe(asked === 'pause' ? 'paused' : 'dialing');
	monitor.press('3');
	await monitor.waitFor('Lists of');
	await monitor.waitFor(/│(Y on|N off)/);
	monitor.press('L');
	await monitor.waitFor('[y/N]');
	await monitor.answer('y');
	await monitor.waitFor(/Switch (on|off) list \d+: done, observed after/);
	expect(Math.max(...Object.values(service.commands.byTarget))).toBe(1);
	expect(service.commands.total).toBe(2);
});

test.concurrent('settings that come as one object under ids that are numbers are staged, sent as one update and seen', async ({
	expect,
}) => {
	await using run = await startOther('data');
	const {service, monitor} = run;
	await monitor.waitFor('level');
	monitor.press('5');
	await monitor.waitFor(/level +2\.40/);
	monitor.press('/');
	await monitor.waitFor('Filter');
	monitor.press('number_of_lines', 'enter');
	await monitor.waitFor('filter: number_of_lines');
	monitor.press('enter');
	await monitor.waitFor('Enter goes on');
	monitor.press('ctrl-u', '41', 'enter');
	await monitor.waitFor('1 staged');
	monitor.press('1');
	await monitor.waitFor('─ Pace ─');
	monitor.press('+');
	await monitor.waitFor(/2\.40 .*→ 2\.50 staged/);
	monitor.press('5');
	await monitor.waitFor('─ Settings of ');
	monitor.press('E');
	await monitor.waitFor(/: update \d+\?/);
	await monitor.waitFor(/lines at most from\s+30\s+to\s+41/);
	await monitor.waitFor(/from\s+2\.40\s+to\s+2\.50/);
	await monitor.answer('y');
	await monitor.waitFor(/Update \d+: done, observed after/);
	expect(service.state.campaigns[0]?.settings).toMatchObject({number_of_lines: '41', amd: 'Y'});
	expect(Number(service.state.campaigns[0]?.settings.autodiallevel)).toBe(2.5);
	expect(service.commands.byType).toEqual({update_campaign: 1});
});

test.concurrent('a status word of its own is shown as it came, and nothing is guessed from it', async ({expect}) => {
	await using run = await startOther();
	const {service, monitor} = run;
	const [first] = service.state.campaigns;
	first && Object.assign(first.figures, {display_status: 'HIBERNATING'});
	monitor.press('2');
	await monitor.waitFor(/signed in +8/);
	monitor.press('pagedown');
	await monitor.waitFor(/listed as +PLAY/);
	await monitor.waitFor(/display +HIBERNATING/);
	expect(service.commands.total).toBe(0);
});

test.concurrent.for<[fault: FaultName, says: RegExp, executed: number]>([
	['reset-after', /no answer; the service now shows PAUSE/, 1],
	['refused', /was NOT SENT/, 0],
])(
	'%s on a command: its outcome is told as it is, and it is carried out at most once',
	async ([fault, says, executed], {expect}) => {
		await using run = await startOther();
		const {service, monitor} = run;
		monitor.press('P');
		await monitor.waitFor(/: pause \d+\?/);
		await service.setFault(fault, fault === 'refused' ? {} : {types: ['pause_campaign']});
		await monitor.answer('y');
		await monitor.waitFor(says, {timeout: 30_000});
		expect(service.commands.total).toBe(executed);
		await service.setFault();
	},
);

test.concurrent('hostile names do not break the screen', async ({expect}) => {
	await using run = await startOther();
	const {service, monitor} = run;
	const [first] = service.state.campaigns;
	for (const text of hostileTexts) {
		if (first) {
			first.name = text;
		}
		const seen = service.requests.length;
		monitor.press('ctrl-r');
		await monitor.waitFor(() => service.requests.slice(seen).some(({type}) => type === 'get_campaigns'));
		monitor.press('j', 'k');
		// A frame may be half drawn.
		await monitor.waitFor(
			() =>
				monitor.line(0).startsWith('dialtop') &&
				monitor.line(1) === ' No alerts.' &&
				/^╭─ Campaigns ─.*─╮$/.test(monitor.line(2)),
		);
		expect(monitor.modes).toMatchObject({alternate: true, cursorHidden: true, wraparound: false});
	}
	expect(service.commands.total).toBe(0);
});
