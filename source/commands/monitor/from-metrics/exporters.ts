/** The exporters of a profile that an engine scrapes: which of them is watched, how often it is scraped, and what is odd or missing. */
import type {EngineAnswer, EngineSeries} from '../../../prometheus/client.ts';
import {counted} from '../../../wire/words.ts';
import {median} from './scraped-messages.ts';
import {type ExporterLabels, exporterOf, exporterText} from './scrapes.ts';

/** An exporter that has brought nothing new for so many scrapes, and milliseconds at least, is not scraped any more. */
const scrapesMissed = 3;
const leastMissed = 30_000;

/** Milliseconds between two scrapes, until two were seen. */
export const usualScrape = 15_000;

/** Names of profiles in a sentence. */
const namesShown = 10;

/** The scrapes of one exporter, by its metric that every page has. */
export type Exporter = {labels: ExporterLabels; samples: EngineSeries['samples']; newest: number};

export const exportersIn = ({series}: EngineAnswer): Exporter[] =>
	series.flatMap(one => {
		const newest = one.samples.at(-1)?.at;
		return newest === undefined ? [] : [{labels: exporterOf(one), samples: one.samples, newest}];
	});

/** Milliseconds between two scrapes. */
export const scrapeGap = ({samples}: Exporter): number =>
	median(samples.slice(1).map(({at}, index) => at - (samples[index]?.at ?? at))) ?? usualScrape;

/** Whether an exporter is not scraped any more at a moment, by the clock of the engine. */
export const isMissed = (exporter: Exporter, at: number): boolean =>
	at - exporter.newest > Math.max(scrapesMissed * scrapeGap(exporter), leastMissed);

/** The exporter to watch: the same for as long as it is scraped, else the one that was scraped last. */
export const chooseAmong = (all: readonly Exporter[], before: ExporterLabels | undefined): Exporter | undefined => {
	const newest = Math.max(...all.map(one => one.newest));
	const same = before && all.find(({labels}) => JSON.stringify(labels) === JSON.stringify(before));
	return same && !isMissed(same, newest) ? same : all.toSorted((one, other) => other.newest - one.newest)[0];
};

/** What an engine says of its answer. */
export type Remarks = Pick<EngineAnswer, 'warnings' | 'isPartial'>;

/** Whom messages name. */
type Names = {host: string; profile: string};

const exportCommand = ({profile}: Names): string => `dialtop export -p ${profile}`;

/** What is odd about what came, in a word or two and in a sentence; nothing and empty if nothing is. */
export const oddities = (
	names: Names,
	exporters: readonly Exporter[],
	chosen: Exporter,
	{warnings, isPartial}: Remarks,
): {doubt: string | undefined; text: string} => {
	const fresh = exporters.filter(one => chosen.newest - one.newest <= leastMissed);
	const isOneOf = fresh.length > 1;
	const doubts = [...(isPartial ? ['partial'] : []), ...(isOneOf ? [`1 of ${fresh.length} exporters`] : [])];
	const instances = fresh.map(({labels}) => exporterText(labels)).sort();
	return {
		doubt: doubts.length > 0 ? doubts.join(', ') : undefined,
		text: [
			...(isOneOf
				? [
						`${counted(fresh.length, 'exporter')} call a service ${names.profile} (${instances.join('; ')}), and ${exporterText(chosen.labels)} is shown: check that all mean the same one`,
					]
				: []),
			...(warnings.length > 0 || isPartial
				? [`${names.host} warns: ${warnings.join('; ') || 'some of its data is missing'}`]
				: []),
		].join('. '),
	};
};

/** What to check where an exporter is not scraped any more. */
export const missedText = (names: Names, {labels}: Exporter): string =>
	`${names.host} has nothing new of the exporter ${exporterText(labels)}: check that ${exportCommand(names)} runs, and that the engine scrapes it`;

/** What to check where the engine has nothing of the profile. @param profiles those that it had something of within the last hour */
export const nothingText = (names: Names, profiles: readonly string[]): string => {
	const {host, profile} = names;
	if (profiles.includes(profile)) {
		return `${host} has had nothing of the profile ${profile} for 5 minutes: check that ${exportCommand(names)} runs, and that the engine scrapes it`;
	}
	const more = profiles.length > namesShown ? ` and ${profiles.length - namesShown} more` : '';
	const some = `${profiles.slice(0, namesShown).join(', ')}${more}`;
	return profiles.length === 0
		? `${host} has no metrics of dialtop: check that ${exportCommand(names)} runs and that the engine scrapes it, and the address and the headers of the engine`
		: `${host} has no metrics of a profile ${profile}, but of ${some}: the exporter must have been started with this name, ${exportCommand(names)}`;
};
