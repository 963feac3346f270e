/** `dialtop history`: what is recorded of a service. */
import {statSync} from 'node:fs';
import {resolve} from 'node:path';
import {type Call, command, type FlagRows, stateVariable} from '../cli/command.ts';
import {loadConfig} from '../cli/configuration.ts';
import {whole} from '../cli/configuration-words.ts';
import {say} from '../cli/out.ts';
import {serviceFlags} from '../cli/service-flags.ts';
import {type Column, formatFlags, formatOf, lookOf, printRecord, printRows} from '../cli/table.ts';
import {UsageError} from '../config/errors.ts';
import {endings, exits} from '../config/exits.ts';
import {chooseService} from '../config/service.ts';
import {dateAndTime, nothing, span} from '../present/format.ts';
import {readTime, timeForms} from '../present/time-expression.ts';
import {asideIn, type CheckedFile, checkRecording} from '../recording/checked.ts';
import {heldBack, prune} from '../recording/closing.ts';
import {cutRecording, cutRows} from '../recording/cut.ts';
import type {Folder} from '../recording/folder.ts';
import {newestRow} from '../recording/newest.ts';
import {allTime, createReader} from '../recording/reader.ts';
import {forecastStream, type Period, type Recording, tiers} from '../recording/recording.ts';
import {farAhead} from '../recording/trusted-time.ts';
import {forecastsIn} from '../service/forecast-rows.ts';
import {messageOf} from '../wire/causes.ts';
import {counted} from '../wire/words.ts';
import {recordingAt, recordingFolder, retentionOf} from './connect/record-service.ts';
import {exportLines, streamKinds} from './history/rows.ts';

const actions = ['info', 'export', 'prune', 'check', 'cut'] as const;
type Action = (typeof actions)[number];

const historyFlags = {
	from: {type: 'string', value: 'TIME', about: `only what was recorded since this time: ${timeForms}`},
	to: {type: 'string', value: 'TIME', about: 'only until this time; a day counts whole'},
	stream: {type: 'string', value: 'NAME', about: 'what export prints (figures)', choices: streamKinds},
	id: {type: 'string', value: 'ID', about: 'only this campaign or list', completes: 'campaign'},
	tier: {
		type: 'string',
		value: 'NAME',
		about: 'how finely export prints it (as finely as it is stored)',
		choices: tiers,
	},
	byClock: {
		type: 'boolean',
		about: "with prune: trust this machine's clock even where it is more than four days ahead of the last record",
	},
	file: {
		type: 'string',
		value: 'PATH',
		about: 'this recording instead of your own: a folder, or a file that cut wrote',
		completes: 'file',
	},
	...formatFlags,
	...serviceFlags,
} as const satisfies FlagRows;

type Flags = Call<typeof historyFlags>['flags'];

/** A recording, and what the configuration says of it. */
type Opened = {
	/** Undefined of the month of the embedded sandbox, which is a part of dialtop. */
	path: string | undefined;
	folder: Folder;
	reader: Recording;
	zone: string | undefined;
	retention: ReturnType<typeof retentionOf>;
};

/** The recording that the flags choose. @throws UsageError if there is none */
const open = async (flags: Flags): Promise<Opened> => {
	const {given} = await loadConfig(flags.config, process.env);
	const {history} = whole(given);
	const retention = retentionOf(history);
	if (flags.sandbox && flags.file === undefined) {
		const {sandboxFolder, sandboxMonth} = await import('./connect/sandbox-month.ts');
		const {timeZone: zone} = chooseService(flags, process.env, given);
		return {path: undefined, folder: sandboxFolder(), reader: sandboxMonth(Date.now(), zone), zone, retention};
	}
	const service = flags.file === undefined ? chooseService(flags, process.env, given) : undefined;
	const path =
		flags.file === undefined ? service && recordingFolder(service, history, process.env).path : resolve(flags.file);
	if (path === undefined) {
		throw new UsageError(
			'which recording? Give --profile NAME, --url ADDRESS or --file PATH; or --sandbox for the month that the embedded sandbox begins with',
		);
	}
	const [folder, zone] = [recordingAt(path), service?.timeZone];
	return {path, folder, reader: createReader(folder, zone), zone, retention};
};

/** The period that the flags name; all time without them. @throws UsageError */
const periodOf = ({from, to}: Flags, zone: string | undefined): Period => {
	const read = (flag: string, text: string) => {
		const found = readTime(text, {now: Date.now(), zone});
		if (!found) {
			throw new UsageError(`--${flag} must be a time such as ${timeForms}, not "${text}"`);
		}
		return found;
	};
	const period = {
		from: from === undefined ? allTime.from : read('from', from).from,
		to: to === undefined ? allTime.to : read('to', to).until,
	};
	if (period.from >= period.to) {
		throw new UsageError('--from must be before --to');
	}
	return period;
};

