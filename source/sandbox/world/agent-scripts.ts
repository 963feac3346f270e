/** The scripts that agents follow, and what they do to a talk (ours). */

/**
 * `talk` multiplies the length of talks; `sales` and `refusals` are shares of the talks with people. Of a script that
 * `collects`, a sale is an agreement to pay a debt.
 */
export type Script = {id: string; label: string; talk: number; sales: number; refusals: number; collects: boolean};

const contact: Script = {
	id: '1',
	label: 'Collections, first contact',
	talk: 1,
	sales: 0.14,
	refusals: 0.36,
	collects: true,
};

/** The scripts that `script` may name. */
export const scripts: readonly Script[] = [
	contact,
	{id: '2', label: 'Settlement offer', talk: 1.12, sales: 0.19, refusals: 0.36, collects: true},
	{id: '3', label: 'Medical balance', talk: 1.05, sales: 0.14, refusals: 0.3, collects: true},
	{id: '4', label: 'Appointment', talk: 0.6, sales: 0.26, refusals: 0.2, collects: false},
];

/** The script with this id; the first one's for an unknown id. */
export const scriptNamed = (id: string): Script => scripts.find(script => script.id === id) ?? contact;
