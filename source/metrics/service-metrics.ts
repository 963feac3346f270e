/** The metrics of the exporter and its service, and how requests are counted. */
import type {Exchange} from '../wire/client/exchange.ts';
import {type Family, labelsOf, sampleLine, sampleName} from './format.ts';

/** A metric, and what identifies a series of it. */
type ServiceMetric = Family & {labels: readonly string[]};

/** Which program this is. */
export const buildInfo: ServiceMetric = {
	name: 'dialtop_build_info',
	kind: 'gauge',
	help: 'always 1; its labels say which dialtop this is, on which Node',
	labels: ['version', 'node'],
};

/** Whether the service answers. */
export const serviceUp: ServiceMetric = {
	name: 'dialtop_service_up',
	kind: 'gauge',
	help: '1 while the service answers, 0 while it does not or the session has ended',
	labels: ['profile'],
};

export const requests: ServiceMetric = {
	name: 'dialtop_requests',
	kind: 'counter',
	help: 'requests to the service since the exporter began; a scrape causes none',
	labels: ['profile', 'operation', 'outcome'],
};

export const requestDuration: ServiceMetric = {
	name: 'dialtop_request_duration_seconds',
	kind: 'histogram',
	help: 'how long the service took to answer a request',
	labels: ['profile', 'operation', 'outcome'],
};

export const alertsFiring: ServiceMetric = {
	name: 'dialtop_alerts_firing',
	kind: 'gauge',
	help: "1 for each alert of dialtop's own rules that is active; without campaign_id it is of the service as a whole",
	labels: ['rule', 'profile', 'campaign_id'],
};

/** The upper bounds of the histogram, seconds, as OpenMetrics writes them. */
const bounds = ['0.1', '0.25', '0.5', '1.0', '2.5', '5.0', '10.0'] as const;

type Counted = {labels: string; count: number; seconds: number; within: number[]};

/** The requests of one service, counted by operation and outcome. */
export class RequestCounts {
	readonly #profile: string;
	readonly #counted = new Map<string, Counted>();

	constructor(profile: string) {
		this.#profile = profile;
	}

	/** A request has ended. */
	observe({operation, outcome, milliseconds}: Pick<Exchange, 'operation' | 'outcome' | 'milliseconds'>): void {
		const key = `${operation} ${outcome}`;
		const counted = this.#counted.get(key) ?? {
			labels: labelsOf({profile: this.#profile, operation, outcome}),
			count: 0,
			seconds: 0,
			within: bounds.map(() => 0),
		};
		counted.count++;
		counted.seconds += milliseconds / 1000;
		counted.within = counted.within.map((count, at) => count + Number(milliseconds <= Number(bounds[at]) * 1000));
		this.#counted.set(key, counted);
	}

	/** The samples of {@link requests}. */
	counts(): string {
		return [...this.#counted.values()]
			.map(({labels, count}) => sampleLine(sampleName(requests), labels, count))
			.join('');
	}

	/** The samples of {@link requestDuration}. */
	durations(): string {
		const {name} = requestDuration;
		return [...this.#counted.values()]
			.map(({labels, count, seconds, within}) =>
				[
					...bounds.map((bound, at) => sampleLine(`${name}_bucket`, `${labels},le="${bound}"`, within[at] ?? 0)),
					sampleLine(`${name}_bucket`, `${labels},le="+Inf"`, count),
					sampleLine(`${name}_sum`, labels, seconds),
					sampleLine(`${name}_count`, labels, count),
				].join(''),
			)
			.join('');
	}
}
