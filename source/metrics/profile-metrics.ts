/** The metrics of one profile: what the poller saw last, as lines of samples. */
import {dayIn, type Zone} from '../model/calling-hours.ts';
import {type CampaignRow, campaignRows} from '../model/select.ts';
import {serviceZone} from '../model/service-clock.ts';
import type {Message, State} from '../model/state.ts';
import type {Store} from '../model/store.ts';
import type {Moment} from '../model/time.ts';
import {createRest} from '../system/turns.ts';
import type {Exchange} from '../wire/client/exchange.ts';
import {type CampaignMetric, campaignMetrics} from './campaign-metrics.ts';
import {labelsOf, sampleLine, sampleName} from './format.ts';
import {type HeldTotal, heldAfter} from './held-total.ts';
import {PollCycle} from './poll-cycle.ts';
import {alertsFiring, RequestCounts, requestDuration, requests, serviceUp} from './service-metrics.ts';

/** Milliseconds between two polls of the list of campaigns, at least. */
const listPace = 5000;

/** Lines of one metric after the other, outside of the heap: a thousand campaigns have three megabytes of them. */
type Lines = {
	bytes: Buffer;
	/** Where those of each metric end. */
	ends: readonly number[];
};

const linesOf = (texts: readonly string[]): Lines => {
	const bytes = Buffer.allocUnsafeSlow(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
	let end = 0;
	return {
		bytes,
		ends: texts.map(text => {
			end += bytes.write(text, end);
			return end;
		}),
	};
};

/** The lines of one metric, of all campaigns. */
const joined = (all: readonly Lines[], at: number): Buffer => {
	const from = ({ends}: Lines): number => ends[at - 1] ?? 0;
	const to = ({ends}: Lines): number => ends[at] ?? 0;
	const whole = Buffer.allocUnsafeSlow(all.reduce((sum, lines) => sum + to(lines) - from(lines), 0));
	let end = 0;
	for (const lines of all) {
		end += lines.bytes.copy(whole, end, from(lines), to(lines));
	}
	return whole;
};

/** What a campaign's samples were made of, and they themselves in the order of the metrics. */
type Written = {
	row: CampaignRow;
	isFresh: boolean;
	isStatusFresh: boolean;
	totals: ReadonlyMap<CampaignMetric, HeldTotal>;
	lines: Lines;
};

/** Whether two rows of a campaign have the same samples: each listing makes new rows of all campaigns. */
const isSame = (one: CampaignRow, other: CampaignRow): boolean =>
	one === other ||
	(one.dashboard === other.dashboard &&
		one.span === other.span &&
		one.state === other.state &&
		one.campaign.name === other.campaign.name &&
		one.campaign.dialMethod === other.campaign.dialMethod);

/** The data for a profile's metrics. */
export type ProfileParts = {
	/** The label. */
	profile: string;
	store: Pick<Store<State, Message>, 'get'>;
	/** Milliseconds between two polls of a campaign, and requests a second. */
	interval: number;
	perSecond: number;
};

/** The samples of a profile, of each metric by its name; a metric without any is missing. */
export type ProfileSamples = ReadonlyMap<string, Buffer>;

export class ProfileMetrics {
	readonly profile: string;
	readonly #parts: ProfileParts;
	readonly #requests: RequestCounts;
	readonly #listing = new PollCycle();
	#cycles = new Map<string, PollCycle>();
	#written: ReadonlyMap<string, Written> = new Map();
	#zone: Zone;

	constructor(parts: ProfileParts) {
		this.#parts = parts;
		this.profile = parts.profile;
		this.#requests = new RequestCounts(parts.profile);
	}

	/** A message of the poller. */
	saw(message: Message): void {
		if (message.type === 'campaigns-polled') {
			this.#listing.polled(message.span.sentAt);
		} else if (message.type === 'dashboard-polled') {
			const cycle = this.#cycles.get(message.campaignId) ?? new PollCycle();
			cycle.polled(message.span.sentAt);
			this.#cycles.set(message.campaignId, cycle);
		}
	}

	/** A request has ended. */
	observe(exchange: Pick<Exchange, 'operation' | 'outcome' | 'milliseconds'>): void {
		this.#requests.observe(exchange);
	}

	/** Makes the samples of what is known now, in turns; only campaigns that have changed since the last time are written anew. */
	async samples(): Promise<ProfileSamples> {
		const state = this.#parts.store.get();
		const rows = campaignRows(state);
		const rest = createRest();
		this.#zone = serviceZone(state, this.#zone);
		const written = new Map<string, Written>();
		for (const row of rows) {
			written.set(row.campaign.id, this.#campaign(row, state, rows.length));
			await rest();
		}
		this.#written = written;
		// Campaigns that are gone are forgotten.
		this.#cycles = new Map([...this.#cycles].filter(([id]) => written.has(id)));
		const samples = new Map<string, Buffer>();
		const put = (name: string, lines: string | Buffer): void => {
			if (lines.length > 0) {
				samples.set(name, typeof lines === 'string' ? Buffer.from(lines) : lines);
			}
		};
		put(serviceUp.name, sampleLine(serviceUp.name, labelsOf({profile: this.profile}), Number(isUp(state))));
		const all = [...written.values()].map(({lines}) => lines);
		for (const [at, {name}] of campaignMetrics.entries()) {
			put(name, joined(all, at));
			await rest();
		}
		put(requests.name, this.#requests.counts());
		put(requestDuration.name, this.#requests.durations());
		put(alertsFiring.name, this.#alerts(state));
		return samples;
	}

	#campaign(row: CampaignRow, state: State, campaigns: number): Written {
		const {id} = row.campaign;
		const {now, staleBefore} = state;
		const {interval, perSecond} = this.#parts;
		const cycle = Math.max(interval, (campaigns / perSecond) * 1000);
		const isFresh = this.#cycles.get(id)?.isFresh(row.span, now, staleBefore, cycle) ?? false;
		const isStatusFresh =
			isFresh || this.#listing.isFresh(row.campaign.listed, now, staleBefore, Math.max(interval, listPace));
		const known = this.#written.get(id);
		if (known && isSame(known.row, row) && known.isFresh === isFresh && known.isStatusFresh === isStatusFresh) {
			return known;
		}
		const totals = new Map<CampaignMetric, HeldTotal>(known?.totals);
		const common = labelsOf({profile: this.profile, campaign_id: id});
		const day = (at: Moment): number => dayIn(this.#zone, at.wall).number;
		const isShown = {fresh: isFresh, status: isStatusFresh, listed: true};
		const texts = campaignMetrics.map(metric => {
			if (!isShown[metric.shown]) {
				return '';
			}
			return metric
				.samples(row)
				.flatMap(({labels, value: read}) => {
					let value = read;
					if (read !== undefined && metric.kind === 'counter' && row.span) {
						const held = heldAfter(totals.get(metric), read, day(row.span.receivedAt));
						totals.set(metric, held);
						({value} = held);
					}
					const further = labels ? labelsOf(labels) : '';
					const all = further === '' ? common : `${common},${further}`;
					return value === undefined ? [] : [sampleLine(sampleName(metric), all, value)];
				})
				.join('');
		});
		return {row, isFresh, isStatusFresh, totals, lines: linesOf(texts)};
	}

	#alerts({alerts}: State): string {
		return [...alerts.active.values()]
			.filter(({wellSince, resolvedAt}) => wellSince === undefined && resolvedAt === undefined)
			.map(({rule, campaignId}) =>
				sampleLine(alertsFiring.name, labelsOf({rule, profile: this.profile, campaign_id: campaignId}), 1),
			)
			.join('');
	}
}

/** Whether the service answers: one that lets a request wait does so until dialtop's own alert would say otherwise. */
const isUp = ({link, now, alertSettings}: State): boolean =>
	link.kind === 'live' &&
	(link.silentSince === undefined || now.mono - link.silentSince.mono < alertSettings.rules.service.threshold * 1000);
