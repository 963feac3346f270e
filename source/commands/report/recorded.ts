/** Opens the recording that the flags choose. */
import {existsSync} from 'node:fs';
import {basename, resolve} from 'node:path';
import type {FlagRows} from '../../cli/command.ts';
import {loadConfig} from '../../cli/configuration.ts';
import {serviceFlags} from '../../cli/service-flags.ts';
import {UsageError} from '../../config/errors.ts';
import type {Given} from '../../config/schema.ts';
import type {Service} from '../../config/service.ts';
import {chooseServices} from '../../config/services.ts';
import type {Source} from '../../model/state.ts';
import {memoryFolder} from '../../recording/folder.ts';
import {createReader} from '../../recording/reader.ts';
import type {Recording} from '../../recording/recording.ts';
import {endpoint} from '../../wire/address.ts';
import {sourceOf, themeOf} from '../connect/chosen.ts';
import {auditFile} from '../connect/open-service.ts';
import {recordingAt, recordingFolder} from '../connect/record-service.ts';
import type {Recorded} from './make-report.ts';

/** The flags that choose a recording. */
export const recordedFlags = {
	profile: {
		type: 'string',
		short: 'p',
		value: 'NAME',
		about: 'the recording of the service of this profile',
		completes: 'profile',
	},
	url: {type: 'string', value: 'ADDRESS', about: 'the recording of the service at this address'},
	sandbox: {type: 'boolean', about: 'the made-up month of the embedded sandbox, to try it'},
	file: {
		type: 'string',
		value: 'PATH',
		about: 'this recording instead: a copied folder, or a file that dialtop history cut wrote',
		completes: 'file',
	},
	config: {...serviceFlags.config, group: 'Options'},
} as const satisfies FlagRows;

/** What they give. */
export type RecordedFlags = {
	profile?: string | undefined;
	url?: string | undefined;
	/** The made-up month of the embedded sandbox. */
	sandbox?: boolean | undefined;
	/** A copied recording: it may be of any service. */
	file?: string | undefined;
	config?: string | undefined;
};

/** A recording that is open; use with `using`. */
export type OpenRecorded = Recorded &
	Disposable & {
		theme: string | undefined;
		/** Whether it is copied or simulated, so that it ended some time ago. */
		hasEnded: boolean;
	};

/** A copied recording does not say of which service it is. */
const copied = (file: string): Source => ({
	profile: '',
	environment: 'RECORDING',
	host: basename(file),
	readOnly: true,
});

const opened = (recording: Recording, source: Source): Pick<OpenRecorded, 'recording' | 'source'> & Disposable => ({
	recording,
	source,
	[Symbol.dispose]: () => recording.close(),
});

/** @throws UsageError if it is no recording */
const openedAt = (path: string, source: Source): ReturnType<typeof opened> =>
	opened(createReader(recordingAt(path), source.timeZone), source);

/** The services whose recordings the flags choose; undefined for a copied recording of any. */
export type ChosenRecordings = {services: readonly (Service | undefined)[]; given: Given};

/** Chooses them. @throws UsageError if the flags exclude each other, or name no service */
export const chooseRecordings = async (
	{profile, url, sandbox, file, config}: RecordedFlags,
	env: NodeJS.ProcessEnv,
): Promise<ChosenRecordings> => {
	const {given} = await loadConfig(config, env);
	if (file !== undefined && profile?.includes(',')) {
		throw new UsageError(
			`--file is one recording, and --profile names several: give one, such as -p ${profile.split(',')[0]}`,
		);
	}
	const isNamed = file === undefined || profile !== undefined || url !== undefined || sandbox === true;
	return {services: isNamed ? chooseServices({profile, url, sandbox}, env, given, true) : [undefined], given};
};

/** Opens the one recording that the flags choose. @throws UsageError if none is chosen, or there is none */
export const openRecorded = async (flags: RecordedFlags, env: NodeJS.ProcessEnv): Promise<OpenRecorded> => {
	const {services, given} = await chooseRecordings(flags, env);
	return openRecordedOf(services[0], given, flags, env);
};

/**
 * Opens the recording of a service that the flags chose.
 *
 * @param isFilled whether an engine fills it: then it may be empty
 * @throws UsageError if there is none
 */
export const openRecordedOf = async (
	service: Service | undefined,
	given: Given,
	{file, sandbox}: RecordedFlags,
	env: NodeJS.ProcessEnv,
	isFilled = false,
): Promise<OpenRecorded> => {
	const theme = service && themeOf(service, given);
	const source = service ? sourceOf(service) : copied(file ?? '');
	const audits = service?.url === undefined ? [] : [`${auditFile(env)}.1`, auditFile(env)];
	const of = {
		audits,
		endpoint: service?.url === undefined ? undefined : endpoint(service.url).href,
		theme,
		hasEnded: file !== undefined || sandbox === true,
	};
	if (file !== undefined) {
		return {...openedAt(resolve(file), source), ...of};
	}
	if (sandbox) {
		const {sandboxMonth} = await import('../connect/sandbox-month.ts');
		return {...opened(sandboxMonth(Date.now(), source.timeZone), source), ...of};
	}
	if (service?.url === undefined) {
		throw new UsageError(
			'of which service? Give --profile NAME or --url ADDRESS, a copied recording with --file, or --sandbox to try it',
		);
	}
	const {whole} = await import('../../cli/configuration-words.ts');
	const {path} = recordingFolder(service, whole(given).history, env);
	if (path === undefined || !existsSync(path)) {
		if (isFilled && service.engine) {
			return {...opened(createReader(memoryFolder(), source.timeZone), source), ...of};
		}
		throw new UsageError(`nothing was recorded of ${source.host}${path === undefined ? '' : `: there is no ${path}`}`, [
			'The monitor records what it shows, unless the configuration says history: {record: false}.',
		]);
	}
	return {...openedAt(path, source), ...of};
};
