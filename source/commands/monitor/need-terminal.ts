/** What the monitor needs of its terminal. */
import {UsageError} from '../../config/errors.ts';
import type {SecretFlags} from '../connect/chosen.ts';

/** Checks the terminal. @throws UsageError if it cannot show the monitor */
export const needTerminal = (flags: SecretFlags): void => {
	if (!process.stdout.isTTY || !(process.stdin.isTTY || flags.tokenStdin || flags.passwordStdin)) {
		throw new UsageError('the monitor needs a terminal on standard input and output');
	}
	if (process.env.TERM === 'dumb') {
		throw new UsageError(
			'the monitor needs a terminal that can move its cursor, and TERM is dumb: dialtop --linear needs none',
		);
	}
};
