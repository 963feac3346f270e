/** The cost of calls and texts (ours). */
import {statusCode} from './call-log.ts';
import type {DayRecord} from './state.ts';

/** Hundredths of a cent for a billed unit of six seconds. */
const unitPrice = 12;
/** Hundredths of a cent for a segment of a text; a campaign's texts have one segment. */
const textPrice = 75;

/** Texts of a campaign that were delivered. */
export const textsOf = ({statuses}: Pick<DayRecord, 'statuses'>): number => statuses[statusCode('SENT')] ?? 0;

/** Cents charged for billed units and segments, rounded half up. */
export const chargeOf = (units: number, segments: number): number =>
	Math.floor((units * unitPrice + segments * textPrice + 50) / 100);

/** Cents that the prepaid account is refilled to, at the start of each month and whenever it is empty. */
const filledTo = 500_000;

/** Cents left in the prepaid account of all campaigns, of which so many were charged this month. */
export const prepaidLeft = (charged: number): number => filledTo - (charged % filledTo);
