/** Random sequences on the built program in pseudo-terminals, a part of them with two monitors at once on one service. */
import {openMonitor} from '../../../helpers/monitor.ts';
import {isCommand, type OtherService, startOtherService} from '../../../helpers/other-service.ts';
import type {Pty} from '../../../helpers/terminal.ts';
import type {Frame, Input} from '../../judged.ts';
import type {Random, Trials} from '../../row.ts';
import {nextTouches} from './hands.ts';
import {unconfirmed} from './judge.ts';
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

/** Milliseconds that the times of this process may differ from those of the program, beside what is measured. */
const leastSlack = 20;

const wait = (milliseconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, milliseconds));

/** A monitor, and what it showed and what was typed into it. */
type Seat = {monitor: Pty; token: string; frames: Frame[]; inputs: Input[]};

/** What kept this process from reading, so that frames seem later than they were. */
const watchLag = () => {
	let worst = 0;
	let due = performance.now() + 5;
	const timer = setInterval(() => {
		const now = performance.now();
		worst = Math.max(worst, now - due);
		due = now + 5;
	}, 5);
	return {
		/** The worst since the last call, milliseconds. */
		take(): number {
			const taken = worst;
			worst = 0;
			return taken;
		},
		stop: () => clearInterval(timer),
	};
};

const openSeat = async (service: OtherService, token: string): Promise<Seat> => {
	service.state.tokens.add(token);
	const env = {DIALTOP_URL: service.url, DIALTOP_TOKEN: token, DIALTOP_ENVIRONMENT: 'qa'};
	const monitor = openMonitor({env, columns: 120, rows: 40});
	const seat: Seat = {monitor, token, frames: [], inputs: []};
	monitor.whenDrawn(() => {
		seat.frames.push({at: performance.now(), rows: monitor.text().split('\n')});
	});
	await monitor.waitFor(service.state.campaigns[0]?.name ?? '');
	return seat;
};

/** Puts the world back to its beginning. */
const restore = ({state}: OtherService, {campaigns, lists}: OtherService['state']): void => {
	state.campaigns.splice(0, state.campaigns.length, ...structuredClone(campaigns));
	state.lists.splice(0, state.lists.length, ...structuredClone(lists));
};

/** Types what hands do at one seat. */
const work = async ({monitor, inputs}: Seat, service: OtherService, random: Random): Promise<void> => {
	const steps = 1 + random.below(3);
	for (let step = 0; step < steps; step++) {
		const {campaigns} = service.state;
		const known = {names: campaigns.map(({name}) => name), ids: campaigns.map(({id}) => id)};
		for (const {bytes, then} of nextTouches(random, known)) {
			if (random.below(12) === 0) {
				disturb(service.state, random);
			}
			if (random.below(25) === 0) {
				const [columns, rows] = random.pick(sizes);
				monitor.resize(columns, rows);
			}
			inputs.push({at: performance.now(), bytes});
			monitor.write(bytes);
			await wait(then);
		}
	}
	inputs.push({at: performance.now(), bytes: '\u001b'});
	monitor.write('\u001b');
};

/** Runs the sequences with these numbers on one or two monitors; more than one at a time elsewhere. */
const runSome = async (trials: Trials, numbers: readonly number[], lag: ReturnType<typeof watchLag>): Promise<void> => {
	const [first = 0] = numbers;
	const isPair = first % (perMonitor * 4) === 0;
	const service = await startOtherService({campaigns: 4});
	const world = structuredClone(service.state);
	const seats: Seat[] = [];
	try {
		for (const token of isPair ? ['one', 'two'] : ['one']) {
			seats.push(await openSeat(service, `the token ${token} of a trial`));
		}
		for (const number of numbers) {
			const name = `by pseudo-terminal ${number}`;
			const random = trials.random(name);
			restore(service, world);
			const fault = random.pick(faults);
			const types = service.requests.map(({type}) => type).filter(isCommand);
			await service.setFault(fault, {
				types: [...new Set([...types, 'pause_campaign', 'play_campaign', 'change_status'])],
			});
			lag.take();
			await Promise.all(
				seats.map((seat, index) => work(seat, service, index === 0 ? random : trials.random(`${name} beside`))),
			);
			service.release();
			await wait(500);
			const slack = leastSlack + lag.take();
			for (const {frames, inputs, token} of seats) {
				const arrived = service.requests
					.filter(({type, fields}) => isCommand(type) && fields.token === token)
					.map(({type, fields, at}) => ({type, fields, at}));
				for (const complaint of unconfirmed({environment: 'QA', frames, inputs, arrived, slack})) {
					trials.failed(complaint, `${name} (times may be off by ${Math.round(slack)} ms)`);
				}
				trials.tried('writes by pseudo-terminal', arrived.length);
				// What was judged is not judged again; the screen that stands is where the next sequence begins.
				frames.splice(0, frames.length - 1);
				inputs.length = 0;
			}
			service.requests.length = 0;
			trials.tried(isPair ? 'sequences with two monitors at once' : 'sequences by pseudo-terminal');
		}
	} finally {
		for (const {monitor} of seats) {
			await monitor[Symbol.asyncDispose]();
		}
		await service.close();
	}
};

/** Runs every sequence, four monitors or pairs of them at a time: they mostly wait. */
export const runInTerminals = async (trials: Trials, count: number): Promise<void> => {
	const lag = watchLag();
	const batches = Array.from({length: Math.ceil(count / perMonitor)}, (_, batch) =>
		Array.from({length: perMonitor}, (_, index) => batch * perMonitor + index),
	);
	const next = async (): Promise<void> => {
		for (let batch = batches.shift(); batch; batch = batches.shift()) {
			await runSome(trials, batch, lag);
		}
	};
	await Promise.all(Array.from({length: 4}, next));
	lag.stop();
};
