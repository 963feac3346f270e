/** The configuration of a running monitor: what is saved comes into force, and what is wrong does not. */
import {chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {initialState, update} from '../../../source/alerts/reducer.ts';
import {loadConfig} from '../../../source/cli/configuration.ts';
import {whole} from '../../../source/cli/configuration-words.ts';
import {changedNames} from '../../../source/commands/monitor/changed-names.ts';
import {type Follower, followConfiguration} from '../../../source/commands/monitor/follow.ts';
import {resolveAll, storageIn} from '../../../source/commands/monitor/monitor-settings.ts';
import {applyAgain, type Opened, showingOf} from '../../../source/commands/monitor/opened.ts';
import {versionOf} from '../../../source/commands/monitor/painted.ts';
import type {Stage} from '../../../source/commands/monitor/stage.ts';
import type {Given} from '../../../source/config/schema.ts';
import {createStore} from '../../../source/model/store.ts';
import {keyFor} from '../../../source/present/keymap.ts';
import {initialUiOf, updateUi} from '../../../source/screen/state/reducer.ts';

let folder: string;
let path: string;
const stops: (() => void)[] = [];
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-follow-'));
	path = join(folder, 'config.yml');
});
afterEach(() => {
	for (const stop of stops.splice(0)) {
		stop();
	}
	rmSync(folder, {recursive: true});
});

const save = (...lines: string[]): void => writeFileSync(path, `${lines.join('\n')}\n`);

/** What of a running monitor the configuration reaches, on the services of these profiles, or on the embedded sandbox. */
const running = async (profile?: string) => {
	const file = {path, namedBy: '--config' as const};
	const {version} = versionOf(path);
	const {given, exists} = await loadConfig(path, {});
	const flags = profile === undefined ? {} : {profile};
	const settingsBy = (now: Given) => resolveAll(flags, {LANG: 'C.UTF-8'}, whole(now));
	const names = (profile ?? '').split(',');
	const ui = createStore(updateUi, initialUiOf(names, 120, 40));
	let follower: Follower | undefined;
	const storage = storageIn(file, written => follower?.reload({written}));
	const open = (settings: Opened['settings']): Opened => {
		const source = {profile: settings.service.profile, environment: 'QA', host: 'h', readOnly: false};
		const store = createStore(update, initialState(source, {mono: 0, wall: 0}));
		const stage = {store, ui} as Partial<Stage> as Stage;
		const [running, secrets, zone] = [undefined, {} as Opened['secrets'], undefined];
		return {settings, showing: showingOf(settings, storage), running, secrets, zone, stage};
	};
	const [first, ...others] = settingsBy(given);
	const floors: [Opened, ...Opened[]] = [open(first), ...others.map(open)];
	follower = followConfiguration({
		file,
		flag: path,
		given,
		exists,
		version,
		say: (text, tone, replaces) => ui.dispatch({type: 'say', text, tone, at: 1, replaces}),
		apply(now, before) {
			applyAgain(floors, settingsBy(now), storage);
			return changedNames(before, now, names, {});
		},
	});
	stops.push(follower.close);
	return {
		ui,
		floors,
		storage,
		reload: follower.reload,
		options: () => floors[0].showing.options,
		said: () => ui.get().notice?.text,
	};
};

/** Milliseconds that a change may take on a machine that is busy with other tests. */
const patience = {timeout: 20_000};

test('keys, thresholds, theme, columns and masks are in force once they are saved', async () => {
	save('theme: dark');
	const {ui, floors, options, said} = await running();
	ui.dispatch({type: 'board-columns', columns: ['state', 'name', 'ready', 'level']});
	ui.dispatch({type: 'sort', sort: {column: 'level', reversed: false}});
	save(
		'theme: light',
		'mask: true',
		'columns: [state, name, drop]',
		'keys: {wall: f6, pause-all: [K]}',
		'alerts: {every: 60, rules: {drop-near: {threshold: 2.2}}}',
	);
	await expect
		.poll(said, patience)
		.toBe('Configuration read again: theme, mask, columns, alerts.every, 1 alert rule, 2 keys');
	const [{settings, showing, stage}] = floors;
	expect(showing.look.theme).not.toBeUndefined();
	expect(settings.theme).toBe('light');
	expect(settings.notifier.every).toBe(60);
	expect(keyFor(options().keymap, 'wall')).toBe('f6');
	expect(stage.store.get().alertSettings.rules['drop-near'].threshold).toBe(2.2);
	expect(ui.get()).toMatchObject({masked: true, boardColumns: undefined, sorts: {campaigns: {column: 'trouble'}}});
	expect(options().boardColumns?.slice(0, 3)).toEqual(['state', 'name', 'drop']);
});

