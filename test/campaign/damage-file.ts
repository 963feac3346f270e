/** Damage to a file, as bad disks and killed programs leave it. */
import {readFileSync, writeFileSync} from 'node:fs';
import type {Random} from './row.ts';

/** Ways to damage a file. */
export type Way = 'flip' | 'bits' | 'page' | 'zeros' | 'cut' | 'emptied';

/** Damages bytes of a file from an offset on; says how, or nothing where nothing has changed. */
export const damageFile = (file: string, way: Way, offset: number, random: Random): string | undefined => {
	const bytes = readFileSync(file);
	const before = Buffer.from(bytes);
	const pageStart = Math.floor(offset / 4096) * 4096;
	switch (way) {
		case 'flip':
			bytes[offset] = (bytes[offset] ?? 0) ^ (1 << random.below(8));
			break;
		case 'bits':
			for (let at = offset; at < Math.min(offset + 8, bytes.length); at++) {
				bytes[at] = random.below(256);
			}
			break;
		case 'page':
			bytes.subarray(pageStart, pageStart + 4096).fill(random.below(256));
			break;
		case 'zeros':
			bytes.subarray(offset, offset + 512).fill(0);
			break;
		case 'cut':
			writeFileSync(file, bytes.subarray(0, offset));
			return `cut at ${offset}`;
		case 'emptied':
			writeFileSync(file, '');
			return 'emptied';
	}
	if (bytes.equals(before)) {
		return undefined;
	}
	writeFileSync(file, bytes);
	return `${way} at ${offset}`;
};
