/**
 * Which id a service means by what it writes. The interface has letters in answers and integers in requests, so a service
 * may write `01005` or `A1006X` where 1005 or 1006 was asked for. Reads alone take one for the other.
 */
import {noteRule} from './tolerance.ts';

/** The names of ids that are compared. */
export type IdName = 'campaign_id' | 'list_id';

/** The id that is meant by an answered one: the answered one itself unless it is surely another writing of a known id. */
export type MeantId = {
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
 * Tells what the ids of an answer mean.
 *
 * @param asked the ids of the request
 * @param listed the campaigns that get_campaigns listed last
 */
export const meantIds = (asked: MeantId['asked'], listed: ReadonlySet<string>): MeantId => {
	const meant = (name: IdName, answered: string): string => {
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
	return Object.assign(meant, {asked, listed});
};
