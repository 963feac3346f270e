/** Phone numbers by their hashes: an assistant never gets a number, and gives none. */
import {createHash} from 'node:crypto';
import {distinct, entryNumber} from '../../model/complaint.ts';
import {numberKey} from '../../model/phone-number.ts';
import {type Mask, maskOf} from '../../present/mask.ts';

/** The hash of a number: SHA-256 of its digits, ten in North America, else `+` and all of them; 64 hexadecimal digits. */
const numberHash = (number: string): string =>
	createHash('sha256')
		.update(numberKey(number) ?? number)
		.digest('hex');

/** Whether a text is such a hash. */
export const isHash = (text: string): boolean => /^[\da-f]{64}$/.test(text);

const masked = maskOf({masked: true});

/** Shows numbers by their hashes, and masks everything else of a person. */
export const hashMask: Mask = (kind, value) =>
	kind === 'phone' ? value.replace(/[^,;\s][^,;]*/g, numberHash) : masked(kind, value);

/** The number of a hash among entries of the call log; undefined if none has it. */
export const numberOf = (hash: string, entries: readonly Parameters<typeof entryNumber>[0][]): string | undefined =>
	distinct(entries.map(entryNumber)).find(number => numberHash(number) === hash);
