/** Random sequences of keys, words and the mouse on the whole program in this process, with the mouse on. */
import '../../in-process/time.ts';
import {startProgram} from '../../in-process/program.ts';
import {advance} from '../../in-process/time.ts';
import {endReports, reportingTrials, trialsWanted} from '../../reports.ts';
import type {Random} from '../../row.ts';
import {controlOf, openService, type Plant, perSitting, provePlants, type Seat, sitting} from '../confirmed/seat.ts';
import {traceOf} from '../confirmed/seen.ts';
import {nextWithMouse, report} from './hands.ts';

const trials = reportingTrials();
const wanted = trials.isQuick ? 400 : 3000;
const questions = trials.isQuick ? 80 : 400;

/** What turns the mouse on. */
const key = '&';

const isReport = (bytes: string): boolean => bytes.includes('\u001b[<');

const pause = controlOf('pause_campaign', '1001');
const click = '\u001b[<0;12;6M\u001b[<0;12;6m';

/** A click on the question, which is on the last row. */
const clickOnQuestion = '\u001b[<0;12;40M';

/** What a program would do that took the mouse for an answer: the judge must find each. */
const plants: Readonly<Record<string, Plant>> = {
	'for a click on its question': async (send, {type}) => {
		await type('P');
		await advance(600);
		await type(clickOnQuestion);
		await send(pause);
	},
	'for a turn of the wheel over its question': async (send, {type}) => {
		await type('P');
		await advance(600);
		await type('\u001b[<65;12;40M');
		await send(pause);
	},
	'for a click on its row': async (send, {type}) => {
		await type(click);
		await send(pause);
	},
	'for a y in one read with a click': async (send, {type}) => {
		await type('P');
		await advance(600);
		await type(`y${clickOnQuestion}`);
		await send(pause);
	},
	'for a row that was clicked after the question was asked': async (send, {type}) => {
		await type('P');
		await advance(600);
		await type('\u001b[<0;12;8M');
		await type('y');
		await send(controlOf('pause_campaign', '1003'));
	},
};

const seat: Seat = {program: startProgram(120, 40), token: 'a token of forty letters or so, for the mouse'};
const {program} = seat;

/** The rows of the question that is open; empty if none is. */
const questionNow = (): string =>
	program
		.rows()
		.filter(row => /\[y\/N\]|Type .*:/.test(row))
		.join('\n');

/** Opens questions that nothing but the mouse meets: each stays as it is, and nothing arrives. */
const meetQuestions = async (random: Random, count: number): Promise<void> => {
	await program.resize(120, 40);
	const service = await openService([seat], random, () => ({answers: 20}), 4);
	for (let index = 0; index < count; index++) {
		program.reset();
		await program.type(key);
		await advance(600);
		await program.type(random.pick(['P', 'S', 'H']));
		await advance(500);
		const before = questionNow();
		for (let reports = 3 + random.below(6); reports > 0; reports--) {
			await program.type(report(random));
			await advance(random.pick([5, 60, 500]));
		}
		await advance(150);
		const name = `a question that only the mouse met, ${index}`;
		if (before !== '') {
			trials.tried('questions that only the mouse met');
			if (questionNow() !== before) {
				trials.failed(`the question was ${JSON.stringify(before)}, then ${JSON.stringify(questionNow())}`, name);
			}
		}
		if (service.arrived.length > 0) {
			trials.failed(`${JSON.stringify(service.arrived)} arrived`, name);
			service.arrived.length = 0;
		}
		await program.type('\u001b');
		await advance(600);
	}
	service.close();
};

await advance(100);
await program.type(key);
await provePlants(trials, seat, plants);
for (let index = 0; process.env.CAMPAIGN_TRIAL === undefined && index < questions / 20; index++) {
	await meetQuestions(trials.random(`questions, sitting ${index}`), 25);
}
const [first, last] = trialsWanted(wanted / perSitting);
for (let index = first; index <= last; index++) {
	const name = `with the mouse, sitting ${index}`;
	const {complaints, service} = await sitting([seat], trials.random(name), nextWithMouse, key);
	trials.tried('sequences of keys, words and the mouse', perSitting);
	trials.tried('writes that keys confirmed meanwhile', service.arrived.length);
	trials.tried('reports of the mouse', program.inputs.filter(({bytes}) => isReport(bytes)).length);
	if (first === last) {
		trials.progress(traceOf(program, [service], seat.token));
	}
	for (const complaint of complaints) {
		trials.failed(complaint, name);
	}
	if (index % 20 === 19) {
		trials.progress(`${(index + 1) * perSitting} sequences with the mouse`);
	}
}
endReports();
