/** Closes a run of the tests with one plain line: so many passed, failed, skipped. */
import type {Reporter, TestModule} from 'vitest/node';

export default class Summary implements Reporter {
	onTestRunEnd(modules: readonly TestModule[]): void {
		const states = modules.flatMap(module => [...module.children.allTests()].map(test => test.result().state));
		// A file that could not be read at all has no tests to fail.
		const broken = modules.filter(module => module.errors().length > 0).length;
		const count = (state: string): number => states.filter(one => one === state).length;
		const skipped = count('skipped') > 0 ? `, ${count('skipped')} skipped` : '';
		process.stdout.write(`\n${count('passed')} passed, ${count('failed') + broken} failed${skipped}\n`);
	}
}
