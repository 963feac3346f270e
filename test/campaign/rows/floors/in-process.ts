/** Random sequences over two services on one screen, with equal ids and equal names: what arrived at each is the truth. */
import '../../in-process/time.ts';
import type {Control} from '../../../../source/model/pending.ts';
import {keyBytes} from '../../../helpers/terminal-keys.ts';
import {startProgram} from '../../in-process/program.ts';
import {type Fate, type Service, startService} from '../../in-process/service.ts';
import {advance, realNow} from '../../in-process/time.ts';
import {endReports, reportingTrials, trialsWanted} from '../../reports.ts';
import type {Random} from '../../row.ts';
import {type Touch, touch} from '../confirmed/hands.ts';
import {type Evidence, unconfirmed} from '../confirmed/judge.ts';
import {liesTold} from '../confirmed/lies.ts';
import {questionIn} from '../confirmed/question.ts';
import {namesOf, traceOf} from '../confirmed/seen.ts';
import {disturb} from '../confirmed/world.ts';
import {keysFor} from '../once/form-keys.ts';
import {nextOverTwo} from './hands.ts';
import {createMood} from './moods.ts';

const trials = reportingTrials();
const wanted = trials.isQuick ? 1200 : 8000;

/** The name of the one begins that of the other. */
const names = ['east', 'east-2'] as const;
const token = 'a token of forty letters or so, for the one';

const sizes = [
	[80, 24],
	[72, 18],
	[90, 20],
	[100, 30],
	[120, 40],
	[60, 16],
] as const;

const program = startProgram(120, 40, ...names);

/** A service on screen. */
type Floor = {name: string; service: Service; readOnly: boolean};

let serial = 0;

/** Opens two services that list the same campaigns, and waits until the board is there. */
const openTwo = async (
	campaigns: number,
	fates: readonly ((type: string) => Fate)[],
	readOnly?: string,
): Promise<readonly [Floor, Floor]> => {
	serial++;
	program.forget();
	const [one, other] = names.map((name, index): Floor => {
		const fate = fates[index] ?? (() => ({answers: 20}));
		const service = startService({url: `http://${name}-${serial}.test`, token, campaigns, fate});
		return {name, service, readOnly: name === readOnly};
	});
	if (!one || !other) {
		throw new Error('two services are on screen');
	}
	await program.openAll(
		[one, other].map(({name, service: {url}, readOnly}) => ({url, token, profile: name, environment: 'QA', readOnly})),
	);
	await advance(1600);
	return [one, other];
};

const environmentOf = (name: string): string => `${name}, QA`;

const evidenceOf = ({name, service}: Pick<Floor, 'name' | 'service'>): Evidence => ({
	environment: environmentOf(name),
	service: name,
	frames: program.frames,
	inputs: program.inputs,
	arrived: service.arrived,
	namesAt: namesOf(service, token),
});

const complaintsOf = (floors: readonly Floor[]): string[] =>
	floors.flatMap(floor => [
		...unconfirmed(evidenceOf(floor)).map(complaint => `at ${floor.name}: ${complaint}`),
		...(floor.readOnly && floor.service.arrived.length > 0
			? [`${floor.service.arrived.length} writes arrived at ${floor.name}, which is read-only`]
			: []),
	]);

/** The row that is selected on the board: its service, and the id of its campaign; undefined if the screen shows none. */
const selectedRow = (): {name: string; id: string} | undefined => {
	const row = program.selected();
	const [, id, name] = /^│.* (\d+) +(east(?:-2)?) /.exec(row ?? '') ?? [];
	return id === undefined || name === undefined ? undefined : {name, id};
};

/** Why the question that a key opened is for another service than that of the row that was selected on screen; undefined if it is not. */
const whyElsewhere = (selected: {name: string; id: string}, floors: readonly Floor[]): string | undefined => {
	const frame = {at: 0, rows: program.rows()};
	const asked = names.find(name => questionIn(frame, environmentOf(name)));
	if (asked === undefined) {
		return undefined;
	}
	trials.tried('questions for the selected row');
	// A row that is no longer listed is gone from the screen a moment later.
	const isListed = floors.some(
		({name, service}) => name === selected.name && service.state.campaigns.some(({id}) => id === selected.id),
	);
	return asked === selected.name || !isListed
		? undefined
		: `${selected.id} of ${selected.name} was selected, and the question was for ${asked}`;
};

const isAsking = (): boolean => program.rows().some(row => /\[y\/N\]|Type .*:|Esc for neither/.test(row));

