/**
 * What the bundle changes in libraries, all but one for a figure that `npm run bench` shows: start-up, processor, memory. The
 * tests in the pseudo-terminal run on the bundle, so they run on these too; a library that changed under a patch stops
 * the build.
 */
import {readdir, readFile} from 'node:fs/promises';
import type {Plugin} from 'rolldown';
import * as zod from 'zod';

const root = new URL('..', import.meta.url).pathname;

/** Replaces text that must be there: a library that changed under a patch stops the build. */
const replaced = (text: string, path: string, pairs: readonly (readonly [string | RegExp, string])[]): string =>
	pairs.reduce((current, [from, to]) => {
		const next = current.replaceAll(from, () => to);
		if (next === current) {
			throw new Error(`${path} no longer holds ${from}: look at its patch in .config/patches.ts`);
		}
		return next;
	}, text);

/** A file of a library, and what is changed in it. */
type Patch = {name: string; filter: RegExp; patched(text: string, path: string): string};

const patch = (
	name: string,
	filter: RegExp,
	pairs: readonly (readonly [string | RegExp, string])[],
	before = '',
): Patch => ({name, filter, patched: (text, path) => before + replaced(text, path, pairs)});

const pluginOf = ({name, filter, patched}: Patch): Plugin => ({
	name,
	load: {filter: {id: filter}, handler: async id => patched(await readFile(id, 'utf8'), id)},
});

/**
 * Yoga is instantiated when it is loaded, without waiting: a CommonJS bundle has no top-level await. Its own way would also ask
 * for `fetch`, which loads all of Node's undici.
 */
const yogaAtOnce = [
	patch('yoga-at-once', /yoga-wasm-base64-esm\.js$/, [
		[
			'if(h.instantiateWasm)',
			`h.instantiateWasm = (imports, done) => {
				const wasm = Buffer.from(H.slice(H.indexOf(',') + 1), 'base64');
				const instance = new WebAssembly.Instance(new WebAssembly.Module(wasm), imports);
				done(instance);
				return instance.exports;
			};
			if(h.instantiateWasm)`,
		],
	]),
	patch('yoga-loaded', /yoga-layout\/dist\/src\/index\.js$/, [
		['wrapAssembly(await loadYoga())', '(module => (loadYoga(module), wrapAssembly(module)))({})'],
	]),
];

/** Ink waits while it is loaded for what only its developers need. */
const inkWithoutDevtools = patch('ink-without-devtools', /ink\/build\/reconciler\.js$/, [
	["await import('./devtools.js')", 'undefined'],
	['await loadPackageJson()', 'undefined'],
	["import.meta.resolve('react-devtools-core');", ''],
]);

const ours = `import {isSimple as __isSimple, segmenter as __segmenter} from ${JSON.stringify(`${root}source/present/segmenter.ts`)};\n`;

/** Segmenters made at load cost 8 ms each process, and most of a frame: ours knows simple text without one. */
const sharedSegmenter = patch(
	'shared-segmenter',
	/(?:ansi-tokenize\/build\/tokenize|slice-ansi\/tokenize-ansi|wrap-ansi\/index|ink\/build\/line-update)\.js$/,
	[[/new Intl\.Segmenter\([^)]*\)/g, '__segmenter']],
	ours,
);

/** The same for string-width, whose expression for emoji takes another 25 ms to compile where it is only named. */
const leanStringWidth = patch(
	'lean-string-width',
	/string-width\/index\.js$/,
	[
		['new Intl.Segmenter()', '__segmenter'],
		[
			'const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;',
			"let emoji; const rgiEmojiRegex = {test: text => (emoji ??= new RegExp('^\\\\p{RGI_Emoji}$', 'v')).test(text)};",
		],
		['if (/^[\\u0020-\\u007E]*$/.test(string))', 'if (__isSimple(string))'],
	],
	ours,
);

/**
 * Ink takes every row of every frame apart into styled cells and puts it together again. The screen does that itself for
 * the rows that changed, so texts that lie side by side on a row are joined as the texts they are, and only on rows where one
 * of them is another than in the frame before. What is left for Ink are rows where texts overlap or are clipped: those of a
 * text field.
 */
