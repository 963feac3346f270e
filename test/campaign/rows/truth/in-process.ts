/** Random histories on the whole program in this process; every frame is judged, and what stands on screen between frames. */
import '../../in-process/time.ts';
import {interval, type Program, startProgram} from '../../in-process/program.ts';
import {type Fate, type Service, startService} from '../../in-process/service.ts';
import {advance, now, realNow, setWall, standStill} from '../../in-process/time.ts';
import type {Frame} from '../../judged.ts';
import {endReports, reportingTrials} from '../../reports.ts';
import type {Random} from '../../row.ts';
import {code, toldBy} from './figures.ts';
import {type Judgement, judgeOf} from './judge.ts';
import type {Answer, History} from './known.ts';
import {lies, planted} from './lies.ts';

const trials = reportingTrials();
const wanted = trials.isQuick ? 1000 : 5000;

/** Columns and rows; mostly small, since a frame costs more than all that led to it. */
const sizes = [
	[80, 24],
	[80, 24],
	[80, 24],
	[60, 16],
	[90, 22],
	[100, 30],
	[120, 40],
	[120, 40],
	[200, 60],
] as const;

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

let trial = 0;

/** What a service handed over, as the judge knows it. */
const answersOf = ({delivered}: Service): Answer[] =>
	delivered.map(({type, fields, sentAt, at, result, body}): Answer => {
		const span = {sentAt, at};
		const isDashboard = type === 'get_dashboard_stats';
		const told = isDashboard && result.kind !== 'refused' && toldBy(body);
		if (told) {
			return {...span, kind: 'dashboard', campaign: fields.campaign_id ?? '', told};
		}
		if (result.kind === 'refused') {
			return {...span, kind: 'refused', campaign: isDashboard ? fields.campaign_id : undefined};
		}
		const {campaigns} = body.response as {campaigns?: {campaign_id?: string}[]};
		return type === 'get_campaigns'
			? {...span, kind: 'campaigns', ids: (campaigns ?? []).map(one => one.campaign_id ?? '')}
			: {...span, kind: 'other'};
	});

/** Commands that a service accepted. */
const acceptedBy = ({delivered}: Service): History['accepted'][number][] =>
	delivered.flatMap(({type, fields, at, result}) =>
		/^(?:play|pause|stop)_campaign$/.test(type) && result.kind === 'done'
			? [{verb: type.split('_')[0] ?? '', campaign: fields.campaign_id ?? '', at}]
			: [],
	);

/** The status words that a service's reads showed. */
const statusesIn = ({delivered}: Service): History['statuses'][number][] =>
	delivered.flatMap(({type, fields, at, body}) => {
		const response = body.response as Record<string, Record<string, string>[] | undefined>;
		const [stats] = response.dashboard_stats ?? [];
		return [
			...(type === 'get_dashboard_stats' && stats
				? [{campaign: fields.campaign_id ?? '', word: stats.display_status ?? '', at}]
				: []),
			...(type === 'get_campaigns' ? (response.campaigns ?? []) : []).map(record => ({
				campaign: record.campaign_id ?? '',
				word: record.display_status ?? '',
				at,
			})),
		];
	});

/** Opens a service of a profile for a trial. */
const serviceOf = (profile: string, random: Random, mood: () => Mood): Service => {
	const isSmall = random.below(2) === 0;
	const service = startService({
		url: `http://${profile.toLowerCase()}-${trial}.test`,
		campaigns: 1 + random.below(4),
		firstId: '501',
		fate: type => fateIn(mood(), random, /^(?:get|search)_/.test(type)),
		alter: (type, body) => (type === 'get_dashboard_stats' ? code(random, isSmall, body) : undefined),
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

/** Tries one history; `onFrame` gets each frame with what was judged of it. */
const history = async (
	program: Program,
	random: Random,
	onFrame: (frame: Frame, judgement: Judgement, judge: (frame: Frame) => Judgement) => void,
): Promise<void> => {
	trial++;
	let mood: Mood = 'well';
	const [columns, rows] = random.pick(sizes);
	await program.resize(columns, rows);
	program.reset();
	program.forget();
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
		stands.push({at: now().mono, rows: program.rows()});
	}
	const frames = [...program.frames, ...stands].sort((one, other) => one.at - other.at);
	const judge = judgeOf({
		...seen,
		interval,
		inputs: program.inputs,
		answers: Object.fromEntries(services.map(([profile, service]) => [profile, answersOf(service)])),
		accepted: services.flatMap(([, service]) => acceptedBy(service)),
		statuses: services.flatMap(([, service]) => statusesIn(service)),
	});
	if (process.env.CAMPAIGN_TRIAL !== undefined) {
		trials.progress(JSON.stringify({...seen, inputs: program.inputs, delivered: services.map(([profile, service]) => [profile, answersOf(service).map(({sentAt, at, kind, ...rest}) => `${sentAt}-${at} ${kind} ${'campaign' in rest ? rest.campaign : 'ids' in rest ? rest.ids : ''} ${'told' in rest ? rest.told.figures.ready : ''}`)])}, undefined, '\t'));
	}
	for (const frame of frames) {
		onFrame(frame, judge(frame), judge);
	}
	for (const [, service] of services) {
		service.close();
	}
};

const [first = 0, last = first] = process.env.CAMPAIGN_TRIAL?.split('-').map(Number) ?? [0, wanted - 1];

const program = startProgram(120, 40);
await advance(100);

/** Plants of each kind that the judge must find, and of one history at most. */
const plantsOfKind = 25;
const plantsOfHistory = 2;

const plants = new Map(Object.keys(lies).map(name => [name, 0]));
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
		// What is planted into a frame that was wrong before proves nothing.
		for (const [kind, lie] of complaints.length === 0 ? Object.entries(lies) : []) {
			const [count = 0, own = 0] = [plants.get(kind), inHistory.get(kind)];
			const lying = count < plantsOfKind && own < plantsOfHistory ? planted(lie, frame, known) : undefined;
			if (!lying) {
				continue;
			}
			plants.set(kind, count + 1);
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
trials.progress([...plants].map(([kind, count]) => `${kind}: ${count}`).join('; '));
trials.noted(`${sum.marked.toLocaleString('en')} of the judged frames bore an age`);
endReports();
