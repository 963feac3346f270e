/** An audit in a folder of its own, which goes with the test. */
import {mkdirSync, mkdtempSync, openSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {onTestFinished} from 'vitest';
import {type Audit, type AuditParts, openAudit} from '../../source/audit/audit.ts';
import type {Who} from '../../source/audit/entry.ts';
import {whoIsHere} from '../../source/audit/who.ts';
import {systemClock} from '../../source/system/clock.ts';

/** A folder that is removed after the test. */
export const temporaryFolder = (): string => {
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-audit-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	return folder;
};

const auditOf = (file: string, url: string, over: Partial<AuditParts>): Audit & {file: string} => ({
	...openAudit({
		file,
		open: () => openSync(file, 'a+', 0o600),
		who: whoIsHere({}),
		clock: systemClock,
		profile: 'p',
		environment: 'QA',
		url,
		...over,
	}),
	file,
});

/** Opens an audit at a service. */
export const testAudit = (url: string, over: Partial<AuditParts> = {}): Audit & {file: string} =>
	auditOf(over.file ?? join(temporaryFolder(), 'audit.jsonl'), url, over);

/** Opens an audit where the program has it in its state folder, of another process where one is named. */
export const auditIn = (folder: string, url: string, who: Partial<Who> = {}): Audit => {
	mkdirSync(folder, {recursive: true, mode: 0o700});
	return auditOf(join(folder, 'audit.jsonl'), url, {who: {...whoIsHere({}), ...who}});
};

/** The lines of an audit as they stand there; none where there is no file yet. */
export const linesOf = (file: string): Record<string, unknown>[] => {
	let text = '';
	try {
		text = readFileSync(file, 'utf8');
	} catch {
		// Nothing was written yet.
	}
	return text
		.split('\n')
		.filter(line => line !== '')
		.map(line => JSON.parse(line) as Record<string, unknown>);
};

/** A line of the audit as it stands in the file. `more` makes an intent, an outcome or what came later of it. */
export const auditLine = (id: string, more: object, name = 'Spring'): string =>
	JSON.stringify({
		at: '2026-05-28T20:26:40.000Z',
		id,
		user: 'kim',
		host: 'box',
		tty: null,
		pid: 7,
		started: null,
		profile: '',
		environment: 'QA',
		url: 'http://h/api/',
		serviceUser: null,
		operation: 'pause_campaign',
		effect: 'write',
		target: {kind: 'campaign', id: '1', name},
		verb: 'pause',
		...more,
	});