const rowsAsText = patch(
	'rows-as-text',
	/ink\/build\/output\.js$/,
	[
		[
			'            transformers,\n        });\n    }',
			`            transformers,
            width: options.width,
            lines: options.lines,
        });
    }`,
		],
		['for (const operation of this.operations) {', 'for (const operation of composed) {'],
		['for (let x = 0; x < this.width; x++) {', 'for (let x = 0; mixed.has(y) && x < this.width; x++) {'],
		[
			'const generatedOutput = output\n            .map(line => {',
			`const generatedOutput = output
            .map((line, y) => {
            if (!mixed.has(y)) {
                return whole[y] ?? '';
            }`,
		],
		[
			'    get() {\n',
			`    get() {
        // Of each row its texts from left to right: for each its column, its width and the text itself.
        const rows = [];
        const mixed = new Set();
        let depth = 0;
        for (const operation of this.operations) {
            if (operation.type !== 'write') {
                depth += operation.type === 'clip' ? 1 : -1;
                continue;
            }
            const lines = operation.lines ?? operation.text.split('\\n');
            operation.height = lines.length;
            for (let index = 0; index < lines.length; index++) {
                const y = operation.y + index;
                if (depth > 0) {
                    mixed.add(y);
                } else if (lines[index] !== '') {
                    const text = operation.transformers.reduce((text, transform) => transform(text, index), lines[index]);
                    (rows[y] ??= []).push(operation.x, operation.width ?? __widthOf(text), text);
                }
            }
        }
        const whole = rows.map((pieces, y) => {
            const text = mixed.has(y) ? undefined : __joined(pieces, y);
            if (text === undefined) {
                mixed.add(y);
            }
            return text;
        });
        const isMixed = ({y, height}) => Array.from({length: height}, (_, row) => y + row).some(row => mixed.has(row));
        const composed = mixed.size === 0 ? [] : this.operations.filter(operation => operation.type !== 'write' || isMixed(operation));
`,
		],
	],
	`const __widths = new Map();
const __widthOf = text => {
    if (__widths.size > 256) {
        __widths.clear();
    }
    const width = __widths.get(text) ?? stringWidth(text);
    __widths.set(text, width);
    return width;
};
const __before = [];
const __joined = (pieces, y) => {
    const before = __before[y];
    if (before && before.pieces.length === pieces.length && before.pieces.every((piece, index) => piece === pieces[index])) {
        return before.text;
    }
    let text = '';
    let end = 0;
    for (let index = 0; index < pieces.length; index += 3) {
        if (pieces[index] < end) {
            return undefined;
        }
        text += ' '.repeat(pieces[index] - end) + pieces[index + 2];
        end = pieces[index] + pieces[index + 1];
    }
    __before[y] = {pieces, text};
    return text;
};
`,
);

/** Ink cleans and measures every text of every frame; a text that is the one before needs neither, nor one of SGR alone. */
const squashOnce = patch(
	'squash-once',
	/ink\/build\/squash-text-nodes\.js$/,
	[
		[
			'    text = sanitizeAnsi(',
			`    if (node.__raw === text) { return node.__clean; }
    const raw = text;
    if (__isClean(text)) { node.__raw = text; node.__clean = text; return text; }
    text = sanitizeAnsi(`,
		],
		['    return text;\n};\nexport', '    node.__raw = raw; node.__clean = text;\n    return text;\n};\nexport'],
	],
	String.raw`const __isClean = text => /^(?:[^\u0000-\u0009\u000b-\u001f\u007f-\u009f]|\u001b\[[\d;]*m)*$/.test(text);
`,
);
/** The layout does not depend on a text whose block has a size of its own (source/screen/parts/line.tsx), nor is that measured. */
const layoutOnce = patch('layout-once', /ink\/build\/dom\.js$/, [
	[
		'    node.nodeValue = text;\n    markNodeAsDirty(node);',
		'    node.nodeValue = text;\n    if (node.parentNode?.style?.width === undefined) { markNodeAsDirty(node); }',
	],
]);
const measureOnce = patch('measure-once', /ink\/build\/render-node-to-output\.js$/, [
	[
		'if (text.length > 0) {\n            const currentWidth',
		`if (node.style.width !== undefined && text.length > 0) {
            if (node.__text !== text) { node.__text = text; node.__lines = text.split('\\n'); }
            output.write(x, y, text, { transformers: newTransformers, width: node.style.width, lines: node.__lines });
        }
        else if (text.length > 0) {
            const currentWidth`,
	],
]);

/**
 * Ink hears signals to unmount by, though the terminal is ours to restore. Node ignores the signal of a write beyond a limit
 * on the size of files, so that the write fails: once something has listened to it, it ends the program.
 */
const noSignalExit: Plugin = {
	name: 'no-signal-exit',
	load: {filter: {id: /signal-exit\/index\.js$/}, handler: () => 'module.exports = () => () => undefined;'},
};

