/** `npm run bench`: what the built program takes of time, bytes, processor and memory, against its aims. */
import {readFile, writeFile} from 'node:fs/promises';
import {availableParallelism, cpus, loadavg} from 'node:os';
import {parseArgs} from 'node:util';
import {measureBusy} from './busy.ts';
import {measureBytes} from './bytes.ts';
import {measureCauses} from './causes.ts';
import {measureDetached} from './detached.ts';
import {measureExport} from './export.ts';
import {type Figure, headline, isMet, median, onPage, table} from './figures.ts';
import {measureFloors} from './floors.ts';
import {measureForecast, onForecastPage} from './forecast.ts';
import {measureForetell} from './foretell.ts';
import {measureHeap} from './heap.ts';
import {measureHistory} from './history.ts';
import {type KeysOptions, measureKeys} from './keys.ts';
import {measureLeads} from './leads.ts';
import {type LoadOptions, measureEmbedded, measureLoad} from './load.ts';
import {measureMemory} from './memory.ts';
import {measureMonth} from './month.ts';
import {measureProcessor} from './processor.ts';
import {copyProgram} from './program.ts';
import {measureQueueing} from './queueing.ts';
import {startSandbox} from './sandbox.ts';
import {measureSize} from './size.ts';
import {measureStartUp} from './start-up.ts';
import {measureUpload} from './upload.ts';
import {measureWeek} from './week.ts';

const help = `npm run bench -- [options]

  --quick        two minutes instead of fifteen; figures are rougher
  --json         for a machine
  --page         put the figures into the table of media/figures.md, too, and those of forecast into media/forecast.md
  --only NAME    start, bytes, load, processor, memory, keys, size, busy, week, month, upload, leads, queueing, causes,
                 foretell, history, export, floors, detached or heap (which is left out unless it is named); may be given several times
  --hours N      simulated hours of heap (2)
  --floors N     floors of forecast (320, or 40 with --quick)
  --frames N     frames a simulated second of heap (1); 24 hours of 12 are a million
  --dist FOLDER  another build than ./dist
`;

const parts = [
	'start',
	'bytes',
	'load',
	'processor',
	'memory',
	'keys',
	'size',
	'busy',
	'week',
	'month',
	'upload',
	'leads',
	'queueing',
	'causes',
	'foretell',
	'history',
	'export',
	'floors',
	'detached',
];

const {values} = parseArgs({
	options: {
		quick: {type: 'boolean', default: false},
		json: {type: 'boolean', default: false},
		page: {type: 'boolean', default: false},
		only: {type: 'string', multiple: true, default: parts},
		dist: {type: 'string'},
		hours: {type: 'string', default: '2'},
		floors: {type: 'string'},
		frames: {type: 'string', default: '1'},
		help: {type: 'boolean', default: false},
	},
});

const settings: {
	rounds: number;
	requests: number;
	bytes: [warmUp: number, duration: number];
	load: LoadOptions;
	keys: KeysOptions;
} = values.quick
	? {
			rounds: 5,
			requests: 300,
			bytes: [6000, 10_000],
			load: {warmUp: 8000, stretches: 1, length: 10_000, keys: 15},
			keys: {warmUp: 8000, rounds: 5},
		}
	: {
			rounds: 15,
			requests: 1000,
			bytes: [10_000, 30_000],
			load: {warmUp: 15_000, stretches: 3, length: 20_000, keys: 50},
			// A thousand campaigns are read once after some 230 s.
			keys: {warmUp: 240_000, rounds: 200},
		};

const say = (text: string): void => {
	if (process.stderr.isTTY) {
		process.stderr.write(`${text}…\n`);
	}
};

const machine = {
	processor: cpus()[0]?.model ?? 'unknown',
	cores: availableParallelism(),
	platform: `${process.platform} ${process.arch}`,
	node: process.versions.node,
	load: loadavg()[0] ?? 0,
};

/** What is printed below the table. */
const texts: string[] = [];

/** Figures that have a page of their own. */
const ofForecasts: Figure[] = [];

/** Writes a page anew. */
const rewrite = async (path: string, as: (page: string, day: string) => string): Promise<void> => {
	const page = new URL(`../../media/${path}`, import.meta.url);
	await writeFile(page, as(await readFile(page, 'utf8'), new Date().toISOString().slice(0, 10)));
};

