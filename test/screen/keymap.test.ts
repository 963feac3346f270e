import {expect, test} from 'vitest';
import {viewNames} from '../../source/present/actions.ts';
import {bindingsIn, keymap} from '../../source/present/keymap.ts';
import type {Action} from '../../source/screen/actions/action.ts';
import {actions} from '../../source/screen/keys/actions.ts';
import {operations} from '../../source/wire/operations/index.ts';

const writes = ({operations: types = []}: Action): boolean =>
	types.some(type => !['read', 'session'].includes(operations[type].effect));

test('lower-case letters and punctuation never write; what writes is a capital letter', () => {
	for (const {keys, action} of keymap) {
		const row = actions[action];
		for (const key of keys) {
			expect(writes(row), `${key}: ${action}`).toBe(writes(row) && /^[A-Z]$/.test(key));
		}
	}
});

test('every action has a key, and no key means two things in one view', () => {
	expect(new Set(keymap.map(({action}) => action))).toEqual(new Set(Object.keys(actions)));
	for (const view of viewNames) {
		const bindings = bindingsIn(keymap, view);
		for (const isPast of [false, true]) {
			const keys = bindings.filter(({inPast = false}) => inPast === isPast).flatMap(binding => binding.keys);
			expect(new Set(keys).size).toBe(keys.length);
		}
	}
});

test("tmux's prefixes are left alone", () => {
	expect(keymap.flatMap(({keys}) => keys)).not.toContain('ctrl-a');
	expect(keymap.flatMap(({keys}) => keys)).not.toContain('ctrl-b');
});

test('every writing action says why it cannot run when it cannot', () => {
	for (const [id, row] of Object.entries<Action>(actions)) {
		if (writes(row)) {
			expect(row.whyDisabled, id).toBeDefined();
		}
	}
});
