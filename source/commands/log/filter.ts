/** Filters the records of the audit. */

import type {AuditOutcome} from '../../audit/entry.ts';
import type {AuditRecord} from '../../audit/read.ts';
import {UsageError} from '../../config/errors.ts';

/** What a record has to match; undefined matches everything. */
export type LogFilter = {
	since?: string | undefined;
	until?: string | undefined;
	/** The user of this machine, behind sudo, or at the service. */
	user?: string | undefined;
	/** The operation or its verb: `pause`. */
	operation?: string | undefined;
	outcome?: AuditOutcome | undefined;
	/** The target's id or a part of its name. */
	target?: string | undefined;
	profile?: string | undefined;
};

const units: Readonly<Record<string, number>> = {s: 1, m: 60, h: 3600, d: 86_400, w: 604_800};

const day = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Reads a time: `2h` or `3d` ago, a day, or a day and a time, in the time zone of this machine.
 *
 * @param isEnd whether a day without a time stands for its end
 * @returns milliseconds since 1970
 * @throws UsageError naming `flag`
 */
export const momentOf = (text: string, flag: string, now: number, isEnd = false): number => {
	const [, count, unit = ''] = /^(\d{1,6})([smhdw])$/.exec(text) ?? [];
	if (count !== undefined) {
		return now - Number(count) * (units[unit] ?? 0) * 1000;
	}
	const date = new Date(day.test(text) ? `${text}T00:00` : text.replace(' ', 'T'));
	if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(date.getTime())) {
		throw new UsageError(`${flag} must be such as 2h, 3d, 2026-03-31 or "2026-03-31 14:30", not "${text}"`);
	}
	if (isEnd && day.test(text)) {
		date.setDate(date.getDate() + 1);
	}
	return date.getTime();
};

/** The filter as a function. @throws UsageError if a time cannot be read */
export const filterOf = (
	{since, until, user, operation, outcome, target, profile}: LogFilter,
	now: number,
): ((record: AuditRecord) => boolean) => {
	const from = since === undefined ? Number.NEGATIVE_INFINITY : momentOf(since, '--since', now);
	const to = until === undefined ? Number.POSITIVE_INFINITY : momentOf(until, '--until', now, true);
	const part = target?.toLowerCase();
	return record => {
		const at = Date.parse(record.at);
		return (
			at >= from &&
			at < to &&
			(user === undefined || [record.user, record.sudoUser, record.serviceUser].includes(user)) &&
			(operation === undefined || record.operation === operation || record.verb === operation) &&
			// A record without an outcome is unknown.
			(outcome === undefined || (record.outcome ?? 'unknown') === outcome) &&
			(part === undefined ||
				record.target?.id.toLowerCase() === part ||
				record.target?.name.toLowerCase().includes(part) === true) &&
			(profile === undefined || record.profile === profile)
		);
	};
};
