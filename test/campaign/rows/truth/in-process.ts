/** Random histories on the whole program in this process; every frame is judged, and what stands on screen between frames. */
import '../../in-process/time.ts';
import {interval, type Program, startProgram} from '../../in-process/program.ts';
import {advance, now, realNow, setWall, standStill} from '../../in-process/time.ts';
import type {Frame} from '../../judged.ts';
import {endReports, reportingTrials, trialsWanted} from '../../reports.ts';
import type {Random} from '../../row.ts';
import {type Judgement, judgeOf} from './judge.ts';
import {frameEvery} from './known.ts';
import {lies, planted} from './lies.ts';
import {acceptedBy, answersOf, type Mood, serviceOf, statusesIn} from './world.ts';

const trials = reportingTrials();
const wanted = trials.isQuick ? 1000 : 5000;

/** Columns and rows; mostly small, since a frame costs more than all that led to it. */
const sizes = [
	[80, 24],
	[80, 24],
	[80, 24],
	[80, 24],
	[60, 16],
	[60, 16],
	[90, 22],
	[100, 30],
	[120, 40],
	[120, 40],
	[200, 60],
] as const;

/** Less than what lies between two frames of the same millisecond. */
const instant = 0.00005;

/** Tries one history; `onFrame` gets each frame with what was judged of it. */
const history = async (
	program: Program,
	random: Random,
	onFrame: (frame: Frame, judgement: Judgement, judge: (frame: Frame) => Judgement) => void,
): Promise<void> => {
	let mood: Mood = 'well';
	const [columns, rows] = random.pick(sizes);
	await program.resize(columns, rows);
	program.reset();
	const services = ['K', 'J'].map(profile => [profile, serviceOf(profile, random, () => mood)] as const);
	const seen = {
		suspended: [] as {at: number; by: number}[],
		setBack: [] as {at: number; by: number}[],
		stood: [] as {at: number; by: number}[],
		opened: [] as {at: number; profile: string}[],
	};
	const open = async (index: number): Promise<void> => {
		const [profile = '', service] = services[index] ?? [];
		if (service) {
			seen.opened.push({at: now().mono, profile});
			await program.open({url: service.url, token: service.token, profile, environment: 'QA'});
		}
	};
	let present = 0;
	await open(present);
	// Until then a frame of the history before may stand there.
	await advance(frameEvery + 1);
	program.forget();
	await advance(random.pick([200, 1500, 2500]));
	const steps = 3 + random.below(5);
	for (let step = 0; step < steps; step++) {
		const {below, pick} = random;
		mood = pick<Mood>(['well', 'well', 'late', 'shuffled', 'failing', 'silent', 'silent', 'refusing', 'mixed']);
		const service = services[present]?.[1];
		switch (below(16)) {
			case 0: {
				const by = pick([2000, 8000, 60_000, 600_000]);
				seen.suspended.push({at: now().mono, by});
				setWall(by);
				break;
			}
			case 1: {
				const by = pick([-7_200_000, -60_000, -4000, 4000, 60_000, 7_200_000]);
				seen.setBack.push({at: now().mono, by: Math.max(0, -by)});
				setWall(by);
				break;
			}
			case 2: {
				const by = pick([300, 1500, 8000, 90_000]);
				standStill(by);
				seen.stood.push({at: now().mono, by});
				break;
			}
			case 3:
				present = 1 - present;
				await open(present);
				break;
			case 4: {
				const campaigns = service?.state.campaigns ?? [];
				if (campaigns.length > 1 && below(2) === 0) {
					campaigns.splice(below(campaigns.length), 1);
				} else if (campaigns[0]) {
					const id = String(501 + below(20));
					if (!campaigns.some(one => one.id === id)) {
						campaigns.push({...campaigns[0], id, name: `${services[present]?.[0]}${id}`, figures: {}});
					}
				}
				break;
			}
			case 5:
				for (const campaign of service?.state.campaigns ?? []) {
					campaign.state = pick(['dialing', 'paused', 'stopped']);
				}
				break;
			case 6: {
				const [width, height] = pick(sizes);
				await program.resize(width, height);
				break;
			}
			case 7:
			case 8:
				await program.type('P');
				await advance(520);
				await program.type('y');
				break;
			case 9:
				await program.type('+');
				break;
			case 10:
				await program.type('p');
				break;
			default:
				await program.type(
					pick([
						'1',
						'2',
						'7',
						'8',
						'w',
						'z',
						'\t',
						'\u001b[C',
						'\u001b[C',
						'\u001b[D',
						'v',
						'r',
						'\u001b[B',
						'\u001b',
						'>',
					]),
				);
		}
		await advance(pick([200, 900, 2500, 5000, 8000]));
		program.frames.push({at: Math.max(now().mono, program.frames.at(-1)?.at ?? 0), rows: program.rows()});
	}
	const {frames} = program;
	const judge = judgeOf({
		...seen,
		interval,
		inputs: program.inputs,
		answers: Object.fromEntries(services.map(([profile, service]) => [profile, answersOf(service)])),
		accepted: services.flatMap(([, service]) => acceptedBy(service)),
		statuses: services.flatMap(([, service]) => statusesIn(service)),
	});
	for (const [index, frame] of frames.entries()) {
		onFrame(frame, judge(frame), judge);
		// It stands until the next one, or until the process stands still.
		const {at: next = frame.at} = frames[index + 1] ?? {};
		const still = seen.stood.find(({at}) => at > frame.at && at <= next);
		const stands = {...frame, at: still ? still.at - still.by : next - instant};
		if (stands.at > frame.at + 1) {
			onFrame(stands, judge(stands), judge);
		}
	}
	for (const [, service] of services) {
		service.close();
	}
};

