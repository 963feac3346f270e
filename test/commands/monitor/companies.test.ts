/** The company of view 6: named by the profile or the configuration, known of the sandbox, or remembered of the last run. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import {whole} from '../../../source/cli/configuration-words.ts';
import {cacheCompanyOf} from '../../../source/commands/connect/cache-names.ts';
import {resolveSettings} from '../../../source/commands/monitor/monitor-settings.ts';
import type {Given} from '../../../source/config/schema.ts';
import {keyedAccounts} from '../../../source/model/account.ts';
import {fillAll} from '../../screen/fill.ts';
import {makeScreen, moment} from '../../screen/make.ts';

let home: string;
beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), 'dialtop-company-'));
	vi.stubEnv('XDG_STATE_HOME', home);
});
afterEach(() => {
	vi.unstubAllEnvs();
	rmSync(home, {recursive: true});
});

const given: Given = {
	company_id: '4',
	profiles: {
		qa: {url: 'https://qa.example.com', environment: 'qa', company_id: '9'},
		prod: {url: 'https://dialer.example.com', environment: 'production'},
	},
};

const settingsOf = (flags: {profile?: string; sandbox?: boolean}, config: Given = given) =>
	resolveSettings(flags, {XDG_STATE_HOME: home}, whole(config));

test('the profile names it, else the configuration; the embedded sandbox has one of its own else', () => {
	expect(settingsOf({profile: 'qa'}).options.companyId).toBe('9');
	expect(settingsOf({profile: 'prod'}).options.companyId).toBe('4');
	expect(settingsOf({profile: 'prod'}, {...given, company_id: null}).options.companyId).toBeUndefined();
	expect(settingsOf({sandbox: true}, {}).options.companyId).toBe('1');
	expect(settingsOf({sandbox: true}).options.companyId).toBe('4');
});

test('a company whose accounts have come is remembered for that profile alone; one without accounts is not', () => {
	const {service} = settingsOf({profile: 'prod'});
	const screen = makeScreen();
	const stop = cacheCompanyOf(screen.store, service);
	const span = {sentAt: moment(1000), receivedAt: moment(1010)};
	screen.store.dispatch({type: 'accounts-polled', companyId: '8', span, accounts: keyedAccounts([])});
	expect(settingsOf({profile: 'prod'}).options.companies?.()).toEqual([]);
	fillAll(screen);
	expect(settingsOf({profile: 'prod'}).options.companies?.()).toEqual(['7']);
	expect(settingsOf({profile: 'qa'}).options.companies?.()).toEqual([]);
	stop();
});
