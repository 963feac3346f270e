/** The model on a simulated world: polls it as the monitor does, in process and by the world's own clock. */

import {initialState, update} from '../../source/alerts/reducer.ts';
import type {AlertSettings} from '../../source/model/alert.ts';
import type {Source, State} from '../../source/model/state.ts';
import type {Moment, Span} from '../../source/model/time.ts';
import type {Dashboard} from '../../source/model/wire.ts';
import {statusTexts} from '../../source/sandbox/handlers/campaigns.ts';
import {dashboardWithoutCharges} from '../../source/sandbox/handlers/statistics.ts';
import type {Campaign, World} from '../../source/sandbox/world/state.ts';
import {second} from '../../source/sandbox/world/time.ts';
import {advance} from '../../source/sandbox/world/world.ts';
import {dashboardRecord, type FiguresWritten, type GraphsWritten} from '../../source/wire/dashboard.ts';

const blank = {extra: {}, unreadable: []};

const source: Source = {profile: 'sandbox', environment: 'SANDBOX', host: 'sandbox', readOnly: false};

/** A point of a graph as it is read; unlike the figures, its whole numbers lose nothing on the wire. */
const read = <T extends object>(points: readonly T[]) => points.map(point => ({...point, ...blank}));

/** What the service would answer, and the client make of it. */
const dashboardOf = ({figures, ...graphs}: GraphsWritten & {figures: FiguresWritten}): Dashboard =>
	({
		figures: dashboardRecord.decode(dashboardRecord.encode(figures)),
		calls: read(graphs.calls),
		agents: read(graphs.agents),
		leads: read(graphs.leads),
		liveCalls: read(graphs.liveCalls),
	}) as Dashboard;

/** A world and what the monitor knows of it. */
export type Watched = {
	world: World;
	state: State;
	/** What makes the next state; the model's own reducer. */
	reducer: typeof update;
	/** Graphs by campaign as they were last read: they gain a point a minute. */
	graphs: Map<string, {at: number; graphs: Dashboard}>;
};

const momentOf = ({now}: World): Moment => ({wall: now, mono: now});

const spanOf = (world: World): Span => ({sentAt: momentOf(world), receivedAt: momentOf(world)});

const listed = ({state, world, reducer}: Watched): State =>
	reducer(state, {
		type: 'campaigns-polled',
		span: spanOf(world),
		records: world.campaigns.map(({id, name, settings, state: dials}) => ({
			id,
			name,
			status: statusTexts[dials],
			active: undefined,
			dialMethod: settings.method,
			created: undefined,
			...blank,
		})),
	});

/** Begins to watch a world. */
export const watch = (world: World, settings?: AlertSettings, reducer = update): Watched => {
	const now = momentOf(world);
	const begun = initialState(source, now, settings);
	const state = update(begun, {type: 'link', link: {kind: 'live', latency: 10}, now});
	const watched = {world, state, reducer, graphs: new Map()};
	return {...watched, state: listed(watched)};
};

const polled = ({state, world, reducer, graphs}: Watched, campaign: Campaign): State => {
	const at = campaign.graph.at(-1)?.time ?? 0;
	const known = graphs.get(campaign.id);
	const written = dashboardWithoutCharges(world, campaign);
	const fresh = known?.at === at ? known.graphs : dashboardOf(written);
	graphs.set(campaign.id, {at, graphs: fresh});
	const figures = known?.at === at ? dashboardRecord.decode(dashboardRecord.encode(written.figures)) : fresh.figures;
	return reducer(state, {
		type: 'dashboard-polled',
		campaignId: campaign.id,
		span: spanOf(world),
		dashboard: {...fresh, figures},
	});
};

/** Polls every campaign every so many seconds until a time of the world; stops after a look that returns true. */
export const watchUntil = (
	watched: Watched,
	until: number,
	interval: number,
	look: (watched: Watched) => boolean = () => false,
): void => {
	const {world} = watched;
	while (world.now < until) {
		advance(world, Math.min(until, world.now + interval * second));
		watched.state = watched.reducer(watched.state, {type: 'tick', now: momentOf(world)});
		if (world.now % (10 * second) < interval * second) {
			watched.state = listed(watched);
		}
		for (const campaign of world.campaigns) {
			watched.state = polled(watched, campaign);
		}
		if (look(watched)) {
			return;
		}
	}
};

/** What is known of a world after one answer for each campaign. */
export const lookOnce = (world: World, settings?: AlertSettings): Watched => {
	const watched = watch(world, settings);
	watchUntil(watched, world.now + 1, 1);
	return watched;
};