const size = (bytes: number): string =>
	bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

/** The clock of this machine beside the last record, UTC milliseconds. */
type Clock = {
	now: number;
	/** The time to prune by: a clock far ahead of the last record may be wrong, and what is removed is gone. */
	trusted: number;
	ahead: number;
};

const clockBeside = (folder: Folder): Clock => {
	const now = Date.now();
	const newest = newestRow(folder)?.at ?? now;
	return {now, trusted: Math.min(now, newest + farAhead), ahead: now - newest};
};

/** The files that are too old by a clock that is not trusted, and a text that says so. */
type Held = {files: readonly string[]; text: string | undefined};

const heldIn = (folder: Folder, retention: Opened['retention'], {now, trusted, ahead}: Clock): Held => {
	const files = heldBack(folder, retention, trusted, now);
	const text = `${counted(files.length, 'file')}, too old by the clock of this machine, which is ${span(ahead / 1000)} ahead of the last record`;
	return {files, text: files.length === 0 ? undefined : text};
};

/** What `info` prints. */
type Info = {
	path: string;
	from: number | undefined;
	to: number | undefined;
	bytes: number;
	campaigns: number;
	marks: number;
	/** Forecasts that were made. */
	forecasts: number;
	gaps: number;
	aside: readonly string[];
	/** Files that are not removed though the clock says that they are too old. */
	held: Held | undefined;
};

const timeColumn = (name: 'from' | 'to'): Column<Info> => ({
	name,
	of: ({[name]: at}) => at && new Date(at).toISOString(),
	text: ({[name]: at}) => (at === undefined ? nothing : dateAndTime(at)),
});

const infoColumns: readonly Column<Info>[] = [
	{name: 'path', of: ({path}) => path},
	timeColumn('from'),
	timeColumn('to'),
	{name: 'bytes', of: ({bytes}) => bytes, text: ({bytes}) => size(bytes)},
	{name: 'campaigns', of: ({campaigns}) => campaigns},
	{name: 'marks', of: ({marks}) => marks},
	{name: 'forecasts', of: ({forecasts}) => forecasts},
	{name: 'gaps', of: ({gaps}) => gaps},
	{name: 'aside', title: 'put aside', of: ({aside}) => aside.join(' '), json: ({aside}) => aside},
	{
		name: 'held_back',
		title: 'not removed',
		of: ({held}) => held?.files.join(' ') ?? '',
		json: ({held}) => held?.files ?? [],
		text: ({held}) => held?.text ?? nothing,
	},
];

const bytesOf = ({path, folder}: Opened): number =>
	path !== undefined && statSync(path).isFile()
		? statSync(path).size
		: folder.names().reduce((sum, name) => sum + folder.size(name), 0);

const info = (opened: Opened, {flags, out}: Call<typeof historyFlags>): number => {
	const {path, folder, reader, retention} = opened;
	const period = reader.span();
	const row: Info = {
		path: path ?? 'a part of dialtop, made up in advance',
		from: period?.from,
		to: period?.to,
		bytes: bytesOf(opened),
		campaigns: reader.campaigns().length,
		marks: reader.marks(allTime).length,
		forecasts: forecastsIn(reader.rows(forecastStream, allTime).rows).length,
		gaps: period ? reader.gaps(period).length : 0,
		aside: asideIn(folder),
		held: path === undefined ? undefined : heldIn(folder, retention, clockBeside(folder)),
	};
	printRecord(out, {format: formatOf(flags), columns: infoColumns, row, paint: lookOf(out, {theme: undefined}).paint});
	return exits.done;
};

const checkColumns: readonly Column<CheckedFile>[] = [
	{name: 'file', of: ({name}) => name},
	{name: 'tier', of: ({tier}) => tier},
	{name: 'bytes', align: 'right', of: ({bytes}) => bytes, text: ({bytes}) => size(bytes)},
	{name: 'rows', align: 'right', of: ({rows}) => rows},
	{
		name: 'problems',
		of: ({problems}) => problems.join('; '),
		text: ({problems}) => problems.join('; ') || 'whole',
		role: ({problems}) => (problems.length > 0 ? 'error' : undefined),
	},
];

