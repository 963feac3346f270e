/**
 * Which known id a service refers to by what it writes. The interface has letters in answers and integers in requests, so a service
 * may write `01005` or `A1006X` where 1005 or 1006 was asked for. Only reads accept one for the other.
 */
import {noteRule} from './tolerance.ts';

/** The names of ids that are compared. */
export type IdName = 'campaign_id' | 'list_id';

/** Resolves an answered id: returns the known id of which it is surely another spelling, else the answered id itself. */
export type IdResolver = {
	(name: IdName, answered: string): string;
	/** The ids that were asked for. */
	asked: Readonly<Partial<Record<IdName, string | undefined>>>;
	/** The campaigns that get_campaigns listed last. */
	listed: ReadonlySet<string>;
};

/** Letters around digits, which may begin with zeros. */
const shape = /^[A-Za-z]*[_-]?0*(\d+)[_-]?[A-Za-z]*$/;

const digitsOf = (id: string): string | undefined => shape.exec(id)?.[1];

/** Whether two ids differ only by leading zeros, or by letters around the same digits. */
export const isSameId = (one: string, other: string): boolean => {
	const digits = digitsOf(one);
	return one === other || (digits !== undefined && digits === digitsOf(other));
};

/**
 * Makes what resolves the ids of an answer.
 *
 * @param asked the ids of the request
 * @param listed the campaigns that get_campaigns listed last
 */
export const idResolver = (asked: IdResolver['asked'], listed: ReadonlySet<string>): IdResolver => {
	const resolve = (name: IdName, answered: string): string => {
		const wanted = asked[name];
		const known = name === 'campaign_id' ? listed : new Set<string>();
		if (answered === wanted || known.has(answered)) {
			return answered;
		}
		const alike = new Set([...known, ...(wanted === undefined ? [] : [wanted])].filter(id => isSameId(id, answered)));
		const [only] = alike;
		if (only === undefined || alike.size > 1) {
			return answered;
		}
		noteRule('id-writing');
		return only;
	};
	return Object.assign(resolve, {asked, listed});
};
