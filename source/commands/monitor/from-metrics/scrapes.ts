/** Puts raw samples together again as the pages that they were scraped from: of one exporter and one moment, with all campaigns. */
import {figuresFrom, type MetricSample, metricOf, polledAtFrom} from '../../../metrics/figures-from.ts';
import type {Figures} from '../../../model/wire.ts';
import type {EngineSeries} from '../../../prometheus/client.ts';

/** What a scrape showed of a campaign. */
export type ScrapedCampaign = {
	figures: Figures;
	/** When they were asked for, UTC milliseconds; undefined before the first poll. */
	polledAt: number | undefined;
	/** Whether its figures were fresh: an exporter omits those that are not. */
	isFresh: boolean;
	/** Whether its status was. */
	hasStatus: boolean;
};

/** What one scrape showed. */
export type Scrape = {
	/** UTC milliseconds by the clock of the engine. */
	at: number;
	campaigns: ReadonlyMap<string, ScrapedCampaign>;
};

/** Which exporter series come from: the labels that the engine added to them, such as job and instance. */
export type ExporterLabels = Readonly<Record<string, string>>;

/** The exporter of a series that has no labels of its own beside the profile. */
export const exporterOf = ({labels: {__name__, profile, ...added}}: EngineSeries): ExporterLabels => added;

/** An exporter in words: its instance, unless it has none. */
export const exporterText = (exporter: ExporterLabels): string =>
	exporter.instance ??
	(Object.entries(exporter)
		.map(([name, value]) => `${name}=${value}`)
		.join(', ') ||
		'one without labels');

const campaignOf = (samples: readonly MetricSample[]): ScrapedCampaign => {
	const shown = new Set(samples.map(({labels}) => metricOf(labels)?.shown));
	return {
		figures: figuresFrom(samples),
		polledAt: polledAtFrom(samples),
		isFresh: shown.has('fresh'),
		hasStatus: shown.has('status'),
	};
};

/**
 * The scrapes of an exporter after a moment, the oldest first; each is put together when it is asked for.
 *
 * @param rest lets other work run once there was enough of this
 */
export async function* scrapesOf(
	series: readonly EngineSeries[],
	exporter: ExporterLabels,
	after: number,
	rest: () => Promise<void>,
): AsyncGenerator<Scrape> {
	const added = Object.entries(exporter);
	const scrapes = new Map<number, Map<string, MetricSample[]>>();
	for (const {labels, samples} of series) {
		await rest();
		const {campaign_id: id = ''} = labels;
		if (!metricOf(labels) || !added.every(([name, value]) => labels[name] === value)) {
			continue;
		}
		for (const {at, value} of samples) {
			if (at > after) {
				const scrape = scrapes.get(at) ?? new Map<string, MetricSample[]>();
				scrapes.set(at, scrape);
				const known = scrape.get(id);
				if (known) {
					known.push({labels, value});
				} else {
					scrape.set(id, [{labels, value}]);
				}
			}
		}
	}
	for (const [at, campaigns] of [...scrapes].sort(([one], [other]) => one - other)) {
		const shown = new Map<string, ScrapedCampaign>();
		for (const [id, of] of campaigns) {
			shown.set(id, campaignOf(of));
			await rest();
		}
		yield {at, campaigns: shown};
	}
}
