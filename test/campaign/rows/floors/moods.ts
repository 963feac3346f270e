/** How a service of several fares for a while: well, slowly, not at all, or signed out. */
import type {Fate} from '../../in-process/service.ts';
import type {Random} from '../../row.ts';
import {fateOf} from '../confirmed/world.ts';

const moods = ['well', 'well', 'well', 'slow', 'dead', 'dying', 'signed out'] as const;

/** How a service fares; one after another. */
export const createMood = (random: Random) => {
	let mood: (typeof moods)[number] = 'well';
	return {
		change(): void {
			mood = random.pick(moods);
		},
		/** Everything goes well from now on. */
		mend(): void {
			mood = 'well';
		},
		fate(type: string): Fate {
			switch (mood) {
				case 'well':
					return fateOf(random, type);
				case 'slow':
					return {arrives: 200 + random.below(600), answers: 1000 + random.below(4000)};
				case 'dead':
					return {answers: 5, end: 'unsent'};
				case 'dying':
					return {arrives: 20, answers: 100, end: random.pick(['broken-after', 'broken-before', 'silent'])};
				case 'signed out':
					return {answers: 40, end: 'refused'};
			}
		},
	};
};