/** Files that are not there, and what is in them. */
const madeUp = new Map([
	[
		`${root}lean-undici.cjs`,
		`
			exports.Client = require('undici/lib/dispatcher/client.js');
			exports.Pool = require('undici/lib/dispatcher/pool.js');
			exports.buildConnector = require('undici/lib/core/connect.js');
			Object.defineProperty(exports, 'FormData', {enumerable: true, get: () => require('undici/lib/web/fetch/formdata.js').FormData});
			Object.defineProperty(exports, 'Response', {enumerable: true, get: () => require('undici/lib/web/fetch/response.js').Response});
		`,
	],
	[`${root}lean-http2.cjs`, 'module.exports = {constants: {}};'],
	// Node's default; the class is compared with the constructor of bodies that are streams, and none of ours is one.
	[`${root}lean-http.cjs`, 'exports.maxHeaderSize = 16384;'],
	[
		`${root}lean-assert.cjs`,
		`
			module.exports = (value, message) => {
				if (!value) {
					throw Object.assign(new Error(message ?? 'undici found itself in an impossible state'), {code: 'ERR_ASSERTION'});
				}
			};
		`,
	],
]);

/** Of undici only what sends requests: its index also loads caches, mocks, web sockets, HTTP/2 and Node's own client. */
const leanUndici: Plugin = {
	name: 'lean-undici',
	resolveId: {
		filter: {id: /^(?:undici|node:(?:http2?|assert))$/},
		handler: (id, importer = '') =>
			id === 'undici'
				? `${root}lean-undici.cjs`
				: importer.includes('/undici/')
					? `${root}${id.replace('node:', 'lean-')}.cjs`
					: null,
	},
	load: {filter: {id: /\/lean-\w+\.cjs$/}, handler: id => madeUp.get(id)},
};

/** A chunk in which modules of Node that take milliseconds to load, and that most runs never use, are loaded by their first use. */
export const withBuiltinsWhenUsed = (chunk: string): string =>
	chunk.replace(
		/^let (\w+) = require\("(node:(?:child_process|crypto|fs\/promises|tls))"\);$/gm,
		(line: string, name: string, module: string) =>
			chunk.includes(`__toESM(${name}`)
				? line
				: `let ${name} = new Proxy({}, {get: (_, key) => require("${module}")[key]});`,
	);

/** What the source imports of zod: all of it would be four times as large. */
const usedOfZod = async (): Promise<string[]> => {
	const files = (await readdir(`${root}source`, {recursive: true})).filter(file => file.endsWith('.ts'));
	const texts = await Promise.all(files.map(file => readFile(`${root}source/${file}`, 'utf8')));
	const used = new Set(
		texts
			.flatMap(text => (text.includes(importOfZod) ? [...text.matchAll(/\bz\.(\w+)/g)] : []))
			.map(([, name]) => name),
	);
	return Object.keys(zod).filter(name => used.has(name));
};

const importOfZod = "import * as z from 'zod';";

/** zod, as an entry of the bundle. */
export const zodEntry = `${root}used-of-zod.js`;

/** The file of {@link zodEntry}, beside all that load it. */
const zodFile = './zod.js';

/** zod is loaded when a schema is first built: a monitor that only watches builds none. */
const zodWhenUsed: Plugin[] = [
	{
		name: 'zod-when-used',
		transform: {
			filter: {id: /\/source\/.*\.ts$/},
			handler: code =>
				code.includes(importOfZod)
					? {
							code: code.replace(
								importOfZod,
								`let __zod; const z = new Proxy({}, {get: (_, name) => (__zod ??= require('${zodFile}'))[name]});`,
							),
							map: null,
						}
					: null,
		},
	},
	{
		name: 'zod-apart',
		resolveId: {filter: {id: /^\.\/zod\.js$/}, handler: id => ({id, external: true})},
	},
	{
		name: 'used-of-zod',
		resolveId: {filter: {id: /\/used-of-zod\.js$/}, handler: id => id},
		load: {
			filter: {id: /\/used-of-zod\.js$/},
			handler: async () => `export {${(await usedOfZod()).join(', ')}} from 'zod';`,
		},
	},
];

/** What the tests that draw through Ink change in it too: they would take ten times as long, and test another Ink. */
export const inkPatches: readonly Patch[] = [rowsAsText, squashOnce, layoutOnce, measureOnce];

/** Every patch of the bundle. */
export const patches: Plugin[] = [
	...[...yogaAtOnce, inkWithoutDevtools, sharedSegmenter, leanStringWidth, ...inkPatches].map(pluginOf),
	noSignalExit,
	leanUndici,
	...zodWhenUsed,
];
