/**
 * Parses YAML into plain values, or lists what is wrong and where. Depth, length and the size after aliases are
 * bounded.
 */
import {
	type Document,
	isAlias,
	isMap,
	isNode,
	isScalar,
	isSeq,
	Lexer,
	type Node,
	Parser,
	parseDocument,
	visit,
} from 'yaml';
import {decimalIn} from '../wire/decimal.ts';

/** A mistake and its offset in characters. */
export type YamlProblem = {offset: number; message: string};

export type Yaml = {problems: readonly YamlProblem[]} | {problems?: undefined; doc: Document; value: unknown};

/** The deepest nesting: far more than any setting needs, and far from a stack overflow. */
const mostDeep = 32;

/** The most tokens of a file, and the most values after its aliases are expanded. */
const mostWords = 30_000;
const mostValues = 10_000;

/** Plainer messages for some of the parser's errors. */
const plainly: Readonly<Record<string, string>> = {
	TAB_AS_INDENT: 'a tab indents this line: YAML takes spaces only',
	DUPLICATE_KEY: 'this key is a duplicate: keep one of the two',
	MULTIPLE_DOCS: 'a second document begins here: keep one',
};

/** Where the text exceeds the bounds. Lexer and CST parser are not recursive, unlike the composer that follows. */
const outOfBounds = (text: string): YamlProblem | undefined => {
	const parser = new Parser();
	let words = 0;
	for (const lexeme of new Lexer().lex(text)) {
		const {offset} = parser;
		for (const _token of parser.next(lexeme)) {
			// Only the depth of the parser's stack matters.
		}
		if (parser.stack.length > mostDeep) {
			return {offset, message: 'this is nested too deeply'};
		}
		words += /^[\s#]/.test(lexeme) ? 0 : 1;
		if (words > mostWords) {
			return {offset, message: 'the file is too long: it is not read beyond this'};
		}
	}
	return undefined;
};

const childrenOf = (node: Node): unknown[] =>
	isMap(node) ? node.items.flatMap(({key, value}) => [key, value]) : isSeq(node) ? node.items : [];

/**
 * A NUL, an alias without an anchor, an alias inside its own anchor, or one that expands the file beyond the bounds.
 */
const wrongNode = ({contents}: Document): YamlProblem | undefined => {
	const anchors = new Map<string, Node>();
	/** The number of values of a node after aliases are expanded; missing while it is being counted. */
	const sizes = new Map<Node, number>();
	let problem: YamlProblem | undefined;
	const sizeOf = (node: Node): number => {
		if (isAlias(node)) {
			const target = anchors.get(node.source);
			const size = target && sizes.get(target);
			if (size === undefined) {
				const message = target
					? `*${node.source} refers to itself, so it would never end`
					: `there is no &${node.source} before this *${node.source}`;
				problem ??= {offset: node.range?.[0] ?? 0, message};
			}
			return size ?? 1;
		}
		if ('anchor' in node && node.anchor) {
			anchors.set(node.anchor, node);
		}
		if (isScalar(node) && String(node.value).includes('\0')) {
			problem ??= {offset: node.range?.[0] ?? 0, message: 'there is a NUL character in this'};
		}
		let size = 1;
		for (const child of childrenOf(node)) {
			size += isNode(child) ? sizeOf(child) : 1;
			if (size > mostValues && isNode(child)) {
				const message = `with its aliases written out the file has more than ${mostValues} values`;
				problem ??= {offset: child.range?.[0] ?? 0, message};
				break;
			}
		}
		sizes.set(node, size);
		return size;
	};
	if (contents) {
		sizeOf(contents as Node);
	}
	return problem;
};

/** Keeps a number that is not written in decimal digits (0x10, 1e3) as text. */
const keepDecimals = (doc: Document): void => {
	visit(doc, {
		Scalar(_key, node) {
			const {value, source = ''} = node;
			if (typeof value === 'number' && Number.isFinite(value) && decimalIn(source) !== value) {
				node.value = source;
			}
		},
	});
};

export const readYaml = (text: string): Yaml => {
	const beyond = outOfBounds(text);
	if (beyond) {
		return {problems: [beyond]};
	}
	const doc = parseDocument(text, {
		prettyErrors: false,
		logLevel: 'error',
		// One schema whatever version the text declares, without types that no setting has.
		schema: 'core',
		merge: false,
		resolveKnownTags: false,
	});
	const broken = [...doc.errors, ...doc.warnings];
	if (broken.length > 0) {
		return {
			problems: broken.map(({code, message, pos: [offset]}) => ({
				offset,
				message: plainly[code] ?? `this is not YAML: ${message}`,
			})),
		};
	}
	const wrong = wrongNode(doc);
	if (wrong) {
		return {problems: [wrong]};
	}
	keepDecimals(doc);
	return {doc, value: doc.toJS({maxAliasCount: -1})};
};
