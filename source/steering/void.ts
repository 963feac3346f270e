/** Whether a question is still true, and a control still means what was confirmed: its target may have changed. */

import {type Control, type Written, whyElsewhere} from '../model/pending.ts';
import {campaignRow, listIn, settingsOf, whyNotNow} from '../model/select.ts';
import {dialLevel, movedOn, type SettingValues} from '../model/setting-values.ts';
import type {State} from '../model/state.ts';
import type {Setting} from '../model/wire.ts';
import {idOf, sentence, word} from '../present/sentence.ts';
import {levelNow} from './changes.ts';
import {type Basis, type Batch, gone, isSameSkipped, otherSkipped, statusText, whyNoControl} from './offer.ts';

const renamed = (what: string, was: string | undefined, is: string | undefined): string =>
	sentence(`${what} has another name now`, [
		['Was', was ?? '(none)'],
		['Is', is ?? '(none)'],
	] satisfies Written[]);

/** What the service calls a target and the campaign of its question now, and the target's status; undefined if it is gone. */
const shownNow = (state: State, {target, campaign}: Pick<Control, 'target' | 'campaign'>) => {
	const list = target.kind === 'list' ? listIn(state, target.id) : undefined;
	const row = target.kind === 'campaign' ? campaignRow(state, target.id) : undefined;
	const named = campaign?.id === undefined ? undefined : state.campaigns.value?.get(campaign.id);
	return list
		? {name: list.name, status: list.status, campaign: {id: list.campaignId, name: list.campaignName}}
		: {name: row?.campaign.name, status: row?.status, campaign: named ?? campaign};
};

/** The status word of a control's target now; undefined if the service does not show it. */
export const statusOfTarget = (state: State, {target}: Pick<Control, 'target'>): string | undefined =>
	shownNow(state, {target}).status;

/** The settings last read; the level of a step that a campaign moves by itself as its figures have it, since they are newer. */
const settingsNow = (state: State, id: string, {drifting, within}: SettingValues): readonly Setting[] => {
	const settings = settingsOf(state, id) ?? [];
	const row = campaignRow(state, id);
	const level = within !== undefined && drifting.includes(dialLevel) && row ? levelNow(state, row) : undefined;
	return level ? [{name: dialLevel, value: level.value, options: []}] : settings;
};

/** What has changed about a campaign or list that a field names: it is listed by now, or has another name. */
const fieldChange = (state: State, {named = []}: Control): string | undefined => {
	for (const {kind, id, name} of named) {
		const now = (kind === 'campaign' ? state.campaigns.value?.get(id) : listIn(state, id))?.name;
		if (now !== undefined && now !== name) {
			return name === undefined
				? sentence(`${kind} ${word(id)} is listed now`, [['Name', now]])
				: renamed(`${kind} ${word(id)}`, name, now);
		}
	}
	return undefined;
};

/** What is no longer true in a control's question, in a sentence; undefined if all of it is true. Counts may change. */
export const changeOf = (state: State, control: Control): string | undefined => {
	const {target, campaign, before, was} = control;
	const isListed = target.kind === 'campaign' || target.kind === 'list';
	const {name, status, campaign: campaignNow} = shownNow(state, control);
	if (isListed && (target.kind === 'campaign' ? !state.campaigns.value?.has(target.id) : status === undefined)) {
		return gone;
	}
	if (isListed && name !== undefined && name !== target.name) {
		return renamed('it', target.name, name);
	}
	if (campaign && campaign.id !== campaignNow?.id) {
		return sentence(
			`it is of campaign ${word(campaignNow?.id ?? 'unknown')} now, not of ${word(campaign.id ?? 'unknown')}`,
			[
				['Was', campaign.name ?? '(none)'],
				['Is', campaignNow?.name ?? '(none)'],
			],
		);
	}
	if (campaign && campaign.name !== campaignNow?.name) {
		return renamed(`campaign ${word(campaign.id ?? 'unknown')}`, campaign.name, campaignNow?.name);
	}
	const field = fieldChange(state, control);
	if (field !== undefined) {
		return field;
	}
	if (was) {
		return movedOn(was, settingsNow(state, target.id, was));
	}
	return isListed && status !== before
		? `it changed from ${statusText(before)} to ${statusText(status)} meanwhile`
		: undefined;
};

/** Why a control is not what it was when it was offered, or cannot be sent now. */
export const whyNoLonger = (state: State, control: Control): string | undefined =>
	whyNoControl(state) ?? whyNotNow(state, control) ?? changeOf(state, control);

/** A control with its target as the service shows it now. */
export const asShown = (state: State, control: Control): Control => {
	const {name, status, campaign} = shownNow(state, control);
	const {target} = control;
	return {
		...control,
		target: name === undefined ? target : {...target, name},
		before: status,
		...(campaign ? {campaign: {id: campaign.id, name: campaign.name}} : {}),
	};
};

/** What makes an open question void; undefined while it is true. */
export const whyVoid = (basis: Basis, batch: Batch): string | undefined => {
	const elsewhere = batch.controls.map(control => whyElsewhere(control, basis.state.source.profile)).find(Boolean);
	if (elsewhere !== undefined) {
		return elsewhere;
	}
	if (batch.ofAll) {
		return batch.ofAll.whyVoid(basis);
	}
	for (const control of batch.controls) {
		const change = changeOf(basis.state, control);
		if (change !== undefined) {
			return `${idOf(control.target)}: ${change}`;
		}
	}
	const offer = batch.skipped.length > 0 ? batch.again(basis) : undefined;
	return offer && 'controls' in offer && !isSameSkipped(offer.skipped, batch.skipped) ? otherSkipped : undefined;
};
