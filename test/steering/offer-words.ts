/** What is offered, in short. */
import type {Offer} from '../../source/steering/offer.ts';

/** What is done to which targets, and which are skipped with why; or what there is to choose from; or why there is nothing. */
export const wordsOf = (offer: Offer): string => {
	if ('why' in offer) {
		return offer.why;
	}
	if ('which' in offer) {
		return [offer.text, ...offer.which.map(wordsOf)].join('; ');
	}
	const skipped = offer.skipped.map(({target: {id}, why}) => `${id} ${why}`);
	return [`${offer.controls[0].verb} ${offer.controls.map(one => one.target.id).join(' ')}`, ...skipped].join(', ');
};
