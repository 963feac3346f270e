/** A campaign as programs get it: bare values under the interface's own names. */
import {dashboardRecord} from '../../api/dashboard.ts';
import {contactRate, occupancy, timeLeft} from '../../model/derived.ts';
import {diagnose} from '../../model/diagnosis.ts';
import type {CampaignRow} from '../../model/select.ts';
import type {Setting} from '../../model/wire.ts';
import {snake} from '../frame/dashed.ts';

const figuresOf = ({figures}: CampaignRow) =>
	figures && {
		...Object.fromEntries(
			Object.entries(dashboardRecord.fields).map(([name, {wire}]) => [
				wire[0],
				figures[name as keyof typeof figures] ?? null,
			]),
		),
		...figures.extra,
	};

/** The campaign whole; figures, what is derived of them and settings are null where they were not read. */
export const campaignObject = (row: CampaignRow, settings: readonly Setting[] | undefined) => {
	const {campaign, figures, status, state, entry, failure} = row;
	const {verdict, reasons, ringing, inProgress, perMinute, missing} = diagnose(row, settings);
	return {
		id: campaign.id,
		name: campaign.name,
		status: status ?? null,
		means: state,
		dial_method: campaign.dialMethod ?? null,
		created: campaign.created ?? null,
		more: campaign.extra,
		figures: figuresOf(row) ?? null,
		unreadable: figures?.unreadable ?? [],
		failure: failure?.reason ?? null,
		derived: {
			contact_rate: (figures && contactRate(figures)) ?? null,
			occupancy: (figures && occupancy(figures)) ?? null,
			seconds_left: (figures && timeLeft(figures, entry?.dashboard.calls)?.seconds) ?? null,
		},
		diagnosis: {
			verdict,
			reasons: reasons.map(reason =>
				Object.fromEntries(Object.entries(reason).map(([name, value]) => [snake(name), value ?? null])),
			),
			ringing: ringing ?? null,
			in_progress: inProgress ?? null,
			leads_a_minute: perMinute ?? null,
			not_told: missing,
		},
		settings: settings?.map(({name, value, options}) => ({name, value, options})) ?? null,
	};
};

/** The same with the settings as fields, so that it can be told flat. */
export const campaignFlat = (row: CampaignRow, settings: readonly Setting[] | undefined) => {
	const {diagnosis, settings: _settings, ...whole} = campaignObject(row, settings);
	return {
		...whole,
		diagnosis: {...diagnosis, reasons: diagnosis.reasons.map(({kind}) => kind)},
		...(settings ? {settings: Object.fromEntries(settings.map(({name, value}) => [name, value]))} : {}),
	};
};
