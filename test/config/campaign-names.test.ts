import {mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {storeCampaigns, storedCampaigns} from '../../source/config/name-cache.ts';

let home: string;
beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), 'dialtop-names-'));
});
afterEach(() => rmSync(home, {recursive: true}));

const env = () => ({XDG_STATE_HOME: home});
const qa = {profile: 'qa', url: 'https://qa.example.com'};
const campaigns = [{id: '1001', name: 'Spring'}];
const folder = () => join(home, 'dialtop', 'campaigns');

test('campaigns are kept by profile and address, in a file that only their owner may read', () => {
	storeCampaigns(qa, campaigns, env());
	expect(storedCampaigns({...qa, url: 'https://qa.example.com/api/'}, env())).toEqual(campaigns);
	expect(storedCampaigns({...qa, profile: ''}, env())).toEqual([]);
	expect(storedCampaigns({...qa, url: 'https://other.example.com'}, env())).toEqual([]);
	const [file = ''] = readdirSync(folder());
	expect(statSync(join(folder(), file)).mode & 0o777).toBe(0o600);
});

test('the same campaigns are not written again, others replace them', () => {
	storeCampaigns(qa, campaigns, env());
	const [file = ''] = readdirSync(folder());
	const {ino} = statSync(join(folder(), file));
	storeCampaigns(qa, campaigns, env());
	expect(statSync(join(folder(), file)).ino).toBe(ino);
	storeCampaigns(qa, [], env());
	expect(storedCampaigns(qa, env())).toEqual([]);
});

test('nothing fails where nothing can be kept or read', () => {
	storeCampaigns({profile: '', url: undefined}, campaigns, env());
	mkdirSync(join(home, 'dialtop'), {mode: 0o700});
	writeFileSync(folder(), '');
	storeCampaigns(qa, campaigns, env());
	expect(storedCampaigns(qa, env())).toEqual([]);
	rmSync(folder());
	storeCampaigns(qa, campaigns, env());
	const [file = ''] = readdirSync(folder());
	writeFileSync(join(folder(), file), '[{"id": 7}, {"id": "1", "name": "A"}, "x"]');
	expect(storedCampaigns(qa, env())).toEqual([{id: '1', name: 'A'}]);
	writeFileSync(join(folder(), file), '{');
	expect(storedCampaigns(qa, env())).toEqual([]);
});
