import {mkdtempSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {storeCompany, storedCompanies} from '../../source/config/name-cache.ts';

let home: string;
beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), 'dialtop-companies-'));
});
afterEach(() => rmSync(home, {recursive: true}));

const env = () => ({XDG_STATE_HOME: home});
const qa = {profile: 'qa', url: 'https://qa.example.com'};

test('the last companies of a profile at its address are kept, the last one first, for nobody else', () => {
	for (const id of ['1', '2', '3', '4', '5', '6', '2']) {
		storeCompany(qa, id, env());
	}
	expect(storedCompanies(qa, env())).toEqual(['2', '6', '5', '4', '3']);
	expect(storedCompanies({...qa, profile: 'prod'}, env())).toEqual([]);
	expect(storedCompanies({...qa, url: 'https://other.example.com'}, env())).toEqual([]);
	const folder = join(home, 'dialtop', 'companies');
	const [file = ''] = readdirSync(folder);
	expect([statSync(folder).mode & 0o777, statSync(join(folder, file)).mode & 0o777]).toEqual([0o700, 0o600]);
});

test('none is kept of the embedded sandbox, and what is no id is not offered', () => {
	storeCompany({profile: '', url: undefined}, '7', env());
	expect(storedCompanies({profile: '', url: undefined}, env())).toEqual([]);
	storeCompany(qa, '7', env());
	const folder = join(home, 'dialtop', 'companies');
	const [file = ''] = readdirSync(folder);
	writeFileSync(join(folder, file), '["7", 8, "x; rm", {}]');
	expect(storedCompanies(qa, env())).toEqual(['7']);
	writeFileSync(join(folder, file), '{');
	expect(storedCompanies(qa, env())).toEqual([]);
});
