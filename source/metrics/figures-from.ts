/** Reads the metrics of campaigns back: which campaign a series is of, and which figures its samples show. */
import type {Figures} from '../model/wire.ts';
import {type CampaignMetric, campaignMetrics, type Labels, lastPoll} from './campaign-metrics.ts';
import {sampleName} from './format.ts';

export type {Labels as MetricLabels} from './campaign-metrics.ts';

/** A sample of a metric at some moment; its labels are safe to show. */
export type MetricSample = {labels: Labels; value: number};

const byName: ReadonlyMap<string, CampaignMetric> = new Map(
	campaignMetrics.map(metric => [sampleName(metric), metric]),
);

/** The metric of a series; undefined if it is not one of a campaign, or does not say of which. */
export const metricOf = ({__name__: name = '', campaign_id: id}: Labels): CampaignMetric | undefined =>
	id ? byName.get(name) : undefined;

/** The figures that a sample shows; none if its value cannot be one. */
export const figuresIn = ({labels, value}: MetricSample): Partial<Figures> =>
	Number.isFinite(value) && value >= 0 ? (metricOf(labels)?.read(labels, value) ?? {}) : {};

/** The figures that samples of one campaign and one moment show. */
export const figuresFrom = (samples: Iterable<MetricSample>): Figures =>
	Object.assign({extra: {}, unreadable: []}, ...[...samples].map(figuresIn));

/** When the figures were asked for that are beside a sample, UTC milliseconds; undefined if it does not say so. */
export const polledAtIn = ({labels, value}: MetricSample): number | undefined =>
	value > 0 && metricOf(labels)?.name === lastPoll ? Math.round(value * 1000) : undefined;

/** The same of samples of one moment. */
export const polledAtFrom = (samples: Iterable<MetricSample>): number | undefined => {
	for (const sample of samples) {
		const at = polledAtIn(sample);
		if (at !== undefined) {
			return at;
		}
	}
	return undefined;
};

const quoted = (text: string): string => JSON.stringify(text);

/** A text as a regular expression that matches it alone. */
const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/**
 * The expression that selects all series of campaigns of a profile, or those of some of them.
 *
 * @param names of the samples; all by default
 */
export const campaignSelector = (
	profile: string,
	campaignIds?: readonly string[],
	names: readonly string[] = ['dialtop_campaign_.+'],
): string => {
	const of = campaignIds === undefined ? '' : `,campaign_id=~${quoted(campaignIds.map(literal).join('|'))}`;
	return `{__name__=~"${names.join('|')}",profile=${quoted(profile)}${of}}`;
};
