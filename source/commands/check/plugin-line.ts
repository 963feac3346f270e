/** The output line of a monitoring plugin: text, then performance data, by the Monitoring Plugins guidelines. */
import {safeText} from '../../wire/text.ts';

/** The states of a plugin; the index is the exit code. */
export const pluginStates = ['OK', 'WARNING', 'CRITICAL', 'UNKNOWN'] as const;

/** The state in which a plugin ends. */
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

/** The most characters of the text. */
const longestText = 1500;

/** The most bytes of all lines: Nagios reads 8 kB, and would cut a figure in two. */
const longestLine = 8000;

/** Text without the characters that end it: `|` begins the performance data, a line break the long output. */
export const plainText = (text: string, limit: number = longestText): string =>
	safeText(text.replaceAll(/[\r\n\t]+/g, ' '), limit)
		.replaceAll('|', '/')
		.trim();

/** A label in plain characters, unlike those before it. */
const labelOf = (label: string, taken: Set<string>): string => {
	const plain = label.replaceAll(/[^\w.-]+/g, '_').slice(0, 60);
	let own = plain;
	for (let more = 2; taken.has(own); more++) {
		own = `${plain}_${more}`;
	}
	taken.add(own);
	return own;
};

/** A number as the guidelines allow it: digits, a point, a minus; `U` if there is none. */
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

/**
 * The line with its line break; the last figures are omitted if there is no room for them.
 *
 * @param more the lines of the long output, without the characters that end it
 */
export const pluginLine = (
	pluginState: PluginState,
	text: string,
	figures: readonly PerfFigure[] = [],
	more: readonly string[] = [],
): string => {
	const below = more.map(one => `${one}\n`).join('');
	const room = longestLine - Buffer.byteLength(below);
	let line = `DIALTOP ${pluginState} - ${plainText(text)}`;
	const taken = new Set<string>();
	for (const [index, figure] of figures.entries()) {
		const next = `${line}${index === 0 ? ' | ' : ' '}${figureOf(figure, taken)}`;
		if (Buffer.byteLength(next) > room) {
			break;
		}
		line = next;
	}
	return `${line}\n${below}`;
};
