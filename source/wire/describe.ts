/** Describes parameters for help and pages: a flat list by wire name, with the allowed values of each. */
import {within} from './bracket-names.ts';
import type {Parameter, Parameters} from './parameters.ts';

/** A parameter in words. */
export type DescribedParameter = {
	/** Its wire name, such as `phones[n][phone_number]`; for a run of alike ones the first and last: `custom1 to custom20`. */
	name: string;
	required: boolean;
	summary: string;
	/** Its kind or its choices in a few words, and its bounds: `integer 0 to 10`. */
	allowed: string;
	/** Whose its bounds are: a section of the interface, or `ours`; undefined if it has none. */
	source: string | undefined;
};

/** The bounds of a parameter in words; undefined if it has none. */
const boundsOf = ({kind, min, max, choices, shape}: Parameter): string | undefined => {
	if (choices) {
		return choices.join(', ');
	}
	if (shape !== undefined) {
		return shape;
	}
	switch (kind) {
		case 'integer':
		case 'number':
			return max === undefined ? (min === undefined ? undefined : `from ${min}`) : `${min ?? ''} to ${max}`.trim();
		case 'text':
		case 'secret':
			return min ? `${min} to ${max} characters` : max === undefined ? undefined : `at most ${max} characters`;
		case 'repeated':
			return max === undefined ? undefined : `at most ${max} of them`;
		case 'date':
			return 'YYYY-MM-DD';
		case 'money':
			return 'more than 0, to the cent';
		default:
			return undefined;
	}
};

const allowedOf = (parameter: Parameter): string => {
	const {kind, choices} = parameter;
	const bounds = boundsOf(parameter);
	return choices || bounds === undefined ? (bounds ?? kind) : `${kind === 'repeated' ? 'list' : kind}, ${bounds}`;
};

/** Whose the bounds of a parameter are; undefined if it has none. */
export const boundsSource = (parameter: Parameter, documented: boolean): string | undefined =>
	boundsOf(parameter) === undefined
		? undefined
		: documented && parameter.section !== undefined
			? `section ${parameter.section}`
			: 'ours';

const isAlike = (one: DescribedParameter, other: DescribedParameter): boolean =>
	one.summary === other.summary &&
	one.allowed === other.allowed &&
	one.source === other.source &&
	one.required === other.required;

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
export const parametersIn = (params: Parameters, documented: boolean, below = ''): DescribedParameter[] => {
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
					source: boundsSource(row, documented),
				})),
		),
		...rows.flatMap(({row, wire}) => (row.fields ? parametersIn(row.fields, documented, wire) : [])),
	];
};

/** The names of the parameters that the interface does not show, for a sentence. */
export const furtherNames = (more: Parameters): string =>
	parametersIn(more, false)
		.map(({name}) => name)
		.join(', ');
