/** The people behind leads: name, number and account reference, derived from the seed instead of stored. */

import {hash, purpose} from './draw.ts';
import {areaCodes, zoneNumbers, zoneOfAreaCode} from './zones.ts';

const firstNames =
	`Aaron Abigail Adrian Alice Alma Andre Angela Anita Anthony Arthur Beatriz Benjamin Brandon Brenda Brian Calvin Camila
	Carla Carlos Cecilia Charles Chloe Clara Cody Curtis Dana Daniel Darlene David Deborah Denise Derek Diana Donald Doris
	Edith Edward Elena Eli Emily Eric Esther Eugene Evelyn Felix Fiona Frances Frank Gabriel Gail George Gloria Grace Greg
	Hannah Harold Heather Hector Helen Henry Ian Ingrid Irene Isaac Ivan Jack Jamal Janet Jason Jean Jerome Jesse Joan Joel
	Jorge Joyce Juan Julia Karen Keith Kenneth Kevin Laura Leon Leslie Linda Louis Lucia Luis Lydia Marcus Maria Mark Martha
	Mason Megan Michael Mona Nadia Naomi Nathan Nina Noah Nora Olivia Omar Oscar Pamela Patrick Paul Pedro Phyllis Priya Quinn
	Rachel Ralph Ramon Rebecca Renee Robert Rosa Ruby Russell Ruth Sally Samuel Sandra Sarah Sean Sharon Simon Sofia Stella
	Steven Susan Sylvia Tara Teresa Thomas Tina Tyler Valerie Vera Vernon Victor Violet Walter Wanda Wendy William Yolanda Zoe`.split(
		/\s+/,
	);

const lastNames =
	`Abbott Acosta Adams Alvarez Anderson Armstrong Bailey Baker Barnes Becker Bell Bennett Bishop Blake Boone Bowman Boyd
	Bradley Brennan Brooks Bryant Burke Burton Byrd Cabrera Caldwell Campbell Cannon Carroll Castillo Chan Chavez Clark Clayton
	Cole Collins Conway Cooper Cortez Craig Cruz Curry Dalton Davis Dawson Delgado Diaz Dixon Dolan Doyle Duncan Dunn Eaton
	Edwards Ellis Erickson Espinoza Estrada Evans Farley Ferguson Figueroa Fisher Fleming Flores Foster Fox Francis Franklin
	Frost Fuentes Garcia Gardner Gibbs Gibson Gomez Gordon Graham Grant Greene Griffin Guerra Hale Hansen Harmon Harper Hayes
	Henson Herrera Hodges Holland Horton Howard Hubbard Hughes Ingram Irwin Jacobs James Jensen Johnson Jordan Kane Keller
	Kelly Kim Kirby Knight Kramer Lam Lambert Lane Larson Lawson Le Lee Leonard Lopez Lowe Lucas Lynch Mack Maldonado Manning
	Marsh Martinez Mathis Maxwell McCoy McDaniel Medina Mendez Meyer Miles Miller Molina Moody Morales Morgan Morris Moss
	Murphy Myers Nash Navarro Nguyen Nichols Nolan Norris Nunez Obrien Ochoa Oliver Ortega Osborne Owens Pace Padilla Page
	Palmer Park Parsons Patel Patterson Payne Pearson Pena Perez Perkins Phelps Pierce Pope Porter Potter Powell Pratt Price
	Quintero Ramirez Ramos Randall Reed Reyes Rhodes Rice Rivera Robbins Roberts Rojas Roman Rosales Ross Rowe Ruiz Russo Ryan
	Salazar Sanchez Sanders Santos Schmidt Schultz Serrano Sharp Shaw Silva Simmons Sims Singh Slater Smith Snyder Solis Soto
	Spencer Stanley Steele Stokes Stone Strickland Suarez Sutton Tate Taylor Terry Todd Torres Tran Trujillo Tucker Turner
	Valdez Vargas Vasquez Vaughn Vega Wade Walker Wallace Walsh Walters Ward Warner Watkins Weaver Webb Weber Webster Welch
	Wells West Wheeler Wilcox Wiley Wilkins Willis Winters Wong Wood Woodard Wright Wu Yang Yates York Young Zamora Zimmerman`.split(
		/\s+/,
	);

