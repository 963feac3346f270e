/** The shapes in which the test service answers: what the interface leaves open, each filled in another way. */
import {figuresOf} from './figures.ts';
import type {DialingState, OtherCampaign, OtherList, Result} from './world.ts';

/** A record as it goes out. */
type Wire = Record<string, unknown>;

/** How a service of this shape writes its answers. */
export type Shape = {
	/** The values of `success`. */
	flags: {done: unknown; refused: unknown};
	/** The login's field with the token. */
	token: string;
	/** The words for what a campaign does. */
	words: Record<DialingState, string>;
	/** Wire names to be used instead of the sandbox's, by record. */
	campaignNames?: Record<string, string>;
	listNames?: Record<string, string>;
	/** Puts an array into the answer under the name that the sandbox would use. */
	place: (name: string, records: Wire[], ids: string[]) => {response?: Wire; top?: Wire};
	/** Writes an id; a text by default. */
	id?: (id: string) => unknown;
	/** Sends figures as JSON numbers where they are numbers. */
	numbers?: true;
	/** Fields of a campaign's record and of the dashboard that this service has not. */
	omits?: readonly string[];
	/** Points of each graph; 4 by default; nothing where the graph is left out. */
	points?: {calls?: number; agents?: number; leads?: number; live?: number};
	/** The second of the day at which the points of its graphs begin; 09:00 by default. */
	since?: () => number;
	/** Sends the only point of call_status_graph as an object. */
	livePointAlone?: true;
	/** Puts the properties of `response` at the top level, without `response`. */
	bare?: true;
	/** How the settings of a campaign are written; a shape that does not say so has none. */
	settings?: (settings: Record<string, string>) => unknown;
	/** The first campaign's id, and how many there are by default. */
	firstId?: string;
	campaigns?: number;
};

const sandboxWords = {dialing: 'PLAY', paused: 'PAUSE', stopped: 'STOP'};
const allPoints = {calls: 4, agents: 4, leads: 4, live: 4};

const underName: Shape['place'] = (name, records) => ({response: {[name]: records}});

/** The dashboard's arrays and the call log keep the names that the interface gives them. */
const given = new Set(['dashboard_stats', 'all_log_search']);

const renamed =
	(other: string): Shape['place'] =>
	(name, records) => ({response: {[given.has(name) ? name : other]: records}});

/** Marks a number that JSON.stringify could not write exactly; see {@link writeJson}. */
export const rawNumber = (digits: string): string => `@raw:${digits}@`;

/** JSON.stringify that writes the numbers of {@link rawNumber} digit by digit. */
export const writeJson = (value: unknown): string => JSON.stringify(value).replace(/"@raw:([^"@]*)@"/g, '$1');

