/** Which fields are secrets or phone numbers, by the catalogue's rows or, without a row, by name. */
import type {Parameter} from './parameters.ts';

const secretName = /pass|secret|token|pwd|pin$|cvv|cvc|card/i;
const phoneName = /phone|mobile|sms|\bcell\b|\bfax\b|caller_?id/i;

/** Whether a parameter may be shown to nobody but the service. */
export const isSecretRow = ({kind, sensitive}: Pick<Parameter, 'kind' | 'sensitive'>): boolean =>
	kind === 'secret' || sensitive === 'secret';

/** Whether a field is a secret; without a row, by its name. */
export const isSecretField = (name: string, row: Parameter | undefined): boolean =>
	row ? isSecretRow(row) : secretName.test(name);

/** Whether a field contains phone numbers; without a row, by its name. */
export const isPhoneField = (name: string, row: Parameter | undefined): boolean =>
	row ? row.sensitive === 'phone' : phoneName.test(name);
