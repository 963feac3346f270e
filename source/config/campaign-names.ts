/** The campaigns that each service listed last, kept on disk for the completion of shells. */
import {createHash} from 'node:crypto';
import {join} from 'node:path';
import {endpoint} from '../api/address.ts';
import {isObject} from '../api/record.ts';
import {stateFolder} from './paths.ts';
import {readPrivate, writePrivate} from './private.ts';
import type {Service} from './service.ts';

/** A campaign as it can be named. */
export type NamedCampaign = {id: string; name: string};

/** A file for each profile at each address, since what is listed depends on who asks; undefined if nothing is kept. */
const fileOf = ({profile, url}: Pick<Service, 'profile' | 'url'>, env: NodeJS.ProcessEnv): string | undefined => {
	const folder = stateFolder(env, process.platform);
	if (folder === undefined || url === undefined) {
		return undefined;
	}
	const key = createHash('sha256')
		.update(`${profile}\n${endpoint(url).href}`)
		.digest('hex')
		.slice(0, 16);
	return join(folder, 'campaigns', `${key}.json`);
};

const isNamed = (value: unknown): value is NamedCampaign =>
	isObject(value) && typeof value.id === 'string' && typeof value.name === 'string';

/** The campaigns that were kept last, however long ago; none of the embedded sandbox. Never throws. */
export const keptCampaigns = (
	service: Pick<Service, 'profile' | 'url'>,
	env: NodeJS.ProcessEnv,
): readonly NamedCampaign[] => {
	const file = fileOf(service, env);
	try {
		const kept: unknown = JSON.parse((file && readPrivate(file)) ?? '[]');
		return Array.isArray(kept) ? kept.filter(isNamed) : [];
	} catch {
		return [];
	}
};

/** Keeps campaigns, if they are not the ones kept already. Never throws: without them the shells complete nothing. */
export const keepCampaigns = (
	service: Pick<Service, 'profile' | 'url'>,
	campaigns: readonly NamedCampaign[],
	env: NodeJS.ProcessEnv,
): void => {
	const file = fileOf(service, env);
	const text = JSON.stringify(campaigns.map(({id, name}) => ({id, name})));
	try {
		if (file !== undefined && readPrivate(file) !== text) {
			writePrivate(file, text);
		}
	} catch {
		// A disk that is full or read-only must not fail a command.
	}
};
