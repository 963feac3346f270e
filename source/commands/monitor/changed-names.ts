/** What has changed between two configurations, in words: what a running monitor takes over, and what the next start does. */
import {isDeepStrictEqual} from 'node:util';
import {whole} from '../../cli/configuration-words.ts';
import type {Given} from '../../config/schema.ts';
import {counted} from '../../present/format.ts';
import type {Overrides} from './monitor-settings.ts';

/** What has changed, in words. */
export type ChangedNames = {
	/** What is in force now. */
	now: readonly string[];
	/** What the next start takes over. */
	atStart: readonly string[];
};

type Section = Readonly<Record<string, unknown>>;

const isSection = (value: unknown): value is Section =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The names of each setting that is not the same in both. */
const changedPaths = (before: unknown, after: unknown, path: readonly string[] = []): (readonly string[])[] => {
	if (isDeepStrictEqual(before, after)) {
		return [];
	}
	return isSection(before) && isSection(after)
		? [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap(name =>
				changedPaths(before[name], after[name], [...path, name]),
			)
		: [path];
};

/** A change, in words, or one of several that are counted together. */
type Change = {isNow: boolean; text: string} | {isNow: true; noun: string; name: string};

/** Settings of a profile that a running monitor takes over. */
const ofScreen: ReadonlySet<string> = new Set(['theme', 'company_id']);

const changeOf = (
	[first = '', second = '', third]: readonly string[],
	profiles: readonly string[],
	overrides: Overrides,
): Change => {
	switch (first) {
		case 'keys':
			return {isNow: true, noun: 'key', name: second};
		case 'alerts':
			return second === 'rules'
				? {isNow: true, noun: 'alert rule', name: third ?? ''}
				: {isNow: true, text: `alerts.${second}`};
		case 'views':
			return {isNow: true, noun: 'view', name: second};
		case 'commands':
			return {isNow: true, noun: 'command', name: second};
		case 'profiles':
			return profiles.includes(second)
				? {isNow: third !== undefined && ofScreen.has(third), text: `${third ?? 'all'} of ${second}`}
				: {isNow: true, noun: 'profile', name: second};
		case 'history':
		case 'interval':
		case 'profile':
			return {isNow: false, text: first};
		default: {
			const over = overrides[first as keyof Overrides];
			return {isNow: true, text: over ? `${first} (${over.from} goes first)` : first};
		}
	}
};

/**
 * Names what has changed, in the order of the configuration.
 *
 * @param profiles the profiles on screen
 * @param overrides what decides instead of a setting
 */
export const changedNames = (
	before: Given,
	after: Given,
	profiles: readonly string[],
	overrides: Overrides,
): ChangedNames => {
	const changes = changedPaths(whole(before), whole(after)).map(path => changeOf(path, profiles, overrides));
	const nouns = Map.groupBy(
		changes.flatMap(change => ('noun' in change ? change : [])),
		({noun}) => noun,
	);
	const texts = (isNow: boolean) => [
		...new Set(changes.flatMap(change => ('text' in change && change.isNow === isNow ? change.text : []))),
	];
	return {
		now: [...texts(true), ...[...nouns].map(([noun, of]) => counted(new Set(of.map(({name}) => name)).size, noun))],
		atStart: texts(false),
	};
};
