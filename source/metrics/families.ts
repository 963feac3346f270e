/** All metrics, in the order of the page. */
import {campaignMetrics} from './campaign-metrics.ts';
import type {Family} from './format.ts';
import {alertsFiring, buildInfo, requestDuration, requests, serviceUp} from './service-metrics.ts';

/** A metric as the pages describe it. */
export type MetricRow = Family & {labels: readonly string[]};

/** The labels of every metric of a campaign. */
export const campaignLabels = ['profile', 'campaign_id'] as const;

/** Every metric, with all of its labels. */
export const metricRows: readonly MetricRow[] = [
	buildInfo,
	serviceUp,
	...campaignMetrics.map(({name, kind, help, labels}) => ({name, kind, help, labels: [...campaignLabels, ...labels]})),
	requests,
	requestDuration,
	alertsFiring,
];
