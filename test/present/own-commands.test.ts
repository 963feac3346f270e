/** The arguments of the operator's own commands: values are whole arguments, and never options. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {filledIn, lineOf} from '../../source/present/own-commands.ts';

test('a value replaces its placeholder within one argument, once', () => {
	expect(
		filledIn(['jira', 'create', '{name}', '--label={id}/{id}', '{"name": "{name}"}'], {name: '{id} $(x) "y"', id: '7'}),
	).toEqual({
		run: ['jira', 'create', '{id} $(x) "y"', '--label=7/7', '{"name": "{id} $(x) "y""}'],
	});
});

test('whatever a value is, there are as many arguments, and none becomes an option', () => {
	const run = ['tool', '{name}', 'x{name}', '--title={name}', '+{id}-{name}', '-v'] as const;
	fc.assert(
		fc.property(fc.string({unit: 'binary'}), fc.string(), (name, id) => {
			const filled = filledIn(run, {name, id});
			if ('why' in filled) {
				expect(name.startsWith('-')).toBe(true);
				return;
			}
			expect(filled.run).toHaveLength(run.length);
			expect(filled.run.filter(argument => argument.startsWith('-'))).toEqual([`--title=${name}`, '-v']);
		}),
	);
});

test('the line shows each argument as a shell would need it', () => {
	expect(lineOf(['jira', "it's", '', 'a b', '--x=1'])).toBe(`jira 'it'\\''s' '' 'a b' --x=1`);
});
