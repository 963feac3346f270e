/** What the code host reads: the workflow runs the checks, the forms are valid, and the changelog leads to the version. */
import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import {z} from 'zod';

const textOf = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

test('a push and a pull request run .ci/run with git and Node 20 alone', () => {
	const {on, jobs} = parse(textOf('.github/workflows/checks.yml'));
	expect(Object.keys(on).sort()).toEqual(['pull_request', 'push']);
	expect(Object.values(jobs)).toEqual([
		expect.objectContaining({
			steps: [
				{uses: expect.stringMatching(/^actions\/checkout@v\d+$/)},
				{uses: expect.stringMatching(/^actions\/setup-node@v\d+$/), with: {'node-version': 20}},
				{run: '.ci/run'},
			],
		}),
	]);
	expect(textOf('.ci/run')).toContain('\nnpm cit\n');
});

const field = z.strictObject({
	type: z.enum(['input', 'textarea']),
	id: z.string().regex(/^\w+$/),
	attributes: z.strictObject({label: z.string(), description: z.string().optional()}),
	validations: z.strictObject({required: z.boolean()}).optional(),
});
const form = z.strictObject({
	name: z.string(),
	description: z.string(),
	labels: z.array(z.string()),
	body: z.array(
		z.union([field, z.strictObject({type: z.literal('markdown'), attributes: z.strictObject({value: z.string()})})]),
	),
});

const forms = readdirSync(new URL('../.github/ISSUE_TEMPLATE', import.meta.url)).filter(name => name !== 'config.yml');

test.each(forms)('the form %s is one that the host shows', name => {
	const {body} = form.parse(parse(textOf(`.github/ISSUE_TEMPLATE/${name}`)));
	const ids = body.flatMap(part => ('id' in part ? [part.id] : []));
	expect(ids.length).toBeGreaterThan(0);
	expect(new Set(ids).size).toBe(ids.length);
});