/** The shapes by name. */
export const shapes = {
	/** As the interface shows it where it shows anything. */
	documented: {
		flags: {done: 1, refused: 0},
		token: 'token',
		words: sandboxWords,
		place: underName,
		settings: settings => Object.entries(settings).map(([name, value]) => ({name, value})),
	},
	/** Arrays named `data`, ids as numbers, other words for states. */
	data: {
		flags: {done: '1', refused: '0'},
		token: 'access_token',
		words: {dialing: 'ACTIVE', paused: 'PAUSED', stopped: 'INACTIVE'},
		campaignNames: {campaign_id: 'id', campaign_name: 'name', display_status: 'status'},
		listNames: {list_id: 'id', list_name: 'name', status: 'list_status'},
		place: renamed('data'),
		id: Number,
		settings: settings => settings,
	},
	/** Arrays named `rows`, figures as numbers, graphs of one point. */
	rows: {
		flags: {done: true, refused: false},
		token: 'api_token',
		words: {dialing: 'running', paused: 'paused', stopped: 'stopped'},
		campaignNames: {campaign_name: 'name', display_status: 'campaign_status'},
		listNames: {list_name: 'name', status: 'active'},
		place: renamed('rows'),
		numbers: true,
		points: {calls: 1, agents: 1, leads: 1, live: 1},
		livePointAlone: true,
	},
	/** Objects keyed by id, the records without ids of their own. */
	keyed: {
		flags: {done: 'true', refused: 'false'},
		token: 'auth_token',
		words: {dialing: 'Y', paused: 'P', stopped: 'N'},
		campaignNames: {display_status: 'state'},
		place: (name, records, ids) => {
			const own = name === 'lists' ? 'list_id' : 'campaign_id';
			const entries = records.map(({[own]: _own, ...record}, index) => [ids[index] ?? String(index), record]);
			return {response: {[name]: given.has(name) ? records : Object.fromEntries(entries)}};
		},
	},
	/** Arrays beside `response`, graphs of other lengths, groups of fields missing. */
	beside: {
		flags: {done: 1, refused: '0'},
		token: 'token',
		words: {dialing: 'PLAYING', paused: 'PAUSING', stopped: 'STOPPED'},
		place: (name, records) => ({top: {[name]: records}}),
		points: {calls: 500, agents: 0, leads: 1},
		omits: ['total', 'ready', 'oncalls', 'wrappingup', 'paused', 'dead', 'active', 'todays_charge', 'mtd_charge'],
	},
	/** Ids that a double cannot hold, sent as JSON numbers. */
	'long-ids': {
		flags: {done: 1, refused: 0},
		token: 'token',
		words: sandboxWords,
		place: underName,
		id: rawNumber,
		firstId: '9007199254740993',
	},
	/** One campaign, sent as an object where an array is due. */
	single: {
		flags: {done: 1, refused: 0},
		token: 'token',
		words: sandboxWords,
		place: (name, records) => ({response: {[name]: records.length === 1 ? records[0] : records}}),
		campaigns: 1,
	},
	/** No `response` at all. */
	bare: {flags: {done: 1, refused: 0}, token: 'token', words: sandboxWords, place: renamed('result'), bare: true},
	/** As little as there can be: no status in get_campaigns, no graphs, a dashboard of three fields. */
	sparse: {
		flags: {done: 1, refused: 0},
		token: 'token',
		words: sandboxWords,
		place: (name, records) => ({
			response: {
				[name]:
					name === 'dashboard_stats'
						? records.map(({campaign_id, display_status, active_calls}) => ({
								campaign_id,
								display_status,
								active_calls,
							}))
						: records,
			},
		}),
		points: {},
		omits: ['display_status', 'dial_method', 'active', 'created'],
	},
} satisfies Record<string, Shape>;

/** The name of a shape. */
export type ShapeName = keyof typeof shapes;

const identity = new Set(['campaign_id', 'campaign_name', 'list_id', 'list_name', 'status', 'display_status']);

/** Writes one record: what is asked for left out, renamed, ids and numbers in the shape's own way. */
const write = (shape: Shape, record: Wire, names: Record<string, string> = {}): Wire =>
	Object.fromEntries(
		Object.entries(record)
			.filter(([name]) => !shape.omits?.includes(name))
			.map(([name, value]) => {
				const isId = name === 'campaign_id' || name === 'list_id';
				const isNumber = shape.numbers && !identity.has(name) && /^\d{1,9}(?:\.\d+)?$/.test(String(value));
				const written = isId ? (shape.id ?? String)(String(value)) : isNumber ? Number(value) : value;
				return [names[name] ?? name, written];
			}),
	);

const series = (length: number | undefined, point: (index: number) => Wire): Wire[] | undefined =>
	length === undefined ? undefined : Array.from({length}, (_, index) => point(index));

const clock = (second: number): string =>
	[Math.floor(second / 3600) % 24, Math.floor(second / 60) % 60, Math.floor(second) % 60]
		.map(part => String(part).padStart(2, '0'))
		.join(':');

