import {expect, test} from 'vitest';
import {fieldWords, isRenamed, parameterWords} from '../../source/present/parameter-words.ts';

test('a setting is called in a form as it is everywhere', () => {
	expect(parameterWords('autodiallevel')).toBe('level');
	expect(parameterWords('adaptive_dropped_percentage')).toBe('drop limit %');
	expect(fieldWords('account[first_name]')).toBe('first name');
	expect(fieldWords('phones[0][phone_number]')).toBe('phone number');
	expect(fieldWords('emails[2]')).toBe('emails');
});

test('the name on the wire has to be shown only where the words do not tell it', () => {
	expect(isRenamed('first_name')).toBe(false);
	expect(isRenamed('campaign_id')).toBe(true);
	expect(isRenamed('velocity')).toBe(true);
});
