/** A service that gives back a secret of this run in every text: it stands on no view, in no export and in no output of a command. */
import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test, vi} from 'vitest';
import {commands} from '../../source/commands/commands.ts';
import {type View, viewNames} from '../../source/present/actions.ts';
import {openAnswer} from '../../source/screen/state/sheet.ts';
import {type Monitor, startMonitor} from '../../source/service/monitor.ts';
import type {OperationType} from '../../source/wire/operations/index.ts';
import {registerSecret} from '../../source/wire/secrets.ts';
import {testAudit} from '../helpers/audit.ts';
import {startPlanting} from '../helpers/planting-service.ts';
import {type ContractService, startContractService} from '../sandbox/contract/service.ts';
import {makeScreen, moment} from '../screen/make.ts';
import {settled} from '../screen/sheets/open.ts';
import {called} from './called.ts';

const later = 'tok-of-tomorrow-77';

let behind: ContractService;
let home = '';

beforeAll(async () => {
	behind = await startContractService();
	home = mkdtempSync(join(tmpdir(), 'dialtop-planted-'));
	vi.stubEnv('XDG_STATE_HOME', home);
	vi.stubEnv('XDG_CACHE_HOME', home);
	vi.stubEnv('XDG_CONFIG_HOME', '/nonexistent');
	vi.stubEnv('DIALTOP_ENVIRONMENT', 'qa');
	vi.stubEnv('DIALTOP_TOKEN', behind.token);
	await behind.need('add_account', {
		account: {company_id: '1', accountid: 'A-1', first_name: 'Ann', last_name: 'Lee'},
		phones: [{phone_number: '2125550123', phone_type: 'HOME', time_zone: '-5.00'}],
	});
});

afterAll(async () => {
	vi.unstubAllEnvs();
	await behind[Symbol.asyncDispose]();
	rmSync(home, {recursive: true});
});

/** The token with a character in it that the screen leaves out. */
const split = (): string => `${behind.token.slice(0, 9)}\0${behind.token.slice(9)}`;

const echo = (text: string, isFigure: boolean): string =>
	isFigure ? text : `${text} echo ${behind.token} and ${later} ${split()}`;

