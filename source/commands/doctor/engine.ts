/** Asks the metrics engine of a profile what it holds of dialtop. */
import type {EngineConfig} from '../../config/engine.ts';
import {buildInfo, serviceUp} from '../../metrics/service-metrics.ts';
import {EngineError, type EngineErrorCode} from '../../prometheus/client.ts';
import {engineWarning, openEngine} from '../../prometheus/open.ts';
import {systemClock} from '../../system/clock.ts';
import {counted} from '../../wire/words.ts';

/** What an engine holds. Neither its address nor any name is in it. */
export type ExaminedEngine = {
	/** Why it gave no answer; undefined if it did. */
	failure: EngineErrorCode | undefined;
	/** The versions of dialtop whose metrics it holds. */
	versions: readonly string[];
	/** Whether it holds metrics of this profile. */
	hasProfile: boolean;
	/** Warnings that it sent along. */
	warnings: number;
	isPartial: boolean;
};

/** A version of dialtop, and nothing else that a label could hold. */
const version = /^\d{1,4}\.\d{1,4}\.\d{1,4}(?:-[a-z\d.]{1,20})?$/;

/** Asks two short queries. @param complain reports a problem with the engine's address, which is for the operator alone */
export const examineEngine = async (
	config: EngineConfig,
	{env, complain}: {env: NodeJS.ProcessEnv; complain(text: string): void},
): Promise<ExaminedEngine> => {
	const warning = engineWarning(config);
	if (warning !== undefined) {
		complain(warning);
	}
	const engine = openEngine(config, {env, clock: systemClock, isSilent: false});
	try {
		const builds = await engine.query(buildInfo.name);
		const own = await engine.query(`${serviceUp.name}{profile=${JSON.stringify(config.profile)}}`);
		const versions = builds.series.flatMap(({labels: {version: found = ''}}) => (version.test(found) ? [found] : []));
		return {
			failure: undefined,
			versions: [...new Set(versions)].sort(),
			hasProfile: own.series.length > 0,
			warnings: new Set([...builds.warnings, ...own.warnings]).size,
			isPartial: builds.isPartial || own.isPartial,
		};
	} catch (error) {
		if (!(error instanceof EngineError)) {
			throw error;
		}
		complain(error.message);
		return {failure: error.code, versions: [], hasProfile: false, warnings: 0, isPartial: false};
	} finally {
		await engine.close();
	}
};

const failures: Readonly<Record<EngineErrorCode, string>> = {
	unreachable: 'it cannot be reached',
	tls: 'there is no secure connection to it',
	proxy: 'the proxy does not lead to it',
	deadline: 'it did not answer in time',
	aborted: 'the query was called off',
	credentials: 'it needs other credentials',
	busy: 'it is busy',
	refused: 'it refuses the query',
	'no-engine': 'it does not answer as an engine with the query interface of Prometheus',
	'too-large': 'its answer is too large',
};

/** The lines about an engine. */
export const engineLines = ({failure, versions, hasProfile, warnings, isPartial}: ExaminedEngine): string[] => {
	if (failure !== undefined) {
		return [`no answer: ${failures[failure]}`];
	}
	const holds = versions.length === 0 ? 'no metrics of dialtop now' : `metrics of dialtop ${versions.join(', ')}`;
	return [
		`answers, and holds ${holds}`,
		hasProfile
			? 'holds metrics of this profile'
			: "holds none of this profile now: its label profile is the name that dialtop export has for it; profile in the profile's history names another",
		...(isPartial ? ['says that some of its data is missing'] : []),
		...(warnings > 0 ? [`sends ${counted(warnings, 'warning')} along`] : []),
	];
};
