/** What dialtop keeps of each service on disk: a private file for each profile at each address, since what is seen depends on who asks. */
import {createHash} from 'node:crypto';
import {join} from 'node:path';
import {readPrivate, writePrivate} from '../system/private.ts';
import {endpoint} from '../wire/address.ts';
import {stateFolder} from './paths.ts';
import type {Service} from './service.ts';

/** What a file is kept for. */
export type KeptFor = Pick<Service, 'profile' | 'url'>;

/** Undefined if nothing is kept: of the embedded sandbox, and without a home. */
const fileOf = (folder: string, {profile, url}: KeptFor, env: NodeJS.ProcessEnv): string | undefined => {
	const state = stateFolder(env, process.platform);
	if (state === undefined || url === undefined) {
		return undefined;
	}
	const key = createHash('sha256')
		.update(`${profile}\n${endpoint(url).href}`)
		.digest('hex')
		.slice(0, 16);
	return join(state, folder, `${key}.json`);
};

/** The list that was kept last, however long ago; empty without one. Never throws. */
export const readKept = (folder: string, service: KeptFor, env: NodeJS.ProcessEnv): readonly unknown[] => {
	const file = fileOf(folder, service, env);
	try {
		const kept: unknown = JSON.parse((file && readPrivate(file)) ?? '[]');
		return Array.isArray(kept) ? kept : [];
	} catch {
		return [];
	}
};

/** Keeps a list, if it is not the one kept already. Never throws: dialtop works without it. */
export const writeKept = (folder: string, service: KeptFor, list: readonly unknown[], env: NodeJS.ProcessEnv): void => {
	const file = fileOf(folder, service, env);
	const text = JSON.stringify(list);
	try {
		if (file !== undefined && readPrivate(file) !== text) {
			writePrivate(file, text);
		}
	} catch {
		// A disk that is full or read-only must not fail a command.
	}
};
