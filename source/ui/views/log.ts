/** The log: what was asked of the service in this run, and with which outcome. */
import type {State} from '../../model/state.ts';
import {clock} from '../format.ts';
import type {Rectangle} from '../layout.ts';
import {box, line} from '../parts/box.ts';
import {sentenceOf, toneOf} from '../parts/command.ts';
import type {Look} from '../theme.ts';

/** Draws the last commands, the newest first. */
export const drawLog = ({commands}: State, area: Rectangle, look: Look): string[] => {
	const room = area.height - 2;
	const lines = commands
		.slice(-room)
		.toReversed()
		.map(pending => line(look, ['faint', ` ${clock(pending.askedAt.wall)} `], [toneOf(pending), sentenceOf(pending)]));
	const none = [line(look, ['faint', ' Nothing was asked of the service in this run.'])];
	return box(lines.length > 0 ? lines : none, area.width, area.height, look, {
		title: 'Log',
		note: commands.length > room ? `last ${room} of ${commands.length}` : '',
	});
};
