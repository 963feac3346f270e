import {defineConfig} from 'vitest/config';
import Summary from './summary.ts';

export default defineConfig({
	test: {
		root: new URL('..', import.meta.url).pathname,
		reporters: ['default', new Summary()],
		// Left to itself it would leave one of two cores idle.
		maxWorkers: 2,
		projects: [
			{
				test: {
					name: 'unit',
					include: ['test/**/*.test.{ts,tsx}'],
					exclude: ['test/e2e/**', '**/*.property.test.ts'],
					// A machine that is busy with something else is no failure.
					testTimeout: 30_000,
				},
			},
			{
				test: {
					name: 'property',
					include: ['test/**/*.property.test.ts'],
					setupFiles: ['test/setup.ts'],
					testTimeout: 60_000,
				},
			},
			// A pseudo-terminal and two processes a test, which wait for much of their time: three at a time keep two cores busy.
			{
				test: {
					name: 'e2e',
					include: ['test/e2e/**/*.test.ts'],
					globalSetup: ['test/state-home.ts'],
					testTimeout: 60_000,
					hookTimeout: 60_000,
					maxWorkers: 3,
				},
			},
		],
	},
});
