/** What must be so of every page that is scraped, and from one page to the next. */

/** The totals of a page, by their series, and the campaigns that it lists. */
export type SeenPage = {totals: ReadonlyMap<string, number>; campaigns: ReadonlySet<string>};

/** Reads a page as far as it is looked at. */
export const holdPage = (page: string): SeenPage => ({
	totals: new Map(
		[...page.matchAll(/^(dialtop_campaign_\w+_total\{[^\n]*\}) (\S+)$/gm)].map(([, series = '', value]) => [
			series,
			Number(value),
		]),
	),
	campaigns: new Set(
		[...page.matchAll(/^dialtop_campaign_info\{[^\n]*campaign_id="([^"]+)"/gm)].map(([, id = '']) => id),
	),
});

/** What is wrong with a page, also beside the one before it. */
export const pageProblems = (
	page: string,
	{totals, campaigns}: SeenPage,
	last: SeenPage | undefined,
	isOpenMetrics: boolean,
): string[] => [
	...(page.includes('dialtop_build_info{') && page.endsWith(isOpenMetrics ? '\n# EOF\n' : '\n')
		? []
		: ['a page is not whole']),
	...page
		.split('\n')
		.filter(line => line !== '' && !/^(?:# |[a-z_]+(?:\{[^\n]*\})? [-+\d.e]+$)/.test(line))
		.map(line => `a line is none of the format: ${line.slice(0, 100)}`),
	...[...totals].flatMap(([series, value]) => {
		const before = last?.totals.get(series);
		return before !== undefined && value < before ? [`${series} fell from ${before} to ${value}`] : [];
	}),
	...[...totals.keys()].flatMap(series => {
		const id = /campaign_id="([^"]+)"/.exec(series)?.[1] ?? '';
		return campaigns.has(id) ? [] : [`${series} is of a campaign that is not listed`];
	}),
];
