/** Commands on a floor of campaigns, in a home of their own. */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, vi} from 'vitest';
import type {AnyCommand} from '../../source/cli/command.ts';
import {type RawAnswers, startRawService} from '../helpers/raw-service.ts';
import {type Called, called} from './called.ts';

/** What came of a command, and what was sent. */
type CalledOn = Called & {requests: Record<string, string>[]; sent(type: string): Record<string, string>[]};

/** Gives each test of a file an empty home; returns what runs a command on a service that answers so. */
export const onFloor = () => {
	let home = '';
	beforeEach(() => {
		home = mkdtempSync(join(tmpdir(), 'dialtop-floor-'));
		vi.stubEnv('XDG_STATE_HOME', home);
		vi.stubEnv('XDG_CONFIG_HOME', '/nonexistent');
	});
	afterEach(() => {
		vi.unstubAllEnvs();
		rmSync(home, {recursive: true});
	});
	return {
		home: () => home,
		/** Makes this the configuration. */
		configure(yaml: string): void {
			writeFileSync(join(home, 'config.yml'), yaml, {mode: 0o600});
			vi.stubEnv('DIALTOP_CONFIG', join(home, 'config.yml'));
		},
		async run(answers: RawAnswers, row: AnyCommand, ...argv: string[]): Promise<CalledOn> {
			await using service = await startRawService(answers);
			vi.stubEnv('DIALTOP_URL', service.url);
			vi.stubEnv('DIALTOP_TOKEN', 'tok-en-1');
			vi.stubEnv('DIALTOP_ENVIRONMENT', 'qa');
			const ran = await called(row, ...argv);
			const {requests} = service;
			return {...ran, requests, sent: type => requests.filter(one => one.type === type)};
		},
	};
};
