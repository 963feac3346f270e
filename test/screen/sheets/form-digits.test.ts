/** Digits typed on a form that is filled already: they name another target. */
import {expect, test} from 'vitest';
import {sendRow} from '../../../source/screen/sheets/form/rows.ts';
import {opened} from './open.ts';

test('digits go into the first field, in place of what stood there by itself', () => {
	const screen = opened();
	screen.openForm('pause_campaign');
	expect(screen.form()).toMatchObject({focus: sendRow, typed: {campaign_id: '1003'}});
	screen.type('1002');
	expect(screen.form()).toMatchObject({focus: 'campaign_id', typed: {campaign_id: '1002'}});
	expect(screen.sent).toEqual([]);
});

test('what was typed before stays, and the digits follow it', () => {
	const screen = opened();
	screen.openForm('pause_campaign');
	screen.type('10');
	screen.press('enter');
	expect(screen.form()).toMatchObject({focus: sendRow, typed: {campaign_id: '10'}});
	screen.type('02');
	expect(screen.form()).toMatchObject({focus: 'campaign_id', typed: {campaign_id: '1002'}});
});

test('a letter is no part of an id, and changes nothing; a pasted id does', () => {
	const screen = opened();
	screen.openForm('pause_campaign');
	const before = screen.form();
	for (const key of ['y', 'x', 'space', '-']) {
		screen.press(key);
	}
	expect(screen.form()).toBe(before);
	screen.press('7', {paste: true});
	expect(screen.form()).toMatchObject({focus: 'campaign_id', typed: {campaign_id: '7'}});
});