/** `phone` has ten digits; `former` are the first names that it had until a time, oldest first. */
export type Person = {
	firstName: string;
	lastName: string;
	phone: string;
	zone: number;
	accountId: string;
	former?: readonly {firstName: string; until: number}[];
};

const phoneLength = 10;
const linesPerCode = 10_000;
/** Coprime to `linesPerCode`, so that every line is used once. */
const lineStep = 7919;
/** The inverse of `lineStep` modulo `linesPerCode`. */
const lineStepInverse = 7679;
const numbersPerExchange = areaCodes.length * linesPerCode;
/** No subscriber in the US has this exchange; large worlds use the following ones as well. */
const firstExchange = 555;

const turnOf = (seed: number): number => hash(seed, 0, 0, purpose.numbering) % areaCodes.length;
const digits = (value: number, length: number): string => String(value).padStart(length, '0');

const codeZones = Uint8Array.from(areaCodes, ({zone}) => zone);
const codeNumbers = Uint16Array.from(areaCodes, ({code}) => Number(code));

/** Cached for the last seed: the area code of lead 0. */
const lastTurn = {seed: Number.NaN, turn: 0};

const cachedTurn = (seed: number): number => {
	if (lastTurn.seed !== seed) {
		lastTurn.seed = seed;
		lastTurn.turn = turnOf(seed);
	}
	return lastTurn.turn;
};

/** How many of the leads from `first` on are in each zone. */
export const zonesOfSeeded = (seed: number, first: number, count: number): number[] => {
	const found = zoneNumbers.map(() => 0);
	const period = codeZones.length;
	const add = (lead: number, times: number): void => {
		const zone = zoneOfSeeded(seed, lead);
		found[zone] = (found[zone] ?? 0) + times;
	};
	const whole = Math.floor(count / period);
	for (let lead = first; lead < first + Math.min(count, period); lead++) {
		add(lead, lead - first < count % period ? whole + 1 : whole);
	}
	return found;
};

export const zoneOfSeeded = (seed: number, lead: number): number =>
	codeZones[(lead + cachedTurn(seed)) % codeZones.length] ?? 0;

/** The number of a seeded lead, which no other has, as an integer. */
const numberOfSeeded = (seed: number, lead: number): number => {
	const row = Math.floor((lead % numbersPerExchange) / areaCodes.length);
	const exchange = firstExchange + Math.floor(lead / numbersPerExchange);
	const line = (row * lineStep + (lead % areaCodes.length) * 37) % linesPerCode;
	return ((codeNumbers[(lead + cachedTurn(seed)) % codeNumbers.length] ?? 0) * 1000 + exchange) * linesPerCode + line;
};

/** The same as ten digits; `seededLeadOfPhone` is the inverse. */
export const phoneOfSeeded = (seed: number, lead: number): string => String(numberOfSeeded(seed, lead));

/** The seeded lead with this number; its index may be beyond the last lead. */
export const seededLeadOfPhone = (seed: number, phone: string): number | undefined => {
	const code = areaCodes.findIndex(area => area.code === phone.slice(0, 3));
	const exchange = Number(phone.slice(3, 6)) - firstExchange;
	if (code === -1 || exchange < 0 || phone.length !== 10) {
		return undefined;
	}
	const column = (code - turnOf(seed) + areaCodes.length) % areaCodes.length;
	const shifted = (((Number(phone.slice(6)) - column * 37) % linesPerCode) + linesPerCode) % linesPerCode;
	const row = (shifted * lineStepInverse) % linesPerCode;
	return exchange * numbersPerExchange + row * areaCodes.length + column;
};

/** The reference of a seeded lead's account: the year, then a sequence (section 2.3). */
export const accountIdOfSeeded = (year: number, lead: number): string => `${year}-${digits(lead + 1, 7)}`;

/** The seeded lead with this account reference; its index may be beyond the last lead. */
export const seededLeadOfAccountId = (year: number, accountId: string): number | undefined => {
	const lead = Number(/^\d{4}-(\d{7,9})$/.exec(accountId)?.[1] ?? 0) - 1;
	return lead >= 0 && accountIdOfSeeded(year, lead) === accountId ? lead : undefined;
};

