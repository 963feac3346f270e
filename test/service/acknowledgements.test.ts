/** Acknowledgements in the audit: written by one run, read by others at once and after a restart. */
import {appendFileSync, renameSync} from 'node:fs';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {update} from '../../source/alerts/reducer.ts';
import {createRecords} from '../../source/audit/read.ts';
import {type Alert, alertIdOf, alertOfId} from '../../source/model/alert.ts';
import type {Message, State} from '../../source/model/state.ts';
import {createStore} from '../../source/model/store.ts';
import {followAcknowledgements} from '../../source/service/acknowledgements.ts';
import {recordsAt, unsettledRecords} from '../../source/service/audited.ts';
import {linesOf, temporaryFolder, testAudit} from '../helpers/audit.ts';
import {manualClock} from '../helpers/clock.ts';
import {after, at, campaignsPolled, dashboardPolled, fresh, tick} from '../model/make.ts';

const url = 'http://127.0.0.1:1/api/';

/** A campaign over its limit, as each run sees it by itself. */
const dropping = (): State =>
	after(
		fresh(),
		campaignsPolled(0, ['1']),
		...Array.from({length: 11}, (_, index) =>
			dashboardPolled(index * 2, '1', {status: 'PLAY', dropRate: 3.1, humanAnswered: 2000}),
		),
		tick(20),
	);

/** A run of dialtop on the service. */
const runOn = (file: string, {service = url, over = {}} = {}) => {
	const clock = manualClock(at(20));
	const store = createStore<State, Message>(update, dropping());
	const audit = testAudit(service, {file, clock, ...over});
	const follower = followAcknowledgements({store, audit, url: service, clock, records: recordsAt(file, service)});
	onTestFinished(() => follower.stop());
	const alert = (): Alert | undefined => store.get().alerts.active.get('drop 1');
	return {clock, store, audit, alert, ...follower};
};

const newFile = (): string => join(temporaryFolder(), 'audit.jsonl');

const quarter = at(20 + 900).wall;

test('what is acknowledged is in the audit, without numbers of people, and is no command without an outcome', async () => {
	const file = newFile();
	const run = runOn(file);
	const alert = run.alert();
	await run.acknowledge(alert ? [alert] : [], {until: quarter, reason: ' trunk 2, call 555 123 4567 '});
	expect(run.alert()).toMatchObject({
		acknowledgedAt: at(20),
		acknowledgement: {by: run.audit.user, until: quarter, rule: 'drop-limit', worst: 3.1},
	});
	expect(linesOf(file)).toMatchObject([
		{
			kind: 'intent',
			operation: 'acknowledge_alert',
			effect: 'read',
			verb: 'acknowledge',
			target: {kind: 'campaign', id: '1', name: 'Campaign 1'},
			params: {alert: 'drop:1', rule: 'drop-limit', worst: 3.1, reason: 'trunk 2, call •••4567'},
		},
		{kind: 'outcome', outcome: 'done', reason: 'until 2026-05-28T20:42:00.000Z: trunk 2, call •••4567'},
	]);
	const records = createRecords();
	records.addFile(file);
	expect(unsettledRecords(records.all())).toEqual([]);
	expect(run.alert()?.acknowledgement?.reason).toBe('trunk 2, call •••4567');
});

test('another run of the same user acknowledges it too, at that service alone', async () => {
	const file = newFile();
	const [one, other, elsewhere] = [runOn(file), runOn(file), runOn(file, {service: 'http://127.0.0.1:2/api/'})];
	await one.acknowledge([{kind: 'drop', campaignId: '1', name: 'One'}], {until: undefined, reason: ''});
	await other.clock.advance(1000);
	await elsewhere.clock.advance(1000);
	expect(other.alert()).toMatchObject({acknowledgedAt: at(20), acknowledgement: {rule: 'drop-limit', worst: 3.1}});
	expect(elsewhere.alert()?.acknowledgedAt).toBeUndefined();
	// A rotated file, a torn line and what somebody else wrote change nothing.
	renameSync(file, `${file}.1`);
	appendFileSync(file, '{"at":"rubbish"}\n');
	await one.acknowledge([{kind: 'drop', campaignId: '1', name: 'One'}], {until: quarter, reason: 'again'});
	await other.clock.advance(1000);
	expect(other.alert()?.acknowledgement).toMatchObject({until: quarter, reason: 'again'});
	const {changes} = other.store.get().alerts;
	await other.clock.advance(5000);
	expect(other.store.get().alerts.changes).toBe(changes);
});

test('a later run honours one with a time, and none without: whether that alert is the same is not known', async () => {
	const file = newFile();
	const first = runOn(file);
	await first.acknowledge([{kind: 'drop', campaignId: '1', name: 'One'}], {until: undefined, reason: ''});
	expect(linesOf(file).at(-1)).toMatchObject({kind: 'outcome', reason: 'until it ends'});
	first.stop();
	expect(runOn(file).alert()?.acknowledgedAt).toBeUndefined();
	await first.acknowledge([{kind: 'drop', campaignId: '1', name: 'One'}], {until: quarter, reason: ''});
	expect(runOn(file).alert()?.acknowledgedAt).toBeDefined();
	const later = runOn(newFile());
	await later.acknowledge([{kind: 'drop', campaignId: '1', name: 'One'}], {until: at(19).wall, reason: ''});
	expect(runOn(later.audit.file).alert()?.acknowledgedAt).toBeUndefined();
});

test('it holds in this run where the audit cannot be written, which is said', async () => {
	const full = Object.assign(new Error('no space left'), {code: 'ENOSPC'});
	const run = runOn(newFile(), {
		over: {
			open: () => {
				throw full;
			},
		},
	});
	const problem = await run.acknowledge([{kind: 'drop', campaignId: '1', name: 'One'}], {until: quarter, reason: ''});
	expect(problem?.message).toMatch(/^the audit cannot be written: .*audit\.jsonl/);
	expect(run.alert()?.acknowledgedAt).toBeDefined();
});

test.each(['drop:1001', 'service', 'leads:a b:c'])('%s is an id of an alert', id => {
	const alert = alertOfId(id);
	expect(alert && alertIdOf(alert)).toBe(id);
});

test.each(['', 'drop', 'drop:', 'service:1', 'drops:1', 'Drop:1', '__proto__:1'])('%j is none', id => {
	expect(alertOfId(id)).toBeUndefined();
});
