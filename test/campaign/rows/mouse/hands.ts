/** What hands do at the keyboard and with the mouse: reports of every kind before, behind and within what is typed. */
import type {Random} from '../../row.ts';
import {type Known, nextTouches, type Touch, touch} from '../confirmed/hands.ts';

/** A report as terminals send it; mostly a press or a turn of the wheel over the screen. */
export const report = ({pick, below}: Random): string => {
	const button = pick(['0', '0', '0', '0', '64', '65', '1', '2', '4', '32', '35', '66', '999', '4294967296', '']);
	const column = pick([1 + below(120), 1 + below(60), 1 + below(20), 0, 9999, 99_999]);
	const row = pick([1 + below(40), 1 + below(16), 4 + below(8), 0, 9999]);
	return pick([
		`\u001b[<${button};${column};${row}M`,
		`\u001b[<${button};${column};${row}M`,
		`\u001b[<${button};${column};${row}M\u001b[<${button};${column};${row}m`,
		`\u001b[<${button};${column}M`,
		`\u001b[<${button};${column};${row};${row}M`,
	]);
};

/** Several of them, one by one. */
const gesture = (random: Random): Touch[] =>
	Array.from({length: 1 + random.below(4)}, () =>
		touch(report(random), random.pick([5, 20, 60, 150, 300, 399, 400, 600])),
	);

/** The next thing that happens. */
export const nextWithMouse = (random: Random, known: Known): Touch[] =>
	nextTouches(random, known).flatMap((one): Touch[] => {
		switch (random.below(9)) {
			case 0:
			case 1:
				return [...gesture(random), one];
			case 2:
				return [one, ...gesture(random)];
			case 3:
				return [touch(one.bytes + report(random), one.then)];
			case 4:
				return [touch(report(random) + one.bytes, one.then)];
			case 5:
				// A paste that holds reports, in one read.
				return [touch(`\u001b[200~${report(random)}${one.bytes === 'y' ? 'y' : ''}\u001b[201~`, 60), one];
			default:
				return [one];
		}
	});
