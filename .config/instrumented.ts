/** Changes to the source for processes that many test files share. */

const root = new URL('..', import.meta.url).pathname;

/** Lets a test file forget the secrets of the process, which would strike words in the texts of the next. */
const forgetting = (code: string): string =>
	`${code}\nglobalThis.forgetSecrets = () => { secrets.clear(); phones.clear(); ordered = undefined; };`;

/** Caches what a small service begins with: warming up the same world took half of the time of its tests. */
const caching = (code: string): string => {
	const [make, hash] = ['const newWorld =', 'await hashPassword(chosen)'];
	if (!code.includes(make) || !code.includes(hash)) {
		throw new Error('durable-world.ts does not read as it did: change .config/instrumented.ts as well');
	}
	return `${code.replace(make, 'const makeWorld =').replace(hash, 'await hashOnce(chosen)')}
		import {rememberedHash, rememberedWorld} from '${root}test/helpers/remembered.ts';
		const newWorld = rememberedWorld(makeWorld);
		const hashOnce = rememberedHash(hashPassword);`;
};

const changes = new Map([
	[`${root}source/wire/secrets.ts`, forgetting],
	[`${root}source/sandbox/engine/durable-world.ts`, caching],
]);

/** A source as the tests load it; undefined if it is loaded as it is. */
export const instrumented = (file: string, code: string): string | undefined => changes.get(file)?.(code);
