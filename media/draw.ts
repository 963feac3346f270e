/**
 * `npm run media`: draws the readme's pictures from the running program, on sandboxes that are the same each time.
 * `node media/draw.ts several` draws one of them.
 */
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {createService} from '../source/sandbox/engine/service.ts';
import {createServer, listen} from '../source/sandbox/server/server.ts';
import {svg} from '../source/terminal/picture/svg.ts';
import {openMonitor} from '../test/helpers/monitor.ts';
import type {Pty} from '../test/helpers/terminal.ts';
import {askedName} from './asked-name.ts';

/** The world of the pictures: its seed, its day, and the hour at which they are taken. */
const seed = 1;
const day = '2026-03-17';
const opening = 11 * 3_600_000;
const password = 'pictures';

/** The world goes on in steps rather than with the clock, and stands still while pictures are taken. */
const stepEvery = 500;
const step = 1500;
const steps = 80;

/** The monitor's calendar: such that it shows the world's time when the world stands still. */
const begin = Date.parse(`${day}T00:00:00Z`) + opening + steps * (step - stepEvery);
const calendar = `const real = Date.now, start = real(); Date.now = () => ${begin} + real() - start;`;

type Picture = {
	name: string;
	columns?: number;
	rows?: number;
	/** The services on screen, by their profiles; one without a profile by default. */
	profiles?: string;
	/** Leads to what is to be seen. */
	show?(monitor: Pty): Promise<void>;
};

/** The first row does not dial, and its panes are empty: the second one shows what they hold. */
const selectDialing = async (monitor: Pty): Promise<void> => {
	monitor.press('j');
	await monitor.waitFor(/─ Pace ─+ (?!Home Warranty)/);
};

const pictures: readonly Picture[] = [
	{name: 'campaigns', show: selectDialing},
	{name: 'campaigns-80x24', columns: 80, rows: 24, show: selectDialing},
	{name: 'campaigns-200x60', columns: 200, rows: 60, show: selectDialing},
	{
		name: 'several',
		profiles: 'east,west',
		async show(monitor) {
			monitor.press('j', 'j', 'P');
			await monitor.waitFor('[y/N]');
		},
	},
	{
		name: 'lists',
		async show(monitor) {
			monitor.press('3');
			await monitor.waitFor(/│[YN] /);
		},
	},
	{
		name: 'search',
		async show(monitor) {
			monitor.press('s');
			await monitor.waitFor('Search name, phone or account');
			monitor.press('Smith', 'enter');
			await monitor.waitFor(/│\d+ calls/);
		},
	},
	{
		name: 'confirm',
		async show(monitor) {
			await selectDialing(monitor);
			monitor.press('S');
			await monitor.waitFor(/Type its name:[\s\S]*\bName: \S/);
			const name = askedName(monitor.text());
			monitor.press(name);
			await monitor.waitFor(() => monitor.text().trimEnd().endsWith(` ${name}`));
		},
	},
	{
		name: 'campaign',
		async show(monitor) {
			monitor.press('enter');
			await monitor.waitFor(/dialing/i);
		},
	},
	{
		name: 'settings',
		async show(monitor) {
			monitor.press('+');
			await monitor.waitFor('→');
			monitor.press('5');
			await monitor.waitFor('adaptive_dropped_percentage');
		},
	},
	{
		name: 'accounts',
		async show(monitor) {
			monitor.press('6');
			await monitor.waitFor(/company/i);
			monitor.press('1', 'enter');
			await monitor.waitFor('2026-0000');
		},
	},
	{
		name: 'alerts',
		async show(monitor) {
			monitor.press('7');
			await monitor.waitFor('Home Warranty Renewals');
		},
	},
	{
		name: 'palette',
		async show(monitor) {
			monitor.press(':');
			monitor.press('pay');
			await monitor.waitFor('create_payment_plan');
		},
	},
	{
		name: 'wall',
		async show(monitor) {
			monitor.press('w');
			await sleep(stepEvery);
		},
	},
	{
		name: 'help',
		async show(monitor) {
			monitor.press('?');
			await monitor.waitFor('play or pause the selected campaign');
		},
	},
];

const serve = async (seed: number, port: number) => {
	const service = await createService({seed, day, at: opening, password});
	const server = await createServer(service);
	return {service, server, url: await listen(server, port).catch(() => listen(server, 0))};
};

const [first, second] = await Promise.all([serve(seed, 8080), serve(seed + 1, 8081)]);
const folder = await mkdtemp(join(tmpdir(), 'dialtop-media-'));
const config = join(folder, 'config.yml');
const profileOf = ({url, service: {user}}: typeof first): string =>
	`{url: "${url}", environment: sandbox, user: ${user}, password_command: echo ${password}}`;
await writeFile(config, `profiles:\n  east: ${profileOf(first)}\n  west: ${profileOf(second)}\n`, {mode: 0o600});

const open = ({columns = 120, rows = 40, profiles}: Picture): Pty =>
	openMonitor({
		columns,
		rows,
		args: ['--interval', '0.5', ...(profiles === undefined ? [] : ['--config', config, '-p', profiles])],
		env: {
			TZ: 'UTC',
			NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(calendar)}`,
			...(profiles === undefined && {
				DIALTOP_URL: first.url,
				DIALTOP_USER: first.service.user,
				DIALTOP_PASSWORD: password,
				DIALTOP_ENVIRONMENT: 'sandbox',
			}),
		},
	});

const wanted = process.argv.slice(2);
const monitors = pictures
	.filter(({name}) => wanted.length === 0 || wanted.includes(name))
	.map(picture => ({picture, monitor: open(picture)}));
try {
	await Promise.all(monitors.map(({monitor}) => monitor.waitFor(/ live\b/)));
	for (let count = 0; count < steps; count++) {
		for (const {service} of [first, second]) {
			service.advanceTo(service.world.now + step);
		}
		await sleep(stepEvery);
	}
	for (const {picture, monitor} of monitors) {
		await picture.show?.(monitor);
	}
	// Every row has been polled once more by then, and says the same age.
	await sleep(5000);
	for (const {picture, monitor} of monitors) {
		const file = new URL(`${picture.name}.svg`, import.meta.url);
		await writeFile(file, svg(monitor.cells()));
		process.stdout.write(`${picture.name}.svg\n`);
	}
} finally {
	for (const {monitor} of monitors) {
		await monitor[Symbol.asyncDispose]();
	}
	await Promise.all([first.server.close(), second.server.close(), rm(folder, {recursive: true})]);
}
