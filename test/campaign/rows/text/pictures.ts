/** Texts of the service in pictures for tickets. */
import {cellsOfRows, textOfCells} from '../../../../source/terminal/picture/cells.ts';
import {svg} from '../../../../source/terminal/picture/svg.ts';
import {safeText} from '../../../../source/wire/text.ts';
import {pictureProblem} from '../../../terminal/picture/well-formed.ts';
import type {Trials} from '../../row.ts';
import {liveIn} from './bytes.ts';
import {asRead, textOf} from './grammar.ts';

/** Texts of one picture. */
const together = 40;

const columns = 120;

/** Draws texts as pictures: each is well-formed, and as text none of them drives a terminal. */
export const pictureTexts = ({random, tried, failed}: Trials, count: number): void => {
	for (let done = 0; done < count; done += together) {
		const trial = `pictures ${done}`;
		const draw = random(trial);
		const rows = Array.from({length: together}, () => safeText(asRead(textOf(draw))));
		const cells = cellsOfRows(rows, columns);
		const problem = pictureProblem(svg(cells));
		const live = textOfCells(cells)
			.split('\n')
			.map(line => liveIn(line))
			.find(one => one !== undefined);
		if (problem !== undefined || live !== undefined) {
			failed(`a picture is ${problem ?? `text that drives a terminal: ${live}`}`, trial);
		}
		tried('texts in pictures', together);
	}
};
