/** The fields of a campaign as they are exported. */

import type {CampaignRow} from '../../../model/select.ts';
import {type CampaignField, campaignGroups} from '../../../present/campaign-fields.ts';
import type {Sheet, Value} from '../../../present/csv-json.ts';
import {nothing} from '../../../present/format.ts';

const exportedField = (group: string, {label, wire = '', of, raw, unit}: CampaignField, row: CampaignRow): Value[] => {
	const bare = row.figures && raw?.(row.figures);
	const value = raw ? bare : of(row);
	return [group, label, wire, value === nothing ? undefined : value, bare === undefined ? undefined : unit];
};

/** The fields of a campaign: bare figures, each with its name in the interface and its unit. */
export const exportedFields = (row: CampaignRow): Sheet => ({
	columns: ['group', 'field', 'wire_name', 'value', 'unit'],
	rows: [
		...campaignGroups.flatMap(({title, fields}) => fields.map(shown => exportedField(title, shown, row))),
		...Object.entries({...row.campaign.extra, ...row.figures?.extra}).map(([name, value]) => [
			'beyond the interface',
			name,
			name,
			value,
			undefined,
		]),
	],
});
