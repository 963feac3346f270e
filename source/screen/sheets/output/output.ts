/** The output of a command of the operator's own, which lies over a view: it scrolls, and Esc closes it. */
import type {Key} from '../../../terminal/decode.ts';
import {movedTo} from '../../state/scroll.ts';
import type {Output} from '../../state/sheet.ts';

/** The output after a key; `back` to leave it; undefined if the key means nothing here. */
export const pressOutput = (
	output: Output,
	{name}: Key,
	{page, scrollEnd}: {page: number; scrollEnd: number},
): Output | 'back' | undefined => {
	if (name === 'escape' || name === 'q') {
		return 'back';
	}
	const top = movedTo(name, output.top, scrollEnd, page);
	return top === undefined ? undefined : {...output, top};
};
