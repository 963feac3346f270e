import {expect, test} from 'vitest';
import {resolveSettings} from '../../source/commands/monitor/monitor-settings.ts';
import {UsageError} from '../../source/config/errors.ts';
import {serviceRole} from '../../source/present/theme.ts';
import {themes} from '../../source/present/themes.ts';
import {paletteColour} from '../../source/terminal/style.ts';

const roles = Object.keys(themes.dark);

/** What stands behind text that paints no background of its own. */
const backgrounds = {dark: 0x000000, light: 0xffffff, 'high-contrast': 0x000000, mono: 0x000000};

type Painted = {attributes: number[]; fg: number | undefined; bg: number | undefined};

/** The parts of an SGR sequence; throws at what is none of the basic ones. */
const parse = (codes: string): Painted => {
	const painted: Painted = {attributes: [], fg: undefined, bg: undefined};
	for (const code of codes === '' ? [] : codes.split(';').map(Number)) {
		if ([1, 2, 3, 4, 7].includes(code)) {
			painted.attributes.push(code);
		} else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) {
			painted.fg = code < 90 ? code - 30 : code - 82;
		} else if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) {
			painted.bg = code < 100 ? code - 40 : code - 92;
		} else {
			throw new Error(`${code} is not one of the sixteen colours`);
		}
	}
	return painted;
};

const luminance = (rgb: number): number => {
	const part = (shift: number): number => {
		const value = ((rgb >> shift) & 255) / 255;
		return value <= 0.039_28 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
	};
	return 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0);
};

const contrast = (one: number, other: number): number => {
	const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
	return (light + 0.05) / (dark + 0.05);
};

for (const [name, theme] of Object.entries(themes)) {
	test(`${name} paints every role, in the sixteen colours`, () => {
		expect(Object.keys(theme).toSorted()).toEqual(roles.toSorted());
		for (const codes of Object.values(theme)) {
			expect(() => parse(codes)).not.toThrow();
		}
	});

	test(`${name} can be read: no text on its own colour, none near that of its background`, () => {
		for (const [role, codes] of Object.entries(theme)) {
			const {fg, bg} = parse(codes);
			if (fg !== undefined && bg !== undefined) {
				expect(fg % 8, role).not.toBe(bg % 8);
			}
			if (fg !== undefined) {
				const behind = bg === undefined ? backgrounds[name as keyof typeof backgrounds] : paletteColour(bg);
				expect(contrast(paletteColour(fg), behind), role).toBeGreaterThan(4.5);
			} else {
				expect(bg, role).toBeUndefined();
			}
		}
	});
}

test('what is dim can still be read, where a terminal draws it halfway to its background', () => {
	const half = (one: number, other: number): number =>
		[16, 8, 0].reduce((sum, shift) => sum | (((((one >> shift) & 255) + ((other >> shift) & 255)) >> 1) << shift), 0);
	expect(contrast(half(paletteColour(7), backgrounds.dark), backgrounds.dark)).toBeGreaterThan(3);
	expect(contrast(half(paletteColour(0), backgrounds.light), backgrounds.light)).toBeGreaterThan(3);
	// A colour would not survive it.
	for (const [name, theme] of Object.entries(themes)) {
		for (const [role, codes] of Object.entries(theme)) {
			const {attributes, fg, bg} = parse(codes);
			expect(attributes.includes(2) && (fg ?? bg) !== undefined, `${name} ${role}`).toBe(false);
		}
	}
});

test('high-contrast dims nothing', () => {
	expect(Object.values(themes['high-contrast']).filter(codes => parse(codes).attributes.includes(2))).toEqual([]);
});

test('mono has no colours', () => {
	expect(Object.values(themes.mono).filter(codes => parse(codes).fg !== undefined)).toEqual([]);
});

test('what is old looks like nothing else', () => {
	for (const [name, {stale, ...others}] of Object.entries(themes)) {
		expect(Object.values(others), name).not.toContain(stale);
	}
});

test('services differ in colour, and none looks like trouble', () => {
	for (const [name, theme] of Object.entries(themes)) {
		const services = Object.entries(theme).filter(([role]) => role.startsWith('service.'));
		const codes = services.map(([, code]) => code);
		expect(codes, name).toHaveLength(5);
		// Mono has the name alone.
		expect(new Set(codes).size, name).toBe(name === 'mono' ? 1 : 5);
		for (const role of ['warning', 'error', 'drop.near', 'drop.high', 'stale', 'past'] as const) {
			expect(name === 'mono' ? [] : codes, `${name} ${role}`).not.toContain(theme[role]);
		}
	}
	expect([0, 4, 5, 15].map(serviceRole)).toEqual(['service.first', 'service.fifth', 'service.first', 'service.first']);
});

test('a flag names the theme, before the environment', () => {
	expect(resolveSettings({}, {}).theme).toBe('dark');
	expect(resolveSettings({}, {DIALTOP_THEME: 'light'}).theme).toBe('light');
	expect(resolveSettings({theme: 'mono'}, {DIALTOP_THEME: 'light'}).theme).toBe('mono');
	expect(() => resolveSettings({theme: 'toString'}, {})).toThrow(UsageError);
	expect(() => resolveSettings({theme: 'sepia'}, {})).toThrow(
		'--theme must be one of dark, light, high-contrast, mono',
	);
});
