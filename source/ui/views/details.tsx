/** One record whole, in a table of its fields. */
import {maskOf} from '../../look/mask.ts';
import {FieldTable, fieldRows} from '../parts/field-table.tsx';
import {inside, Panel, type Size} from '../parts/panel.tsx';
import {maskedDetail} from '../screen/details.ts';
import {useReport, useStore} from '../screen/store.ts';

/** The details that are open. */
export function Details(size: Size) {
	const {detail, masked} = useStore(({ui}) => ui);
	const inner = inside(size);
	const page = fieldRows(inner.height);
	const count = detail?.rows.length ?? 0;
	useReport({page, scrollEnd: Math.max(0, count - page)});
	if (!detail) {
		return null;
	}
	const {title, rows, top} = maskedDetail(detail, maskOf({masked}));
	const last = Math.min(count, top + page);
	const note = top > 0 || last < count ? `${top + 1}-${last} of ${count} fields, ↑ ↓ scroll` : '';
	return (
		<Panel {...size} title={title} note={note} isFocused>
			<FieldTable {...inner} rows={rows} top={top} />
		</Panel>
	);
}
