/** Opens the engine of a profile. */
import type {EngineConfig} from '../config/engine.ts';
import {UsageError} from '../config/errors.ts';
import {readCertificates} from '../config/trusted.ts';
import type {Clock} from '../system/clock.ts';
import {messageOf} from '../wire/causes.ts';
import {createEngine, type Engine} from './client.ts';

/** Options of {@link openEngine}. */
export type OpenEngineOptions = {
	/** The environment of the commands that print credentials. */
	env: NodeJS.ProcessEnv;
	clock: Pick<Clock, 'now'>;
	/** Whether those commands must not use the terminal, because the monitor is on it. */
	isSilent: boolean;
};

/** The certificates of a file. @throws UsageError */
const certificates = (file: string): string => {
	try {
		return readCertificates(file);
	} catch (error) {
		throw new UsageError(`the certificates of ${file} cannot be used: ${messageOf(error)}`);
	}
};

/**
 * Opens the engine of a profile (`Service.engine`). Nothing is sent and no command runs before the first query.
 *
 * @throws UsageError if its certificates or its proxy cannot be used
 */
export const openEngine = (config: EngineConfig, {env, clock, isSilent}: OpenEngineOptions): Engine => {
	const ca = config.ca === undefined ? undefined : certificates(config.ca);
	try {
		return createEngine({...config, ca, env, isSilent}, clock);
	} catch (error) {
		throw new UsageError(`the engine ${new URL(config.url).host} cannot be used: ${messageOf(error)}`);
	}
};

/** A warning about the way to an engine, in a line; undefined if there is none. */
export const engineWarning = ({url, isPlain}: EngineConfig): string | undefined =>
	isPlain ? `queries to ${new URL(url).host} go over plain http, which anyone on the way can read` : undefined;
