/** Random histories on the whole program in this process; every frame is judged, and what stands on screen between frames. */
import '../../in-process/time.ts';
import {interval, type Program, startProgram} from '../../in-process/program.ts';
import {type Fate, type Service, startService} from '../../in-process/service.ts';
import {advance, now, realNow, setWall, standStill} from '../../in-process/time.ts';
import type {Frame} from '../../judged.ts';
import {endReports, reportingTrials} from '../../reports.ts';
import type {Random} from '../../row.ts';
import {type FigureName, figureNames, type History, judgeOf, type Told} from './judge.ts';

const trials = reportingTrials();
const wanted = trials.isQuick ? 1500 : 5000;

/** Columns and rows; mostly small, since a frame costs more than all that led to it. */
const sizes = [
	[80, 24],
	[80, 24],
	[60, 16],
	[90, 22],
	[100, 30],
	[120, 40],
	[160, 46],
] as const;

/** The wire names of the figures. */
const wireNames: Readonly<Record<FigureName, string>> = {
	ready: 'ready',
	onCall: 'oncalls',
	waiting: 'calls_waiting',
	wrapUp: 'wrappingup',
	paused: 'paused',
	ringing: 'calls_ringings',
	remaining: 'remaining_leads',
	sales: 'sales',
};

/** How a service answers for a while. */
type Mood = 'well' | 'late' | 'shuffled' | 'failing' | 'silent' | 'refusing' | 'mixed';

const fateIn = (mood: Mood, {below, pick}: Random, isRead: boolean): Fate => {
	const one = mood === 'mixed' ? pick<Mood>(['well', 'well', 'late', 'failing', 'silent', 'refusing']) : mood;
	switch (one) {
		case 'late':
			return {answers: 1500 + below(9000)};
		case 'shuffled':
			return {answers: pick([20, 200, 900, 2500, 5000])};
		case 'failing':
			return {answers: below(300), end: pick(['broken-after', 'broken-before', 'garbage', 'busy', 'unsent'])};
		case 'silent':
			return {answers: 0, end: 'silent'};
		case 'refusing':
			return {answers: 30, end: isRead ? pick(['refused', 'whole']) : 'refused'};
		default:
			return {answers: 20 + below(120)};
	}
};

/** What a service may send in place of a count. */
const oddities = ['NaN', 'many', '', null, '-5', '1e21', '99999999999999999999', '12.5', {}, 'undefined'] as const;

const isOdd = (value: unknown): boolean => typeof value === 'string' && /^(?:-5|1e21|9{20}|12\.5)$/.test(value);

let serial = 0;
let trial = 0;

/** What a trial saw and did. */
type Seen = {history: {-readonly [K in keyof History]: History[K] extends readonly (infer T)[] ? T[] : History[K]}};

/** Puts values of their own into a dashboard, some of which are no counts. */
const coded = (random: Random, body: Record<string, unknown>): void => {
	const stats = (body.response as {dashboard_stats?: Record<string, unknown>[]} | undefined)?.dashboard_stats?.[0];
	if (!stats) {
		return;
	}
	const own = ++serial % 1000;
	for (const [index, name] of figureNames.entries()) {
		stats[wireNames[name]] = String(1000 + own * 8 + index);
	}
	stats.percentage_dropped = `${random.below(4) === 0 ? 6 : 1}.${String(own % 100).padStart(2, '0')}`;
	stats.human_answered_calls = '900';
	if (random.below(4) === 0) {
		for (let count = 1 + random.below(4); count > 0; count--) {
			const name = wireNames[random.pick(figureNames)];
			if (random.below(2) === 0) {
				delete stats[name];
			} else {
				stats[name] = random.pick(oddities);
			}
		}
	}
	if (random.below(25) === 0) {
		delete stats.percentage_dropped;
	}
};

