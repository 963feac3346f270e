/** What trials by random hands share: services of their own, seats before them, hands that type, and what is sent past the screen. */
import type {Control} from '../../../../source/model/pending.ts';
import type {Program} from '../../in-process/program.ts';
import {type Fate, type Service, startService} from '../../in-process/service.ts';
import {advance, now} from '../../in-process/time.ts';
import type {Random, Trials} from '../../row.ts';
import {type nextTouches, type Touch, touch} from './hands.ts';
import {type Evidence, unconfirmed} from './judge.ts';
import {namesOf, traceOf} from './seen.ts';
import {disturb, fateOf} from './world.ts';

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
export type Seat = {program: Program; token: string};

let serial = 0;

/** Opens a service of its own for some seats, and waits until their boards are there. */
export const openService = async (
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

export const evidenceOf = ({program: {frames, inputs}, token}: Seat, service: Service): Evidence => ({
	environment: 'QA',
	frames,
	inputs,
	arrived: service.arrived.filter(({fields}) => fields.token === token),
	namesAt: namesOf(service, token),
});

/** What somebody at a seat still does, and when he goes on. */
type Hand = {seat: Seat; touches: Touch[]; steps: number; due: number; isStalled: boolean};

/** Types what the hands at some seats do, in the order of time, while the world goes on. */
const work = async (
	seats: readonly Seat[],
	{state}: Service,
	random: Random,
	next: typeof nextTouches,
): Promise<void> => {
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
			hand.touches.push(...next(random, known));
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
export const perSitting = 10;

/**
 * Some sequences on one service, at one seat or two; returns what was wrong with them.
 *
 * @param next what hands do
 * @param first what is typed before each sequence
 */
export const sitting = async (
	seats: readonly Seat[],
	random: Random,
	next: typeof nextTouches,
	first = '',
): Promise<{complaints: string[]; service: Service}> => {
	for (const {program} of seats) {
		const [columns, rows] = random.pick(sizes.slice(0, -1));
		await program.resize(columns, rows);
	}
	const service = await openService(seats, random);
	const {campaigns, lists} = structuredClone(service.state);
	for (let index = 0; index < perSitting; index++) {
		for (const {program} of first === '' ? [] : seats) {
			await program.type(first);
		}
		await work(seats, service, random, next);
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

export const controlOf = (operation: 'pause_campaign' | 'update_campaign', id: string, level?: number): Control => ({
	operation,
	params: {campaign_id: id, ...(level === undefined ? {} : {autodiallevel: level})},
	target: {service: 'trial', kind: 'campaign', id, name: 'whatever'},
	doing: 'pausing',
	verb: operation === 'pause_campaign' ? 'pause' : 'update',
	expected: undefined,
	before: undefined,
});

/** Sends a command as the screen must not. */
export type Plant = (send: (control: Control) => Promise<void>, program: Program, service: Service) => Promise<void>;

/** Whether the judge sees commands that were sent past the screen. */
export const provePlants = async (
	trials: Pick<Trials, 'random' | 'tried' | 'failed' | 'progress'>,
	seat: Seat,
	plants: Readonly<Record<string, Plant>>,
): Promise<void> => {
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
