/** Thirty days of the ordinary floor: no campaign may run out of leads. */
import {castOf} from '../../source/sandbox/scenarios/cast.ts';
import {monthOf} from '../helpers/month.ts';
import type {Figure} from './figures.ts';

/** Runs the floor at its whole size. */
export const measureMonth = (): Figure[] => {
	const begun = process.cpuUsage();
	const campaigns = monthOf(castOf({}), 30);
	const {user, system} = process.cpuUsage(begun);
	const dry = campaigns.filter(({least}) => least === 0);
	const scarcest = campaigns.toSorted((a, b) => a.least - b.least)[0];
	return [
		{
			name: 'thirty days of the ordinary floor: campaigns out of leads',
			unit: '',
			samples: [dry.length],
			aim: 0,
			note: `of ${campaigns.length}; the fewest leads left: ${scarcest?.least}, ${scarcest?.name}`,
		},
		{name: 'thirty days of the ordinary floor: processor', unit: 's', samples: [(user + system) / 1e6]},
	];
};
