/**
 * Loaded into the program before it starts (`node --require`): notes when its chunks are loaded, what it writes and sends, and
 * writes that as JSON to the file in MARKS when it ends. The program itself knows nothing of it.
 */
'use strict';
const fs = require('node:fs');
const {Module} = require('node:module');
const {Socket} = require('node:net');
const {basename} = require('node:path');
const {Writable} = require('node:stream');

/** Each with its name, when it ended, and how long it took where it is no mere moment. */
const marks = [];
const mark = (name, from) =>
	marks.push({name, at: performance.now(), took: from === undefined ? 0 : performance.now() - from});

/** Has a method noted whenever it was called. */
const noted = (object, method, nameOf) => {
	const own = object[method];
	object[method] = function (...args) {
		const from = performance.now();
		const result = own.apply(this, args);
		const name = nameOf(this, args);
		if (name !== undefined) {
			mark(name, from);
		}
		return result;
	};
};

noted(Module._extensions, '.js', (_, [{filename}]) => basename(filename, '.js'));
noted(fs, 'writeSync', (_, [descriptor]) => (descriptor > 2 ? 'written' : undefined));
noted(Socket.prototype, '_writeGeneric', () => 'sent');
// What Ink writes to is a terminal's screen, which is no file.
noted(Writable.prototype, 'write', stream => (stream.isTTY && stream.fd === undefined ? 'drawn' : undefined));
WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
	construct(target, args) {
		const from = performance.now();
		const instance = new target(...args);
		mark('wasm', from);
		return instance;
	},
});
process.on('exit', () => {
	const {bootstrapComplete} = performance.nodeTiming;
	fs.writeFileSync(
		process.env.MARKS,
		JSON.stringify([
			{name: 'node', at: bootstrapComplete, took: bootstrapComplete},
			...marks,
			// What of Node itself was loaded by the end: `NativeModule http`.
			...process.moduleLoadList.map(name => ({name, at: performance.now(), took: 0})),
		]),
	);
});
