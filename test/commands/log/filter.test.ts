/** The filters of `dialtop log`, and the columns of its table. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, expect, test, vi} from 'vitest';
import type {AuditRecord} from '../../../source/audit/read.ts';
import {filterOf, type LogFilter, momentOf} from '../../../source/commands/log.ts';
import {auditLine, temporaryFolder} from '../../helpers/audit.ts';
import {calledAs} from '../called.ts';

const now = new Date('2026-03-31T14:30:00').getTime();
const ago = (hours: number): string => new Date(now - hours * 3_600_000).toISOString();

const record = (over: Partial<AuditRecord> = {}): AuditRecord => ({
	at: ago(1),
	id: 'x',
	user: 'root',
	sudoUser: 'kim',
	host: 'box',
	tty: null,
	pid: 1,
	started: null,
	profile: 'prod',
	environment: 'PRODUCTION',
	url: 'https://h/api/',
	serviceUser: 'ops',
	operation: 'pause_campaign',
	effect: 'write',
	target: {kind: 'campaign', id: '1001', name: 'Spring Collections'},
	verb: 'pause',
	params: {},
	expected: undefined,
	outcome: 'done',
	reason: undefined,
	ms: 12,
	later: undefined,
	seen: undefined,
	...over,
});

test.each<[LogFilter, AuditRecord, boolean]>([
	[{}, record(), true],
	[{since: '2h'}, record(), true],
	[{since: '30m'}, record(), false],
	[{until: '2h'}, record(), false],
	[{until: '2026-03-31'}, record(), true],
	[{until: '2026-03-30'}, record(), false],
	[{since: '2026-03-31 13:00', until: '2026-03-31T14:00'}, record(), true],
	[{since: '13:20', until: '-50m'}, record(), true],
	[{until: 'yesterday'}, record(), false],
	[{user: 'kim'}, record(), true],
	[{user: 'root'}, record(), true],
	[{user: 'ops'}, record(), true],
	[{user: 'op'}, record(), false],
	[{operation: 'pause'}, record(), true],
	[{operation: 'pause_campaign'}, record(), true],
	[{operation: 'play'}, record(), false],
	[{outcome: 'done'}, record(), true],
	[{outcome: 'unknown'}, record(), false],
	[{outcome: 'unknown'}, record({outcome: undefined}), true],
	[{target: '1001'}, record(), true],
	[{target: '100'}, record(), false],
	[{target: 'spring'}, record(), true],
	[{target: 'spring'}, record({target: null}), false],
	[{profile: 'prod'}, record(), true],
	[{profile: ''}, record(), false],
])('%j of a record', (filter, given, wanted) => {
	expect(filterOf(filter, now)(given)).toBe(wanted);
});

test.each(['2x', 'tomorrow', '2026-13-01', '31.3.2026', ''])('the time %j is refused with what it may be', text => {
	expect(() => momentOf(text, '--since', now)).toThrow('--since must be a time such as 14:10');
});

afterEach(() => vi.unstubAllEnvs());

test('the table names profile and address where it shows commands by several profiles', async () => {
	const file = join(temporaryFolder(), 'audit.jsonl');
	const of = (profile: string): string[] =>
		[
			{kind: 'intent', params: {}},
			{kind: 'outcome', outcome: 'done', ms: 3},
		].map(more => auditLine(profile, {profile, url: `https://${profile}.example.com/api/`, ...more}));
	writeFileSync(file, [...of('east'), ...of('west')].join('\n'));
	const both = await calledAs(['log', '--file', file], {LANG: 'C.UTF-8'});
	expect(both.stdout).toMatch(/^time +who +profile +environment +url +operation +target /);
	expect(both.stdout).toMatch(/ east +QA +https:\/\/east\.example\.com\/api\/ +pause_campaign +Spring \(1\) +DONE/);
	expect(both.stdout).toMatch(/ west +QA +https:\/\/west\.example\.com\/api\/ +pause_campaign /);
	const one = await calledAs(['log', '--file', file, '-p', 'east'], {LANG: 'C.UTF-8'});
	expect(one.stdout).toMatch(/^time +who +environment +operation +target /);
	const json = await calledAs(['log', '--file', file, '-p', 'east', '--json'], {});
	expect(JSON.parse(json.stdout)).toMatchObject([{profile: 'east', url: 'https://east.example.com/api/'}]);
});
