/** The one line of a plugin for Nagios and its kin: text, then performance data, by the plugin guidelines. */
import {safeText} from '../../api/text.ts';

/** How a check ends; the place is the exit code. */
export const pluginStates = ['OK', 'WARNING', 'CRITICAL', 'UNKNOWN'] as const;

/** How a check ends. */
export type PluginState = (typeof pluginStates)[number];

/** A figure of the performance data. */
export type PerfFigure = {
	label: string;
	/** Undefined if it could not be read. */
	value: number | undefined;
	unit?: '%' | undefined;
	warn?: number | undefined;
	crit?: number | undefined;
	min?: number | undefined;
	max?: number | undefined;
};

/** Characters of the text; what is longer is cut. */
const longestText = 1500;

/** Bytes of the whole line: Nagios reads 8 kB, and what is cut there is cut amid a figure. */
const longestLine = 8000;

/** Text without what would end it: a bar begins the performance data, a line's end the next part. */
export const plainText = (text: string, limit: number = longestText): string =>
	safeText(text.replaceAll(/[\r\n\t]+/g, ' '), limit)
		.replaceAll('|', '/')
		.trim();

/** A label of plain characters, told apart from those before it. */
const labelOf = (label: string, taken: Set<string>): string => {
	const plain = label.replaceAll(/[^\w.-]+/g, '_').slice(0, 60);
	let own = plain;
	for (let more = 2; taken.has(own); more++) {
		own = `${plain}_${more}`;
	}
	taken.add(own);
	return own;
};

/** A number as the guidelines allow it: digits, a point, a minus. `U` where there is none. */
const numberOf = (value: number | undefined): string =>
	value === undefined || !Number.isFinite(value) || Math.abs(value) >= 1e15 ? 'U' : String(Number(value.toFixed(3)));

const limitOf = (value: number | undefined): string => {
	const text = value === undefined ? '' : numberOf(value);
	return text === 'U' ? '' : text;
};

const figureOf = ({label, value, unit, warn, crit, min, max}: PerfFigure, taken: Set<string>): string => {
	const number = numberOf(value);
	const limits = [warn, crit, min, max].map(limitOf).join(';').replace(/;+$/, '');
	return `'${labelOf(label, taken)}'=${number}${number === 'U' ? '' : (unit ?? '')}${limits === '' ? '' : `;${limits}`}`;
};

/** The line, its end included; figures that it has no room for are left out, the last ones first. */
export const pluginLine = (pluginState: PluginState, text: string, figures: readonly PerfFigure[] = []): string => {
	let line = `DIALTOP ${pluginState} - ${plainText(text)}`;
	const taken = new Set<string>();
	for (const [place, figure] of figures.entries()) {
		const next = `${line}${place === 0 ? ' | ' : ' '}${figureOf(figure, taken)}`;
		if (Buffer.byteLength(next) > longestLine) {
			break;
		}
		line = next;
	}
	return `${line}\n`;
};
