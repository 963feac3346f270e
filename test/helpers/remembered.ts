/** Remembers in the tests what takes long to make: worlds that have run for a while, and the hash of a password. */
import {deserialize, serialize} from 'node:v8';
import type {ServiceOptions} from '../../source/sandbox/engine/durable-world.ts';
import type {World} from '../../source/sandbox/world/state.ts';

/** Makes a world once for each key; later ones are copies of it. */
export const copiedWorlds = (): ((key: string, make: () => World) => World) => {
	const worlds = new Map<string, Buffer>();
	return (key, make) => {
		const known = worlds.get(key);
		if (known) {
			// What is read refers to the bytes that it is read from.
			return deserialize(Uint8Array.from(known));
		}
		const world = make();
		worlds.set(key, serialize(world));
		return world;
	};
};

type MakeWorld = (options: ServiceOptions, now: number) => World;

/** Remembers worlds of given campaigns on a given day. */
export const rememberedWorld = (make: MakeWorld): MakeWorld => {
	const copied = copiedWorlds();
	return (options, now) => {
		const {database: _file, password: _password, now: _now, report: _report, logLimits: _limits, ...rest} = options;
		return rest.plan && rest.day !== undefined
			? copied(serialize(rest).toString('latin1'), () => make(options, now))
			: make(options, now);
	};
};

/** Hashes a password once. */
export const rememberedHash = (
	hash: (password: string) => Promise<string>,
): ((password: string) => Promise<string>) => {
	const hashes = new Map<string, Promise<string>>();
	return password => {
		const known = hashes.get(password) ?? hash(password);
		hashes.set(password, known);
		return known;
	};
};
