/** Describes parameters for help and pages: a flat list by wire name, with the allowed values of each. */
import {within} from './bracket-names.ts';
import type {Parameter, Parameters} from './parameters.ts';

/** A parameter in words. */
export type DescribedParameter = {
	/** Its wire name, such as `phones[n][phone_number]`; for a run of alike ones the first and last: `custom1 to custom20`. */
	name: string;
	required: boolean;
	summary: string;
	/** The allowed values in a few words: `integer 0 to 10`. */
	allowed: string;
};

const allowedOf = ({kind, min, max, choices}: Parameter): string => {
	if (choices) {
		return choices.join(', ');
	}
	if (kind === 'repeated') {
		return 'any number of them';
	}
	const isNumber = kind === 'integer' || kind === 'number';
	const bounds = isNumber && max !== undefined ? ` ${min ?? ''} to ${max}` : isNumber && min ? ` from ${min}` : '';
	return `${kind}${bounds}`;
};

const isAlike = (one: DescribedParameter, other: DescribedParameter): boolean =>
	one.summary === other.summary && one.allowed === other.allowed && one.required === other.required;

/** Merges consecutive parameters that differ only in name: `custom1 to custom20`. */
const merged = (all: readonly DescribedParameter[]): DescribedParameter[] =>
	all.flatMap((parameter, index) => {
		const before = all[index - 1];
		if (before && isAlike(before, parameter)) {
			return [];
		}
		const more = all.slice(index).findIndex(other => !isAlike(other, parameter));
		const last = all[more === -1 ? all.length - 1 : index + more - 1] ?? parameter;
		return [last === parameter ? parameter : {...parameter, name: `${parameter.name} to ${last.name}`}];
	});

/** The name of a parameter on the wire, with `[n]` if it may be given several times. */
const wireName = (below: string, name: string, {kind}: Parameter): string => {
	const wire = within(below, name);
	return kind === 'repeated' ? within(wire, 'n') : wire;
};

/** Every parameter that is sent, by its wire name; groups are flattened. */
export const wireParameters = (params: Parameters, below = ''): {name: string; row: Parameter}[] =>
	Object.entries(params).flatMap(([name, row]) => {
		const wire = wireName(below, name, row);
		return row.fields ? wireParameters(row.fields, wire) : [{name: wire, row}];
	});

/** Every parameter of an operation; those of groups and lists come last. */
export const parametersIn = (params: Parameters, below = ''): DescribedParameter[] => {
	const rows = Object.entries(params).map(([name, row]) => ({row, wire: wireName(below, name, row)}));
	return [
		...merged(
			rows
				.filter(({row}) => !row.fields)
				.map(({row, wire: name}) => ({
					name,
					required: row.required,
					summary: row.summary,
					allowed: allowedOf(row),
				})),
		),
		...rows.flatMap(({row, wire}) => (row.fields ? parametersIn(row.fields, wire) : [])),
	];
};
