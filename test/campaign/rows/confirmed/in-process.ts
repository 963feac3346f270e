/** Random sequences on the whole program in this process, each with a service of its own. */
import '../../in-process/time.ts';
import type {Control} from '../../../../source/model/pending.ts';
import {keyBytes} from '../../../helpers/terminal-keys.ts';
import {type Program, startProgram} from '../../in-process/program.ts';
import {type Fate, type Service, startService} from '../../in-process/service.ts';
import {advance, now, realNow} from '../../in-process/time.ts';
import {endReports, reportingTrials} from '../../reports.ts';
import type {Random} from '../../row.ts';
import {keysFor} from '../once/form-keys.ts';
import {nextTouches, type Touch, touch} from './hands.ts';
import {type Evidence, unconfirmed} from './judge.ts';
import {liesTold} from './lies.ts';
import {namesOf, traceOf} from './seen.ts';
import {disturb, fateOf} from './world.ts';

const trials = reportingTrials();
const wanted = trials.isQuick ? 4000 : 20_000;

/** Columns and rows; mostly small, since a frame costs more than all that led to it. The last one is too small for questions. */
const sizes = [
	[80, 24],
	[60, 16],
	[60, 16],
	[72, 16],
	[60, 20],
	[80, 20],
	[60, 16],
	[90, 20],
	[80, 24],
	[100, 30],
	[60, 18],
	[120, 40],
	[40, 12],
] as const;

/** A monitor, and the token by which the service tells it from the other. */
type Seat = {program: Program; token: string};

let serial = 0;

/** Opens a service of its own for some seats, and waits until their boards are there. */
const openService = async (
	seats: readonly Seat[],
	random: Random,
	fate: (type: string) => Fate = type => fateOf(random, type),
	campaigns = 2 + random.below(4),
): Promise<Service> => {
	const service = startService({url: `http://service-${++serial}.test`, campaigns, fate});
	for (const {program, token} of seats) {
		program.reset();
		program.forget();
		await program.open({url: service.url, token, profile: 'trial', environment: 'QA'});
	}
	await advance(700 + random.below(900));
	return service;
};

const evidenceOf = ({program: {frames, inputs}, token}: Seat, service: Service): Evidence => ({
	environment: 'QA',
	frames,
	inputs,
	arrived: service.arrived.filter(({fields}) => fields.token === token),
	namesAt: namesOf(service, token),
});

/** What somebody at a seat still does, and when he goes on. */
type Hand = {seat: Seat; touches: Touch[]; steps: number; due: number; isStalled: boolean};

/** Types what the hands at some seats do, in the order of time, while the world goes on. */
const work = async (seats: readonly Seat[], {state}: Service, random: Random): Promise<void> => {
	const hands = seats.map(
		(seat): Hand => ({seat, touches: [], steps: 1 + random.below(4), due: now().mono, isStalled: false}),
	);
	for (;;) {
		const [hand] = hands
			.filter(({touches, steps}) => touches.length > 0 || steps > 0)
			.toSorted((one, other) => one.due - other.due);
		if (!hand) {
			return;
		}
		await advance(Math.max(0, hand.due - now().mono));
		const {program} = hand.seat;
		if (hand.isStalled) {
			program.stall(false);
			hand.isStalled = false;
		}
		if (hand.touches.length === 0) {
			const known = {names: state.campaigns.map(({name}) => name), ids: state.campaigns.map(({id}) => id)};
			hand.touches.push(...nextTouches(random, known));
			hand.steps--;
		}
		if (random.below(12) === 0) {
			disturb(state, random);
		}
		if (random.below(25) === 0) {
			const [width, height] = random.pick(sizes);
			await program.resize(width, height);
		}
		const {bytes, then} = hand.touches.shift() ?? touch('', 0);
		hand.isStalled = random.below(25) === 0;
		program.stall(hand.isStalled);
		await program.type(bytes);
		const pause = hand.touches.length === 0 ? random.pick([100, 500, 1500]) : 0;
		hand.due = now().mono + pause + (hand.isStalled ? random.below(900) : then);
	}
};

/** Sequences on one service before another one is opened. */
const perSitting = 10;

