/** Random sequences on the whole program in this process, each with a service of its own. */
import '../../in-process/time.ts';
import type {Control} from '../../../../source/model/pending.ts';
import {type Program, startProgram} from '../../in-process/program.ts';
import {type Fate, type Service, startService} from '../../in-process/service.ts';
import {advance, realNow} from '../../in-process/time.ts';
import {endReports, reportingTrials} from '../../reports.ts';
import type {Random} from '../../row.ts';
import {nextTouches} from './hands.ts';
import {type Evidence, unconfirmed} from './judge.ts';
import {disturb} from './world.ts';

const trials = reportingTrials();
const wanted = trials.isQuick ? 5000 : 20_000;

/** Columns and rows; mostly small, since a frame costs more than all that led to it. */
const sizes = [
	[80, 24],
	[60, 16],
	[60, 20],
	[90, 20],
	[80, 24],
	[120, 40],
	[160, 46],
	[100, 30],
	[40, 12],
] as const;

/** How requests fare: reads mostly well, commands in every way. */
const fateOf = (random: Random, type: string): Fate => {
	const {below, pick} = random;
	const isRead = /^(?:get|search|list)_/.test(type);
	if (isRead) {
		return below(12) > 0
			? {answers: 20 + below(80)}
			: {answers: pick([300, 1500, 4000]), end: pick(['whole', 'whole', 'broken-after', 'garbage', 'busy'])};
	}
	return {
		arrives: below(3) === 0 ? below(400) : 5,
		answers: pick([10, 50, 400, 1500, 6000]),
		end: pick([
			'whole',
			'whole',
			'whole',
			'whole',
			'refused',
			'broken-after',
			'broken-before',
			'unsent',
			'silent',
			'garbage',
		]),
	};
};

/** The newest names that the monitor was told by a moment. */
const namesOf =
	({delivered}: Service) =>
	(at: number): ReadonlyMap<string, string> => {
		let newest: (typeof delivered)[number] | undefined;
		for (const one of delivered) {
			if (one.type === 'get_campaigns' && one.at <= at && (!newest || one.sentAt >= newest.sentAt)) {
				newest = one;
			}
		}
		const records = (newest?.body as {response?: {campaigns?: Record<string, string>[]}})?.response?.campaigns ?? [];
		return new Map(records.map(record => [record.campaign_id ?? '', record.campaign_name ?? '']));
	};

let serial = 0;

/** Opens a service of its own for a trial, and waits until its board is there. */
const openService = async (
	program: Program,
	random: Random,
	fate: (type: string) => Fate = type => fateOf(random, type),
	campaigns = 2 + random.below(5),
): Promise<Service> => {
	const service = startService({url: `http://service-${++serial}.test`, campaigns, fate});
	program.reset();
	program.forget();
	await program.open({url: service.url, token: service.token, profile: 'trial', environment: 'QA'});
	service.state.tokens.add(service.token);
	await advance(700 + random.below(900));
	return service;
};

const evidenceOf = ({frames, inputs}: Program, service: Service): Evidence => ({
	environment: 'QA',
	frames,
	inputs,
	arrived: service.arrived,
	namesAt: namesOf(service),
});

/** One sequence; returns what was wrong with it. */
const sequence = async (program: Program, random: Random): Promise<{complaints: string[]; service: Service}> => {
	const [columns, rows] = random.below(2) === 0 ? sizes[0] : random.pick(sizes.slice(0, -1));
	await program.resize(columns, rows);
	const service = await openService(program, random);
	const steps = 1 + random.below(4);
	for (let step = 0; step < steps; step++) {
		const known = {
			names: service.state.campaigns.map(({name}) => name),
			ids: service.state.campaigns.map(({id}) => id),
		};
		for (const {bytes, then} of nextTouches(random, known)) {
			if (random.below(12) === 0) {
				disturb(service.state, random);
			}
			if (random.below(25) === 0) {
				const [width, height] = random.pick(sizes);
				await program.resize(width, height);
			}
			if (random.below(25) === 0) {
				program.stall(true);
				await program.type(bytes);
				await advance(random.below(900));
				program.stall(false);
				continue;
			}
			await program.type(bytes);
			await advance(then);
		}
		await advance(random.pick([100, 500, 1500]));
	}
	await program.type('\u001b');
	await advance(1200);
	const complaints = unconfirmed(evidenceOf(program, service));
	service.close();
	return {complaints, service};
};

