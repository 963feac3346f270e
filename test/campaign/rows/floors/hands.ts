/** What hands do before a screen of several services: what they do before one, and what leads from one service to the other. */
import type {Random} from '../../row.ts';
import {type Known, nextTouches, type Touch, touch} from '../confirmed/hands.ts';

const [up, down] = ['\u001b[A', '\u001b[B'];

/** Milliseconds for which a question is read, mostly long enough. */
const reading = [250, 390, 420, 450, 600, 900, 2100] as const;

/** Moves over the rows of both. */
const moves = ({pick, below}: Random): Touch[] =>
	Array.from({length: 1 + below(6)}, () => touch(pick([up, down, 'j', 'k', 'g', 'G', 'n']), pick([20, 60, 200, 600])));

/** A line of the palette about a campaign that both services may have. */
const line = ({pick, below}: Random, {names, ids, behind = ''}: Known): Touch[] => {
	const campaign = pick([pick(ids), pick(ids), pick(names), `${behind}${pick(ids)}`, `${pick(ids)} ${pick(ids)}`]);
	const word = pick(['pause', 'play', 'stop', 'level', 'mark', 'next-trouble', 'halt', 'undo']);
	const text = `${word} ${campaign}${word === 'level' ? ' 1.8' : ''}`;
	const moved = Array.from({length: below(3)}, () => touch(down, 40));
	return [
		touch(':', 200),
		touch(text, 100),
		...moved,
		touch('\r', pick(reading)),
		...(word === 'stop' ? [touch(`${behind}${pick([pick(names), pick(ids)])}`, 60), touch('\r', 300)] : []),
		touch('y', pick([60, 600])),
	];
};

/** Marks on rows of both, and what is asked of them. */
const marks = (numbers: Random): Touch[] => [
	touch('1', 520),
	...Array.from({length: 2 + numbers.below(3)}, () => [touch(' ', 40), ...moves(numbers)]).flat(),
	touch(numbers.pick(['P', 'P', 'H', 'U', 'E']), numbers.pick(reading)),
	touch(numbers.pick(['y', '1', '2']), 500),
	touch('y', 300),
];

/** A question that stays open while hands go on, and is answered then. */
const lingering = (numbers: Random): Touch[] => [
	touch('1', 520),
	...moves(numbers),
	touch(numbers.pick(['P', 'P', 'S', 'U']), numbers.pick(reading)),
	...Array.from({length: numbers.below(4)}, () => touch(numbers.pick([up, down]), numbers.pick([60, 900, 2500]))),
	touch('y', 300),
];

const filters = ({pick}: Random, {behind = ''}: Known): Touch[] => [
	touch('/', 150),
	touch(pick([`service:${behind.trim()}`, behind.trim(), 'Spring', '1001', 'service:none']), 60),
	touch('\r', 200),
	...(pick([true, false]) ? [touch('c', 200)] : []),
];

/** Views whose rows are of one service or of both, and back. */
const views = ({pick}: Random): Touch[] => [
	touch(pick(['2', '3', '4', '5', '6', '7', '8', '9']), 700),
	touch(pick([down, ' ', '\r', 'L', 'E', 'a', 'x']), 450),
	touch(pick(['y', down, '\u001b']), 300),
	touch('1', 520),
];

/** The next thing that happens at the keyboard. */
export const nextOverTwo = (numbers: Random, known: Known): Touch[] => {
	switch (numbers.below(9)) {
		case 0:
			return moves(numbers);
		case 1:
			return line(numbers, known);
		case 2:
			return marks(numbers);
		case 3:
			return lingering(numbers);
		case 4:
			return numbers.below(3) === 0 ? filters(numbers, known) : moves(numbers);
		case 5:
			return views(numbers);
		default:
			return nextTouches(numbers, known);
	}
};
