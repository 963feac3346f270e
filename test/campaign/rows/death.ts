/** It never dies, and never lingers: however the monitor ends, the terminal is as it was, and nothing of it is left. */
import {mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type Calibration, startCalibration} from '../../helpers/calibration.ts';
import {cleanEnvironment, program} from '../../helpers/monitor.ts';
import {type OtherService, startOtherService} from '../../helpers/other-service.ts';
import {poll} from '../../helpers/terminal.ts';
import type {Row, Trials} from '../row.ts';
import {aftermath, isAlive, selfCheck, start} from './death/ended.ts';
import {canMount, type Moment, moments, type State, states, type Way, ways} from './death/ways.ts';
import {auditIn, claimsIn} from './once/judge.ts';

const kind = 'ends of the monitor';

type Trial = {way: Way; state: State; moment: Moment};

/** How a state is brought about before the program. */
const before: Partial<Record<State, readonly string[]>> = {
	'alternate screen on already': [String.raw`printf '\033[?1049h'`],
	'raw, without echo': ['stty raw -echo'],
};

const environmentOf = ({way}: Trial, service: OtherService, folder: string, token: string) => ({
	...cleanEnvironment,
	XDG_STATE_HOME: join(folder, 'state'),
	// With a limit on the size of files Node could not write its compiled code.
	XDG_CACHE_HOME: join(folder, 'cache'),
	TRIAL_FOLDER: folder,
	...(way.isEmbedded ? {} : {DIALTOP_URL: service.url, DIALTOP_TOKEN: token, DIALTOP_ENVIRONMENT: 'qa'}),
	...(way.code
		? {NODE_OPTIONS: `--max-old-space-size=160 --import data:text/javascript,${encodeURIComponent(way.code)}`}
		: {}),
});

/** One end of a monitor. It counts only if its moment was reached. */
const tryOne = async (
	trials: Trials,
	{service, calibration}: {service: OtherService; calibration: Calibration},
	trial: Trial,
	number: number,
): Promise<void> => {
	const {way, state, moment} = trial;
	const name = `${way.name}; ${state}; ${moment}`;
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-death-'));
	const undo = way.prepare?.(folder);
	mkdirSync(join(folder, 'state'), {recursive: true, mode: 0o700});
	const token = `death-${number}`;
	service.state.tokens.add(token);
	service.state.campaigns.forEach((campaign, index) => {
		campaign.state = (['dialing', 'paused', 'stopped'] as const)[index % 3] ?? 'stopped';
	});
	const isTiny = state === '20 by 5' && moment !== 'while a command is under way';
	try {
		await service.setFault(
			'hang',
			moment === 'while figures are read' ? {types: ['get_dashboard_stats']} : {types: ['pause_campaign']},
		);
		await using patient = start({
			command: [...(way.through ?? []), process.execPath, program, '--interval', '0.5'],
			env: environmentOf(trial, service, folder, token),
			folder,
			before: [...(way.before ?? []), ...(before[state] ?? [])],
			...(isTiny ? {columns: 20, rows: 5} : {}),
		});
		const {pty} = patient;
		const has = (type: string): boolean =>
			service.requests.some(request => request.type === type && request.fields.token === token);
		const audit = () => claimsIn(auditIn(join(folder, 'state')), 'pause_campaign');
		const reached = async (): Promise<boolean> => {
			if (!(await poll(() => patient.pid() !== undefined, 5000))) {
				return false;
			}
			if (moment === 'before the first frame') {
				if (state === 'in a question with typed text') {
					pty.write('Sabc');
				}
				return !pty.modes.alternate || state === 'alternate screen on already';
			}
			const isShown = (): boolean =>
				isTiny ? pty.bytes > 50 : pty.text().includes(way.isEmbedded ? 'Spring Collections' : 'Spring Renewals');
			if (!(await poll(() => isShown() && (way.isEmbedded === true || has('get_dashboard_stats')), 20_000))) {
				return false;
			}
			if (moment === 'while a command is under way') {
				// The selected campaign dials in both services.
				await poll(() => pty.text().includes(' live '), 10_000);
				pty.press('P');
				await pty.waitFor('[y/N]');
				await pty.answer('y');
				const isUnderWay = way.isMute
					? () => pty.text().includes('NOT SENT')
					: () => (way.isEmbedded ? audit().intents === 1 : has('pause_campaign'));
				if (!(await poll(isUnderWay, 10_000))) {
					return false;
				}
			}
			if (state === 'in a question with typed text') {
				pty.press('down', 'S');
				await pty.waitFor(/Type its/, {timeout: 5000});
				pty.write('abc');
				await pty.waitFor(/abc/, {timeout: 5000});
			}
			return true;
		};
		let isReached = false;
		try {
			isReached = await reached();
		} catch (error) {
			trials.progress(`${name}: ${String(error)}`);
		}
		const pid = patient.pid();
		if (!isReached || pid === undefined || !isAlive(pid)) {
			trials.progress(`not reached: ${name}\n${pty.text()}`);
			return;
		}
		if (state === '20 by 5' && !isTiny) {
			pty.resize(20, 5);
		}
		if (state === 'not read (Ctrl-S)') {
			pty.pause();
			// What a full terminal does not take is lost (media/safety.md).
			patient.except = /./;
			// Whole frames until the terminal is full.
			for (let turn = 0; turn < 40 && moment !== 'before the first frame'; turn++) {
				pty.resize(120 + (turn % 2) * 40, 40 + (turn % 2) * 20);
				await poll(() => false, 12);
			}
		}
		if (state === 'alternate screen on already' && moment === 'before the first frame') {
			// The program may not have taken the terminal yet: then it leaves what it found.
			patient.except = /alternate/;
		}
		await way.act(patient, pid);
		const wrong = await aftermath(patient, pid, way, calibration);
		if (moment === 'while a command is under way') {
			const {intents} = audit();
			if (!way.isMute && intents !== 1) {
				wrong.push(`the audit has ${intents} intents of the command that was under way`);
			}
			if (way.isMute && has('pause_campaign')) {
				wrong.push('a command was sent without an audit');
			}
		}
		for (const what of wrong) {
			trials.failed(what, name);
		}
		trials.tried(kind);
	} finally {
		undo?.();
		rmSync(folder, {recursive: true, force: true});
	}
};

