/** Whether a control still makes sense when it is answered: its target may have changed while the question was open. */
import type {Control} from '../../model/pending.ts';
import {campaignRow} from '../../model/select.ts';
import {movedOn} from '../../model/settings.ts';
import type {State} from '../../model/state.ts';
import {whyNoControl, whyNotNow} from './offer.ts';

/** The status word of a control's target now; nothing where the service does not show it. */
export const statusOfTarget = (state: State, {target}: Pick<Control, 'target'>): string | undefined =>
	target.kind === 'campaign'
		? campaignRow(state, target.id)?.status
		: state.lists?.lists.find(({id}) => id === target.id)?.status;

/** Why a control is not what it was when it was offered. */
export const whyNoLonger = (state: State, control: Control): string | undefined => {
	const {target, before, was} = control;
	const why = whyNoControl(state) ?? whyNotNow(state, control);
	if (why) {
		return why;
	}
	if (target.kind !== 'campaign' && target.kind !== 'list') {
		return undefined;
	}
	if (was) {
		return state.campaigns?.has(target.id)
			? movedOn(control, state.settings.get(target.id)?.settings ?? [])
			: 'the service no longer shows it';
	}
	const status = statusOfTarget(state, control);
	if (status === undefined) {
		return 'the service no longer shows it';
	}
	return status === before ? undefined : `it changed from ${before ?? '?'} to ${status} meanwhile`;
};
