/** The faults that can be planted in a source: small changes of what it does, each at one point of its syntax tree. */
import {parseSync} from 'rolldown/utils';

/** A fault: a stretch of a source, and what it is replaced with. */
export type Fault = {
	/** The source's path within the repository. */
	file: string;
	/** The line that it begins on, from 1. */
	line: number;
	/** That line, without the spaces around it. */
	code: string;
	start: number;
	end: number;
	was: string;
	becomes: string;
	/** What runs if and only if the fault can show: an expression, a statement, or the body of a function. */
	reached: {kind: 'expression' | 'statement' | 'body'; start: number; end: number};
};

/** A node of the syntax tree, of which each kind has fields of its own. */
type Node = {type: string; start: number; end: number} & Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** The nodes right below one, with the name of the field that holds them. */
const below = (node: Node): {field: string; child: Node}[] =>
	Object.entries(node).flatMap(([field, value]) =>
		(Array.isArray(value) ? value : [value]).filter(isNode).map(child => ({field, child})),
	);

const operators: Readonly<Record<string, string>> = {
	'===': '!==',
	'!==': '===',
	'<': '<=',
	'<=': '<',
	'>': '>=',
	'>=': '>',
	'+': '-',
	'-': '+',
	'*': '/',
	'/': '*',
	'%': '*',
	'&&': '||',
	'||': '&&',
	'+=': '-=',
	'-=': '+=',
	'??=': '=',
	'++': '--',
	'--': '++',
};

const methods: ReadonlyMap<string, string> = new Map(
	Object.entries({
		some: 'every',
		every: 'some',
		min: 'max',
		max: 'min',
		startsWith: 'endsWith',
		endsWith: 'startsWith',
		find: 'findLast',
		findLast: 'find',
	}),
);

/** Methods whose result can be left as it was before them. */
const passes: ReadonlySet<string> = new Set(['filter', 'slice', 'toSorted', 'toReversed', 'trim', 'toLowerCase']);

/** Where a comparison stands that can be no arithmetic: `a + 'text'` less one is no number. */
const isText = (node: Node): boolean =>
	node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');

/** What an optional chain ends with: inside of it a part has no value of its own. */
const wholeChain = (node: Node, ancestors: readonly Node[]): Node => {
	let whole = node;
	for (const parent of ancestors.toReversed()) {
		if (parent.type === 'ChainExpression') {
			return parent;
		}
		if (parent.object !== whole && parent.callee !== whole && parent.expression !== whole) {
			break;
		}
		whole = parent;
	}
	return node;
};

const statementsOf: ReadonlySet<string> = new Set(['BlockStatement', 'Program', 'SwitchCase', 'StaticBlock']);

