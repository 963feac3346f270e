/** A service that is watched to be exported. Nothing here can change it: the poller gets reads alone, and the transport refuses writes. */
import {initialState, update} from '../../alerts/reducer.ts';
import {configuredAlerts} from '../../cli/configuration.ts';
import type {Given} from '../../config/schema.ts';
import type {Service} from '../../config/service.ts';
import {ProfileMetrics} from '../../metrics/profile-metrics.ts';
import type {Message, State} from '../../model/state.ts';
import {createStore, type Store} from '../../model/store.ts';
import {createConnection} from '../../service/connection.ts';
import {createOutsideWatch} from '../../service/outside.ts';
import {createPoller} from '../../service/poller.ts';
import {systemClock} from '../../system/clock.ts';
import {onSecret, struckWord} from '../../wire/secrets.ts';
import {hostOf, sourceOf} from '../connect/chosen.ts';
import type {OpenService} from '../connect/open-service.ts';

/** A service that is being watched. */
export type Watched = {
	/** The profile; the host where none is named. */
	name: string;
	metrics: ProfileMetrics;
	store: Store<State, Message>;
	close(): Promise<void>;
};

/** Milliseconds between ticks of the model's clock. */
const tickEvery = 500;

/** Points of calls_graph_data that tell the present pace: those of a quarter of an hour, and some more. */
const pointsStored = 20;

/**
 * The reducer. The graphs are let go once the rules have judged them and the history has learned from them: of a thousand
 * campaigns they take as much memory as all else that is known of these.
 */
export const updateWithoutGraphs = (state: State, message: Message): State => {
	const next = update(state, message);
	const known = message.type === 'dashboard-polled' ? next.dashboards.get(message.campaignId) : undefined;
	if (message.type !== 'dashboard-polled' || !known?.value) {
		return next;
	}
	const {history} = known.value;
	const graphs = {
		calls: known.value.calls?.slice(-pointsStored),
		agents: undefined,
		leads: undefined,
		liveCalls: undefined,
	};
	const latest = history.latest && {...history.latest, ...graphs};
	const value = {...known.value, ...graphs, history: {...history, latest}};
	return {...next, dashboards: next.dashboards.with(message.campaignId, {...known, value})};
};

/** What a service is called in labels and in the log. */
export const nameOf = (service: Service): string => service.profile || hostOf(service);

/** Begins to poll every campaign of a service, as the monitor does. @param interval milliseconds */
export const watchService = async (
	{service, given, opened}: {service: Service; given: Given; opened: OpenService},
	interval: number,
): Promise<Watched> => {
	const clock = systemClock;
	const {perSecond, atStart, audit, url} = opened;
	const store = createStore(
		updateWithoutGraphs,
		initialState({...sourceOf(service), readOnly: true}, clock.now(), await configuredAlerts(given)),
	);
	const name = nameOf(service);
	const metrics = new ProfileMetrics({profile: name, store, interval, perSecond});
	const connection = createConnection({
		...opened,
		isLocked: () => true,
		observe: exchange => metrics.observe(exchange),
	});
	const outside = createOutsideWatch({store, clock, audit: audit.file, url});
	const poller = createPoller({
		call: connection.dialer.read,
		session: connection.session,
		store,
		clock,
		interval,
		perSecond,
		atStart,
		inFlight: 2,
		seen(message) {
			metrics.saw(message);
			return outside.see(message);
		},
	});
	// What came before a token was renewed may hold the new one.
	const unlisten = onSecret(() => store.dispatch({type: 'secret-learnt', strike: struckWord}));
	const tick = setInterval(() => store.dispatch({type: 'tick', now: clock.now()}), tickEvery);
	poller.watch({selected: undefined, visible: new Set(), lists: undefined});
	poller.start();
	void opened.ended?.then(({message}) => poller.gone(message));
	return {
		name,
		metrics,
		store,
		async close() {
			clearInterval(tick);
			unlisten();
			poller.stop();
			await connection.close();
			await audit.close();
			await opened.close();
		},
	};
};
