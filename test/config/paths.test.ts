import {userInfo} from 'node:os';
import {expect, test} from 'vitest';
import {homeOf, stateFolder} from '../../source/config/paths.ts';

const account = userInfo().homedir;

test.each<[string, NodeJS.ProcessEnv, NodeJS.Platform, string | undefined]>([
	['Linux', {HOME: '/home/ann'}, 'linux', '/home/ann/.local/state/dialtop'],
	['Linux, asked', {HOME: '/home/ann', XDG_STATE_HOME: '/state'}, 'linux', '/state/dialtop'],
	['a relative folder', {HOME: '/home/ann', XDG_STATE_HOME: 'state'}, 'linux', '/home/ann/.local/state/dialtop'],
	['cron, without HOME', {}, 'linux', `${account}/.local/state/dialtop`],
	['an empty HOME', {HOME: ''}, 'linux', `${account}/.local/state/dialtop`],
	['macOS', {HOME: '/Users/ann'}, 'darwin', '/Users/ann/Library/Application Support/dialtop'],
	['Windows', {LOCALAPPDATA: 'C:\\Users\\ann\\AppData\\Local'}, 'win32', 'C:\\Users\\ann\\AppData\\Local\\dialtop'],
	['Windows without a folder', {}, 'win32', undefined],
])('the state folder: %s', (_, env, platform, expected) => {
	expect(stateFolder(env, platform)).toBe(expected);
});

test('the home is that of the environment, else of the account', () => {
	expect(homeOf({HOME: '/home/ann'})).toBe('/home/ann');
	expect(homeOf({})).toBe(account);
});
