/** Text in YAML as plain values, or what is wrong with it and where. What a file can say in few words stays bounded. */
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
import {decimalIn} from '../api/decimal.ts';

/** Something wrong with the text, and where: characters from its beginning. */
export type YamlProblem = {offset: number; message: string};

/** What a text says. */
export type Yaml = {problems: readonly YamlProblem[]} | {problems?: undefined; doc: Document; value: unknown};

/** Collections within collections: many times what any setting needs, and far from the end of the stack. */
const mostDeep = 32;

/** Words and signs of a file, and its values once aliases are written out: enough for anybody, and soon read. */
const mostWords = 30_000;
const mostValues = 10_000;

/** What YAML's own messages say less plainly. */
const plainly: Readonly<Record<string, string>> = {
	TAB_AS_INDENT: 'a tab indents this line: YAML takes spaces only',
	DUPLICATE_KEY: 'this key is here for the second time: keep one of the two',
	MULTIPLE_DOCS: 'a second document begins here: keep one',
};

/** Where the text goes beyond what is read of it. Unlike what comes after it, this part of the parser is not recursive. */
const outOfBounds = (text: string): YamlProblem | undefined => {
	const parser = new Parser();
	let words = 0;
	for (const lexeme of new Lexer().lex(text)) {
		const {offset} = parser;
		for (const _token of parser.next(lexeme)) {
			// What is complete does not matter here.
		}
		if (parser.stack.length > mostDeep) {
			return {offset, message: 'this is nested too deeply'};
		}
		words += /^[\s#]/.test(lexeme) ? 0 : 1;
		if (words > mostWords) {
			return {offset, message: 'the file is too long: nothing is read from here on'};
		}
	}
	return undefined;
};

const childrenOf = (node: Node): unknown[] =>
	isMap(node) ? node.items.flatMap(({key, value}) => [key, value]) : isSeq(node) ? node.items : [];

/** A NUL, an alias of nothing, an alias inside what it repeats, or the one that makes too much of the file. */
const wrongNode = ({contents}: Document): YamlProblem | undefined => {
	const anchors = new Map<string, Node>();
	/** How many values a node is with its aliases written out; it has none yet while it is being counted. */
	const sizes = new Map<Node, number>();
	let problem: YamlProblem | undefined;
	const sizeOf = (node: Node): number => {
		if (isAlias(node)) {
			const target = anchors.get(node.source);
			const size = target && sizes.get(target);
			if (size === undefined) {
				const message = target
					? `*${node.source} stands inside what it repeats: it would have no end`
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

/** Makes text again of a number that is not written in decimal digits (0x10, 1e3): nobody need read it as YAML does. */
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

/** Reads the text. */
export const readYaml = (text: string): Yaml => {
	const beyond = outOfBounds(text);
	if (beyond) {
		return {problems: [beyond]};
	}
	const doc = parseDocument(text, {
		prettyErrors: false,
		logLevel: 'error',
		// Whatever the text says of its version, it is read in one way, and without types that no setting has.
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
