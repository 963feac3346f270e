/** Random sequences at questions and what-ifs on the whole program in this process, while faults strike; each also without forecasts. */
import '../../in-process/time.ts';
import {startProgram} from '../../in-process/program.ts';
import {advance, realNow} from '../../in-process/time.ts';
import {endReports, reportingTrials, trialsWanted} from '../../reports.ts';
import type {Seat} from '../confirmed/seat.ts';
import {traceOf} from '../confirmed/seen.ts';
import {createFloors} from './floors.ts';
import {nextQuestion, nextWhatIf, type Step} from './hands.ts';
import {plants} from './plants.ts';
import {differences, ids, type Run, runTrial} from './run.ts';

const trials = reportingTrials();
const sittings = trials.isQuick ? 15 : 260;

/** Questions and what-ifs of a sitting, on one service. */
const perSitting = {questions: 4, whatIfs: 1};

const sizes = [
	[80, 24],
	[60, 16],
	[72, 18],
	[80, 20],
	[100, 30],
] as const;

const seat: Seat = {program: startProgram(120, 40), token: 'a token of forty letters or so, for forecasts'};
const floors = createFloors();

const counted = ({forecasts, reasons, faults, ended, arrived}: Run): void => {
	trials.tried('forecasts above a question', forecasts);
	trials.tried('reasons why there is none', reasons);
	trials.tried('faults that struck', faults);
	trials.tried('threads that were ended or threw', ended);
	trials.tried('writes that were confirmed', arrived.length);
};

await advance(100);
await provePlants();

async function provePlants(): Promise<void> {
	for (const [name, {scene, plant, finds}] of Object.entries(plants)) {
		const scenes = [scene];
		const options = {seat, floors, scenes, size: [80, 24] as const};
		const without = await runTrial({...options, isForecast: false});
		const run = await runTrial({...options, isForecast: true, plant});
		const found = [...run.complaints, ...differences(run, without)];
		trials.tried('plants that the row must find');
		if (!found.some(text => finds.test(text))) {
			trials.failed(`a forecast ${name} was planted, and the row found ${JSON.stringify(found)}`, `plant ${name}`);
			trials.progress(traceOf(seat.program, [], seat.token));
		}
	}
}

const began = realNow();
const [first, last] = trialsWanted(sittings);
for (let index = first; index <= last; index++) {
	const name = `sitting ${index}`;
	const random = trials.random(name);
	const size = random.pick(sizes);
	const scenes = Array.from({length: perSitting.questions}, (): Step[] => nextQuestion(random, ids));
	const questions = {seat, floors, scenes, size};
	const without = await runTrial({...questions, isForecast: false});
	const run = await runTrial({...questions, isForecast: true});
	if (first === last) {
		trials.progress(traceOf(seat.program, [run.service], seat.token));
	}
	const whatIfs = Array.from({length: perSitting.whatIfs}, (): Step[] => nextWhatIf(random, ids));
	const tried = await runTrial({seat, floors, scenes: whatIfs, size, isForecast: true, isIdle: index % 5 === 0});
	if (first === last) {
		trials.progress(traceOf(seat.program, [tried.service], seat.token));
	}
	counted(run);
	counted(tried);
	trials.tried('questions beside the same without a forecast', scenes.length);
	trials.tried('what-ifs', whatIfs.length);
	const complaints = [
		...differences(run, without),
		...without.complaints.map(text => `without a forecast: ${text}`),
		...run.complaints,
		...tried.complaints,
	];
	for (const complaint of complaints) {
		trials.failed(complaint, name);
	}
	if (index % 10 === 9) {
		trials.progress(`${index + 1 - first} sittings, ${Math.round((realNow() - began) / 1000)} s`);
	}
}
endReports();