describe('on the screen', () => {
	type Screen = ReturnType<typeof makeScreen>;

	/** Reads all that a screen shows from the planting service. */
	const filled = async (screen: Screen, monitor: Monitor): Promise<void> => {
		const {store, ui} = screen;
		monitor.watch({selected: '1001', visible: new Set(['1001', '1002']), lists: {campaignId: '1001'}});
		await vi.waitFor(() => expect([...store.get().dashboards.values()].some(({value}) => value)).toBe(true), 10_000);
		await monitor.readSettings('1001');
		await monitor.search({query: 'a'});
		await monitor.readAccounts('7');
		await monitor.complaints.ask({kind: 'number', number: '2125550123'} as never);
		ui.dispatch({type: 'company', id: '7'});
		const lists = await monitor.read('get_lists', {campaign_id: '1001'});
		const span = {sentAt: moment(1), receivedAt: moment(2)};
		store.dispatch({
			type: 'lists-polled',
			campaignId: '1001',
			span,
			records: lists.kind === 'done' ? lists.answer.records : expect.fail(),
		});
		await monitor.control({
			operation: 'pause_campaign',
			params: {campaign_id: '1001'},
			target: {service: '', kind: 'campaign', id: '1001', name: store.get().campaigns.value?.get('1001')?.name ?? ''},
			...{doing: 'pausing', verb: 'pause', expected: 'paused', before: 'PLAY'},
		});
		screen.settle();
	};

	/** Everything that can be seen of a view and of what is exported of it. */
	const seen = async (screen: Screen, view: View): Promise<string> => {
		screen.ui.dispatch({type: 'view', view});
		screen.settle();
		const texts = [screen.text()];
		screen.press('enter');
		texts.push(screen.text());
		screen.press('escape');
		for (const below of [0, 1]) {
			screen.press('e');
			for (let step = 0; step < below; step++) {
				screen.press('down');
			}
			screen.press('enter');
			screen.press('enter');
			await settled();
		}
		screen.press('escape');
		return [...texts, ...screen.saved.splice(0).map(({content}) => String(content))].join('\n');
	};

	test('no view and no export has a secret, not even one that was learnt after the text', async () => {
		await using service = await startPlanting(behind.url, echo);
		const screen = makeScreen(200, 60);
		const monitor = startMonitor({
			service: '',
			url: service.url,
			token: behind.token,
			interval: 2000,
			perSecond: 50,
			store: screen.store,
			audit: testAudit(service.url, {file: join(home, 'audit.jsonl')}),
		});
		try {
			await filled(screen, monitor);
			const plan = await monitor.ask('get_profile', {});
			const answer = plan.kind === 'done' ? openAnswer('get_profile', [], plan.answer, moment(1)) : expect.fail();
			const shown = new Map<View, string>();
			for (const view of viewNames) {
				shown.set(view, await seen(screen, view));
			}
			const all = [...shown.values()].join('\n');
			expect(all).not.toContain(behind.token);
			// The texts themselves came: what is planted for later stands beside each secret.
			for (const view of ['campaigns', 'campaign', 'lists', 'search', 'settings', 'accounts', 'log'] as const) {
				expect(shown.get(view), view).toContain('echo ••• and');
			}
			expect(all).toContain(later);

			const {ui} = screen;
			ui.dispatch({type: 'freeze', state: screen.store.get()});
			ui.dispatch({type: 'sheet', sheet: {palette: undefined, form: undefined, answer}});
			expect(screen.text()).toContain(later);
			const strike = vi.fn((text: string) => text.replaceAll(later, '•••'));
			registerSecret(later);
			ui.dispatch({type: 'secret-learnt', strike});
			expect(strike).toHaveBeenCalled();
			expect(screen.text()).not.toContain(later);
			expect(screen.text()).toContain('echo ••• and •••');
			ui.dispatch({type: 'sheet', sheet: undefined});
			for (const view of viewNames) {
				const text = await seen(screen, view);
				expect(text, view).not.toContain(later);
				expect(text, view).not.toContain(behind.token);
			}
			expect(JSON.stringify([...screen.store.get().dashboards])).not.toContain(later);
		} finally {
			await monitor.close();
		}
	});
});

describe('in commands', () => {
	const reads: readonly (readonly string[])[] = [
		['campaigns'],
		['campaign', '1001'],
		['lists'],
		['list', '50001'],
		['search', 'a'],
		['calls', '2125550123'],
		['alerts'],
		['check', '1001'],
		['dnc', '2125550123'],
		['watch', '--count', '1'],
		['doctor'],
		['log'],
		...(['get_profile', 'get_campaigns', 'fetch_accounts', 'get_usage', 'get_all_graphs'] as OperationType[]).map(
			type => ['call', type, ...(type === 'fetch_accounts' ? ['company_id=1'] : [])],
		),
		['pause', '1001', '--yes'],
		['play', '1001', '--yes'],
		['level', '1001', '2', '--yes'],
		['list-off', '50001', '--yes'],
	];

	test.each(reads)('%s %s', async (name, ...argv) => {
		await using service = await startPlanting(behind.url, (text, isFigure) => {
			return isFigure || /^(?:[YN]|PLAY|PAUSE|STOP)$/.test(text) ? text : `${text} echo ${behind.token} ${split()}`;
		});
		vi.stubEnv('DIALTOP_URL', service.url);
		const row = (await commands.find(one => one.name === name)?.load()) ?? expect.fail();
		// Doctor waits between its requests, and a write is done once.
		const formats = name === 'doctor' || argv.includes('--yes') ? [['--json']] : [[], ['--json'], ['--csv']];
		for (const format of formats) {
			const {stdout, stderr} = await called(row, ...argv, ...format);
			expect(stdout + stderr).not.toBe('');
			expect(stdout).not.toContain(behind.token);
			expect(stderr).not.toContain(behind.token);
		}
		for (const file of readdirSync(home, {recursive: true, withFileTypes: true}).filter(one => one.isFile())) {
			expect(readFileSync(join(file.parentPath, file.name), 'utf8'), file.name).not.toContain(behind.token);
		}
	});
});
