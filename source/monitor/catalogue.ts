/** What the screen may know of the catalogue's parameters: enough to ask for one, and to say what is wrong with it. */
import type {AnyOperation} from '../api/operation.ts';
import {type OperationType, operations} from '../api/operations/index.ts';
import {decodeParams} from '../api/parameter-values.ts';
import type {Parameter, Parameters} from '../api/parameters.ts';

/** A parameter, for a prompt. */
export type ParameterNote = Pick<Parameter, 'kind' | 'summary' | 'required' | 'min' | 'max' | 'choices'>;

/** The parameters of an operation, by their wire names. */
export const parametersOf = (operation: OperationType): Parameters => {
	const {params}: AnyOperation = operations[operation];
	return params;
};

/** Typed text as the parameters that it makes, or what is wrong with each of them. */
export type Checked =
	| {ok: true; params: Readonly<Record<string, unknown>>}
	| {ok: false; problems: readonly {name: string; message: string}[]};

/** Checks what was typed; an empty text counts as nothing. */
export const checkParameters = (operation: OperationType, typed: Readonly<Record<string, string>>): Checked =>
	decodeParams(operation, typed);

/** What stands for a secret. */
export const hidden = '•••';

/** Parameters that may be kept: what is secret is hidden. */
export const withoutSecrets = (
	operation: OperationType,
	params: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
	const rows = parametersOf(operation);
	return Object.fromEntries(
		Object.entries(params).map(([name, value]) => [name, rows[name]?.kind === 'secret' ? hidden : value]),
	);
};
