/** Brings the people of a stored world of version 5 or earlier into the columns of today. */
import {appendPerson, createAddedLeads} from '../world/added-leads.ts';
import {type Person, phoneOfSeeded} from '../world/people.ts';
import type {World} from '../world/state.ts';

/** The people of added leads were objects by lead, as were derived ones whose names had been changed. */
export const packPeople = ({seed, leads}: World): void => {
	const people = [...(leads.added as unknown as Map<number, Person>)];
	const isDerived = ([lead, {phone}]: (typeof people)[number]): boolean =>
		lead < leads.seeded || phone === phoneOfSeeded(seed, lead);
	leads.changed = new Map(people.filter(isDerived));
	leads.added = createAddedLeads();
	for (const [lead, person] of people.filter(one => !isDerived(one)).toSorted(([one], [two]) => one - two)) {
		appendPerson(leads.added, lead, person);
	}
	Reflect.deleteProperty(leads, 'byPhone');
};
