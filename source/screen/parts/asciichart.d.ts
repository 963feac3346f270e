/** asciichart ships no types; these are of what is used of it. */
declare module 'asciichart' {
	type PlotOptions = {
		height: number;
		min: number;
		max: number;
		offset: number;
		colors: readonly (string | undefined)[];
		format: (value: number, index: number) => string;
		symbols?: readonly string[];
	};
	const asciichart: {plot(series: readonly (readonly number[])[], options: PlotOptions): string};
	export default asciichart;
}
