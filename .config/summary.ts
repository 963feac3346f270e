/** Closes a run of the tests with one plain line: so many passed, failed, skipped; before it, those that passed at the second attempt. */
import type {Reporter, TestModule} from 'vitest/node';

export default class Summary implements Reporter {
	onTestRunEnd(modules: readonly TestModule[]): void {
		const tests = modules.flatMap(module => [...module.children.allTests()]);
		const states = tests.map(test => test.result().state);
		// A file that could not be read at all has no tests to fail.
		const broken = modules.filter(module => module.errors().length > 0).length;
		const count = (state: string): number => states.filter(one => one === state).length;
		const skipped = count('skipped') > 0 ? `, ${count('skipped')} skipped` : '';
		const flaky = tests.filter(test => test.diagnostic()?.flaky);
		for (const test of flaky) {
			const errors = test.result().errors ?? [];
			process.stdout.write(`\nsecond attempt: ${test.module.relativeModuleId} > ${test.fullName}\n`);
			process.stdout.write(errors.map(({message}) => `${message}\n`).join(''));
		}
		if (flaky.length > 0) {
			process.stdout.write(`\n${flaky.length} passed at the second attempt only\n`);
		}
		process.stdout.write(`\n${count('passed')} passed, ${count('failed') + broken} failed${skipped}\n`);
	}
}
