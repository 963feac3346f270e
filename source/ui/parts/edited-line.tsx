/** A line of a sheet with a text that is being edited in it. */
import {Box} from 'ink';
import {fit} from '../../look/format.ts';
import type {Spans} from '../../look/spans.ts';
import {Line} from './line.tsx';
import type {TextState} from './text-edit.ts';
import {EditedText} from './text-field.tsx';

/** What stands around the text, and how it shows. */
export type EditedLineProps = {
	before: Spans;
	after?: Spans;
	text: TextState;
	/** Cells of the text. */
	width: number;
	mask?: string | undefined;
	/** Shown while nothing is typed. */
	placeholder?: string;
	/** False while a question has the keys: then nothing is typed here, and there is no cursor. */
	isOpen: boolean;
	/** What shows then. */
	closed?: string;
};

/** The line. */
export function EditedLine({
	before,
	after,
	text,
	width,
	mask,
	placeholder = '',
	isOpen,
	closed = text.value,
}: EditedLineProps) {
	return isOpen ? (
		<Box height={1}>
			<Line spans={before} />
			<EditedText text={text} width={width} placeholder={placeholder} {...(mask === undefined ? {} : {mask})} />
			{after && <Line spans={after} />}
		</Box>
	) : (
		<Line spans={[...before, ['text', fit(closed, width)], ...(after ?? [])]} />
	);
}
