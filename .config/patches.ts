/**
 * What the bundle changes in libraries, all but one for a figure that `npm run bench` shows: start-up, processor, memory. The
 * tests in the pseudo-terminal run on the bundle, so they run on these too; a library that changed under a patch stops
 * the build.
 */
import {readFile} from 'node:fs/promises';
import type {Plugin} from 'esbuild';

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

const patch = (
	name: string,
	filter: RegExp,
	pairs: readonly (readonly [string | RegExp, string])[],
	before = '',
): Plugin => ({
	name,
	setup({onLoad}) {
		onLoad({filter}, async ({path}) => ({
			contents: before + replaced(await readFile(path, 'utf8'), path, pairs),
			loader: 'js',
		}));
	},
});

/** Yoga's loader asks for `fetch` only to find that its wasm is inline; naming it would load all of Node's own undici. */
const yogaWithoutFetch = patch('yoga-without-fetch', /yoga-wasm-base64-esm\.js$/, [], 'const fetch = undefined;\n');

const ours = `import {isSimple as __isSimple, segmenter as __segmenter} from ${JSON.stringify(`${root}source/look/segmenter.ts`)};\n`;

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
 * the rows that changed, so a row that nothing else lies over goes through as the text it is; what is left for Ink are
 * the rows of a text field and of details.
 */
const rowsAsText = patch('rows-as-text', /ink\/build\/output\.js$/, [
	['for (const operation of this.operations) {', 'for (const operation of composed) {'],
	['for (let x = 0; x < this.width; x++) {', 'for (let x = 0; mixed.has(y) && x < this.width; x++) {'],
	[
		'const generatedOutput = output\n            .map(line => {',
		`const generatedOutput = output
            .map((line, y) => {
            const whole = plain.get(y);
            if (whole) {
                return whole.transformers.reduce((text, transform) => transform(text, 0), whole.text);
            }`,
	],
	[
		'    get() {\n',
		`    get() {
        const plain = new Map();
        const mixed = new Set();
        let clipped = 0;
        for (const operation of this.operations) {
            if (operation.type !== 'write') {
                clipped += operation.type === 'clip' ? 1 : -1;
                continue;
            }
            const {x, y, text} = operation;
            const lines = text.split('\\n').length;
            if (clipped === 0 && x === 0 && lines === 1 && !plain.has(y)) {
                plain.set(y, operation);
                continue;
            }
            for (let row = y; row < y + lines; row++) {
                mixed.add(row);
            }
        }
        for (const row of mixed) {
            plain.delete(row);
        }
        const composed = this.operations.filter(operation => plain.get(operation.y) !== operation);
`,
	],
]);

/** Ink cleans and measures every text of every frame; a text that is the one before needs neither. */
const squashOnce = patch('squash-once', /ink\/build\/squash-text-nodes\.js$/, [
	[
		'    text = sanitizeAnsi(',
		'    if (node.__raw === text) { return node.__clean; }\n    const raw = text;\n    text = sanitizeAnsi(',
	],
	['    return text;\n};\nexport', '    node.__raw = raw; node.__clean = text;\n    return text;\n};\nexport'],
]);
const measureOnce = patch('measure-once', /ink\/build\/render-node-to-output\.js$/, [
	[
		'const currentWidth = widestLine(text);',
		'if (node.__text !== text) { node.__text = text; node.__width = widestLine(text); } const currentWidth = node.__width;',
	],
]);

/** Ink remembers the last 4,096 texts that it measured and wrapped, megabytes of rows long gone; a screen has tens of rows. */
const shortMemory = patch('short-memory', /ink\/build\/(?:measure-text|wrap-text)\.js$/, [
	['maxSize: 4096', 'maxSize: 256'],
]);

/**
 * Ink hears signals to unmount by, though the terminal is ours to restore. Node ignores the signal of a write beyond a limit
 * on the size of files, so that the write fails: once something has listened to it, it ends the program.
 */
const noSignalExit: Plugin = {
	name: 'no-signal-exit',
	setup({onLoad}) {
		onLoad({filter: /signal-exit\/index\.js$/}, () => ({
			contents: 'module.exports = () => () => undefined;',
			loader: 'js',
		}));
	},
};

/** Of undici only what sends requests: its index also loads caches, mocks, web sockets and HTTP/2. */
const leanUndici: Plugin = {
	name: 'lean-undici',
	setup({onResolve, onLoad}) {
		onResolve({filter: /^undici$/}, () => ({path: 'undici', namespace: 'lean'}));
		onResolve({filter: /^node:http2$/, namespace: 'file'}, ({importer}) =>
			importer.includes('/undici/') ? {path: 'http2', namespace: 'lean'} : undefined,
		);
		onLoad({filter: /^undici$/, namespace: 'lean'}, () => ({
			contents: `
				const Dispatcher = require('undici/lib/dispatcher/dispatcher.js');
				Object.assign(Dispatcher.prototype, {request: require('undici/lib/api/api-request.js')});
				exports.Agent = require('undici/lib/dispatcher/agent.js');
				exports.Client = require('undici/lib/dispatcher/client.js');
				exports.buildConnector = require('undici/lib/core/connect.js');
				Object.defineProperty(exports, 'FormData', {enumerable: true, get: () => require('undici/lib/web/fetch/formdata.js').FormData});
				Object.defineProperty(exports, 'Response', {enumerable: true, get: () => require('undici/lib/web/fetch/response.js').Response});
			`,
			loader: 'js',
			resolveDir: root,
		}));
		onLoad({filter: /^http2$/, namespace: 'lean'}, () => ({
			contents: 'module.exports = {constants: {}};',
			loader: 'js',
		}));
	},
};

/** Every patch of the bundle. */
export const patches: Plugin[] = [
	yogaWithoutFetch,
	sharedSegmenter,
	leanStringWidth,
	rowsAsText,
	squashOnce,
	measureOnce,
	shortMemory,
	noSignalExit,
	leanUndici,
];