/** Types what hands do, while the world goes on; returns what was wrong with the questions. */
const work = async (floors: readonly Floor[], moods: readonly ReturnType<typeof createMood>[], random: Random) => {
	const complaints: string[] = [];
	for (let steps = 1 + random.below(4); steps > 0; steps--) {
		const of = random.pick(floors);
		const {campaigns} = of.service.state;
		const known = {
			names: campaigns.map(({name}) => name),
			ids: campaigns.map(({id}) => id),
			behind: random.below(6) === 0 ? '' : `${of.name} `,
		};
		if (random.below(20) === 0) {
			const [width, height] = random.pick(sizes);
			await program.resize(width, height);
			await advance(300);
		}
		for (const {bytes, then} of nextOverTwo(random, known)) {
			if (random.below(12) === 0) {
				disturb(random.pick(floors).service.state, random);
			}
			if (random.below(30) === 0) {
				random.pick(moods).change();
			}
			const isQuestion = bytes === 'P' || bytes === 'S';
			// What is drawn is what the state has: a frame that lags behind says nothing about the key.
			if (isQuestion) {
				await advance(120);
			}
			const selected = isQuestion && !isAsking() ? selectedRow() : undefined;
			await program.type(bytes);
			if (selected) {
				await advance(110);
				const why = program.rows().some(row => / marked/.test(row)) ? undefined : whyElsewhere(selected, floors);
				complaints.push(...(why === undefined ? [] : [why]));
			}
			await advance(then);
		}
		await advance(random.pick([100, 500, 1500]));
	}
	return complaints;
};

/** Sequences on two services before others are opened. */
const perSitting = 10;

/** Some sequences; returns what was wrong with them. */
const sitting = async (random: Random): Promise<{complaints: string[]; floors: readonly Floor[]}> => {
	const [columns, rows] = random.pick(sizes);
	await program.resize(columns, rows);
	const moods = names.map(() => createMood(random));
	const floors = await openTwo(
		2 + random.below(4),
		moods.map(mood => mood.fate),
		random.below(8) === 0 ? random.pick(names) : undefined,
	);
	const before = floors.map(({service}) => structuredClone(service.state));
	const complaints: string[] = [];
	for (let index = 0; index < perSitting; index++) {
		complaints.push(...(await work(floors, moods, random)));
		await program.type('\u001b');
		await advance(100 + random.below(500));
		for (const mood of moods) {
			mood.mend();
		}
		program.reset();
		for (const [at, {service}] of floors.entries()) {
			const {campaigns, lists} = structuredClone(before[at]) ?? service.state;
			Object.assign(service.state, {campaigns, lists});
		}
		await advance(700);
	}
	await advance(1200);
	complaints.push(...complaintsOf(floors));
	return {complaints, floors};
};

const controlOf = (service: string, operation: 'pause_campaign' | 'stop_campaign', id = '1001'): Control => ({
	operation,
	params: {campaign_id: id},
	target: {service, kind: 'campaign', id, name: 'whatever'},
	doing: 'pausing',
	verb: operation === 'pause_campaign' ? 'pause' : 'stop',
	expected: undefined,
	before: undefined,
});

/** Selects campaign 1001 of a service, as hands do. */
const select = async (name: string): Promise<void> => {
	await program.type('g');
	for (let turn = 0; turn < 12 && !isSelected(name); turn++) {
		await program.type('\u001b[B');
		await advance(120);
	}
	if (!isSelected(name)) {
		throw new Error(`1001 of ${name} is not on the board:\n${program.rows().join('\n')}`);
	}
	await advance(500);
};

const isSelected = (name: string): boolean => {
	const selected = selectedRow();
	return selected?.name === name && selected.id === '1001';
};

const typed = async (text: string, then = 20): Promise<void> => {
	for (const letter of text) {
		await program.type(letter);
		await advance(20);
	}
	await advance(then);
};

/** Sends a command to the service that the operator did not mean: `own` is on screen in the question, `other` gets it. */
type Plant = (send: (name: string, control: Control) => Promise<void>, own: string, other: string) => Promise<void>;

/** The judge must find each of these, and nothing else. */
const plants: Readonly<Record<string, Plant>> = {
	'that was confirmed for the other': async (send, own, other) => {
		await select(own);
		await program.type('P');
		await advance(600);
		// A no, so that nothing arrives where it was asked for.
		await program.type('n');
		await send(other, controlOf(other, 'pause_campaign'));
	},
	'in place of the one that was confirmed': async (send, own, other) => {
		await select(own);
		await program.type('P');
		await advance(600);
		await program.type('y');
		await send(other, controlOf(other, 'pause_campaign'));
	},
	'at both': async (send, own, other) => {
		await select(own);
		await program.type('S');
		await advance(600);
		await typed(`${own} Spring Renewals`);
		await program.type('\r');
		await send(other, controlOf(other, 'stop_campaign'));
	},
	'without a question': (send, _own, other) => send(other, controlOf(other, 'pause_campaign')),
};

/** Whether the judge sees commands that were sent past the screen, to the wrong service. */
const provePlants = async (): Promise<void> => {
	for (const [what, plant] of Object.entries(plants)) {
		for (const [index, own] of names.entries()) {
			const floors = await openTwo(4, []);
			const other = names[1 - index] ?? own;
			const send = async (name: string, control: Control): Promise<void> => {
				await advance(30);
				const at = names.indexOf(name as (typeof names)[number]);
				void program.inner.floors[at]?.monitor()?.control(control);
				await advance(600);
			};
			await plant(send, own, other);
			const complaints = complaintsOf(floors);
			trials.tried('plants that the judge must find');
			if (complaints.length !== 1 || !complaints[0]?.startsWith(`at ${other}: `)) {
				trials.failed(
					`a write at ${other} ${what} was planted, and the judge found ${JSON.stringify(complaints)}`,
					`plant ${what}`,
				);
				trials.progress(
					traceOf(
						program,
						floors.map(({service}) => service),
						token,
					),
				);
			}
			closeAll(floors);
		}
	}
};

