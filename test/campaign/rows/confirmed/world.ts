/** How requests fare, and what others do to a service while an operator works. */
import type {OtherState} from '../../../helpers/other-service/world.ts';
import type {Fate} from '../../in-process/service.ts';
import type {Random} from '../../row.ts';

/** How requests fare: reads mostly well, commands in every way. */
export const fateOf = (random: Random, type: string): Fate => {
	const {below, pick} = random;
	const isRead = /^(?:get|search|list)_/.test(type);
	if (isRead) {
		return below(12) > 0
			? {answers: 20 + below(80)}
			: {answers: pick([300, 1500, 4000]), end: pick(['whole', 'whole', 'broken-after', 'garbage', 'busy'])};
	}
	return {
		arrives: below(3) === 0 ? below(400) : 5,
		answers: pick([10, 50, 400, 1500, 6000]),
		end: pick([
			'whole',
			'whole',
			'whole',
			'whole',
			'refused',
			'broken-after',
			'broken-before',
			'unsent',
			'silent',
			'garbage',
		]),
	};
};

const names = [
	'EMERGENCY RECALL LINE',
	'Spring Renewals',
	'Spring Renewals 2',
	'Night [y/N]',
	'QA: pause 1001? [y/N]',
	'Été',
];

/** Changes something: a name, what dials, a level, figures by which rows move; a campaign vanishes or comes back. */
export const disturb = (state: OtherState, {pick, below}: Random): void => {
	const campaign = state.campaigns.length > 0 ? pick(state.campaigns) : undefined;
	if (!campaign) {
		return;
	}
	switch (below(8)) {
		case 0:
			campaign.name = pick(names);
			break;
		case 1:
			campaign.state = pick(['dialing', 'paused', 'stopped']);
			break;
		case 2:
			campaign.settings.autodiallevel = pick(['1.5', '1.50', '2.6', '4']);
			break;
		case 3:
			campaign.figures = {
				percentage_dropped: pick(['0', '2.9', '3.4', '7']),
				human_answered_calls: '900',
				calls_waiting: String(below(9)),
				ready: String(below(4)),
				remaining_leads: pick(['0', '10', '4000']),
				pace_tempo: pick(['1.5', '2.4', '3.0']),
			};
			break;
		case 4:
			if (state.campaigns.length > 1) {
				state.campaigns.splice(state.campaigns.indexOf(campaign), 1);
			}
			break;
		case 5:
			state.campaigns.unshift({
				...campaign,
				id: String(1900 + below(90)),
				figures: {},
				settings: {...campaign.settings},
			});
			break;
		case 6:
			campaign.word = pick(['HALTED', 'PLAY', 'PAUSE']);
			break;
		default:
			delete campaign.word;
	}
};