const firstNameOf = (seed: number, lead: number): number => hash(seed, lead, 0, purpose.firstName) % firstNames.length;
const lastNameOf = (seed: number, lead: number): number => hash(seed, lead, 0, purpose.lastName) % lastNames.length;

export const seededName = (seed: number, lead: number): Pick<Person, 'firstName' | 'lastName'> => ({
	firstName: firstNames[firstNameOf(seed, lead)] ?? '',
	lastName: lastNames[lastNameOf(seed, lead)] ?? '',
});

export const seededPerson = (seed: number, year: number, lead: number): Person => ({
	...seededName(seed, lead),
	phone: phoneOfSeeded(seed, lead),
	zone: zoneOfSeeded(seed, lead),
	accountId: accountIdOfSeeded(year, lead),
});

/** An agent's user name: first name and number. */
export const agentName = (seed: number, agent: number): string =>
	`${(firstNames[hash(seed, agent, 0, purpose.agentName) % firstNames.length] ?? '').toLowerCase()}.${agent + 1}`;

/** The ten digits of a US number; undefined if it is not one. */
export const tenDigits = (text: string): string | undefined => {
	const bare = text.replace(/[\s().-]/g, '').replace(/^\+?1(?=\d{10}$)/, '');
	return /^[2-9]\d{2}[2-9]\d{6}$/.test(bare) ? bare : undefined;
};

/** The ten digits of a US number with an area code in service; without one there is no zone to call it by. */
export const leadNumber = (text: string): string | undefined => {
	const phone = tenDigits(text);
	return phone !== undefined && zoneOfAreaCode(phone.slice(0, 3)) !== undefined ? phone : undefined;
};

/** Whether a seeded lead matches a search. */
export type LeadTest = (lead: number) => boolean;

/** Makes a check whether a seeded name, first or last, contains a text in lower case; undefined if none does. */
export const seededNames = (seed: number, text: string): LeadTest | undefined => {
	if (/[^a-z ]/.test(text)) {
		return undefined;
	}
	const lower = lastNames.map(name => ` ${name.toLowerCase()}`);
	const holds = Uint8Array.from(
		firstNames.flatMap(first => lower.map(last => ((first.toLowerCase() + last).includes(text) ? 1 : 0))),
	);
	return holds.includes(1)
		? lead => holds[firstNameOf(seed, lead) * lastNames.length + lastNameOf(seed, lead)] === 1
		: undefined;
};

/** Makes a check whether a number, given as an integer of ten digits, contains some digits. */
export const numbersWith = (wanted: string): ((number: number) => boolean) => {
	const offsets = Array.from({length: Math.max(0, phoneLength - wanted.length + 1)}, (_, offset) => offset);
	/** For each part of the number, which has so many digits and begins at `from`: a bit for each offset that it allows. */
	const masksOf = (length: number, from: number): Uint16Array =>
		Uint16Array.from({length: 10 ** length}, (_, value) => {
			const part = digits(value, length);
			return offsets.reduce((mask, offset) => {
				const begin = Math.max(offset, from);
				const end = Math.max(begin, Math.min(offset + wanted.length, from + length));
				const isSame = part.slice(begin - from, end - from) === wanted.slice(begin - offset, end - offset);
				return isSame ? mask | (1 << offset) : mask;
			}, 0);
		});
	const codes = masksOf(3, 0);
	const exchanges = masksOf(3, 3);
	const lines = masksOf(4, 6);
	return number => {
		const office = Math.floor(number / linesPerCode);
		const code = Math.floor(office / 1000);
		const masks = (codes[code] ?? 0) & (exchanges[office - code * 1000] ?? 0);
		return masks !== 0 && (masks & (lines[number - office * linesPerCode] ?? 0)) !== 0;
	};
};

/** Makes a check whether a seeded number contains some digits. */
export const seededNumbers = (seed: number, wanted: string): LeadTest => {
	const isMatch = numbersWith(wanted);
	return lead => isMatch(numberOfSeeded(seed, lead));
};