test('what the operator chose on screen stays, where its setting is not the one that has changed', async () => {
	save('mask: false');
	const {ui, said} = await running();
	ui.dispatch({type: 'mask', masked: true});
	ui.dispatch({type: 'board-columns', columns: ['state', 'name', 'ready']});
	ui.dispatch({type: 'sort', sort: {column: 'ready', reversed: true}});
	save('mask: false', 'bell: false');
	await expect.poll(said, patience).toBe('Configuration read again: bell');
	expect(ui.get()).toMatchObject({
		masked: true,
		boardColumns: ['state', 'name', 'ready'],
		sorts: {campaigns: {column: 'ready', reversed: true}},
	});
});

test('a mistake changes nothing and is named with its line; once it is mended, it is on screen no longer', async () => {
	save('theme: light', 'keys: {wall: f6}');
	const {ui, floors, said} = await running();
	save('keys: {wall: f7}', 'theme: lihgt');
	await expect
		.poll(said, patience)
		.toMatch(/old settings hold: config\.yml:2:8: theme: must be .*, not "lihgt"; did you mean "light"\?$/);
	expect(ui.get().notice?.tone).toBe('error');
	expect(floors[0].settings.theme).toBe('light');
	expect(keyFor(floors[0].showing.options.keymap, 'wall')).toBe('f6');
	save('keys: {wall: f7}', 'theme: light');
	await expect.poll(said, patience).toBe('Configuration read again: 1 key');
	expect(ui.get().notice?.next).toBeUndefined();
});

test('a file that is gone changes nothing, and an editor may replace it', async () => {
	save('theme: light');
	const {floors, said} = await running();
	rmSync(path);
	await expect.poll(said, patience).toContain('there is no such file');
	expect(floors[0].settings.theme).toBe('light');
	writeFileSync(`${path}.new`, 'theme: mono\n');
	renameSync(`${path}.new`, path);
	await expect.poll(said, patience).toBe('Configuration read again: theme');
	expect(floors[0].settings.theme).toBe('mono');
});

test('a file that others can change by now is refused, and the old values stay', async () => {
	save('alerts: {command: "true"}', 'theme: light');
	const {floors, said} = await running();
	save('alerts: {command: "false"}', 'theme: mono');
	chmodSync(path, 0o666);
	await expect.poll(said, patience).toMatch(/old settings hold: .*can be changed by others \(mode 0666\)/);
	expect(floors[0].settings).toMatchObject({theme: 'light', notifier: {command: 'true'}});
	chmodSync(path, 0o600);
	await expect.poll(said, patience).toBe('Configuration read again: theme, alerts.command');
	expect(floors[0].settings).toMatchObject({theme: 'mono', notifier: {command: 'false'}});
});

const profiles = (east: string, more = '') => [
	'profiles:',
	`  east: {url: "http://127.0.0.1:1", environment: qa, ${east}}`,
	`  west: {url: "http://127.0.0.1:2", environment: qa${more}}`,
];

test('what needs a new start says so, and the service stays as it was opened', async () => {
	save(...profiles('user: ann'));
	const {floors, said} = await running('east');
	save(...profiles('user: ben, read_only: true, theme: light', ', user: ann'), 'interval: 5');
	await expect
		.poll(said, patience)
		.toBe(
			'Configuration read again: theme of east, 1 profile. In force from the next start: interval, user of east, read_only of east',
		);
	const [{settings, stage}] = floors;
	expect(settings).toMatchObject({theme: 'light', service: {user: 'ann'}, options: {interval: 2000}});
	// What makes it safer does not wait.
	expect(stage.store.get().locked).toBe(true);
});

test('several services on screen get their settings together; a profile that is gone is a mistake', async () => {
	save(...profiles('theme: dark'));
	const {floors, said} = await running('east,west');
	save(...profiles('theme: light', ', theme: mono'), 'alerts: {rules: {drop-near: {threshold: 2.2}}}');
	await expect.poll(said, patience).toBe('Configuration read again: theme of east, theme of west, 1 alert rule');
	expect(floors.map(({settings}) => settings.theme)).toEqual(['light', 'mono']);
	expect(floors.map(({stage}) => stage.store.get().alertSettings.rules['drop-near'].threshold)).toEqual([2.2, 2.2]);
	save(...profiles('theme: light').slice(0, 2));
	await expect.poll(said, patience).toMatch(/old settings hold: .*there is no such profile/);
	expect(floors.map(({settings}) => settings.theme)).toEqual(['light', 'mono']);
});

test('asked by a signal, it answers though nothing has changed', async () => {
	save('theme: light');
	const {reload, said} = await running();
	await reload('asked');
	expect(said()).toBe('Configuration read again: nothing has changed');
});

test('columns that dialtop stores itself are in force without a word, and are read once', async () => {
	save('theme: light');
	const {ui, storage, options, said, reload} = await running();
	ui.dispatch({type: 'board-columns', columns: ['state', 'name', 'ready']});
	expect(await storage.storeColumns?.write(['state', 'name', 'ready'])).toBeUndefined();
	expect(options().boardColumns?.slice(0, 3)).toEqual(['state', 'name', 'ready']);
	await reload('saved');
	expect(said()).toBeUndefined();
	expect(ui.get().boardColumns).toBeUndefined();
});