const graphsOf = (shape: Shape, {state}: OtherCampaign): Wire => {
	const {calls, agents, leads, live} = shape.points ?? allPoints;
	const since = shape.since?.() ?? 9 * 3600;
	const timeAt = (index: number): string => clock(since + index * 60);
	const livePoints = series(live, index => ({
		active_calls: state === 'dialing' ? 11 : 0,
		calls_ringings: index,
		calls_waiting: 1,
		calls_in_ivr: 0,
	}));
	const graphs: Record<string, Wire[] | Wire | undefined> = {
		calls_graph_data: series(calls, index => ({dialed: '20', delivered: '9', drops: '0', datetime: timeAt(index)})),
		agent_graph_data: series(agents, index => ({
			total: '8',
			ready: '2',
			oncalls: '4',
			wrappingup: '1',
			pausedcalls: '1',
			deadcalls: '0',
			datetime: timeAt(index),
		})),
		lead_status_graph: series(leads, index => ({active_leads: 3100 - index, remaining_leads: 1900 - index})),
		call_status_graph: shape.livePointAlone ? livePoints?.[0] : livePoints,
	};
	return Object.fromEntries(Object.entries(graphs).filter(([, points]) => points !== undefined));
};

const campaignRecord = (shape: Shape, {id, name, state, word}: OtherCampaign): Wire =>
	write(
		shape,
		{
			campaign_id: id,
			campaign_name: name,
			active: state === 'stopped' ? 'N' : 'Y',
			dial_method: 'PREDICTIVE',
			display_status: word ?? shape.words[state],
			created: '2026-01-05',
		},
		shape.campaignNames,
	);

const listRecord = (shape: Shape, {id, name, campaignId, active, fields}: OtherList): Wire =>
	write(
		shape,
		{
			list_id: id,
			list_name: name,
			campaign_id: campaignId,
			status: active ? 'Y' : 'N',
			total_leads: '2500',
			remaining_leads: '950',
			percentage_complete: '62.00',
			...fields,
		},
		shape.listNames,
	);

const partsOf = (shape: Shape, result: Result): {response?: Wire; top?: Wire} => {
	switch (result.kind) {
		case 'token':
			return {response: {[shape.token]: result.token}};
		case 'campaigns': {
			const ids = result.campaigns.map(({id}) => id);
			const records = result.campaigns.map(campaign => campaignRecord(shape, campaign));
			return shape.place('campaigns', records, ids);
		}
		case 'dashboard': {
			const {campaign} = result;
			// The dashboard always says how the campaign stands, whatever get_campaigns leaves out.
			const omits = shape.omits?.filter(name => name !== 'display_status') ?? [];
			const figures = {
				campaign_id: campaign.id,
				campaign_name: campaign.name,
				display_status: campaign.word ?? shape.words[campaign.state],
				...figuresOf(campaign),
				...campaign.figures,
			};
			const {response, top} = shape.place('dashboard_stats', [write({...shape, omits}, figures)], [campaign.id]);
			return {response: {...response, ...graphsOf(shape, campaign)}, ...(top ? {top} : {})};
		}
		case 'lists': {
			const ids = result.lists.map(({id}) => id);
			return shape.place(
				'lists',
				result.lists.map(list => listRecord(shape, list)),
				ids,
			);
		}
		case 'list':
			return {response: {list: listRecord(shape, result.list)}};
		case 'settings':
			return shape.settings ? {response: {settings: shape.settings(result.campaign.settings)}} : {};
		case 'calls':
			return {response: {all_log_search: result.calls, footer: `${result.calls.length} found`}};
		case 'done':
		case 'refused':
			return {};
	}
};

/** Writes what an operation answers as the whole body, before it becomes JSON. */
export const bodyOf = (shape: Shape, result: Result): Wire => {
	const {response, top} = partsOf(shape, result);
	const envelope =
		result.kind === 'refused'
			? {success: shape.flags.refused, error: result.error, tech_msg: 'E1'}
			: {success: shape.flags.done, error: ''};
	return shape.bare ? {...envelope, ...response, ...top} : {response: {...envelope, ...response}, ...top};
};
