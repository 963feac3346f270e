/** Reads a plugin's line as strictly as the plugin guidelines write it; whatever departs from them throws. */

/** A figure of the performance data, as it is written. */
export type ReadFigure = {
	label: string;
	value: string;
	unit: string;
	warn: string;
	crit: string;
	min: string;
	max: string;
};

/** A line that was read. */
export type PluginRead = {standing: string; text: string; figures: ReadFigure[]};

const number = '-?\\d+(?:\\.\\d+)?';

const figure = new RegExp(
	`^'((?:[^'=]|'')+)'=(?:(${number})(|s|us|ms|%|B|KB|MB|TB|c)|(U))(?:;(${number})?)?(?:;(${number})?)?(?:;(${number})?)?(?:;(${number})?)?(?: |$)`,
);

/** Reads what a plugin wrote. */
export const readPlugin = (output: string): PluginRead => {
	const [, standing = '', text = '', data = ''] =
		/^DIALTOP (OK|WARNING|CRITICAL|UNKNOWN) - ([^|\r\n\p{Cc}]+?)(?: \| ([^|\r\n\p{Cc}]*))?\n$/u.exec(output) ?? [];
	if (standing === '') {
		throw new Error(`not one line of a plugin: ${JSON.stringify(output)}`);
	}
	const figures: ReadFigure[] = [];
	for (let rest = data; rest !== ''; ) {
		const [whole, label = '', value, unit = '', none, warn = '', crit = '', min = '', max = ''] =
			figure.exec(rest) ?? [];
		if (whole === undefined) {
			throw new Error(`no figure: ${rest}`);
		}
		figures.push({label, value: value ?? none ?? '', unit, warn, crit, min, max});
		rest = rest.slice(whole.length);
	}
	if (new Set(figures.map(({label}) => label)).size !== figures.length) {
		throw new Error('two figures of one label');
	}
	return {standing, text, figures};
};
