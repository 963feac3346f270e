/** The campaigns that each service listed last, kept on disk for the completion of shells. */
import {isObject} from '../wire/record.ts';
import {type KeptFor, readKept, writeKept} from './kept.ts';

/** A campaign as it can be named. */
export type NamedCampaign = {id: string; name: string};

const folder = 'campaigns';

const isNamed = (value: unknown): value is NamedCampaign =>
	isObject(value) && typeof value.id === 'string' && typeof value.name === 'string';

/** The campaigns that were kept last, however long ago; none of the embedded sandbox. Never throws. */
export const keptCampaigns = (service: KeptFor, env: NodeJS.ProcessEnv): readonly NamedCampaign[] =>
	readKept(folder, service, env).filter(isNamed);

/** Keeps campaigns, if they are not the ones kept already. Never throws: without them the shells complete nothing. */
export const keepCampaigns = (service: KeptFor, campaigns: readonly NamedCampaign[], env: NodeJS.ProcessEnv): void => {
	const list = campaigns.map(({id, name}) => ({id, name}));
	writeKept(folder, service, list, env);
};