export const row: Row = {
	name: 'death',
	promise: 'it never dies, and never lingers',
	never:
		'the terminal not restored; a process left; spinning; a wrong exit code; the intent of a command that is not in the audit',
	least: {[kind]: {full: 15 * 6 * 3, quick: 15 * 6}},
	missing: () =>
		process.platform !== 'linux' ? 'it reads /proc' : canMount() ? undefined : 'no disk can be mounted, to be filled',
	async run(trials) {
		using calibration = startCalibration();
		const folder = mkdtempSync(join(tmpdir(), 'dialtop-death-'));
		for (const blind of await selfCheck(folder, calibration)) {
			trials.failed(`a program that leaves everything as it must not be goes unnoticed: ${blind}`, 'self-check');
		}
		rmSync(folder, {recursive: true, force: true});
		const all = ways.flatMap((way, a) =>
			states.flatMap((state, b) =>
				moments.flatMap((moment, c) =>
					trials.isQuick && (a + b + c + trials.seed) % 3 !== 0 ? [] : [{way, state, moment}],
				),
			),
		);
		const queue = [...all.entries()];
		const lane = async (): Promise<void> => {
			const service = await startOtherService({campaigns: 3});
			for (let next = queue.shift(); next; next = queue.shift()) {
				const [number, trial] = next;
				try {
					await tryOne(trials, {service, calibration}, trial, number);
				} catch (error) {
					const {way, state, moment} = trial;
					trials.failed(`the trial broke: ${String(error)}`, `${way.name}; ${state}; ${moment}`);
				}
				if (number % 20 === 0) {
					trials.progress(`${number} of ${all.length}`);
				}
			}
			await service.close();
		};
		await Promise.all([lane(), lane()]);
		trials.noted(calibration.told());
	},
};
