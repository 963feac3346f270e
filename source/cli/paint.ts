/** Colours of what a command prints for people. */
import type {Look, Theme} from '../present/theme.ts';
import {painter} from '../present/theme.ts';
import {type ThemeName, themes} from '../present/themes/index.ts';
import type {Out} from './out.ts';

const isTheme = (name: string | undefined): name is ThemeName => name !== undefined && Object.hasOwn(themes, name);

const unpainted = Object.fromEntries(Object.keys(themes.dark).map(role => [role, ''])) as Theme;

/** The look of a command's tables: colours and attributes only on a terminal that supports them. */
export const lookOf = (out: Out, {theme: name}: {theme: string | undefined}, env = process.env): Look => {
	const isPlain = !out.isTerminal || (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb';
	const theme = isPlain ? unpainted : themes[isTheme(name) ? name : 'dark'];
	return {theme, paint: painter(theme), ascii: false, charts: 'blocks'};
};
