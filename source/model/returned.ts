/** How much of the calls the service returned: the interface has no count of them and no pages. */
import type {Complaint} from './complaint.ts';

/** What the service returned. */
export type Returned = {
	entries: number;
	/** The most that it says there are; undefined if it says nothing of it. */
	total: number | undefined;
	/** Whether there is or may be more than it returned. */
	isPartial: boolean;
	/** The date of the oldest call. */
	oldest: string | undefined;
	footers: readonly string[];
};

/** `12 of 1,204` in what the service says below its entries. */
const ofTotal = (footer: string): {shown: number; total: number} | undefined => {
	const [, shown, total] = /(\d[\d,]*)\s+(?:of|out of|\/)\s+(\d[\d,]*)/i.exec(footer) ?? [];
	const [few, all] = [shown, total].map(text => Number(text?.replaceAll(',', '')));
	return few !== undefined && all !== undefined && few <= all ? {shown: few, total: all} : undefined;
};

/** A service that cuts its answers cuts them at a round number. */
const isRound = (count: number): boolean => count > 0 && count % 50 === 0;

/** What a search returned. Whether that is all, the interface does not say. */
export const returnedOf = ({results}: Complaint): Returned => {
	const entries = results.flatMap(({entries: own}) => own ?? []);
	const totals = results.flatMap(({footer}) => ofTotal(footer) ?? []);
	return {
		entries: entries.length,
		total: totals.length === 0 ? undefined : totals.reduce((sum, {total}) => sum + total, 0),
		isPartial:
			results.some(({entries: own}) => own === undefined || isRound(own.length)) ||
			totals.some(({shown, total}) => shown < total),
		oldest: entries.map(({date}) => date).toSorted()[0],
		footers: results.flatMap(({footer}) => (footer === '' ? [] : [footer])),
	};
};
