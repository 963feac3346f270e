/** Opens the engine of a service, which fills its recording. */
import type {EnginePast} from '../../backfill/engine-past.ts';
import type {Service} from '../../config/service.ts';
import type {Zone} from '../../model/calling-hours.ts';
import type {Recording} from '../../recording/recording.ts';
import type {Clock} from '../../system/clock.ts';

export type FillingParts = {
	service: Pick<Service, 'engine' | 'timeZone'>;
	/** What is recorded here; undefined if nothing is. */
	own: Recording | undefined;
	zone(): Zone;
	clock: Clock;
	env: NodeJS.ProcessEnv;
	/** Whether commands that print credentials must not use the terminal. */
	isSilent: boolean;
};

/** What fills a recording, until it is closed. */
export type OpenFilling = {filling: EnginePast; close(): Promise<void>};

/** Opens it; undefined if the profile names no engine. @throws UsageError if its certificates or its proxy cannot be used */
export const openFilling = async ({
	service,
	own,
	zone,
	clock,
	env,
	isSilent,
}: FillingParts): Promise<OpenFilling | undefined> => {
	const {engine: config, timeZone} = service;
	if (!config) {
		return undefined;
	}
	const [{openEngine}, {createEnginePast}, {createReader}, {memoryFolder}] = await Promise.all([
		import('../../prometheus/open.ts'),
		import('../../backfill/engine-past.ts'),
		import('../../recording/reader.ts'),
		import('../../recording/folder.ts'),
	]);
	const engine = openEngine(config, {env, clock, isSilent});
	const recording = own ?? createReader(memoryFolder(), timeZone);
	const filling = createEnginePast({engine, profile: config.profile, own: recording, zone, clock});
	return {
		filling,
		async close() {
			filling.close();
			await engine.close();
		},
	};
};
