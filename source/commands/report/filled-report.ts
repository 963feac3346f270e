/** Makes the report of a shift, of which a metrics engine knows what was not recorded. */
import type {Service} from '../../config/service.ts';
import type {Period} from '../../recording/recording.ts';
import type {Report} from '../../report/report.ts';
import {systemClock} from '../../system/clock.ts';
import {openFilling} from '../connect/filling.ts';
import {makeReport, type Recorded} from './make-report.ts';

/** What an engine could not give, in sentences. */
const lacksOf = (
	host: string,
	{problem, warnings, isPartial}: {problem?: string | undefined; warnings: readonly string[]; isPartial: boolean},
): string[] => [
	...(problem === undefined ? [] : [`metrics: ${problem}`]),
	...warnings.map(text => `metrics: ${host} warns: ${text}`),
	...(isPartial && problem === undefined && warnings.length === 0
		? [`metrics: the answers of ${host} are incomplete`]
		: []),
];

/**
 * Makes it. An engine that fails leaves the report as it was recorded, and the report says why.
 *
 * @throws UsageError if a word names no campaign, or Error of the system if a file cannot be read
 */
export const makeFilledReport = async (
	recorded: Recorded,
	service: Service | undefined,
	period: Period,
	words: readonly string[] | undefined,
	env: NodeJS.ProcessEnv,
): Promise<Report> => {
	const {recording: own, source} = recorded;
	const opened =
		service &&
		(await openFilling({service, own, zone: () => source.timeZone, clock: systemClock, env, isSilent: false}));
	if (!opened) {
		return makeReport(recorded, period, words);
	}
	const {filling} = opened;
	try {
		await filling.load(period);
		const report = makeReport({...recorded, recording: filling.recording}, period, words);
		return {...report, damage: [...report.damage, ...lacksOf(filling.host, filling.state())]};
	} finally {
		await opened.close();
	}
};
