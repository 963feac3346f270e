/** People of added leads are kept in columns, and found by number and account. */
import {deserialize, serialize} from 'node:v8';
import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {
	addedOfAccount,
	addedPeople,
	addedPerson,
	addedWithPhone,
	appendPerson,
	createAddedLeads,
	renameAdded,
} from '../../source/sandbox/world/added-leads.ts';
import type {Person} from '../../source/sandbox/world/people.ts';

const name = fc.oneof(fc.constant(''), fc.string({maxLength: 12, unit: 'binary'}), fc.constant('a\nb'));

const person: fc.Arbitrary<Person> = fc.record({
	firstName: name,
	lastName: name,
	phone: fc.integer({min: 0, max: 30}).map(line => String(2_125_550_100 + line)),
	zone: fc.integer({min: 0, max: 8}),
	accountId: fc
		.integer({min: 0, max: 40})
		.map(number => (number < 2 ? '' : number < 4 ? `\u00e9-${number}` : `A-${number}`)),
});

test('whatever is added and renamed: the same people, by lead, by number and by account, also after a restart', () => {
	fc.assert(
		fc.property(
			fc.array(fc.record({gap: fc.integer({min: 1, max: 5}), person}), {maxLength: 700, size: 'max'}),
			fc.array(fc.tuple(fc.nat(), name)),
			(people, renames) => {
				const model = new Map<number, Person>();
				const live = createAddedLeads();
				let lead = 0;
				for (const {gap, person: one} of people) {
					lead += gap;
					model.set(lead, one);
					appendPerson(live, lead, one);
				}
				for (const [at, firstName] of renames) {
					const chosen = [...model.keys()][at % Math.max(1, model.size)] ?? -1;
					const known = model.get(chosen);
					const former = [{firstName: known?.firstName ?? '', until: at}];
					renameAdded(live, chosen, {firstName, lastName: 'New'}, former);
					if (known) {
						model.set(chosen, {...known, firstName, lastName: 'New', former});
					}
				}
				const added: typeof live = deserialize(serialize(live));
				expect([...addedPeople(added)]).toEqual([...model]);
				expect(addedPerson(added, lead + 1)).toBe(undefined);
				for (const {phone, accountId} of [...model.values()].slice(0, 50)) {
					const those = (isOne: (other: Person) => boolean) =>
						[...model].filter(([, other]) => isOne(other)).map(([index]) => index);
					expect(addedWithPhone(added, phone)).toEqual(those(other => other.phone === phone));
					expect(addedOfAccount(added, accountId)).toEqual(those(other => other.accountId === accountId));
				}
				expect(addedWithPhone(added, '2125559999')).toEqual([]);
				expect(addedOfAccount(added, 'A')).toEqual([]);
			},
		),
		{numRuns: 30},
	);
});
