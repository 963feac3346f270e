/** Flags before the environment before the configuration before the defaults. */
import {expect, test} from 'vitest';
import {notifierDefaults} from '../../source/alerts/notifier.ts';
import {alertDefaults} from '../../source/alerts/rules.ts';
import {whole} from '../../source/cli/configuration-words.ts';
import {resolveSettings} from '../../source/commands/monitor/monitor-settings.ts';
import {keymap} from '../../source/present/keymap.ts';
import {chartStyle} from '../../source/present/theme.ts';
import {plainLook} from '../screen/make.ts';
import {givenIn} from './make.ts';

const utf8 = {LANG: 'C.UTF-8'};

const settled = (text: string, flags: Parameters<typeof resolveSettings>[0] = {}, env = {}) =>
	resolveSettings(flags, {...utf8, ...env}, whole(givenIn(text)));

test('theme, interval and ASCII: flag, environment, file, default', () => {
	expect(settled('').theme).toBe('dark');
	expect(settled('theme: light').theme).toBe('light');
	expect(settled('theme: light', {}, {DIALTOP_THEME: 'mono'}).theme).toBe('mono');
	expect(settled('theme: light', {theme: 'dark'}, {DIALTOP_THEME: 'mono'}).theme).toBe('dark');
	expect(settled('theme: light', {theme: 'dark'}, {NO_COLOR: '1'})).toMatchObject({theme: 'mono', colourless: true});
	expect(settled('').options.interval).toBe(2000);
	expect(settled('interval: 5').options.interval).toBe(5000);
	expect(settled('interval: 5', {interval: 1}).options.interval).toBe(1000);
	expect(settled('').ascii).toBe(false);
	expect(settled('ascii: true').ascii).toBe(true);
	expect(settled('ascii: false', {ascii: true}).ascii).toBe(true);
	expect(settled('ascii: false', {}, {LANG: 'C'}).ascii).toBe(true);
});

test('charts are of braille, or of what the font has, and of ASCII where all else is', () => {
	expect(settled('').charts).toBe('braille');
	expect(settled('charts: blocks').charts).toBe('blocks');
	expect(settled('charts: ascii')).toMatchObject({charts: 'ascii', ascii: false});
	expect(settled('charts: blocks', {}, {LANG: 'C'}).charts).toBe('ascii');
	expect(settled('charts: blocks', {ascii: true}).charts).toBe('ascii');
	expect(chartStyle({...plainLook, ascii: settled('ascii: true').ascii})).toBe('ascii');
});

test('nothing configured is what there was before there was a configuration', () => {
	const {options, alerts, notifier, start} = settled('');
	expect(options.keymap).toEqual(keymap);
	expect(options.boardColumns).toBeUndefined();
	expect(alerts).toEqual(alertDefaults);
	expect(notifier).toEqual(notifierDefaults);
	expect(start).toEqual({
		masked: false,
		muted: false,
		mouse: false,
		sorts: {campaigns: {column: 'trouble', reversed: false}},
	});
	expect(settled('sort: {column: service}').start.sorts).toEqual({});
	expect(settled('sort: {column: service, reversed: true}').start.sorts).toEqual({
		campaigns: {column: '', reversed: true},
	});
});

test('the screen begins as it is configured', () => {
	const {options, start} = settled(
		'mask: true\nmute: true\nmouse: true\ncolumns: [state, name, on-call, time-left]\nsort: {column: time-left, reversed: true}\ncompany_id: 7\ncall_limit: 5\nexport: ~/out\n',
	);
	expect(start).toEqual({
		masked: true,
		muted: true,
		mouse: true,
		sorts: {campaigns: {column: 'timeLeft', reversed: true}},
	});
	expect(options).toMatchObject({
		boardColumns: ['state', 'name', 'onCall', 'timeLeft', 'trouble'],
		companyId: '7',
		callLimit: 5,
		exportFolder: '~/out',
	});
});

test('alerts are told as they are configured; the rest of a rule stays', () => {
	const {alerts, notifier} = settled(
		'bell: false\nalerts:\n  notify: osc777\n  command: cat\n  every: 30\n  least-drops: 9\n  rules:\n    idle: {on: false}\n    leads-low:\n      threshold: 30\n',
	);
	expect(notifier).toEqual({bell: false, every: 30, notification: 'osc777', command: 'cat'});
	expect(alerts.leastDrops).toBe(9);
	expect(alerts.rules.idle).toEqual({...alertDefaults.rules.idle, on: false});
	expect(alerts.rules['leads-low']).toEqual({...alertDefaults.rules['leads-low'], threshold: 30});
});

test('a profile has a theme and an interval of its own: after flags and environment, before the rest of the file', () => {
	const text =
		'theme: light\ninterval: 5\nprofile: qa\nprofiles:\n  qa: {url: "https://qa.example", theme: mono, interval: 9}\n';
	expect(settled(text)).toMatchObject({theme: 'mono', options: {interval: 9000}, service: {profile: 'qa'}});
	expect(settled(text, {theme: 'dark', interval: 1})).toMatchObject({theme: 'dark', options: {interval: 1000}});
	expect(settled(text, {}, {DIALTOP_THEME: 'high-contrast'}).theme).toBe('high-contrast');
	expect(settled(text, {sandbox: true})).toMatchObject({theme: 'light', options: {interval: 5000}});
	expect(() => settled(text, {profile: 'qa', scenario: 'calm'})).toThrow('it and --profile exclude each other');
});
