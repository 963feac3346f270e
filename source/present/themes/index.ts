/** The themes by the names that flags and the configuration give them. */
import type {Theme} from '../theme.ts';
import {dark} from './dark.ts';
import {highContrast} from './high-contrast.ts';
import {light} from './light.ts';
import {mono} from './mono.ts';

/** Every theme. */
export const themes = {dark, light, 'high-contrast': highContrast, mono} satisfies Record<string, Theme>;

/** The name of a theme. */
export type ThemeName = keyof typeof themes;
