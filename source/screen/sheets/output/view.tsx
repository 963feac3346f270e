/** Draws the output of a command of the operator's own. */
import {broken, cut} from '../../../present/format.ts';
import {maskOf} from '../../../present/mask.ts';
import {faintLines, type Spans} from '../../../present/spans.ts';
import {Lines} from '../../parts/line.tsx';
import {inside, Panel, type Size} from '../../parts/panel.tsx';
import type {Output} from '../../state/sheet.ts';
import {useReport, useService, useStore} from '../../store/store.ts';

export function OutputSheet({output, ...size}: Size & {output: Output}) {
	const mask = maskOf(useStore(({ui}) => ui));
	const service = useService();
	const inner = inside(size);
	const lines = output.lines.flatMap(line => broken(mask('text', line), inner.width - 2));
	const scrollEnd = Math.max(0, lines.length - inner.height);
	const top = Math.min(output.top, scrollEnd);
	const shown = lines.slice(top, top + inner.height).map((line): Spans => [['text', ` ${line}`]]);
	const position = scrollEnd > 0 ? `lines ${top + 1}-${top + inner.height} of ${lines.length}` : '';
	useReport({page: inner.height, scrollEnd});
	return (
		<Panel
			{...size}
			service={service}
			title={cut(output.title, Math.floor(inner.width / 2))}
			note={[output.note, position].filter(Boolean).join(', ')}
			isFocused
		>
			<Lines {...inner} lines={shown.length > 0 ? shown : faintLines([output.note])} />
		</Panel>
	);
}