/** The history as it is known so far: what the services handed over. */
const historyOf = (services: readonly (readonly [string, Service])[], seen: Seen['history']): History => {
	const told: Told[] = [];
	const answers: {profile: string; at: number}[] = [];
	const refusals: number[] = [];
	const accepted: History['accepted'][number][] = [];
	const statuses: History['statuses'][number][] = [];
	for (const [profile, {delivered}] of services) {
		for (const {type, fields, sentAt, at, result, body} of delivered) {
			answers.push({profile, at});
			const response = body.response as Record<string, unknown>;
			const campaign = fields.campaign_id ?? '';
			if (type === 'get_dashboard_stats') {
				const stats = (response.dashboard_stats as Record<string, unknown>[] | undefined)?.[0];
				if (result.kind === 'refused' || !stats) {
					refusals.push(at);
					continue;
				}
				const figures = Object.fromEntries(
					figureNames.map(name => {
						const value = stats[wireNames[name]];
						return [
							name,
							isOdd(value) ? 'odd' : typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined,
						];
					}),
				) as Told['figures'];
				const drop = typeof stats.percentage_dropped === 'string' ? stats.percentage_dropped : undefined;
				told.push({profile, campaign, sentAt, at, figures, drop});
				statuses.push({campaign, word: String(stats.display_status), sentAt, at});
			} else if (type === 'get_campaigns') {
				for (const record of (response.campaigns as Record<string, string>[] | undefined) ?? []) {
					statuses.push({campaign: record.campaign_id ?? '', word: record.display_status ?? '', sentAt, at});
				}
			} else if (/^(?:play|pause|stop)_campaign$/.test(type) && result.kind === 'done') {
				accepted.push({verb: type.split('_')[0] ?? '', campaign, at, sentAt});
			}
		}
	}
	const byTime = <T extends {at: number}>(all: T[]): T[] => all.sort((one, other) => one.at - other.at);
	return {
		...seen,
		told: byTime(told),
		answers: byTime(answers),
		refusals,
		accepted: byTime(accepted),
		statuses: byTime(statuses),
	};
};

/** Opens a service of a profile for a trial. */
const serviceOf = (profile: string, random: Random, mood: () => Mood): Service => {
	const service = startService({
		url: `http://${profile.toLowerCase()}-${trial}.test`,
		campaigns: 1 + random.below(4),
		firstId: '501',
		fate: type => fateIn(mood(), random, /^(?:get|search)_/.test(type)),
		alter: (type, body) => (type === 'get_dashboard_stats' ? coded(random, body) : undefined),
	});
	service.state.tokens.add(service.token);
	for (const campaign of service.state.campaigns) {
		campaign.name = `${profile}${campaign.id}`;
	}
	for (const list of service.state.lists) {
		list.name = `list ${list.id}`;
		list.fields = {total_leads: '250', remaining_leads: '95'};
	}
	return service;
};

/** Tries one history; returns what was wrong with its frames, each kind once. */
const history = async (
	program: Program,
	random: Random,
	lie?: (frame: Frame) => Frame,
): Promise<{complaints: string[]; frames: number; marked: number}> => {
	trial++;
	let mood: Mood = 'well';
	const [columns, rows] = random.pick(sizes);
	await program.resize(columns, rows);
	program.reset();
	program.forget();
	const services = ['K', 'J'].map(profile => [profile, serviceOf(profile, random, () => mood)] as const);
	const seen: Seen['history'] = {
		interval,
		told: [],
		answers: [],
		refusals: [],
		accepted: [],
		statuses: [],
		suspended: [],
		stood: [],
		opened: [],
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
	await advance(random.pick([300, 1500, 2500]));
	const stands: Frame[] = [];
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
			case 1:
				setWall(pick([-7_200_000, -60_000, -4000, 4000, 60_000, 7_200_000]));
				break;
			case 2:
				standStill(pick([300, 1500, 8000, 90_000]));
				seen.stood.push(now().mono);
				break;
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
		stands.push({at: now().mono, rows: program.rows()});
	}
	const frames = [...program.frames, ...stands].sort((one, other) => one.at - other.at);
	const judge = judgeOf(historyOf(services, seen));
	const kinds = new Map<string, string>();
	let marked = 0;
	for (const frame of frames) {
		marked += frame.rows.some(row => /\d[smh] old/.test(row)) ? 1 : 0;
		for (const complaint of judge(lie ? lie(frame) : frame)) {
			const kind = complaint.replaceAll(/[\d.,—:]+/g, '#').slice(0, 40);
			if (!kinds.has(kind)) {
				kinds.set(kind, `${complaint} (at ${Math.round(frame.at)} ms)${lookInto(frame)}`);
			}
		}
	}
	for (const [, service] of services) {
		service.close();
	}
	return {complaints: [...kinds.values()], frames: frames.length, marked};
};

