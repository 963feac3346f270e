/** Random sequences on the whole program in this process, each with a service of its own. */
import '../../in-process/time.ts';
import {keyBytes} from '../../../helpers/terminal-keys.ts';
import {startProgram} from '../../in-process/program.ts';
import {advance, realNow} from '../../in-process/time.ts';
import {endReports, reportingTrials, trialsWanted} from '../../reports.ts';
import {keysFor} from '../once/form-keys.ts';
import {nextTouches, type Touch, touch} from './hands.ts';
import {unconfirmed} from './judge.ts';
import {liesTold} from './lies.ts';
import {controlOf, evidenceOf, openService, type Plant, perSitting, provePlants, type Seat, sitting} from './seat.ts';
import {traceOf} from './seen.ts';

const trials = reportingTrials();
const wanted = trials.isQuick ? 4000 : 20_000;

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
await provePlants(trials, left, plants);
await proveLies(left);

const sent = new Map<string, number>();
let frames = 0;
const began = realNow();
const [first, last] = trialsWanted(wanted / perSitting);
for (let index = first; index <= last; index++) {
	const name = `in process, sitting ${index}`;
	// One of eight has two monitors at once.
	const seats = index % 8 === 7 ? [left, right] : [left];
	const {complaints, service} = await sitting(seats, trials.random(name), nextTouches);
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
	if (first === last || complaints.length > 0) {
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