/** Every fault that can be planted in a source, in the order of the text. */
export const faultsOf = (file: string, text: string): Fault[] => {
	const {program, errors} = parseSync(file, text);
	if (errors.length > 0) {
		throw new SyntaxError(`${file}: ${errors[0]?.message}`);
	}
	const faults: Fault[] = [];

	const visit = (node: Node, field: string, ancestors: readonly Node[]): void => {
		const parent = ancestors.at(-1);
		const plant = (
			{start, end}: {start: number; end: number},
			becomes: string,
			reached: Fault['reached'] | Node = wholeChain(node, ancestors),
		): void => {
			const lineStart = text.lastIndexOf('\n', start - 1) + 1;
			const lineEnd = text.indexOf('\n', start);
			const {kind = 'expression'} = reached as {kind?: Fault['reached']['kind']};
			faults.push({
				file,
				line: text.slice(0, start).split('\n').length,
				code: text.slice(lineStart, lineEnd === -1 ? undefined : lineEnd).trim(),
				start,
				end,
				was: text.slice(start, end),
				becomes,
				reached: {kind, start: reached.start, end: reached.end},
			});
		};
		const textOf = ({start, end}: Node): string => text.slice(start, end);
		/** The operator between two nodes, or before or after one. */
		const operatorIn = (from: number, to: number, operator: string): {start: number; end: number} => {
			const start = text.indexOf(operator, from);
			if (start === -1 || start >= to) {
				throw new SyntaxError(`${file}: no ${operator} between ${from} and ${to}`);
			}
			return {start, end: start + operator.length};
		};
		const [left, right, test, argument] = ['left', 'right', 'test', 'argument'].map(
			name => node[name] as Node | null | undefined,
		);
		const operator = node.operator as string;

		switch (node.type) {
			case 'BinaryExpression':
			case 'LogicalExpression':
			case 'AssignmentExpression':
				if (left && right && operators[operator] && !(operator === '+' && (isText(left) || isText(right)))) {
					plant(operatorIn(left.end, right.start, operator), operators[operator], node);
				}
				if (operator === '??' && left) {
					plant(node, textOf(left));
				}
				break;
			case 'UpdateExpression':
				if (argument && operators[operator]) {
					plant(
						node.prefix
							? operatorIn(node.start, argument.start, operator)
							: operatorIn(argument.end, node.end, operator),
						operators[operator],
						node,
					);
				}
				break;
			case 'UnaryExpression':
				if (argument && (operator === '!' || operator === '-')) {
					plant(node, textOf(argument));
				}
				break;
			case 'ConditionalExpression':
			case 'IfStatement':
				if (test) {
					plant(test, 'true', test);
					plant(test, 'false', test);
				}
				break;
			case 'WhileStatement':
			case 'ForStatement':
				if (test) {
					plant(test, 'false', test);
				}
				break;
			case 'Literal':
				if (typeof node.value === 'boolean') {
					plant(node, String(!node.value));
				} else if (typeof node.value === 'string' && !(field === 'key' && parent?.computed === false)) {
					plant(node, node.value === '' ? "'planted'" : "''");
				}
				break;
			case 'TemplateLiteral':
				if (parent?.type !== 'TaggedTemplateExpression' && textOf(node) !== '``') {
					plant(node, '``');
				}
				break;
			case 'ArrayExpression':
				if ((node.elements as unknown[]).length > 0) {
					plant(node, '[]');
				}
				break;
			case 'MemberExpression':
			case 'CallExpression':
				if (node.optional === true) {
					const base = (node.object ?? node.callee) as Node;
					const isNamed = node.type === 'MemberExpression' && node.computed === false;
					plant(operatorIn(base.end, node.end, '?.'), isNamed ? '.' : '');
				}
				if (node.type === 'CallExpression') {
					const callee = node.callee as Node;
					const property = callee.property as Node | undefined;
					if (callee.type === 'MemberExpression' && property && callee.computed === false) {
						const name = textOf(property);
						const other = methods.get(name);
						if (other) {
							plant(property, other);
						} else if (passes.has(name)) {
							plant({start: (callee.object as Node).end, end: node.end}, '');
						}
					}
				}
				break;
			case 'ExpressionStatement':
			case 'ThrowStatement':
				if (statementsOf.has(parent?.type ?? '') && !node.directive && !/^super\b/.test(textOf(node))) {
					plant(node, ';', {kind: 'statement', start: node.start, end: node.end});
				}
				break;
			case 'BlockStatement':
				if (/Function/.test(parent?.type ?? '') && (node.body as unknown[]).length > 0) {
					plant(node, '{}', {kind: 'body', start: node.start, end: node.end});
				}
		}
		for (const {field: name, child} of below(node)) {
			const isType = child.type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(child.type);
			const isModule = child.type.startsWith('Import') && child.type !== 'ImportExpression';
			const isSource = name === 'source' && /^(?:Export|Import)/.test(node.type);
			if (!isType && !isModule && !isSource) {
				visit(child, name, [...ancestors, node]);
			}
		}
	};
	visit(program as unknown as Node, '', []);
	return faults.toSorted((one, other) => one.start - other.start || one.end - other.end);
};

/** The source with the fault. */
export const planted = ({start, end, becomes}: Fault, text: string): string =>
	// A word could grow together with what stands before it: `return!known`.
	text.slice(0, start) +
	(/\w$/.test(text.slice(0, start)) && /^\w/.test(becomes) ? ' ' : '') +
	becomes +
	text.slice(end);

/** True if the source with the fault is one still; a run of it would otherwise notice no more than that. */
export const isReadable = (fault: Fault, text: string): boolean =>
	parseSync(fault.file, planted(fault, text)).errors.length === 0;

/** The source that calls `globalThis.reached(ID)` wherever one of the faults could show. */
export const watched = (faults: readonly {id: number; fault: Fault}[], text: string): string => {
	const added = faults.flatMap(({id, fault: {reached}}) => {
		const call = `globalThis.reached?.(${id})`;
		const size = reached.end - reached.start;
		return reached.kind === 'expression'
			? [
					{at: reached.start, isEnd: false, size, id, text: `(${call}, `},
					{at: reached.end, isEnd: true, size, id, text: ')'},
				]
			: [{at: reached.start + (reached.kind === 'body' ? 1 : 0), isEnd: false, size, id, text: `${call};`}];
	});
	// Where several begin or end at one point, the wider is outside; of equals, the first.
	const ordered = added.toSorted(
		(one, other) =>
			one.at - other.at ||
			Number(other.isEnd) - Number(one.isEnd) ||
			(one.isEnd ? one.size - other.size || other.id - one.id : other.size - one.size || one.id - other.id),
	);
	let [made, from] = ['', 0];
	for (const {at, text: insertion} of ordered) {
		made += text.slice(from, at) + insertion;
		from = at;
	}
	return made + text.slice(from);
};
