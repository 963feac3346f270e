/** The figures that trials give values of their own to: a number on screen tells which answer it came with. */
import type {Random} from '../../row.ts';

/** Figures by names of this row, with their names on the wire. */
const wireNames = {
	ready: 'ready',
	onCall: 'oncalls',
	waiting: 'calls_waiting',
	wrapUp: 'wrappingup',
	paused: 'paused',
	dead: 'dead',
	agents: 'total',
	activeAgents: 'active',
	ringing: 'calls_ringings',
	activeCalls: 'active_calls',
	inIvr: 'calls_in_ivr',
	remaining: 'remaining_leads',
	leads: 'total_leads',
	activeLeads: 'active_leads',
	recycled: 'recycled',
	called: 'called_today',
	answered: 'answered_today',
	human: 'human_answered_calls',
	machine: 'answering_machine',
	transfers: 'transfers',
	sales: 'sales',
	connected: 'connected_calls',
	calls: 'total_calls',
} as const;

/** The name of a figure. */
export type FigureName = keyof typeof wireNames;
/** Every figure. */
export const figureNames = Object.keys(wireNames) as FigureName[];

/** The charts whose newest point is written beside them, with where it comes from. */
const chartSources = {
	'dialed/min': ['calls_graph_data', 'dialed'],
	ringing: ['call_status_graph', 'calls_ringings'],
	waiting: ['call_status_graph', 'calls_waiting'],
	'in IVR': ['call_status_graph', 'calls_in_ivr'],
	'logged in': ['agent_graph_data', 'total'],
	paused: ['agent_graph_data', 'pausedcalls'],
} as const;

/** The title of a chart. */
export type ChartName = keyof typeof chartSources;
/** Every chart. */
export const chartNames = Object.keys(chartSources) as ChartName[];

/** What an answer told of a campaign. */
export type Told = {
	sentAt: number;
	at: number;
	/** A number; the text of one that no count can be; undefined where nothing was told. */
	figures: Readonly<Record<FigureName, number | string | undefined>>;
	/** Percent; undefined where nothing was told. */
	drop: number | undefined;
	/** The newest point of each chart. */
	points: Readonly<Record<ChartName, number | undefined>>;
};

/** What a service may send in place of a count. */
const oddities = ['NaN', 'many', '', null, '-5', '1e21', '99999999999999999999', '12.5', {}, 'undefined'] as const;

const isOddNumber = (value: unknown): value is string =>
	typeof value === 'string' && /^(?:-5|1e21|9{20}|12\.5)$/.test(value);

type Response = Record<string, Record<string, unknown>[] | undefined>;

let serial = 0;

/**
 * Puts values of their own into a dashboard, some of which are no counts. Small ones have three digits, so that the wall draws
 * their sums large.
 */
export const code = ({below, pick}: Random, isSmall: boolean, body: Record<string, unknown>): void => {
	const response = body.response as Response | undefined;
	const stats = response?.dashboard_stats?.[0];
	if (!stats) {
		return;
	}
	const own = ++serial;
	for (const [index, name] of figureNames.entries()) {
		stats[wireNames[name]] = String(isSmall ? 20 + ((own * 7 + index * 11) % 270) : 1000 + (own % 370) * 24 + index);
	}
	for (const [index, name] of chartNames.entries()) {
		const [graph, field] = chartSources[name];
		const last = response?.[graph]?.at(-1);
		if (last) {
			const value = 10 + ((own * 3 + index) % 80);
			last[field] = typeof last[field] === 'string' ? String(value) : value;
		}
	}
	stats.percentage_dropped = `${below(4) === 0 ? 6 : 1}.${String(own % 100).padStart(2, '0')}`;
	if (below(4) === 0) {
		for (let count = 1 + below(6); count > 0; count--) {
			const name = wireNames[pick(figureNames)];
			if (below(2) === 0) {
				delete stats[name];
			} else {
				stats[name] = pick(oddities);
			}
		}
	}
	if (below(25) === 0) {
		delete stats.percentage_dropped;
	}
};

/** What a dashboard that was handed over told; undefined if it was none. */
export const toldBy = (body: Record<string, unknown>): Omit<Told, 'sentAt' | 'at'> | undefined => {
	const response = body.response as Response;
	const stats = response.dashboard_stats?.[0];
	if (!stats) {
		return undefined;
	}
	const count = (value: unknown): number | string | undefined =>
		isOddNumber(value) ? value : typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined;
	const {percentage_dropped: dropped} = stats;
	return {
		figures: Object.fromEntries(figureNames.map(name => [name, count(stats[wireNames[name]])])) as Told['figures'],
		drop: typeof dropped === 'string' ? Number(dropped) : undefined,
		points: Object.fromEntries(
			chartNames.map(name => {
				const [graph, field] = chartSources[name];
				const value = response[graph]?.at(-1)?.[field];
				return [name, value === undefined ? undefined : Number(value)];
			}),
		) as Told['points'],
	};
};

/** A number as the screen writes it: `1,204`. */
export const thousands = (value: number): string => String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

/** Whether a text may stand for a figure: `—` for what was not told, and never for anything else. */
export const mayShow = (text: string, value: number | string | undefined): boolean => {
	if (typeof value === 'number') {
		return text === thousands(value);
	}
	return text === '—' || (typeof value === 'string' && Number(text.replaceAll(',', '')) === Number(value));
};
