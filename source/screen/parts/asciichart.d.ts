/** asciichart ships no types; these are for the part that is used. */
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
