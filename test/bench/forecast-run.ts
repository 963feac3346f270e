/** A process of its own for a part of the floors: prints what came of each as a line of JSON. */
import {type Effort, judgeFloor} from './forecast-scores.ts';

const [first = 1, step = 1, count = 1, pairs = 40, oracles = 5, recommends = 1] = process.argv.slice(2).map(Number);
const effort: Effort = {pairs, oracles, recommends};
for (let seed = first; seed <= count; seed += step) {
	process.stdout.write(`${JSON.stringify(judgeFloor(seed, effort))}\n`);
}