const [first, last] = trialsWanted(wanted);

const program = startProgram(120, 40);
await advance(100);

/** Plants of each kind that the judge must find: at each of these sizes, of one history at most, and at all of them at least. */
const plantsOfSize = 10;
const plantsOfHistory = 2;
const leastPlants = 10;
const plantedAt = ['80x24', '120x40', '200x60'];

const plants = new Map(Object.keys(lies).map(kind => [kind, new Map(plantedAt.map(size => [size, 0]))] as const));
const began = realNow();
const sum = {frames: 0, figures: 0, marked: 0};
for (let index = first; index <= last; index++) {
	const name = `history ${index}`;
	const kinds = new Set<string>();
	const inHistory = new Map<string, number>();
	await history(program, trials.random(name), (frame, {complaints, known, figures}, judge) => {
		sum.frames++;
		sum.figures += figures;
		sum.marked += frame.rows.some(row => /\d[smh] old/.test(row)) ? 1 : 0;
		for (const complaint of complaints) {
			const kind = complaint.replaceAll(/[\d.,—:]+/g, '#').slice(0, 40);
			if (!kinds.has(kind)) {
				kinds.add(kind);
				const whole = process.env.CAMPAIGN_TRIAL === undefined ? '' : `\n${frame.rows.join('\n')}\n`;
				trials.failed(`${complaint} (at ${Math.round(frame.at)} ms)${whole}`, name);
			}
		}
		const size = plantedAt.find(one => one.endsWith(`x${frame.rows.length}`)) ?? '';
		// What is planted into a frame that was wrong before proves nothing.
		for (const [kind, lie] of complaints.length === 0 ? Object.entries(lies) : []) {
			const counts = plants.get(kind);
			const [count = plantsOfSize, own = 0] = [counts?.get(size), inHistory.get(kind)];
			const lying = count < plantsOfSize && own < plantsOfHistory ? planted(lie, frame, known) : undefined;
			if (!(counts && lying)) {
				continue;
			}
			counts.set(size, count + 1);
			inHistory.set(kind, own + 1);
			if (judge(lying).complaints.length > 0) {
				trials.tried('planted lies found');
			} else {
				trials.failed(`the judge did not find ${kind}:\n${lying.rows.join('\n')}\n`, name);
			}
		}
	});
	trials.tried('histories');
	if (index % 100 === 99) {
		const {user, system} = process.cpuUsage();
		trials.progress(
			`${index + 1} histories, ${sum.frames} frames, ${sum.marked} with an age, ${Math.round((realNow() - began) / 1000)} s (${Math.round((user + system) / 1e6)} s of processor)`,
		);
	}
}
trials.tried('frames judged', sum.frames);
trials.tried('figures judged', sum.figures);
for (const [kind, counts] of plants) {
	trials.progress(`${kind}: ${[...counts].map(([size, count]) => `${count} at ${size}`).join(', ')}`);
	const count = [...counts.values()].reduce((total, one) => total + one, 0);
	if (last >= wanted - 1 && count < leastPlants) {
		trials.failed(`${kind}: only ${count} frames held it`, 'planted lies');
	}
}
trials.noted(`${sum.marked.toLocaleString('en')} of the judged frames bore an age`);
endReports();