const measure = async (): Promise<Figure[]> => {
	await using program = await copyProgram(values.dist);
	const figures: Figure[] = [];
	const wants = (part: string): boolean => values.only.includes(part);
	if (wants('start') || wants('bytes')) {
		await using sandbox = await startSandbox(program);
		if (wants('start')) {
			say('Starting by turns');
			figures.push(...(await measureStartUp(program, sandbox.env, settings.rounds)));
		}
		if (wants('bytes')) {
			say('Counting bytes');
			const scene = {name: 'campaigns dialing', aim: 1.2, args: []};
			figures.push(...(await measureBytes(program, sandbox.env, scene, ...settings.bytes)));
		}
	}
	if (wants('bytes')) {
		await using sandbox = await startSandbox(program, '--campaigns', '50');
		const scene = {name: 'all panes moving', aim: 1.1, args: ['--interval', '1']};
		figures.push(...(await measureBytes(program, sandbox.env, scene, ...settings.bytes)));
	}
	if (wants('load')) {
		say('Watching the monitor with fifty campaigns');
		await using sandbox = await startSandbox(program, '--campaigns', '50');
		figures.push(...(await measureLoad(program, sandbox.env, settings.load)));
		say('Watching the monitor with its embedded sandbox');
		figures.push(...(await measureEmbedded(program, settings.load)));
	}
	if (wants('processor')) {
		say('Watching monitors beside htop');
		figures.push(...(await measureProcessor(program, settings.load)));
	}
	if (wants('memory')) {
		say('Looking into the memory of the monitor');
		await using sandbox = await startSandbox(program, '--campaigns', '50');
		figures.push(...(await measureMemory(program, sandbox.env, settings.load.warmUp + 30_000)));
	}
	if (wants('keys')) {
		say('Pressing keys before a thousand campaigns');
		await using sandbox = await startSandbox(
			program,
			...['--campaigns', '1000', '--agents', '2000', '--leads', '200000'],
		);
		figures.push(...(await measureKeys(program, sandbox.env, settings.keys)));
	}
	if (wants('size')) {
		say('Letting the largest world run');
		figures.push(...(await measureSize(program, settings.requests)));
	}
	if (wants('busy')) {
		say('Letting a thousand campaigns run beside a busy process');
		figures.push(...(await measureBusy()));
	}
	if (wants('week')) {
		say('Letting a week pass in the sandbox');
		figures.push(...(await measureWeek(program)));
	}
	if (wants('month')) {
		say('Letting a month pass');
		figures.push(...measureMonth());
	}
	if (wants('upload')) {
		say('Uploading a large file');
		figures.push(...(await measureUpload(program)));
	}
	if (wants('leads')) {
		say('Uploading a million leads');
		figures.push(...(await measureLeads(program)));
	}
	if (wants('queueing')) {
		say('Holding the world against queueing theory');
		figures.push(...measureQueueing());
	}
	if (wants('foretell')) {
		say('Letting weeks of floors pass, and forecasting how their days close');
		figures.push(...measureForetell(values.quick));
	}
	if (wants('history')) {
		say('Recording a floor, and looking back at a month');
		figures.push(...(await measureHistory(program, settings.load, values.quick)));
	}
	if (wants('export')) {
		say('Scraping a thousand campaigns');
		figures.push(...(await measureExport(program, values.quick)));
	}
	if (wants('floors')) {
		say('Watching sixteen services on one screen beside sixteen screens');
		figures.push(...(await measureFloors(program, settings.load, values.quick)));
	}
	if (wants('detached')) {
		say('Leaving monitors alone in tmux');
		figures.push(...(await measureDetached(program, settings.load)));
	}
	if (wants('heap')) {
		say('Letting hours of polls and frames pass');
		figures.push(...(await measureHeap({hours: Number(values.hours), frames: Number(values.frames)})));
	}
	if (wants('forecast')) {
		say('Forecasting floors, and letting them go on');
		const forecasts = await measureForecast(
			values.quick,
			values.floors === undefined ? undefined : Number(values.floors),
		);
		ofForecasts.push(...forecasts.figures);
		texts.push(`\n${forecasts.text}`);
		if (values.page) {
			await rewrite('forecast.md', (page, day) => onForecastPage(page, forecasts.text, day));
		}
	}
	if (wants('causes')) {
		say('Letting floors fail');
		const causes = measureCauses(values.quick);
		figures.push(...causes.figures);
		texts.push(causes.text);
	}
	return figures;
};

if (values.help) {
	process.stdout.write(help);
} else {
	const onTable = await measure();
	if (values.page && onTable.length > 0) {
		await rewrite('figures.md', (page, day) => onPage(page, onTable, day));
	}
	const figures = [...onTable, ...ofForecasts];
	if (values.json) {
		const told = figures.map(figure => ({
			...figure,
			value: figure.missing === undefined ? headline(figure) : undefined,
			median: figure.missing === undefined ? median(figure.samples) : undefined,
			met: isMet(figure),
		}));
		process.stdout.write(`${JSON.stringify({machine, figures: told}, undefined, '\t')}\n`);
	} else {
		const {processor, cores, platform, node, load} = machine;
		process.stdout.write(
			`${processor}, ${cores} cores, ${platform}, Node ${node}, load ${load.toFixed(2)} at the start\n\n`,
		);
		process.stdout.write(table(figures, process.stdout.isTTY));
		process.stdout.write(texts.join(''));
	}
}
