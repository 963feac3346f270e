/** Random sequences on the built program in pseudo-terminals, a part of them with two monitors at once on one service. */
import {type Bound, boundOn, type Calibration, startCalibration, usualSlowness} from '../../../helpers/calibration.ts';
import {openMonitor} from '../../../helpers/monitor.ts';
import {isCommand, type OtherService, startOtherService} from '../../../helpers/other-service.ts';
import {type Pty, poll} from '../../../helpers/terminal.ts';
import type {Frame, Input} from '../../judged.ts';
import type {Random, Trials} from '../../row.ts';
import {nextTouches} from './hands.ts';
import {type Evidence, unconfirmed} from './judge.ts';
import {liesTold} from './lies.ts';
import {disturb} from './world.ts';

const sizes = [
	[80, 24],
	[120, 40],
	[100, 30],
	[60, 20],
] as const;

/** What may become of commands: nothing bad, or no answer, carried out or not. */
const faults = [undefined, undefined, 'hang', 'reset-after', 'reset-before', 'half-answer'] as const;

/** Sequences on one monitor before it is started anew. */
const perMonitor = 10;

/** Milliseconds without output after which a frame is whole: the program parts two frames by 20 at least. */
const quiet = 15;

/** Milliseconds that the times of this process may differ from those of the program, beside what is measured. */
const leastSlack = 20;

/** The same at most: what is judged by times that are wrong by more has not been tried. */
const mostSlack = 120;

/** What the program may take to read a key while others have the processor: no more than its question must be seen for. */
const lag: Bound = {work: 150};
const mostLag = 300;

/** Milliseconds for which a monitor may still call something by an older name: until it has asked again. */
const nameAge = 10_000;

const wait = (milliseconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, milliseconds));

/** A monitor, and what it showed and what was typed into it. */
type Seat = {
	monitor: Pty;
	token: string;
	frames: Frame[];
	inputs: Input[];
	/** Resolves once the program has cleared the terminal for its new size. */
	resize(columns: number, rows: number): Promise<void>;
	/** Resolves once the terminal shows all that has come. */
	settled(): Promise<void>;
	/** By how many milliseconds a frame since a moment may have been there before its time: it was noted only with the next. */
	blurredSince(moment: number): number;
};

/** A service, and what it called its campaigns and lists since when. */
type Floor = {service: OtherService; names: {at: number; of: ReadonlyMap<string, string>}[]};

/** What kept this process from reading, so that frames seem later than they were. */
const watchLag = () => {
	let late: {at: number; by: number}[] = [];
	let due = performance.now() + 5;
	const timer = setInterval(() => {
		const at = performance.now();
		if (at - due > 1) {
			late.push({at, by: at - due});
		}
		due = at + 5;
	}, 5);
	return {
		/** The longest since a moment within the last minutes, milliseconds. */
		since(moment: number): number {
			late = late.filter(({at}) => at > performance.now() - 300_000);
			return Math.max(0, ...late.filter(({at}) => at > moment).map(({by}) => by));
		},
		stop: () => clearInterval(timer),
	};
};

/** The size that a terminal begins with. */
const usual = {columns: 120, rows: 40};

/** Notes whole frames: those behind which the program fell silent. */
const watchFrames = (monitor: Pty): Pick<Seat, 'frames' | 'resize' | 'settled' | 'blurredSince'> => {
	const frames: Frame[] = [];
	let blurs: {at: number; by: number}[] = [];
	let timer: NodeJS.Timeout | undefined;
	let at = 0;
	/** When the first came of what is not noted yet. */
	let first = 0;
	/** Until the program clears the terminal after a change of size, it shows a mixture. */
	let clearsNeeded = 0;
	let size = `${usual.columns}x${usual.rows}`;
	const note = (): void => {
		timer = undefined;
		if (monitor.clears >= clearsNeeded) {
			frames.push({at, rows: monitor.text().split('\n')});
			blurs = [...blurs.filter(blur => at - blur.at < 300_000), {at, by: at - first}];
		}
	};
	monitor.whenDrawn(() => {
		at = performance.now();
		first = timer === undefined ? at : first;
		clearTimeout(timer);
		timer = setTimeout(note, quiet);
	});
	return {
		frames,
		async resize(columns, rows) {
			// The program clears nothing where the size has not changed, in the end.
			if (`${columns}x${rows}` === size) {
				return;
			}
			size = `${columns}x${rows}`;
			clearTimeout(timer);
			timer = undefined;
			clearsNeeded = monitor.clears + 1;
			monitor.resize(columns, rows);
			await poll(() => monitor.clears >= clearsNeeded, 10_000);
		},
		async settled() {
			await poll(() => timer === undefined && performance.now() - at > 2 * quiet, 2000);
		},
		blurredSince: moment => Math.max(0, ...blurs.filter(blur => blur.at > moment).map(({by}) => by)),
	};
};

