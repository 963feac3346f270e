/** Runs trials on the whole program, with its forecasts or without them: what arrived, what was asked, and what was wrong. */
import type {Control} from '../../../../source/model/pending.ts';
import {createForesight, type Foresight} from '../../../../source/service/foresight.ts';
import type {ForesightThread} from '../../../../source/service/foresight-thread.ts';
import {type Service, startService} from '../../in-process/service.ts';
import {advance, now, setWall, turns} from '../../in-process/time.ts';
import type {Arrived} from '../../judged.ts';
import {unconfirmed} from '../confirmed/judge.ts';
import {questionIn} from '../confirmed/question.ts';
import {evidenceOf, type Seat} from '../confirmed/seat.ts';
import {createRecorded, type Floor, type Reads, showFloor} from './floors.ts';
import type {Fault, Step} from './hands.ts';
import {type AskedOf, linesSeen, type Seen, type TriedOf, whatIfsSeen} from './judge.ts';
import {createThread, threads, until} from './threads.ts';

/** The campaigns of every trial. */
export const ids = ['1001', '1002', '1003'] as const;

/** Milliseconds by which a clock is set. */
const setAhead = 25 * 60_000;
export const setBack = -5 * 60_000;

/** What a plant may do that the program must not. */
export type Plant = {
	/** In place of the program's own. */
	foresight?(own: Foresight): Foresight;
	thread?(own: ForesightThread): ForesightThread;
	recording?(
		own: Parameters<typeof createForesight>[0]['recording'],
	): Parameters<typeof createForesight>[0]['recording'];
	/** When an answer has arrived. */
	onArrival?(seat: Seat, control: Control): Promise<void>;
};

export type RunOptions = {
	seat: Seat;
	floors: readonly Floor[];
	/** Sequences, one after another. */
	scenes: readonly (readonly Step[])[];
	size: readonly [columns: number, rows: number];
	isForecast: boolean;
	/** Whether nothing is asked for a while at the end, and the thread has to end by itself. */
	isIdle?: boolean;
	plant?: Plant;
};

/** What came of a run. */
export type Run = Seen & {
	/** Commands, by the milliseconds since the begin. */
	arrived: Arrived[];
	/** Questions that were on screen, one after another, each with why it was asked anew; empty where none was. */
	questions: string[];
	faults: number;
	ended: number;
	service: Service;
};

let serial = 0;

/** Fields that the dashboard shows instead of the floor's own. */
const others: Readonly<Partial<Record<Fault, Record<string, string>>>> = {
	'figures change': {percentage_dropped: '7.5', human_answered_calls: '40', pace_tempo: '1.9', remaining_leads: '15'},
	'nobody is there': {ready: '0', oncalls: '0', wrappingup: '0', paused: '0', total: '0', active: '0'},
};

/** One thread for all trials: to begin one takes time. */
const own = createThread();

