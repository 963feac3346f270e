/** A line through some points. */

/** The slope of the line through some points by least squares, and its standard error. */
export const fit = (points: readonly (readonly [x: number, y: number])[]): {slope: number; error: number} => {
	const mean = (of: readonly number[]): number => of.reduce((sum, one) => sum + one, 0) / of.length;
	const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
	const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
	const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread;
	const rest = points.reduce((sum, [x, y]) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0);
	return {slope, error: Math.sqrt(rest / (points.length - 2) / spread)};
};
