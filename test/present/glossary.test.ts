/** The words of the screen are explained. */
import {expect, test} from 'vitest';
import {boardColumns, boardColumnsOf} from '../../source/present/board-columns.ts';
import {glossary, termsOf, termsOfColumn} from '../../source/present/glossary.ts';
import {fresh} from '../model/make.ts';

const columns = boardColumns(fresh(), 0).filter(({kind}) => kind !== 'identity' && kind !== 'order');

test('every column of the board is, and no other', () => {
	expect(columns.filter(({id}) => termsOfColumn(id).length !== 1).map(({id}) => id)).toEqual([]);
	const known = new Set(boardColumnsOf([fresh(), fresh()], 0).map(({id}) => id));
	expect(glossary.flatMap(({columns = []}) => columns).filter(id => !known.has(id))).toEqual([]);
});

test('what is derived is marked so in both', () => {
	for (const {id, title} of columns) {
		expect(termsOfColumn(id)[0]?.isDerived ?? false, id).toBe(title.endsWith('*'));
	}
});

test('no pane is without explanation, and no word is left unexplained that operators asked for', () => {
	for (const place of ['pace', 'leads', 'calls', 'agents', 'campaign', 'settings'] as const) {
		expect(termsOf(place).length, place).toBeGreaterThan(0);
	}
	const text = glossary.map(({word, means}) => `${word}: ${means}`).join('\n');
	for (const word of ['throttle', 'delivered', 'recycled', 'dead', 'between calls', 'SMSB', 'live answer', 'level']) {
		expect(text).toContain(word);
	}
	expect(text).not.toMatch(/contact (?:%|rate)/i);
});
