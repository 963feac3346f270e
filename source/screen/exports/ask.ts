/** Asks what to export, and into which file; then has it written. */

import {csvOf, formulasIn, jsonOf} from '../../present/csv-json.ts';
import {counted, number, twoDigits} from '../../present/format.ts';
import type {Ask} from '../state/prompt.ts';
import {type Context, promptChoice} from '../store/context.ts';
import type {Exported} from './exported.ts';

/** A file to write: its content, a note about that, and the end of its name. */
type File = {what: string; content: string | Uint8Array; note: string; extension: string};

const formulaNote = (count: number): string =>
	count === 0
		? ''
		: ` ${counted(count, 'text')} that a spreadsheet would run ${count === 1 ? 'gets' : 'get'} an apostrophe.`;

/** The formats in which something can be exported, by their ids. */
const filesOf = ({what, page, sheet, value, documents}: Exported): ReadonlyMap<string, () => File> =>
	new Map<string, () => File>([
		...documents.map(({field, bytes, extension}): [string, () => File] => {
			const name = `the document in ${field}, ${number(bytes.length)} bytes (${extension})`;
			return [name, () => ({what: name, content: bytes, note: '', extension})];
		}),
		...(page === undefined
			? []
			: [['one page (Markdown)', () => ({what, content: page, note: '', extension: 'md'})] as [string, () => File]]),
		...(sheet
			? [
					['CSV', () => ({what, content: csvOf(sheet), note: formulaNote(formulasIn(sheet)), extension: 'csv'})] as [
						string,
						() => File,
					],
				]
			: []),
		['JSON', () => ({what, content: jsonOf(value), note: '', extension: 'json'})],
	]);

/** The day and the time of this machine, for a file's name: `20260331-101502`. */
export const stampOf = (wall: number): string => {
	const date = new Date(wall);
	const day = `${date.getFullYear()}${twoDigits(date.getMonth() + 1)}${twoDigits(date.getDate())}`;
	return `${day}-${twoDigits(date.getHours())}${twoDigits(date.getMinutes())}${twoDigits(date.getSeconds())}`;
};

const write = async (context: Context, file: File, path: string): Promise<void> => {
	const {monitor} = context;
	if (!monitor) {
		return;
	}
	const written = await monitor.save(path, file.content);
	const here = context.now();
	if (written.kind === 'written') {
		here.announce(`Exported ${file.what} to ${written.path}`);
		return;
	}
	const [wrong, other] =
		written.kind === 'taken' ? [`${written.path} is there already`, written.free] : [written.reason, path];
	if (here.ui.prompt) {
		here.announce(`Not exported: ${wrong}`, 'error');
	} else {
		askName(here, file, other, `Nothing was written: ${wrong}.`);
	}
};

function askName(context: Context, file: File, value: string, wrong = ''): void {
	const masked = context.ui.masked ? ' Names and numbers of people stay masked.' : '';
	const prompt: Ask = {
		kind: 'ask',
		about: `Export ${file.what} into a new file that only you may read.${file.note}${masked}`,
		label: 'File: ',
		value,
		wrong,
		check: path => (path.trim() === '' ? 'type the name of a file, or Esc to leave' : undefined),
		next: path => void write(context.now(), file, path.trim()),
	};
	context.dispatch({type: 'prompt', prompt});
}

/** Asks for the kind of file, then for its name. The export is of what was on screen then. */
export const askExport = (context: Context, exported: Exported): void => {
	const files = filesOf(exported);
	promptChoice(context, {
		about: `Export ${exported.what} as`,
		choices: [...files.keys()].map(id => ({id, label: id})),
		next(id) {
			const now = context.now();
			const file = files.get(id)?.();
			if (file) {
				const name = `dialtop-${exported.name}-${stampOf(now.state.now.wall)}.${file.extension}`;
				const folder = now.options.exportFolder;
				askName(now, file, folder === undefined ? name : `${folder.replace(/\/+$/, '')}/${name}`);
			}
		},
	});
};
