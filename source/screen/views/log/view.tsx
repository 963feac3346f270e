/** View 8, the log of this run, and the strip of the last commands under the board of a large screen. */
import {isDeepStrictEqual} from 'node:util';
import {bareSentenceOf, toneOf} from '../../../present/command-text.ts';
import {width as cells, dayOrTime, fit} from '../../../present/format.ts';
import {maskOf, maskTarget} from '../../../present/mask.ts';
import {faintLines, type Spans} from '../../../present/spans.ts';
import {Lines} from '../../parts/line.tsx';
import {inside, Panel, type Size} from '../../parts/panel.tsx';
import {byClockOf, drawnOf, serviceBefore} from '../../state/floors.ts';
import {type LogRow, withService} from '../../state/view.ts';
import {useShown, useStore} from '../../store/store.ts';
import {noMatch} from '../empty.ts';
import {TableView} from '../table-view.tsx';
import {commandsOn, logColumns} from './rows.ts';

const nothingAsked = ['Nothing was asked of the service in this run.'];

/** The log. */
export function LogView(size: Size) {
	const shown = useShown();
	const {drawn, ui, tables, floors} = shown;
	const {log: table} = tables;
	return (
		<TableView
			{...size}
			view="log"
			title="Log of this run"
			note={() => table.filter}
			table={table}
			columns={withService<LogRow>(logColumns(maskOf(ui), drawn.now), floors)}
			empty={() => (table.total > 0 ? noMatch('command', table.shownFilter, shown) : nothingAsked)}
		/>
	);
}

/** The most cells of a name in the strip: the sentence beside it is cut first, since the log has it whole. */
const mostName = 24;

/** The last commands in a strip, the newest first. */
export function LogStrip(size: Size) {
	const inner = inside(size);
	const {lines, count} = useStore(({drawn: {now}, ui, floors}) => {
		const commands = commandsOn(floors);
		const last = commands.slice(0, inner.height);
		const mask = maskOf(ui);
		const askedAt = ({source, askedAt: at}: LogRow): string =>
			byClockOf(drawnOf(floors, source), () => dayOrTime(at, now));
		const names = last.map(({command: {target}}) => maskTarget(mask, target).name);
		const nameWidth = Math.min(mostName, Math.max(0, ...names.map(cells)));
		return {
			count: commands.length,
			lines: last.map(
				(pending, at): Spans => [
					['faint', ` ${askedAt(pending).padEnd(8)} `],
					...serviceBefore(floors, pending.source),
					['text', `${fit(names[at] ?? '', nameWidth)} `],
					[toneOf(pending), bareSentenceOf(pending, mask, {floor: undefined})],
				],
			),
		};
	}, isDeepStrictEqual);
	return (
		<Panel {...size} title="Log" note={count > inner.height ? `last ${inner.height} of ${count}` : ''}>
			<Lines {...inner} lines={count > 0 ? lines : faintLines(nothingAsked)} />
		</Panel>
	);
}
