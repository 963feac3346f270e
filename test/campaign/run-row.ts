/** Runs one row in a process of its own: `run-row.ts NAME SEED full|quick`. The result goes to the channel that started it. */

import {type Row, runRow} from './row.ts';

const [name = '', seed = '', mode = ''] = process.argv.slice(2);
const {row} = (await import(`./rows/${name}.ts`)) as {row: Row};
const result = await runRow(row, {
	seed: Number(seed),
	isQuick: mode === 'quick',
	progress: text => process.stderr.write(`${name}: ${text}\n`),
});
if (process.send) {
	process.send(result, () => process.exit());
} else {
	process.stdout.write(`${JSON.stringify(result, undefined, '\t')}\n`, () => process.exit());
}
