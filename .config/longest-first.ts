/** The order of the test files: those that take longest first, so that none of them is left alone at the end. */
import {BaseSequencer, type TestSpecification} from 'vitest/node';

const longest = [
	'e2e/canary.test.ts',
	'e2e/dev.test.ts',
	'e2e/operator-views.test.ts',
	'e2e/sandbox.test.ts',
	'e2e/sandbox-ends.test.ts',
	'e2e/operator.test.ts',
	'e2e/recipes.test.ts',
	'e2e/steer.test.ts',
	'e2e/package.test.ts',
	'e2e/check.test.ts',
	'config/password.test.ts',
	'terminal/terminal.test.ts',
	// It counts what is in the memory of its process, which is least at first.
	'sandbox/statistics.test.ts',
	'contract/contract.test.ts',
	'service/controls.test.ts',
	'wire/faults.test.ts',
	'connect/sandbox-month.test.ts',
	'screen/words.test.ts',
	'frames/frames.test.ts',
	'wire/planted-secret.property.test.ts',
	'sandbox/world.property.test.ts',
	'alerts/life.property.test.ts',
];

const place = ({moduleId}: TestSpecification): number => {
	const at = longest.findIndex(name => moduleId.endsWith(name));
	return at === -1 ? longest.length : at;
};

export default class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		// A worker ends, with all that it has loaded, where the next file is of another project.
		const projects = [...new Set(sorted.map(({project}) => project))];
		const turn = ({project}: TestSpecification): number => projects.indexOf(project);
		return sorted.toSorted((one, other) => turn(one) - turn(other) || place(one) - place(other));
	}
}
