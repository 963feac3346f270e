/** `dialtop campaign ID`: one campaign with all its fields. */

import {forOnePoll} from '../alerts/one-poll.ts';
import {command} from '../cli/command.ts';
import type {Out} from '../cli/out.ts';
import {type Column, type Format, formatOf, lookOf, printRows} from '../cli/table.ts';
import {inLocale} from '../cli/text.ts';
import {exits} from '../config/exits.ts';
import {type Alert, alertsOf} from '../model/alert.ts';
import {diagnose, needsLists} from '../model/diagnosis.ts';
import {type CampaignRow, campaignRow, settingsOf} from '../model/select.ts';
import type {Source} from '../model/state.ts';
import type {Setting} from '../model/wire.ts';
import {alertLine, alertRole} from '../present/alert-text.ts';
import {stateRoleOf} from '../present/board-cells.ts';
import {fieldsOfCampaign, moreOfCampaign} from '../present/campaign-fields.ts';
import {csvOf, jsonOf} from '../present/csv-json.ts';
import {diagnosisLines, withoutNamedCause} from '../present/diagnosis-text.ts';
import {fields, wideFields} from '../present/fields.ts';
import {backUnderText} from '../present/forecast-text.ts';
import {wrap} from '../present/format.ts';
import {orderOf, wordsOf} from '../present/parameter-words.ts';
import {wrapSentence} from '../present/sentence.ts';
import {painted, type Spans} from '../present/spans.ts';
import {disputeTimes} from '../present/status-text.ts';
import type {Look} from '../present/theme.ts';
import {valueText} from '../steering/changes.ts';
import {alertObject, campaignObject, campaignPairs} from './campaign/json.ts';
import {type Board, readFlags, withBoard} from './connect/board.ts';
import {sourceOf} from './connect/chosen.ts';
import {exitOf, type Reached, worstOf} from './connect/reach.ts';

/** The width without a terminal: one field a line, for grep. */
const pipedWidth = 72;
const widest = 160;

const inOrder = (settings: readonly Setting[]): Setting[] =>
	settings.toSorted((a, b) => orderOf(a.name) - orderOf(b.name));

const settingColumns: readonly Column<Setting>[] = [
	{name: 'group', of: ({name}) => wordsOf(name).group, role: () => 'faint'},
	{name: 'setting', of: ({name}) => wordsOf(name).words},
	{name: 'now', of: setting => valueText(setting, setting.name, setting.value), role: () => 'strong'},
	{name: 'name', title: 'wire name', of: ({name}) => name, role: () => 'faint'},
	{
		name: 'options',
		of: ({options}) => options.map(({id, label}) => (label === id ? id : `${id} ${label}`)).join(', '),
	},
];

/** What is printed. */
type Printed = {row: CampaignRow; alerts: readonly Alert[]; settings: readonly Setting[] | undefined};

const printForPeople = (out: Out, {row, alerts, settings}: Printed, look: Look, source: Source) => {
	const width = Math.min(out.columns ?? pipedWidth, widest);
	const {campaign, status, dispute, span} = row;
	const more = moreOfCampaign(row);
	const diagnosis = diagnose(row, settings);
	const back = backUnderText(row);
	const lines: Spans[] = [
		[
			['title', campaign.name],
			['faint', `  ${campaign.id}  `],
			[stateRoleOf(row), status ?? '—'],
			['faint', `  in ${source.environment} at ${source.host}`],
		],
		...alerts.flatMap(alert =>
			wrap(alertLine(withoutNamedCause(alert, diagnosis), source), width - 2).map(
				(part): Spans => [[alertRole(alert), ` ${part}`]],
			),
		),
		...(back ? wrap(back, width - 2).map((part): Spans => [['text', ` ${part}`]]) : []),
		...(dispute && span
			? wrapSentence(disputeTimes(dispute, span.receivedAt), width - 2).map((part): Spans => [['warning', ` ${part}`]])
			: []),
		[],
		...diagnosisLines(diagnosis, row, width, source),
		[],
		...fields(fieldsOfCampaign(row), width),
		...(more.length > 0 ? [[['title', ' Beyond the interface']] satisfies Spans, ...wideFields(more, width), []] : []),
	];
	out.write(inLocale(lines.map(spans => `${painted(spans, look).trimEnd()}\n`).join('')));
	if (settings) {
		printRows(out, {format: 'table', columns: settingColumns, rows: inOrder(settings), paint: look.paint, fits: true});
	}
};

const print = (out: Out, format: Format, printed: Printed, reached: Reached) => {
	const {row, settings, alerts} = printed;
	const source = sourceOf(reached.service);
	const objects = alerts.map(alert => alertObject(alert, source));
	switch (format) {
		case 'json':
			out.write(jsonOf(campaignObject(row, settings, objects)));
			return;
		case 'csv':
			out.write(
				csvOf({
					columns: ['field', 'value'],
					rows: campaignPairs(row, settings, objects).map(([name, value]) => [name, value ?? undefined]),
				}),
			);
			return;
		default:
			printForPeople(out, printed, lookOf(out, reached), source);
	}
};

const readSettings = async (board: Board, id: string, reached: Reached) => {
	const outcome = await board.settings(id);
	return {
		code: exitOf(outcome, reached, `settings of ${id}`),
		settings: settingsOf(board.get(), id),
	};
};

/** `dialtop campaign ID`. */
export const campaignCommand = command({
	name: 'campaign',
	summary: 'show every field of a campaign, and why it is not dialing',
	details: [
		'Its alerts are those that one look can judge, by the rules and in the words of dialtop check.',
		"Figures with an asterisk are derived by dialtop; the help on screen (?) gives their formulas. JSON and CSV hold bare values under the interface's own names: percent, seconds and counts.",
	],
	argument: {
		name: 'ID',
		about: 'the id of a campaign, its name or a unique beginning of it; dialtop campaigns --quick lists them',
		least: 1,
		most: 1,
		completes: 'campaign',
	},
	flags: {
		settings: {type: 'boolean', about: 'show its settings too, each with its options'},
		...readFlags,
	},
	examples: [
		['dialtop campaign 1001 -p prod', 'all its fields'],
		['dialtop campaign 1001 -p prod --settings', 'and its settings'],
		['dialtop campaign 1001 -p prod --json | jq .figures.percentage_dropped', 'its drop rate'],
		['dialtop campaign 1001 -p prod --json | jq -r ".diagnosis.reasons[].kind"', 'why it is not dialing'],
	],
	async run({flags, input, out}) {
		const format = formatOf(flags);
		return withBoard(
			flags,
			async (board, reached) => {
				const [id] = board.named(input).listed;
				if (id === undefined) {
					return exits.refused;
				}
				const figures = await board.figures([id]);
				await board.judgeForecasts(id);
				const read = campaignRow(board.get(), id);
				if (read && needsLists(read)) {
					// If this fails, no list is named.
					await board.listsOf(id);
				}
				const {code, settings} = flags.settings
					? await readSettings(board, id, reached)
					: {code: exits.done, settings: undefined};
				const row = campaignRow(board.get(), id);
				if (row) {
					print(out, format, {row, alerts: alertsOf(board.get().alerts, id), settings}, reached);
				}
				return worstOf([figures, code]);
			},
			forOnePoll,
		);
	},
});
