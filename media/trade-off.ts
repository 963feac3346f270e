/** `npm run media`: measures what dialing faster costs, and writes it down as a table and a picture. */
import {writeFile} from 'node:fs/promises';
import {type Dialing, measurePoint, misplaced, type Point} from '../test/helpers/trade-off.ts';
import {chart} from './chart.ts';

const sizes = [10, 20, 50, 100];
const levels = [1, 1.1, 1.15, 1.2, 1.25, 1.3, 1.35, 1.4, 1.45, 1.5, 1.55, 1.6, 1.65, 1.7, 1.8, 2, 2.25, 2.5, 3];
const limits = [1, 3, 5];
const precision = {error: 0.07, share: 2, answers: 40_000, days: 8};
/** Where the order of the sizes is looked at, in percent dropped. */
const comparedAt = [1, 3, 5];

const ways: readonly Dialing[] = [
	...levels.map(level => ({level})),
	...limits.map(limit => ({rule: 'damped' as const, limit})),
	...limits.map(limit => ({rule: 'classic' as const, limit})),
];

const nameOf = (dialing: Dialing): string =>
	'level' in dialing ? `RATIO ${dialing.level.toFixed(2)}` : `${dialing.rule}, limit ${dialing.limit} %`;

const table = (points: readonly Point[]): string => {
	const head = ['', ...sizes.flatMap(size => [`${size} agents: dropped`, 'busy'])];
	const rows = ways.map(way => [
		nameOf(way),
		...points
			.filter(({dialing}) => dialing === way)
			.flatMap(({dropRate, utilisation}) => [dropRate.toFixed(1), utilisation.toFixed(1)]),
	]);
	const lines = [head, head.map((_, column) => (column === 0 ? '---' : '--:')), ...rows];
	return lines.map(cells => `| ${cells.join(' | ')} |\n`).join('');
};

const intro = `# Busy agents against dropped calls

A higher level keeps agents busier and drops more calls, and at the same drop rate a larger floor is busier. The table shows by how
much, in the world of the [sandbox](sandbox.md): how many percent of the live answers are dropped, and for how many percent of their
time agents are busy, on floors of 10 to 100 agents, first at fixed levels (RATIO) and then with the sandbox's two rules of PREDICTIVE.

![Utilisation against drop rate: more agents work more at the same drop rate](trade-off.svg)
`;

const note = `Measured with one campaign on fresh leads, nobody absent, no pauses, machine detection on and the default carrier
(18 % of dials reach a person; talk 150 s, wrap-up 20 s on average), from 11:30 to 17:30 on as many days as bring the
standard error of the drop rate to ${precision.error} points, or to ${precision.share} % of it where that is more.

- *Dropped* is 100 × drops ÷ live answers (whatever the service takes for a person). A drop is an answer without an agent within two
  seconds of the end of the greeting, even if one came later; whoever hangs up within these two seconds is no drop.
- *Busy* is the talk and wrap-up that ended in these hours ÷ (agents × six hours), in percent. The seconds until an agent notices that
  the caller has gone are neither. In the morning the adaptive rules go on from the level of the evening before.

\`dialtop sandbox --pacing\` chooses the rule of PREDICTIVE. \`damped\`, the default, aims at three quarters of the limit, so that chance
does not carry it over. \`classic\` follows the rule to the letter: it overshoots at the start (here before 11:30) and passes the day's
limit; then it stays at level 1, one line per agent, until the day's rate is back at the limit, and spends in a burst what was saved. So
it drops as much as it may and is hardly busier than RATIO 1.00, however many agents there are, and the day as a whole ends just over
its limit.
`;

const points = sizes.flatMap(size => ways.map(way => measurePoint(size, way, precision)));
const text = table(points);
process.stdout.write(text);
await writeFile(new URL('trade-off.md', import.meta.url), `${intro}\n${text}\n${note}`);
await writeFile(new URL('trade-off.svg', import.meta.url), chart(points));
const faults = misplaced(points, comparedAt);
if (faults.length > 0) {
	process.stderr.write(`More agents are not shown to be busier:\n${faults.join('\n')}\n`);
	process.exitCode = 1;
}
