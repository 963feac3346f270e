/** A line of figures in one row of eighth blocks; `toAscii` has stand-ins for them. */

const blocks = '▁▂▃▄▅▆▇█';

/** A block for each value from 0 to `most`, the highest for more than that, a space where nothing is known. */
export const sparks = (values: readonly (number | undefined)[], most: number): string =>
	values
		.map(value => {
			const share = value === undefined ? undefined : Math.min(1, Math.max(0, value / most));
			return share === undefined ? ' ' : blocks[Math.round(share * (blocks.length - 1))];
		})
		.join('');