const controlOf = (operation: 'pause_campaign' | 'update_campaign', id: string, level?: string): Control => ({
	operation,
	params: {campaign_id: id, ...(level === undefined ? {} : {autodiallevel: level})},
	target: {kind: 'campaign', id, name: 'whatever'},
	doing: 'pausing',
	verb: operation === 'pause_campaign' ? 'pause' : 'update',
	expected: undefined,
	before: undefined,
});

/** Commands that nobody confirmed, sent past the screen: the judge must find each, and nothing else. */
const plants: Readonly<Record<string, (send: (control: Control) => Promise<void>, program: Program) => Promise<void>>> =
	{
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
			await send(controlOf('update_campaign', '1001', '4.9'));
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
	};

/** Whether the judge sees what it must see. */
const provePlants = async (program: Program): Promise<void> => {
	for (const [name, plant] of Object.entries(plants)) {
		const service = await openService(program, trials.random('a plant'), () => ({answers: 20}), 4);
		const send = async (control: Control): Promise<void> => {
			await advance(30);
			void program.inner.monitor()?.control(control);
			await advance(300);
		};
		// The selected campaign is the one that the plants are about.
		await program.type('g');
		await advance(600);
		await plant(send, program);
		const complaints = unconfirmed(evidenceOf(program, service));
		trials.tried('plants that the judge must find');
		if (complaints.length !== 1) {
			trials.failed(`a write ${name} was planted, and the judge found ${JSON.stringify(complaints)}`, `plant ${name}`);
		}
		service.close();
	}
};

/** What a trial saw, in the order of time, to look into a failure: CAMPAIGN_TRIAL=8 runs that one alone. */
const traceOf = ({frames, inputs}: Program, {arrived}: Service): string =>
	[
		...frames.map(({at, rows}) => [at, `shown\n${rows.map(row => `    |${row}`).join('\n')}`] as const),
		...inputs.map(({at, bytes}) => [at, `typed ${JSON.stringify(bytes)}`] as const),
		...arrived.map(({at, type, fields}) => [at, `arrived ${type} ${JSON.stringify(fields)}`] as const),
	]
		.toSorted(([one], [other]) => one - other)
		.map(([at, what]) => `${at} ${what}`)
		.join('\n');

const program = startProgram(120, 40);
await advance(100);
await provePlants(program);

const sent = new Map<string, number>();
let frames = 0;
const began = realNow();
const [first = 0, last = first] = process.env.CAMPAIGN_TRIAL?.split('-').map(Number) ?? [0, wanted - 1];
for (let index = first; index <= last; index++) {
	const name = `in process ${index}`;
	const {complaints, service} = await sequence(program, trials.random(name));
	frames += program.frames.length;
	for (const {type} of service.arrived) {
		sent.set(type, (sent.get(type) ?? 0) + 1);
	}
	trials.tried('sequences in process');
	if (first === last) {
		trials.progress(traceOf(program, service));
	}
	for (const complaint of complaints) {
		trials.failed(complaint, name);
	}
	if (index % 200 === 199) {
		const {user, system} = process.cpuUsage();
		const seconds = `${Math.round((realNow() - began) / 1000)} s (${Math.round((user + system) / 1e6)} s of processor)`;
		trials.progress(
			`${index + 1} sequences, ${frames} frames, ${seconds}, sent ${JSON.stringify(Object.fromEntries(sent))}`,
		);
	}
}
endReports();