const check = ({folder}: Opened, {flags, out}: Call<typeof historyFlags>): number => {
	const files = checkRecording(folder);
	printRows(out, {format: formatOf(flags), columns: checkColumns, rows: files});
	const aside = asideIn(folder);
	if (aside.length > 0) {
		say(`put aside, and not read: ${aside.join(', ')}`);
	}
	return files.some(({problems}) => problems.length > 0) ? exits.refused : exits.done;
};

const exportRows = async ({reader, zone}: Opened, {flags, out}: Call<typeof historyFlags>): Promise<number> => {
	const format = formatOf(flags);
	const {stream = 'figures', id, tier} = flags;
	const wanted = {kind: stream, id, period: periodOf(flags, zone), tier};
	await out.writeEach(exportLines(reader, wanted, format === 'csv' ? 'csv' : 'json'));
	for (const damage of reader.damage) {
		say(damage);
	}
	return reader.damage.length === 0 ? exits.done : exits.refused;
};

const pruneNow = ({path, folder, retention}: Opened, isByClock: boolean): number => {
	if (path === undefined) {
		throw new UsageError('the month of the embedded sandbox is a part of dialtop: nothing of it is removed');
	}
	const clock = clockBeside(folder);
	const removed = prune(folder, retention, isByClock ? clock.now : clock.trusted);
	const held = heldIn(folder, retention, clock);
	if (held.text !== undefined) {
		say(`not removed: ${held.text}; --by-clock removes them`);
	}
	say(
		removed.length === 0 ? 'nothing is too old' : `removed ${counted(removed.length, 'file')}: ${removed.join(', ')}`,
	);
	return exits.done;
};

const cut = ({path, folder, reader, zone}: Opened, flags: Flags, file: string | undefined): number => {
	if (file === undefined) {
		throw new UsageError('cut needs a file to write: dialtop history cut --from 14:00 --to 15:00 FILE');
	}
	try {
		const period = periodOf(flags, zone);
		const to = resolve(file);
		const rows = path === undefined ? cutRows(reader, period, to) : cutRecording(folder, period, to);
		say(`${counted(rows, 'row')} in ${file}, ${size(statSync(file).size)}`);
		return exits.done;
	} catch (error) {
		if (error instanceof UsageError) {
			throw error;
		}
		throw new UsageError(`${file} was not written: ${messageOf(error)}`);
	}
};

/** `dialtop history`. */
export const historyCommand = command({
	name: 'history',
	summary: 'show, export, check, prune or cut what is recorded of a service',
	details: [
		'info shows where the recording is, which time it covers, and its size. export prints the rows of a stream, as a line of JSON each or as CSV. check reads all of it, and reports what is damaged. prune deletes at once what is too old; otherwise that happens every hour. cut writes the rows of a period into a new file, which dialtop replay opens on another machine.',
		'With --sandbox the recording is the made-up month that the embedded sandbox begins with.',
		"Times without a zone are by the service's clock, as on the screen.",
	],
	argument: {
		name: 'ACTION [FILE]',
		about: `what to do: ${actions.join(', ')}; cut takes the file to write`,
		least: 1,
		most: 2,
		isFixed: true,
		choices: actions,
		completes: 'file',
	},
	flags: historyFlags,
	examples: [
		['dialtop history info -p prod', 'where it is, how far it reaches, how large it is'],
		['dialtop history export -p prod --id 1001 --from 14:00 --to 15:00 --csv', 'an hour of polls of a campaign'],
		['dialtop history export -p prod --stream marks --from yesterday', 'commands, alerts and changes since then'],
		['dialtop history check -p prod', 'whether all of it can be read'],
		['dialtop history cut -p prod --from 14:00 --to 15:00 storm.dialtop', 'a file to share'],
		['dialtop history info --sandbox', 'without a service, to try it'],
	],
	environment: [stateVariable, 'STATE_DIRECTORY: set by systemd, and used instead of the state folder'],
	exits: [
		['0', 'done; with check, all of it is whole'],
		['1', 'a part cannot be read'],
		['2', 'wrong usage, or nothing is recorded'],
		...endings,
	],
	async run(call) {
		const [action, file] = call.input as [Action, string | undefined];
		formatOf(call.flags);
		if (file !== undefined && action !== 'cut') {
			throw new UsageError(`${action} takes no FILE: name the recording with --file ${file}`);
		}
		const opened = await open(call.flags);
		try {
			switch (action) {
				case 'info':
					return info(opened, call);
				case 'export':
					return await exportRows(opened, call);
				case 'check':
					return check(opened, call);
				case 'prune':
					return pruneNow(opened, call.flags.byClock);
				case 'cut':
					return cut(opened, call.flags, file);
			}
		} finally {
			opened.reader.close();
		}
	},
});