/** Some sequences on one service, at one seat or two; returns what was wrong with them. */
const sitting = async (seats: readonly Seat[], random: Random): Promise<{complaints: string[]; service: Service}> => {
	for (const {program} of seats) {
		const [columns, rows] = random.pick(sizes.slice(0, -1));
		await program.resize(columns, rows);
	}
	const service = await openService(seats, random);
	const {campaigns, lists} = structuredClone(service.state);
	for (let index = 0; index < perSitting; index++) {
		await work(seats, service, random);
		for (const {program} of seats) {
			program.stall(false);
			await program.type('\u001b');
		}
		await advance(100 + random.below(500));
		for (const {program} of seats) {
			program.reset();
		}
		Object.assign(service.state, structuredClone({campaigns, lists}));
	}
	await advance(1200);
	const complaints = seats.flatMap(seat => unconfirmed(evidenceOf(seat, service)));
	service.close();
	return {complaints, service};
};

const controlOf = (operation: 'pause_campaign' | 'update_campaign', id: string, level?: number): Control => ({
	operation,
	params: {campaign_id: id, ...(level === undefined ? {} : {autodiallevel: level})},
	target: {service: 'trial', kind: 'campaign', id, name: 'whatever'},
	doing: 'pausing',
	verb: operation === 'pause_campaign' ? 'pause' : 'update',
	expected: undefined,
	before: undefined,
});

/** Sends a command as the screen must not. */
type Plant = (send: (control: Control) => Promise<void>, program: Program, service: Service) => Promise<void>;

/** Commands that nobody confirmed, sent past the screen: the judge must find each, and nothing else. */
const plants: Readonly<Record<string, Plant>> = {
	'without a question': send => send(controlOf('pause_campaign', '1001')),
	'for another target': async (send, {type}) => {
		await type('P');
		await advance(600);
		await type('y');
		await send(controlOf('pause_campaign', '1004'));
	},
	'after 300 ms': async (send, {type}) => {
		await type('P');
		await advance(300);
		await type('y');
		await send(controlOf('pause_campaign', '1001'));
	},
	'twice for one answer': async (send, {type}) => {
		await type('P');
		await advance(600);
		await type('y');
		// Until the service shows the first.
		await advance(5000);
		await send(controlOf('pause_campaign', '1001'));
	},
	'of another value': async (send, {type}) => {
		await type('+');
		await advance(60);
		await type('E');
		await advance(600);
		await type('y');
		await advance(35_000);
		await send(controlOf('update_campaign', '1001', 4.9));
	},
	'for an answer in one read with more': async (send, {type}) => {
		await type('P');
		await advance(600);
		await type('yy');
		await send(controlOf('pause_campaign', '1001'));
	},
	'after a no': async (send, {type}) => {
		await type('P');
		await advance(600);
		await type('n');
		await type('y');
		await send(controlOf('pause_campaign', '1001'));
	},
	'soon after it was asked anew': async (send, {type, rows}, {state}) => {
		await type('P');
		await advance(600);
		for (const campaign of state.campaigns) {
			campaign.name = 'Another';
		}
		for (let turn = 0; turn < 100 && !rows().some(row => row.includes('Asked anew')); turn++) {
			await advance(50);
		}
		// Long enough for a question that was asked once.
		await advance(1800);
		await type('y');
		await send(controlOf('pause_campaign', '1001'));
	},
};

/** Whether the judge sees commands that were sent past the screen. */
const provePlants = async (seat: Seat): Promise<void> => {
	const {program} = seat;
	for (const [name, plant] of Object.entries(plants)) {
		const service = await openService([seat], trials.random('a plant'), () => ({answers: 20}), 4);
		const send = async (control: Control): Promise<void> => {
			await advance(30);
			const before = service.arrived.length;
			void program.inner.monitor()?.control(control);
			// What it waits for on the way, such as the audit on the disk, takes its time on a busy machine.
			for (let turn = 0; turn < 100 && service.arrived.length === before; turn++) {
				await advance(30);
			}
		};
		// The selected campaign is the one that the plants are about.
		await program.type('g');
		await advance(600);
		await plant(send, program, service);
		const complaints = unconfirmed(evidenceOf(seat, service));
		trials.tried('plants that the judge must find');
		if (complaints.length !== 1) {
			trials.failed(`a write ${name} was planted, and the judge found ${JSON.stringify(complaints)}`, `plant ${name}`);
			trials.progress(traceOf(seat.program, [service], seat.token));
		}
		service.close();
	}
};

