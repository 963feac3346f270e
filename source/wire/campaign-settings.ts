/** The answer of get_campaign_settings: each setting with its value and allowed options (section 2.2; shape ours). */
import type {AnswerCodec} from './answer.ts';
import {WireError} from './errors.ts';
import {findRecords} from './find-records.ts';
import {isObject} from './record.ts';
import {safeText, safeValue} from './text.ts';

/** One allowed value of a setting. */
export type SettingOption = {id: string; label: string};

/** A campaign setting with its current value; `options` is empty if any value within its bounds is allowed. */
export type Setting = {name: string; value: string; options: SettingOption[]};

const shown = (value: unknown): string => (value === undefined || value === null ? '' : safeValue(value));

const readOption = (wire: unknown): SettingOption => {
	if (!isObject(wire)) {
		return {id: shown(wire), label: shown(wire)};
	}
	const id = shown(wire.id ?? wire.value);
	return {id, label: shown(wire.label ?? wire.name ?? id)};
};

const readOptions = (wire: unknown): SettingOption[] => {
	if (Array.isArray(wire)) {
		return wire.map(readOption);
	}
	return isObject(wire) ? Object.entries(wire).map(([id, label]) => ({id: safeText(id), label: shown(label)})) : [];
};

const described = ['name', 'id', 'value', 'current'];

/** Reads one setting, or a plain map of names to values. */
const readSettings = (wire: Record<string, unknown>): Setting[] =>
	described.some(key => Object.hasOwn(wire, key))
		? [
				{
					name: shown(wire.name ?? wire.id),
					value: shown(wire.value ?? wire.current),
					options: readOptions(wire.options ?? wire.allowed),
				},
			]
		: Object.entries(wire).map(([name, value]) => ({name: safeText(name), value: shown(value), options: []}));

/** Reads an array of settings, an object of them keyed by name, or a plain map of names to values. */
export const settingsAnswer: AnswerCodec<{settings: Setting[]}> = {
	fields: ['settings[].name', 'settings[].value', 'settings[].options[].id', 'settings[].options[].label'],
	decode(envelope) {
		const records = findRecords(envelope, 'settings');
		if (!records) {
			throw new WireError('unreadable', 'the answer has no settings');
		}
		return {settings: records.flatMap(readSettings)};
	},
	encode: ({settings}) => ({settings}),
};
