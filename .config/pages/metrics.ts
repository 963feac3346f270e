/** What the page of metrics takes from the program. */
import {campaignLabels, metricRows} from '../../source/metrics/families.ts';
import {sampleName} from '../../source/metrics/format.ts';
import {code, table} from './markdown.ts';

/** Every metric: what it is, and by which labels its series are told apart, beside those of every campaign. */
export const metricsTable = (): string =>
	table(
		['metric', 'type', 'labels', 'what it is'],
		metricRows.map(row => {
			const isOfCampaign = row.name.startsWith('dialtop_campaign_');
			const labels = isOfCampaign ? row.labels.slice(campaignLabels.length) : row.labels;
			return [code(sampleName(row)), row.kind, labels.map(code).join(', '), row.help];
		}),
	);