const openSeat = async ({state, url}: OtherService, token: string): Promise<Seat> => {
	state.tokens.add(token);
	const env = {DIALTOP_URL: url, DIALTOP_TOKEN: token, DIALTOP_ENVIRONMENT: 'qa'};
	const monitor = openMonitor({env, ...usual});
	const seat = {monitor, token, inputs: [], ...watchFrames(monitor)};
	await monitor.waitFor(state.campaigns[0]?.name ?? '');
	return seat;
};

const noteNames = ({service: {state}, names}: Floor): void => {
	const of = new Map([
		...state.campaigns.map(({id, name}) => [`campaign ${id}`, name] as const),
		...state.lists.map(({id, name}) => [`list ${id}`, name] as const),
	]);
	names.push({at: performance.now(), of});
};

/** Puts the world back to its beginning. */
const restore = (floor: Floor, {campaigns, lists}: Pick<OtherService['state'], 'campaigns' | 'lists'>): void => {
	const {state} = floor.service;
	state.campaigns.splice(0, state.campaigns.length, ...structuredClone(campaigns));
	state.lists.splice(0, state.lists.length, ...structuredClone(lists));
	noteNames(floor);
};

const type = ({monitor, inputs}: Seat, bytes: string): void => {
	inputs.push({at: performance.now(), bytes});
	monitor.write(bytes);
};

/** Types what hands do at one seat. */
const work = async (seat: Seat, floor: Floor, random: Random): Promise<void> => {
	const {state} = floor.service;
	const steps = 1 + random.below(3);
	for (let step = 0; step < steps; step++) {
		const known = {names: state.campaigns.map(({name}) => name), ids: state.campaigns.map(({id}) => id)};
		for (const {bytes, then} of nextTouches(random, known)) {
			if (random.below(12) === 0) {
				disturb(state, random);
				noteNames(floor);
			}
			if (random.below(25) === 0) {
				const [columns, rows] = random.pick(sizes);
				await seat.resize(columns, rows);
			}
			type(seat, bytes);
			await wait(then);
		}
	}
	type(seat, '\u001b');
};

const commandsIn = ({service: {requests}}: Floor, token?: string) =>
	requests.filter(one => isCommand(one.type) && (token === undefined || one.fields.token === token));

const evidenceOf = (
	{frames, inputs, token}: Seat,
	floor: Floor,
	slack: number,
	slowness = usualSlowness,
): Evidence => ({
	environment: 'QA',
	frames,
	inputs,
	arrived: commandsIn(floor, token).map(({type, fields, at}) => ({type, fields, at})),
	namesAt: (at, {kind, id}) => {
		const called = floor.names.filter(
			(one, index) => one.at <= at && (floor.names[index + 1]?.at ?? at) >= at - nameAge,
		);
		// One that was not listed for a while, and is named in a form by its id, has no name until it is listed again.
		const found = called.map(({of}) => of.get(`${kind} ${id}`));
		return found.some(name => name !== undefined) ? new Set(found) : undefined;
	},
	slack,
	lag: Math.min(mostLag, boundOn(slowness, 'wall', lag)),
	slowness: slowness.wall,
});

/** Waits until no command is under way any more: several go one after another. */
const ended = async (floor: Floor): Promise<void> => {
	const since = performance.now();
	await floor.service.setFault(undefined);
	await poll(() => {
		floor.service.release();
		return performance.now() - Math.max(since, commandsIn(floor).at(-1)?.at ?? 0) > 1000;
	}, 20_000);
};

/** Opens a service with so many monitors, and closes all of it after its use. */
const withSeats = async (count: number, use: (floor: Floor, seats: readonly Seat[]) => Promise<void>) => {
	const floor: Floor = {service: await startOtherService({campaigns: 4}), names: []};
	noteNames(floor);
	const seats: Seat[] = [];
	try {
		for (const name of ['one', 'other'].slice(0, count)) {
			seats.push(await openSeat(floor.service, `the token of the ${name} in a trial`));
		}
		await use(floor, seats);
	} finally {
		for (const {monitor} of seats) {
			await monitor[Symbol.asyncDispose]();
		}
		await floor.service.close();
	}
};

/** What a sequence is run with. */
type Run = {floor: Floor; seats: readonly Seat[]; calibration: Calibration; lagSince(moment: number): number};

