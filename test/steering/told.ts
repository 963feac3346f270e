/** What is offered, in short. */
import type {Offer} from '../../source/steering/offer.ts';

/** What is done to which, and which are left out with why; or what there is to choose from; or why there is nothing. */
export const told = (offer: Offer): string => {
	if ('why' in offer) {
		return offer.why;
	}
	if ('which' in offer) {
		return [offer.text, ...offer.which.map(told)].join('; ');
	}
	const left = offer.skipped.map(({target: {id}, why}) => `${id} ${why}`);
	return [`${offer.controls[0].verb} ${offer.controls.map(one => one.target.id).join(' ')}`, ...left].join(', ');
};
