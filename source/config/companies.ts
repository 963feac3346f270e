/** The companies whose accounts were read last of each service, kept on disk, so that nobody has to know their ids by heart. */
import {type KeptFor, readKept, writeKept} from './kept.ts';

const folder = 'companies';

/** How many are kept. */
const most = 5;

const isId = (value: unknown): value is string => typeof value === 'string' && /^\d{1,15}$/.test(value);

/** The ids of the companies, the last one first; none of the embedded sandbox. Never throws. */
export const keptCompanies = (service: KeptFor, env: NodeJS.ProcessEnv): readonly string[] =>
	readKept(folder, service, env).filter(isId);

/** Keeps a company as the last one. Never throws: without it the id has to be typed. */
export const keepCompany = (service: KeptFor, id: string, env: NodeJS.ProcessEnv): void => {
	const others = keptCompanies(service, env).filter(one => one !== id);
	writeKept(folder, service, [id, ...others].slice(0, most), env);
};
