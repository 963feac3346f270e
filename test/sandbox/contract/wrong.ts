/** Values that a parameter must refuse, derived from its row. */
import type {Parameter, Parameters} from '../../../source/wire/parameters.ts';

/** A parameter of a call, wherever it is nested, with the path to it. */
export type Leaf = {path: string[]; row: Parameter};

/** Every parameter that is a value; in groups and the first of repeated ones, too. */
export const leavesOf = (params: Parameters, path: string[] = []): Leaf[] =>
	Object.entries(params).flatMap(([name, row]): Leaf[] => {
		const here = [...path, name];
		if (row.kind === 'group') {
			return leavesOf(row.fields ?? {}, here);
		}
		if (row.kind === 'repeated') {
			return row.fields ? leavesOf(row.fields, [...here, '0']) : [];
		}
		return [{path: here, row}];
	});

/** Its name as errors name it: `phones[0][phone_number]`. */
export const wireName = ([first, ...rest]: readonly string[]): string =>
	`${first}${rest.map(part => `[${part}]`).join('')}`;

/** Wrong for every number, day or choice. */
const nonsense = ['12abc!', '1e3', 'NaN', '-', '\u0000'];

const candidates: Record<string, readonly string[]> = {
	integer: [...nonsense, 'a b', '1/2', 'x'.repeat(41)],
	number: nonsense,
	money: [...nonsense, '0', '-1', '1.005', '99999999999999'],
	date: [...nonsense, '2026-02-30', '03/31/26', '2026-3-1'],
	choice: [...nonsense, 'none of them'],
};

/** Values that the parameter must refuse; free text can only be too long. */
export const wrongValues = ({kind, min, max, schema}: Parameter): string[] => {
	const bounds =
		kind === 'integer' || kind === 'number'
			? [max === undefined ? [] : [String(max + 1)], min === undefined ? [] : [String(min - 1)]].flat()
			: [];
	const isText = kind === 'text' || kind === 'secret';
	const shaped = isText ? ['!', 'any text at all'].filter(value => !schema().safeDecode(value as never).success) : [];
	const long = isText && max !== undefined ? ['x'.repeat(max + 1)] : [];
	if (kind === 'integer' && schema().safeDecode('abc' as never).success) {
		// An id, kept as text: one that is not a number is not found, rather than invalid.
		return ['12abc!', '\u0000', 'a b', '1/2', 'x'.repeat(41)];
	}
	return [...(candidates[kind] ?? []), ...bounds, ...shaped, ...long];
};
