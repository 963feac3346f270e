/** Which fields are secrets and which are phone numbers: the catalogue's rows tell, else a field's name. */
import type {Parameter} from './parameters.ts';

const secretName = /pass|secret|token|pwd|pin$|cvv|cvc|card/i;
const phoneName = /phone|mobile|sms|\bcell\b|\bfax\b|caller_?id/i;

/** Whether nobody but the service may read a parameter. */
export const isSecretRow = ({kind, sensitive}: Pick<Parameter, 'kind' | 'sensitive'>): boolean =>
	kind === 'secret' || sensitive === 'secret';

/** Whether a field is a secret; without a row its name tells. */
export const isSecretField = (name: string, row: Parameter | undefined): boolean =>
	row ? isSecretRow(row) : secretName.test(name);

/** Whether a field is a phone number, or several; without a row its name tells. */
export const isPhoneField = (name: string, row: Parameter | undefined): boolean =>
	row ? row.sensitive === 'phone' : phoneName.test(name);
