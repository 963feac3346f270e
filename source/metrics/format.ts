/**
 * The text of metrics, in Prometheus's own format and in OpenMetrics. The two differ in the heads of families alone, so a line of
 * a sample is written once for both.
 */

/** A metric with all of its series. */
export type Family = {
	/** Without the `_total` of a counter. */
	name: string;
	kind: 'gauge' | 'counter' | 'histogram';
	help: string;
};

/** The formats that Prometheus and its kin ask for. */
export type Format = 'text' | 'openmetrics';

/** The type of a page of each format. */
export const contentTypes: Readonly<Record<Format, string>> = {
	text: 'text/plain; version=0.0.4; charset=utf-8',
	openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
};

/** What ends a page of each format. */
export const endOf: Readonly<Record<Format, string>> = {text: '', openmetrics: '# EOF\n'};

/** The name of a family's samples. */
export const sampleName = ({name, kind}: Pick<Family, 'name' | 'kind'>): string =>
	kind === 'counter' ? `${name}_total` : name;

const escapes: Readonly<Record<string, string>> = {'\\': '\\\\', '\n': '\\n', '"': '\\"'};

const escaped = (text: string, what: RegExp): string => text.replace(what, character => escapes[character] ?? '');

/** The lines above the samples of a family. Prometheus's own format escapes no quotes in its help, and OpenMetrics names a counter without `_total`. */
export const headOf = (family: Family, format: Format): string => {
	const isOpen = format === 'openmetrics';
	const name = isOpen ? family.name : sampleName(family);
	const help = escaped(family.help, isOpen ? /[\\\n"]/g : /[\\\n]/g);
	return `# HELP ${name} ${help}\n# TYPE ${name} ${family.kind}\n`;
};

/** Labels, joined by commas; empty ones are omitted, as they equal absent ones. */
export const labelsOf = (labels: Readonly<Record<string, string | undefined>>): string =>
	Object.entries(labels)
		.flatMap(([name, value]) => (value ? [`${name}="${escaped(value, /[\\\n"]/g)}"`] : []))
		.join(',');

/** A sample in a line. */
export const sampleLine = (name: string, labels: string, value: number): string =>
	labels === '' ? `${name} ${value}\n` : `${name}{${labels}} ${value}\n`;