export const runTrial = async ({
	seat,
	floors,
	scenes,
	size,
	isForecast,
	isIdle,
	plant = {},
}: RunOptions): Promise<Run> => {
	const {program, token} = seat;
	// For five seconds after a key no row of the board moves: that the last run pressed one may make no difference.
	await advance(6000 - (now().mono % 1000));
	const begin = now();
	const over = new Map<string, Record<string, string>>();
	const service = startService({
		url: `http://forecast-${++serial}.test`,
		campaigns: ids.length,
		fate: () => ({arrives: 5, answers: 30}),
	});
	const show = (): void => {
		for (const campaign of service.state.campaigns) {
			const index = ids.indexOf(campaign.id as (typeof ids)[number]);
			showFloor(campaign, floors[index] as Floor, now().mono - begin.mono);
			Object.assign(campaign.figures, over.get(campaign.id));
		}
	};
	show();
	for (const [index, campaign] of service.state.campaigns.entries()) {
		campaign.state = index < 2 ? 'dialing' : 'paused';
		campaign.settings.autodiallevel = String(campaign.figures.pace_tempo);
	}
	const before = structuredClone(service.state);
	program.reset();
	program.forget();
	await program.resize(...size);
	const recorded = createRecorded(floors, ids, program);
	const thread = plant.thread?.(own) ?? own;
	const reading = plant.recording?.(recorded.recording) ?? recorded.recording;
	const made = createForesight({recording: reading, thread});
	const asked: AskedOf[] = [];
	const tried: TriedOf[] = [];
	const noting: Foresight = {
		...made,
		ask(state, control, again) {
			const one: AskedOf = {at: now().mono, wall: state.now.wall, control, answers: []};
			asked.push(one);
			const note = <T extends AskedOf['answers'][number] | undefined>(answer: T): T => {
				one.answers.push(...(answer ? [answer] : []));
				return answer;
			};
			return made.ask(state, control, answer => again?.(note(answer))).then(note);
		},
		whatIf(state, what, onReady) {
			const one: TriedOf = {at: now().mono, asked: what, answers: []};
			tried.push(one);
			made.whatIf(state, what, answer => {
				one.answers.push(answer);
				onReady(answer);
			});
		},
	};
	const unsubscribe = program.inner.store.subscribe(() => made.see(program.inner.store.get()));
	program.foresee(isForecast ? (plant.foresight?.(noting) ?? noting) : undefined);
	await program.open({url: service.url, token, profile: 'trial', environment: 'QA'});
	await advance(1500);

	const complaints: string[] = [];
	let [setBy, faults, ended] = [0, 0, 0];
	let setAt: number | undefined;
	const setClock = (by: number): void => {
		if (setBy === 0) {
			setBy = by;
			setAt = now().mono;
			setWall(by);
		}
	};
	const strike = async (fault: Fault, id: string): Promise<void> => {
		const campaign = service.state.campaigns.find(one => one.id === id);
		const reads: Partial<Record<Fault, Reads>> = {'recording breaks': 'broken', 'recording is empty': 'empty'};
		faults++;
		switch (fault) {
			case 'figures change':
			case 'nobody is there':
				over.set(id, others[fault] ?? {});
				show();
				break;
			case 'settings change':
				Object.assign(campaign?.settings ?? {}, {autodiallevel: '2.2', number_of_lines: '20'});
				break;
			case 'paused by somebody else':
				if (campaign) {
					campaign.state = campaign.state === 'paused' ? 'dialing' : 'paused';
				}
				break;
			case 'clock ahead':
				setClock(setAhead);
				break;
			case 'clock back':
				setClock(setBack);
				break;
			case 'campaign vanishes':
				service.state.campaigns = service.state.campaigns.filter(one => one !== campaign);
				break;
			case 'thread ends':
			case 'thread throws':
				if (isForecast && threads.live() > 0) {
					ended++;
					await (fault === 'thread ends' ? threads.end() : threads.break());
				}
				break;
			default:
				recorded.read(reads[fault] ?? 'whole');
		}
	};
	const step = async (one: Step): Promise<void> => {
		if ('arrives' in one) {
			if (isForecast) {
				await until(() => threads.held() > 0 || !own.isBusy, 5000);
				const isOne = threads.held() > 0;
				threads.arrive();
				await turns(8);
				const control = asked.at(-1)?.control;
				if (isOne && control) {
					await plant.onArrival?.(seat, control);
				}
			}
		} else if ('fault' in one) {
			await strike(one.fault, ids[one.of] ?? '1001');
		} else if (one.bytes !== '') {
			show();
			await program.type(one.bytes);
		}
		await advance(one.wait);
	};
	for (const steps of scenes) {
		for (const one of steps) {
			await step(one);
		}
		await program.type('\u001b');
		await advance(150);
		if (questionIn({at: 0, rows: program.rows()}, 'QA')) {
			complaints.push(`Esc did not close ${JSON.stringify(program.rows().slice(-4))}`);
		}
		program.reset();
		await advance(200);
		if (thread.isBusy) {
			complaints.push('the thread goes on though nothing is asked any longer');
		}
		// What nobody waits for does not arrive later either.
		threads.arrive();
		over.clear();
		recorded.read('whole');
		Object.assign(service.state, structuredClone({campaigns: before.campaigns, lists: before.lists}));
		show();
		await advance(700);
	}
	const known = {columns: size[0], asked, tried, setAt};
	const seen = linesSeen(program.frames, known);
	complaints.push(...unconfirmed(evidenceOf(seat, service)), ...seen.complaints, ...whatIfsSeen(program.frames, known));
	// One that has failed takes a moment to end, and the next has begun by then.
	if (!(await until(() => threads.live() <= 1, 5000))) {
		complaints.push(`${threads.live()} threads run at once`);
	}
	unsubscribe();
	recorded.stop();
	program.foresee(undefined);
	own.callOff();
	await program.leave();
	if (isIdle) {
		await advance(61_000);
		if (!(await until(() => threads.live() === 0, 5000))) {
			complaints.push('a thread runs on though nothing was asked for a minute');
		}
	}
	service.close();
	setWall(-setBy);
	const arrived = service.arrived.map(({at, type, fields: {token: _, ...fields}}) => ({
		at: at - begin.mono,
		type,
		fields,
	}));
	const questions = program.frames.map(frame => {
		const {head, anew} = questionIn(frame, 'QA') ?? {head: '', anew: ''};
		return `${head} ${anew}`.trim();
	});
	return {
		...seen,
		complaints,
		arrived,
		questions: questions.filter((text, index) => text !== questions[index - 1]),
		faults,
		ended,
		service,
	};
};

/** What differs between a run with forecasts and the same without them; nothing must. */
export const differences = (one: Run, other: Run): string[] => {
	const [most, text] = [100, ({type, fields}: Arrived) => JSON.stringify([type, fields])];
	const isSame =
		one.arrived.length === other.arrived.length &&
		one.arrived.every((write, index) => {
			const beside = other.arrived[index];
			return beside && text(write) === text(beside) && Math.abs(write.at - beside.at) <= most;
		});
	const all = ({arrived}: Run): string => arrived.map(write => `${Math.round(write.at)} ${text(write)}`).join(', ');
	const asked = [one, other].map(({questions}) => JSON.stringify(questions));
	return [
		...(isSame ? [] : [`with forecasts arrived ${all(one)}; without them ${all(other)}`]),
		...(asked[0] === asked[1] ? [] : [`with forecasts was asked ${asked[0]}; without them ${asked[1]}`]),
	];
};
