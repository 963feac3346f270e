/**
 * The campaigns that each service listed last, for the completion of shells, and the companies whose accounts were read
 * last, so that nobody has to know their ids by heart. A private file for each profile at each address, since what is
 * seen depends on who asks. Nothing here throws: dialtop works without these files.
 */
import {createHash} from 'node:crypto';
import {join} from 'node:path';
import {readPrivate, writePrivate} from '../system/private.ts';
import {endpoint} from '../wire/address.ts';
import {isObject} from '../wire/record.ts';
import {stateFolder} from './paths.ts';
import type {Service} from './service.ts';

/** The service whose names are stored. */
type Owner = Pick<Service, 'profile' | 'url'>;

/** A campaign as it can be named. */
export type NamedCampaign = {id: string; name: string};

type Folder = 'campaigns' | 'companies';

/** Undefined for the embedded sandbox, and without a home. */
const fileOf = (folder: Folder, {profile, url}: Owner, env: NodeJS.ProcessEnv): string | undefined => {
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

const read = (folder: Folder, owner: Owner, env: NodeJS.ProcessEnv): readonly unknown[] => {
	const file = fileOf(folder, owner, env);
	try {
		const stored: unknown = JSON.parse((file && readPrivate(file)) ?? '[]');
		return Array.isArray(stored) ? stored : [];
	} catch {
		return [];
	}
};

/** Writes a list unless the file holds it already. */
const write = (folder: Folder, owner: Owner, list: readonly unknown[], env: NodeJS.ProcessEnv): void => {
	const file = fileOf(folder, owner, env);
	const text = JSON.stringify(list);
	try {
		if (file !== undefined && readPrivate(file) !== text) {
			writePrivate(file, text);
		}
	} catch {
		// A disk that is full or read-only must not fail a command.
	}
};

const isNamed = (value: unknown): value is NamedCampaign =>
	isObject(value) && typeof value.id === 'string' && typeof value.name === 'string';

/** The campaigns that were stored last, however long ago. */
export const storedCampaigns = (owner: Owner, env: NodeJS.ProcessEnv): readonly NamedCampaign[] =>
	read('campaigns', owner, env).filter(isNamed);

/** Stores the ids and names of campaigns. */
export const storeCampaigns = (owner: Owner, campaigns: readonly NamedCampaign[], env: NodeJS.ProcessEnv): void =>
	write(
		'campaigns',
		owner,
		campaigns.map(({id, name}) => ({id, name})),
		env,
	);

/** How many companies are stored. */
const mostCompanies = 5;

const isId = (value: unknown): value is string => typeof value === 'string' && /^\d{1,15}$/.test(value);

/** The ids of the companies, the last one first. */
export const storedCompanies = (owner: Owner, env: NodeJS.ProcessEnv): readonly string[] =>
	read('companies', owner, env).filter(isId);

/** Stores a company as the last one. */
export const storeCompany = (owner: Owner, id: string, env: NodeJS.ProcessEnv): void => {
	const others = storedCompanies(owner, env).filter(one => one !== id);
	write('companies', owner, [id, ...others].slice(0, mostCompanies), env);
};
