/** What an operator can do about the settings of a campaign: stage other values, send them, drop them. */

import {offerUpdate} from '../../../steering/changes.ts';
import {type Behaviour, type Behaviours, offering} from '../../actions/action.ts';
import {selectedCampaign, selectedSetting} from '../../store/context.ts';
import {dropping, editSetting, noLongerStaged, stageStep, whyNoStep, whyNotEditable} from './staging.ts';

const stepSelected = (step: 1 | -1): Behaviour => ({
	whyDisabled(context) {
		const setting = selectedSetting(context);
		return setting ? whyNoStep(context, setting) : 'no setting is selected';
	},
	run: context => stageStep(context, step),
});

/** What the actions of the view do. */
export const settingActions = {
	sendSettings: offering(context => offerUpdate(context, selectedCampaign(context))),
	editSetting: {
		whyDisabled(context) {
			const setting = selectedSetting(context);
			return setting ? whyNotEditable(context, setting.name) : 'no setting is selected';
		},
		run: editSetting,
	},
	stepUp: stepSelected(1),
	stepDown: stepSelected(-1),
	dropSetting: dropping(
		(name, context) => name === selectedSetting(context)?.name,
		'nothing is staged for it',
		noLongerStaged,
	),
	dropSettings: dropping(
		() => true,
		'nothing is staged',
		({length}) => `${length} staged ${length === 1 ? 'change' : 'changes'} dropped`,
	),
} satisfies Behaviours;
