/** Closes a run of the tests with one plain line: so many passed, failed, skipped. Flaky ones passed only when tried again. */
import type {Reporter, TestModule} from 'vitest/node';

export default class Summary implements Reporter {
	onTestRunEnd(modules: readonly TestModule[]): void {
		const tests = modules.flatMap(module => [...module.children.allTests()]);
		// A file that could not be read at all has no tests to fail.
		const broken = modules.filter(module => module.errors().length > 0).length;
		const count = (state: string): number => tests.filter(test => test.result().state === state).length;
		const flaky = tests.filter(test => test.diagnostic()?.flaky);
		const names = flaky.map(
			({module, fullName}) => `\npassed only when tried again: ${module.relativeModuleId}: ${fullName}`,
		);
		const skipped = count('skipped') > 0 ? `, ${count('skipped')} skipped` : '';
		const again = flaky.length > 0 ? `, ${flaky.length} flaky` : '';
		process.stdout.write(
			`${names.join('')}\n${count('passed')} passed, ${count('failed') + broken} failed${skipped}${again}\n`,
		);
	}
}