const closeAll = (floors: readonly Floor[]): void => {
	for (const {service} of floors) {
		service.close();
	}
};

const keysOf = (text: string): Touch[] => [...text].map(letter => touch(letter, 20));

const number = '5125550123';

/** Ways to confirm one command well, with a row of the service selected. */
const honestWays: Readonly<Record<string, (name: string) => readonly Touch[]>> = {
	pause: () => [touch('P', 600), touch('y', 500)],
	stop: name => [touch('S', 600), ...keysOf(`${name} Spring Renewals`), touch('\r', 500)],
	update: () => [touch('+', 100), touch('E', 600), touch('y', 3000)],
	line: () => [touch(':', 300), touch('pause 1001', 100), touch('\r', 600), touch('y', 500)],
	list: () => [touch('3', 1500), touch('L', 600), touch('y', 500)],
	call: name => [
		...[touch('T', 200), ...keysOf(number), touch('\r', 200), ...keysOf(number), touch('\r', 600)],
		...[...keysOf(`${name} ${number}`), touch('\r', 500)],
	],
	form: () => [
		...[touch(':', 300), touch('update_campaign', 100), touch('\r', 300), touch(keyBytes('pageup'), 60)],
		...[touch(keysFor({type: 'update_campaign', fields: {campaign_id: '1001', autodiallevel: '2.5'}}), 300)],
		...[touch('\u0013', 600), touch('y', 3000)],
	],
	clear: name => [
		...[touch(':', 300), touch('clear_notifications', 100), touch('\r', 300), touch(keyBytes('pageup'), 60)],
		...[touch(keysFor({type: 'clear_notifications', fields: {'ids[0]': '5'}}), 300), touch('\u0013', 600)],
		...[...keysOf(`${name} clear notifications`), touch('\r', 500)],
	],
};

/** Whether the judge believes an honest program at either service, and finds each lie told of it, and that it was the other's. */
const proveLies = async (): Promise<void> => {
	for (const [way, touchesOf] of Object.entries(honestWays)) {
		for (const [index, own] of names.entries()) {
			const floors = await openTwo(4, []);
			await select(own);
			for (const {bytes, then} of touchesOf(own)) {
				await program.type(bytes);
				await advance(then);
			}
			const [floor, other] = index === 0 ? floors : [floors[1], floors[0]];
			const honest = evidenceOf(floor);
			const complaints = complaintsOf(floors);
			const counts = [honest.arrived.length, other.service.arrived.length];
			if (counts.join() !== '1,0' || complaints.length > 0) {
				const what = `of an honest ${way} at ${own}, ${counts.join(' and at the other ')} commands arrived, and the judge said`;
				trials.failed(`${what} ${JSON.stringify(complaints)}`, `lies of ${way}`);
				trials.progress(
					traceOf(
						program,
						floors.map(({service}) => service),
						token,
					),
				);
			} else {
				const {told, missed} = liesTold(honest);
				const isFound = unconfirmed({...evidenceOf(other), arrived: honest.arrived}).length === 1;
				trials.tried('lies that the judge must find', told.length + 1);
				for (const lie of [...missed, ...(isFound ? [] : ['to the other service'])]) {
					trials.failed(`the judge did not find a ${way} at ${own} that was sent ${lie}`, `lies of ${way}`);
				}
			}
			closeAll(floors);
		}
	}
};

await advance(100);
await provePlants();
await proveLies();

const sent = new Map<string, number>();
const began = realNow();
const [first, last] = trialsWanted(wanted / perSitting);
for (let index = first; index <= last; index++) {
	const name = `two services, sitting ${index}`;
	const {complaints, floors} = await sitting(trials.random(name));
	for (const {service} of floors) {
		for (const {type} of service.arrived) {
			sent.set(type, (sent.get(type) ?? 0) + 1);
		}
		trials.tried('writes at two services', service.arrived.length);
	}
	trials.tried('sequences over two services', perSitting);
	if (first === last || complaints.length > 0) {
		trials.progress(
			traceOf(
				program,
				floors.map(({service}) => service),
				token,
			),
		);
	}
	for (const complaint of complaints) {
		trials.failed(complaint, name);
	}
	closeAll(floors);
	if (index % 20 === 19) {
		const {user, system} = process.cpuUsage();
		const seconds = `${Math.round((realNow() - began) / 1000)} s (${Math.round((user + system) / 1e6)} s of processor)`;
		const done = (index + 1 - first) * perSitting;
		trials.progress(`${done} sequences, ${seconds}, sent ${JSON.stringify(Object.fromEntries(sent))}`);
	}
}
endReports();
