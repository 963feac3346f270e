/** Reads the metrics of campaigns back: which campaign a series is of, and which figures its samples show. */
import type {Figures} from '../model/wire.ts';
import {safeText} from '../wire/text.ts';
import {type CampaignMetric, campaignMetrics, type Labels, lastPoll} from './campaign-metrics.ts';
import {sampleName} from './format.ts';

/** A sample of a metric at some moment. */
export type MetricSample = {labels: Labels; value: number};

const byName: ReadonlyMap<string, CampaignMetric> = new Map(
	campaignMetrics.map(metric => [sampleName(metric), metric]),
);

/** The metric of a series; undefined if it is not one of a campaign, or does not say of which. */
export const metricOf = ({__name__: name = '', campaign_id: id}: Labels): CampaignMetric | undefined =>
	id ? byName.get(name) : undefined;

/** The figures that samples of one campaign and one moment show; values that cannot be figures are skipped. */
export const figuresFrom = (samples: Iterable<MetricSample>): Figures => {
	const figures: Partial<Figures> = {};
	for (const {labels, value} of samples) {
		if (Number.isFinite(value) && value >= 0) {
			Object.assign(figures, metricOf(labels)?.read(labels, value));
		}
	}
	const safe = Object.entries(figures).map(([name, value]) => [
		name,
		typeof value === 'string' ? safeText(value) : value,
	]);
	return {...Object.fromEntries(safe), extra: {}, unreadable: []};
};

/** When the figures were asked for that samples of one moment show, UTC milliseconds; undefined if none says so. */
export const polledAtFrom = (samples: Iterable<MetricSample>): number | undefined => {
	for (const {labels, value} of samples) {
		if (metricOf(labels)?.name === lastPoll && value > 0) {
			return Math.round(value * 1000);
		}
	}
	return undefined;
};

const quoted = (text: string): string => JSON.stringify(text);

/** A text as a regular expression that matches it alone. */
const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The expression that selects all series of campaigns of a profile, or those of some of them. */
export const campaignSelector = (profile: string, campaignIds?: readonly string[]): string => {
	const of = campaignIds === undefined ? '' : `,campaign_id=~${quoted(campaignIds.map(literal).join('|'))}`;
	return `{__name__=~"dialtop_campaign_.+",profile=${quoted(profile)}${of}}`;
};
