/** What a monitor records of a service with people in it, whom the operator looks up, calls and texts: nothing of them, and no secret. */
import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {closeHours, retentionDefaults} from '../../../../source/recording/closing.ts';
import {diskFolder} from '../../../../source/recording/folder.ts';
import {allTime} from '../../../../source/recording/reader.ts';
import {type Recording, tiers} from '../../../../source/recording/recording.ts';
import {openMonitor, openSandbox} from '../../../helpers/monitor.ts';
import {poll} from '../../../helpers/terminal.ts';
import type {Trials} from '../../row.ts';
import {readFrom} from './given.ts';

/** People and secrets that stand nowhere else. */
const planted = {
	'first name': 'Zebulonia',
	'last name': 'Quackenbush',
	phone: '2125550147',
	email: 'zq.planted@example.com',
	'number that is called': '6465550188',
	'text to a person': 'planted-message',
};

/** Every file as it lies there, and every row of every stream as it is read. */
const everything = (path: string): string => {
	const files = readdirSync(path).map(name => `${name}\n${readFileSync(join(path, name), 'latin1')}`);
	const rows = (reader: Recording): string[] =>
		reader.streams().flatMap(stream => tiers.map(tier => JSON.stringify([stream, reader.rows(stream, allTime, tier)])));
	return [...files, ...readFrom(path, rows), JSON.stringify(readFrom(path, reader => reader.marks(allTime)))].join(
		'\n',
	);
};

export const tryPeople = async (trials: Trials): Promise<void> => {
	await using sandbox = await openSandbox('--campaigns', '3', '--agents', '6', '--leads', '200');
	const added = await sandbox.call('add_account', {
		account: {
			company_id: 1,
			accountid: 'P-1',
			first_name: planted['first name'],
			last_name: planted['last name'],
		},
		phones: [{phone_number: planted.phone, phone_type: 'MOBILE'}],
		emails: [planted.email],
	});
	const signedIn = await sandbox.call('login_user', {user: sandbox.user, pass: sandbox.password});
	const token = signedIn.kind === 'done' ? signedIn.answer.token : undefined;
	if (added.kind !== 'done' || token === undefined) {
		throw new Error('nobody was planted');
	}
	const state = mkdtempSync(join(tmpdir(), 'dialtop-campaign-people-'));
	try {
		await using monitor = openMonitor({
			env: {
				DIALTOP_URL: sandbox.url,
				DIALTOP_TOKEN: token,
				DIALTOP_ENVIRONMENT: 'qa',
				XDG_STATE_HOME: state,
			},
		});
		await monitor.waitFor(/ live /);
		const histories = join(state, 'dialtop', 'history');
		const isThere = await poll(() => {
			try {
				return readdirSync(histories).length > 0;
			} catch {
				return false;
			}
		}, 20_000);
		if (!isThere) {
			throw new Error('the monitor records nothing');
		}
		const path = join(histories, readdirSync(histories)[0] ?? '');
		monitor.press('6');
		await monitor.waitFor('the accounts of which company?');
		monitor.press('1', 'enter');
		await monitor.waitFor('─ Accounts of company 1 ─');
		monitor.press('s');
		await monitor.waitFor('Search name, phone or account');
		monitor.press(planted['last name'], 'enter');
		await monitor.waitFor(planted['first name']);
		monitor.press('1');
		await monitor.waitFor('─ Campaigns ─');
		monitor.press('T');
		await monitor.waitFor('Number to call');
		monitor.press(planted['number that is called'], 'enter');
		await monitor.waitFor('Caller ID to show');
		monitor.press('ctrl-u', '8005550100', 'enter');
		const typeNumber = async (number: string): Promise<void> => {
			await monitor.waitFor(`Type ${number} to`);
			monitor.press(number);
			await monitor.waitFor(`Number: ${number}`);
			await monitor.answer('enter');
		};
		await typeNumber(planted['number that is called']);
		await monitor.waitFor(/Test-call \d+: \w+/);
		monitor.write(':send_text_message\r');
		await monitor.waitFor('─ send_text_message');
		monitor.write(`${planted.phone}\t${planted['text to a person']} ${planted['first name']}\x13`);
		await typeNumber(planted.phone);
		await monitor.waitFor('message_id');
		const commands = (): number =>
			readFrom(
				path,
				reader => reader.marks(allTime, {kinds: ['command']}).filter(({data}) => data !== undefined).length,
			);
		if (!(await poll(() => commands() >= 2, 20_000))) {
			throw new Error('the commands are not recorded');
		}
		const look = (what: string): void => {
			const text = everything(path);
			// What looks sees rows that are compressed.
			if (!text.includes('Spring Collections') || !text.includes('"figures/1001"')) {
				throw new Error('what is recorded is not seen');
			}
			for (const [name, one] of Object.entries({...planted, token, password: sandbox.password})) {
				if (text.toLowerCase().includes(one.toLowerCase())) {
					trials.failed(`the ${name} of a person stands in ${what}`, 'people');
				}
				trials.tried('people and secrets looked for');
			}
			for (const name of readdirSync(path)) {
				if ((statSync(join(path, name)).mode & 0o077) !== 0) {
					trials.failed(`others may read ${name}`, 'people');
				}
			}
		};
		look('the open hour');
		monitor.kill();
		await monitor.waitForExit();
		const now = Date.now();
		for (const _ of closeHours(diskFolder(path), {
			isOver: () => true,
			zone: 'UTC',
			retention: retentionDefaults,
			now,
		})) {
			// Nothing waits for it.
		}
		look('the closed hours');
	} finally {
		rmSync(state, {recursive: true, force: true});
	}
};