/** Runs a sequence; false if this process was kept from reading for so long that nothing can be said of it. */
const runOne = async (trials: Trials, name: string, {floor, seats, calibration, lagSince}: Run): Promise<boolean> => {
	const {service} = floor;
	const random = trials.random(name);
	await service.setFault(random.pick(faults), {
		types: ['pause_campaign', 'play_campaign', 'stop_campaign', 'change_status', 'update_campaign', 'dial_number'],
	});
	const began = performance.now();
	await Promise.all(
		seats.map((seat, index) => work(seat, floor, index === 0 ? random : trials.random(`${name} beside`))),
	);
	await ended(floor);
	await Promise.all(seats.map(seat => seat.settled()));
	const slack = leastSlack + Math.max(lagSince(began), ...seats.map(seat => seat.blurredSince(began)));
	const slowness = await calibration.recent();
	const isTried = slack <= mostSlack;
	for (const seat of isTried ? seats : []) {
		const evidence = evidenceOf(seat, floor, slack, slowness);
		trials.tried('writes by pseudo-terminal', evidence.arrived.length);
		if (seats.length > 1) {
			trials.tried('writes by pseudo-terminal of two monitors at once', evidence.arrived.length);
		}
		for (const complaint of unconfirmed(evidence)) {
			trials.failed(complaint, `${name} (times may be off by ${Math.round(slack)} ms)${lookInto(evidence)}`);
		}
	}
	for (const {frames, inputs} of seats) {
		// What was judged is not judged again; the screen that stands is where the next sequence begins.
		frames.splice(0, frames.length - 1);
		inputs.length = 0;
	}
	service.requests.length = 0;
	floor.names.splice(0, floor.names.length - 20);
	return isTried;
};

/** What a sequence saw, where CAMPAIGN_TRACE is set. */
const lookInto = ({frames, inputs, arrived}: Evidence): string =>
	process.env.CAMPAIGN_TRACE === undefined
		? ''
		: [
				...frames.map(({at, rows}) => [at, `shown\n${rows.join('\n')}`] as const),
				...inputs.map(({at, bytes}) => [at, `typed ${JSON.stringify(bytes)}`] as const),
				...arrived.map(({at, fields}) => [at, `arrived ${JSON.stringify(fields)}`] as const),
			]
				.toSorted(([one], [other]) => one - other)
				.map(([at, what]) => `\n${Math.round(at)} ${what}`)
				.join('');

/** Whether the judge believes an honest program in a terminal, and finds each lie told of it. */
const proveLies = (trials: Trials, calibration: Calibration): Promise<void> =>
	withSeats(1, async (floor, [seat]) => {
		if (!seat) {
			return;
		}
		const {monitor} = seat;
		await wait(600);
		type(seat, 'P');
		await monitor.waitFor('[y/N]');
		await wait(600);
		type(seat, 'y');
		await monitor.waitFor(() => commandsIn(floor).length > 0);
		const honest = evidenceOf(seat, floor, leastSlack, await calibration.recent());
		const complaints = unconfirmed(honest);
		if (complaints.length > 0) {
			trials.failed(`of an honest pause, the judge said ${JSON.stringify(complaints)}`, 'lies by pseudo-terminal');
			return;
		}
		const {told, missed} = liesTold(honest);
		trials.tried('lies that the judge must find', told.length);
		for (const lie of missed) {
			trials.failed(`the judge did not find a pause that was sent ${lie}`, 'lies by pseudo-terminal');
		}
	});

/** Runs so many sequences, and more of them in place of those of which nothing can be said. */
export const runInTerminals = async (trials: Trials, count: number): Promise<void> => {
	using calibration = startCalibration();
	await proveLies(trials, calibration);
	const watched = watchLag();
	let batch = 0;
	let blurred = 0;
	const done = {alone: 0, pair: 0};
	const wanted = {alone: (count * 3) / 4, pair: count / 4};
	const next = async (): Promise<void> => {
		while ((done.alone < wanted.alone || done.pair < wanted.pair) && blurred < 2 * count) {
			const present = batch++;
			const kind = done.alone >= wanted.alone || (present % 4 === 0 && done.pair < wanted.pair) ? 'pair' : 'alone';
			await withSeats(kind === 'pair' ? 2 : 1, async (floor, seats) => {
				const world = structuredClone({campaigns: floor.service.state.campaigns, lists: floor.service.state.lists});
				for (let index = 0; index < perMonitor && done[kind] < wanted[kind]; index++) {
					restore(floor, world);
					const name = `by pseudo-terminal ${present * perMonitor + index}`;
					if (await runOne(trials, name, {floor, seats, calibration, lagSince: watched.since})) {
						done[kind]++;
						trials.tried('sequences by pseudo-terminal');
						trials.tried('sequences by pseudo-terminal with two monitors at once', kind === 'pair' ? 1 : 0);
					} else {
						blurred++;
					}
				}
			});
			trials.progress(`${done.alone + done.pair} sequences by pseudo-terminal, ${blurred} not counted`);
		}
	};
	// Four monitors or pairs of them at a time: they mostly wait.
	await Promise.all(Array.from({length: 4}, next));
	watched.stop();
	trials.noted(calibration.told());
	if (blurred > 0) {
		trials.noted(
			`${blurred} sequences by pseudo-terminal were not counted: the trial itself was kept from reading for over ${mostSlack - leastSlack} ms`,
		);
	}
};
