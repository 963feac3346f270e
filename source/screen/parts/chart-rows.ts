/** Which charts are drawn in so many rows: as lines, or each in a row of its own. */
import {type Chart, known} from './chart.ts';

/** Rows of a line: fewer say less than blocks do. */
export const leastRows = 4;

/** Rows that a chart takes as a line, beyond the one that it takes as blocks: its title has one of its own. */
const moreRows = ({isTitleInside}: Chart): number => (isTitleInside ? leastRows - 1 : leastRows);

/** The same where its title may stand beside its labels. */
const leastMore = (chart: Chart): number => (chart.titleBeside ? leastRows - 1 : moreRows(chart));

/** What is drawn, each as a line or as a row: of blocks or of words. */
type Chosen = {
	shown: readonly Chart[];
	/** Those drawn as lines, and those of them whose title stands beside their labels. */
	tall: readonly Chart[];
	beside: ReadonlySet<Chart>;
	/** Rows that are left. */
	free: number;
};

/** The other line of a chart as one of its own. */
const alsoOf = ({also, most, format}: Chart): Chart | undefined =>
	also && {...also, ...(most !== undefined && {most}), ...(format && {format})};

/** What so many rows have room for, of charts of which these are drawn and the others said in words; rows of blocks give way to the one line that matters, if it has its room then. */
export const chosen = (charts: readonly Chart[], drawn: readonly Chart[], room: number): Chosen => {
	const first = drawn.find(({isFirst}) => isFirst);
	const all = charts.filter(({isSpare}) => !isSpare);
	const kept = [...(first ? [first] : []), ...all.filter(chart => chart !== first)].slice(0, Math.max(0, room));
	const asked = all.filter(chart => kept.includes(chart));
	const givesWay = (chart: Chart): boolean => chart.isSmall === true && chart !== first;
	const lacking = first && asked.includes(first) ? leastMore(first) - (room - asked.length) : 0;
	const given = lacking > 0 ? asked.filter(givesWay).slice(-lacking) : [];
	const shown = given.length === lacking ? asked.filter(chart => !given.includes(chart)) : asked;
	const tall: Chart[] = [];
	const beside = new Set<Chart>();
	let free = room - shown.length;
	for (const chart of [...drawn].sort((a, b) => Number(b.isFirst ?? false) - Number(a.isFirst ?? false))) {
		if (shown.includes(chart) && !chart.isSmall && free >= leastMore(chart)) {
			const more = Math.min(free, moreRows(chart));
			tall.push(chart);
			free -= more;
			if (more < moreRows(chart)) {
				beside.add(chart);
			}
		}
	}
	const more = [
		...shown.flatMap(chart => (tall.includes(chart) ? [] : (alsoOf(chart) ?? []))),
		...charts.filter(chart => chart.isSpare && known(chart).length > 0),
	].slice(0, Math.max(0, free));
	return {shown: [...shown, ...more], tall, beside, free: free - more.length};
};