const keysOf = (text: string): Touch[] => [...text].map(letter => touch(letter, 20));

const number = '5125550123';

/** Ways to confirm one command well. */
const honestWays: Readonly<Record<string, readonly Touch[]>> = {
	pause: [touch('P', 600), touch('y', 500)],
	stop: [touch('S', 600), ...keysOf('Spring Renewals'), touch('\r', 500)],
	update: [touch('+', 100), touch('E', 600), touch('y', 3000)],
	list: [touch('3', 900), touch('L', 600), touch('y', 500)],
	call: [
		touch('T', 200),
		...keysOf(number),
		touch('\r', 200),
		...keysOf(number),
		touch('\r', 600),
		...keysOf(number),
		touch('\r', 500),
	],
	form: [
		touch(':', 300),
		touch('update_campaign', 100),
		touch('\r', 300),
		touch(keyBytes('pageup'), 60),
		touch(keysFor({type: 'update_campaign', fields: {campaign_id: '1001', autodiallevel: '2.5'}}), 300),
		touch('\u0013', 600),
		touch('y', 3000),
	],
};

/** Whether the judge believes an honest program, and finds each lie told of it. */
const proveLies = async (seat: Seat): Promise<void> => {
	for (const [way, touches] of Object.entries(honestWays)) {
		const service = await openService([seat], trials.random('a lie'), () => ({answers: 20}), 4);
		await seat.program.type('g');
		await advance(600);
		for (const {bytes, then} of touches) {
			await seat.program.type(bytes);
			await advance(then);
		}
		const honest = evidenceOf(seat, service);
		const complaints = unconfirmed(honest);
		if (honest.arrived.length !== 1 || complaints.length > 0) {
			const what = `of an honest ${way}, ${honest.arrived.length} commands arrived, and the judge said`;
			trials.failed(`${what} ${JSON.stringify(complaints)}`, `lies of ${way}`);
			trials.progress(traceOf(seat.program, [service], seat.token));
		} else {
			const {told, missed} = liesTold(honest);
			trials.tried('lies that the judge must find', told.length);
			for (const lie of missed) {
				trials.failed(`the judge did not find a ${way} that was sent ${lie}`, `lies of ${way}`);
			}
		}
		service.close();
	}
};

const left: Seat = {program: startProgram(120, 40), token: 'a token of forty letters or so, for the one'};
const right: Seat = {program: startProgram(120, 40), token: 'a token of forty letters or so, for another'};
await advance(100);
await provePlants(left);
await proveLies(left);

const sent = new Map<string, number>();
let frames = 0;
const began = realNow();
const [first = 0, last = first] = process.env.CAMPAIGN_TRIAL?.split('-').map(Number) ?? [0, wanted / perSitting - 1];
for (let index = first; index <= last; index++) {
	const name = `in process, sitting ${index}`;
	// One of eight has two monitors at once.
	const seats = index % 8 === 7 ? [left, right] : [left];
	const {complaints, service} = await sitting(seats, trials.random(name));
	for (const {program} of seats) {
		frames += program.frames.length;
	}
	for (const {type} of service.arrived) {
		sent.set(type, (sent.get(type) ?? 0) + 1);
	}
	trials.tried('sequences in process', perSitting);
	trials.tried('writes in process', service.arrived.length);
	if (seats.length > 1) {
		trials.tried('sequences in process with two monitors at once', perSitting);
		trials.tried('writes in process of two monitors at once', service.arrived.length);
	}
	if (first === last) {
		trials.progress(seats.map(seat => traceOf(seat.program, [service], seat.token)).join('\n\nThe other\n'));
	}
	for (const complaint of complaints) {
		trials.failed(complaint, name);
	}
	await right.program.leave();
	if (index % 40 === 39) {
		const {user, system} = process.cpuUsage();
		const seconds = `${Math.round((realNow() - began) / 1000)} s (${Math.round((user + system) / 1e6)} s of processor)`;
		const done = (index + 1 - first) * perSitting;
		trials.progress(
			`${done} sequences, ${frames} frames, ${seconds}, sent ${JSON.stringify(Object.fromEntries(sent))}`,
		);
	}
}
endReports();