let isLast = false;

/** A frame in full, where the last trial of some is looked into: CAMPAIGN_TRIAL=0-8. */
const lookInto = ({rows}: Frame): string =>
	isLast && process.env.CAMPAIGN_TRIAL !== undefined ? `\n${rows.join('\n')}\n` : '';

const [first = 0, last = first] = process.env.CAMPAIGN_TRIAL?.split('-').map(Number) ?? [0, wanted - 1];

const program = startProgram(120, 40);
await advance(100);

/** What makes a frame lie; the judge must find each in some history. */
const lies: Readonly<Record<string, (frame: Frame) => Frame>> = {
	'an age taken away': frame => ({
		...frame,
		rows: frame.rows.map(row =>
			/[KJ]\d{3}/.test(row) ? row.replaceAll(/ \d+[smh] /g, text => ' '.repeat(text.length)) : row,
		),
	}),
	'an age of before': frame => ({...frame, rows: frame.rows.map(row => row.replaceAll(/ \d\d[smh] /g, '  1s '))}),
	'0 for unknown': frame => ({...frame, rows: frame.rows.map(row => row.replaceAll('— ', '0 '))}),
	'a figure of somebody else': frame => ({
		...frame,
		rows: frame.rows.map(row => row.replace(/ [1-9],(\d{3}) /, ' 9,$1 ')),
	}),
	'live whatever happens': frame => ({
		...frame,
		rows: frame.rows.map((row, y) => (y === 0 ? row.replace(/(?:stale|waiting) [\dms ]*\d[ms]/, 'live') : row)),
	}),
	'another profile': frame => ({...frame, rows: frame.rows.map(row => row.replaceAll(/K(\d{3})/g, 'J$1'))}),
	'a total that is less': frame => ({
		...frame,
		rows: frame.rows.map(row => (/^.total/.test(row) ? row.replaceAll(/(\d)(?= )/g, '0') : row)),
	}),
	'figures without their age in panes and on pages': frame => ({
		...frame,
		rows: frame.rows.map(row =>
			row.startsWith('╭') ? row.replaceAll(/(?:: |figures )\d+[smh] old/g, text => '─'.repeat(text.length)) : row,
		),
	}),
};

for (const [name, lie] of Object.entries(lies)) {
	let found = 0;
	for (let index = 0; index < 25 && found === 0; index++) {
		const {complaints} = await history(program, trials.random(`lie ${index}`), lie);
		found = complaints.length;
	}
	trials.tried('lies that the judge must find');
	if (found === 0) {
		trials.failed(`the judge did not find ${name}`, `lie ${name}`);
	}
}

const began = realNow();
let frames = 0;
let marked = 0;
for (let index = first; index <= last; index++) {
	const name = `history ${index}`;
	isLast = index === last;
	const result = await history(program, trials.random(name));
	frames += result.frames;
	marked += result.marked;
	trials.tried('histories');
	trials.tried('frames judged', result.frames);
	for (const complaint of result.complaints) {
		trials.failed(complaint, name);
	}
	if (index % 100 === 99) {
		const {user, system} = process.cpuUsage();
		trials.progress(
			`${index + 1} histories, ${frames} frames, ${marked} with an age, ${Math.round((realNow() - began) / 1000)} s (${Math.round((user + system) / 1e6)} s of processor)`,
		);
	}
}
trials.noted(`${marked.toLocaleString('en')} of the judged frames bore an age`);
endReports();
