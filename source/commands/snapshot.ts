/** `dialtop snapshot`: a picture of a view, for a ticket. */

import {basename, dirname, extname} from 'node:path';
import {command, type FlagRows, stateVariable} from '../cli/command.ts';
import {say} from '../cli/out.ts';
import {serviceFlags} from '../cli/service-flags.ts';
import {UsageError} from '../config/errors.ts';
import {exits} from '../config/exits.ts';
import {viewNames} from '../present/actions.ts';
import {scenarioNames} from '../sandbox/scenarios/names.ts';

const flags = {
	view: {type: 'string', value: 'NAME', about: 'the view to draw (campaigns)', choices: viewNames},
	campaign: {
		type: 'string',
		value: 'ID',
		about: 'the campaign to select: its id, its name or a unique beginning of it',
		completes: 'campaign',
	},
	svg: {type: 'boolean', about: 'write the picture alone'},
	text: {type: 'boolean', about: 'write the text alone'},
	size: {type: 'string', value: 'COLUMNSxROWS', about: 'the size of the screen to draw (120x40)'},
	output: {
		type: 'string',
		value: 'FILE',
		about: 'write to this new file instead of into the state folder; - is standard output',
		completes: 'file',
	},
	timeout: {
		type: 'number',
		value: 'SECONDS',
		about: 'how long to wait for the figures; what has not come by then is missing (20)',
		least: 1,
		most: 600,
	},
	scenario: {
		type: 'string',
		value: 'NAME',
		about: 'use the embedded sandbox with this scenario',
		choices: scenarioNames,
	},
	...serviceFlags,
} as const satisfies FlagRows;

/** The sizes of screens that are drawn. */
const least = {columns: 60, rows: 16};
const most = {columns: 400, rows: 200};

/** The size that is asked for. @throws UsageError */
const sizeOf = (text = '120x40'): {columns: number; rows: number} => {
	const [, columns, rows] = (/^(\d{1,3})x(\d{1,3})$/.exec(text) ?? []).map(Number);
	const isWithin =
		columns !== undefined &&
		rows !== undefined &&
		columns >= least.columns &&
		rows >= least.rows &&
		columns <= most.columns &&
		rows <= most.rows;
	if (!isWithin) {
		throw new UsageError(
			`--size takes COLUMNSxROWS from ${least.columns}x${least.rows} to ${most.columns}x${most.rows}, not "${text}"`,
		);
	}
	return {columns, rows};
};

/** The ends of the files to write. @throws UsageError */
const extensionsOf = ({svg, text, output}: {svg: boolean; text: boolean; output: string | undefined}): string[] => {
	const end = output === undefined ? '' : extname(output).slice(1);
	const both = svg === text;
	const named = both && (end === 'svg' || end === 'txt') ? [end] : undefined;
	const asked = named ?? [...(svg || both ? ['svg'] : []), ...(text || both ? ['txt'] : [])];
	if (output === '-' && asked.length > 1) {
		throw new UsageError('--output - takes --svg or --text with it');
	}
	return asked;
};

/** `dialtop snapshot`. */
export const snapshotCommand = command({
	name: 'snapshot',
	summary: 'draw a view once, with people masked, into a file for a ticket',
	details: [
		'Reads the service once, draws the view as the monitor would, and writes it as SVG and as text. Below it stand environment, host, profile, time and how old the figures are. Names and numbers of people are always masked.',
		'Only you can read the files. Without --output they go into pictures/ in the state folder, named after service, view and time; their paths are printed. Search, complaint sheet and log show what was asked in a run of the monitor, so they are empty here.',
	],
	flags,
	environment: [stateVariable],
	examples: [
		['dialtop snapshot -p prod', 'the board, as SVG and text'],
		['dialtop snapshot -p prod --view campaign --campaign 1001 --svg', 'everything of a campaign'],
		[
			'dialtop snapshot -p prod --view alerts --text --output - | mail -s alerts team@example.com',
			'the alerts, by mail',
		],
	],
	async run({flags: given, out}) {
		const {columns, rows} = sizeOf(given.size);
		const extensions = extensionsOf(given);
		const [{takeSnapshot}, {pictureFolderOf}, {savePicture}] = await Promise.all([
			import('./monitor/snapshot.ts'),
			import('./monitor/monitor-settings.ts'),
			import('../service/pictures.ts'),
		]);
		const folder = pictureFolderOf(process.env);
		if (given.output === undefined && folder === undefined) {
			throw new UsageError('there is no home folder: give --output FILE');
		}
		const picture = await takeSnapshot(given, {
			view: given.view ?? 'campaigns',
			campaign: given.campaign,
			columns,
			rows,
			patience: (given.timeout ?? 20) * 1000,
		});
		if (typeof picture === 'number') {
			return picture;
		}
		const contents = Object.fromEntries(
			extensions.map(extension => [extension, extension === 'svg' ? picture.svg : picture.text]),
		);
		if (given.output === '-') {
			out.write(Object.values(contents).join(''));
			return exits.done;
		}
		const saved =
			given.output === undefined
				? await savePicture({folder: folder ?? '', isOwn: true}, picture.name, contents)
				: await savePicture(
						{folder: dirname(given.output), isOwn: false},
						basename(given.output).replace(/\.(?:svg|txt)$/, ''),
						contents,
					);
		if ('reason' in saved) {
			say(`no picture was written: ${saved.reason}`);
			return exits.unwritten;
		}
		out.write(saved.paths.map(path => `${path}\n`).join(''));
		return exits.done;
	},
});
