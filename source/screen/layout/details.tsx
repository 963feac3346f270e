/** One record whole, in a table of its fields, or in lines that scroll. */
import {maskOf} from '../../present/mask.ts';
import {FieldTable, fieldLines, fitsTable} from '../parts/field-table.tsx';
import {Lines} from '../parts/line.tsx';
import {inside, Panel, type Size} from '../parts/panel.tsx';
import {maskedDetail} from '../store/details.ts';
import {useReport, useStore} from '../store/store.ts';

/** The details that are open. */
export function Details(size: Size) {
	const {detail, masked} = useStore(({ui}) => ui);
	const inner = inside(size);
	const shown = detail && maskedDetail(detail, maskOf({masked}));
	const isTable = shown !== undefined && fitsTable(shown.rows, inner);
	const lines = shown && !isTable ? fieldLines(shown.rows, inner.width) : [];
	const scrollEnd = Math.max(0, lines.length - inner.height);
	useReport({page: inner.height, scrollEnd});
	if (!shown) {
		return null;
	}
	const top = Math.min(shown.top, scrollEnd);
	const note = scrollEnd > 0 ? `lines ${top + 1}-${top + inner.height} of ${lines.length}, ↑ ↓ scroll` : '';
	return (
		<Panel {...size} title={shown.title} note={note} isFocused>
			{isTable ? <FieldTable rows={shown.rows} /> : <Lines {...inner} lines={lines.slice(top)} />}
		</Panel>
	);
}
