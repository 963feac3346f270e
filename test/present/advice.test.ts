/** What to do about a reason: keys for who is at the screen, commands for who reads it elsewhere. */
import {expect, test} from 'vitest';
import {judge} from '../../source/commands/check/verdict.ts';
import {alertLine} from '../../source/commands/watch/lines.ts';
import type {Diagnosis} from '../../source/model/diagnosis.ts';
import {type Reason, shortWords} from '../../source/model/reason.ts';
import {campaignRows} from '../../source/model/select.ts';
import {adviceOf, keysOf} from '../../source/present/advice.ts';
import {causeText, diagnosisLines, diagnosisSentences} from '../../source/present/diagnosis-text.ts';
import {after, alertOf, at, campaignsPolled, fresh} from '../model/make.ts';

const off = {leads: 2300, list: {id: '50018', remaining: 2300}};

/** A reason of each kind. */
const reasons = Object.keys(shortWords).map(
	kind =>
		({
			kind,
			off,
			shifts: [],
			status: 'PAUSE',
			word: '',
			level: '0',
			lines: 1,
			ready: 1,
			rate: 3,
			limit: 3,
		}) as never as Reason,
);

const prod = {flags: ' -p prod'};

test('a list that is off is switched on by a command, with what chooses the service', () => {
	const reason = reasons.find(({kind}) => kind === 'leads-done') as Reason;
	expect(adviceOf(reason, prod, '1004')).toBe('dialtop list-on 50018 -p prod switches on 2,300 leads');
	expect(adviceOf(reason, {}, '1004')).toBe('dialtop list-on 50018 switches on 2,300 leads');
	expect(adviceOf(reason, keysOf(), '1004')).toBe('L on list 50018 (3) switches on 2,300 leads');
	const some = {...reason, off: {leads: 2300, list: undefined}} as Reason;
	expect(adviceOf(some, prod, '1004')).toBe(
		'2,300 leads on lists that are off: dialtop lists --campaign 1004 --status off -p prod names them, dialtop list-on ID -p prod switches one on',
	);
});

test.each(reasons)('$kind: a command is named, and no key of the screen', reason => {
	const text = adviceOf(reason, prod, '1004');
	expect(text).toMatch(/dialtop (?:play|pause|level|list-on|lists|call|campaign) /);
	const screens = adviceOf(reason, keysOf(), '1004');
	expect(text).not.toContain(screens);
	expect(text).not.toMatch(/(?:^|, )(?:\S|: upload_file) |\(\d\)/);
});

test('an id that is no word is never a part of a command line', () => {
	for (const id of ['1004; reboot', '--all', '$(id)', '`id`', "1'", '']) {
		const reason = {kind: 'paused', status: 'PAUSE', ready: 1} as Reason;
		expect(adviceOf(reason, prod, id)).toBe('dialtop play ID -p prod plays it');
	}
});

test('check and watch say commands', () => {
	const listed = after(fresh(), campaignsPolled(0, ['1004']));
	const state = {...listed, source: {...listed.source, flags: ' -p p'}};
	const cause = reasons.find(({kind}) => kind === 'leads-done') as Reason;
	const alert = {...alertOf(1, '1004', {rule: 'not-dialing', note: ''}), cause};
	const alerts = {...state.alerts, active: new Map([['1004 not-dialing', alert]])} as typeof state.alerts;
	const told = causeText(cause, {flags: ' -p p'}, '1004');
	expect(told).toContain('dialtop list-on 50018 -p p');
	expect(judge({...state, alerts}, {wanted: undefined, late: '', watched: 0, asked: []}).text).toContain(told);
	const news = {event: 'raised' as const, at: at(0), lead: alert, members: [alert]};
	expect(JSON.stringify(alertLine({...state, alerts}, news))).toContain('dialtop list-on 50018 -p p');
});

test('what helps against several reasons is said once', () => {
	const kinds: readonly Reason['kind'][] = ['more-answers', 'long-wrap-up', 'none-ready', 'no-lines'];
	const told = {
		...{verdict: 'dialing', ringing: 5, perMinute: 40, missing: []},
		reasons: kinds.flatMap(kind => reasons.find(one => one.kind === kind) ?? []),
	} as never as Diagnosis;
	const [row] = campaignRows(after(fresh(), campaignsPolled(0, ['1004'])));
	const lines = diagnosisLines(told, row ?? expect.fail(), 400, prod).map(line =>
		line.map(([, text]) => text).join(''),
	);
	const help = 'dialtop level 1004 -0.1 -p prod lowers the level, dialtop pause 1004 -p prod pauses it';
	expect(lines.map(line => line.includes(help))).toEqual([false, true, false, false, false]);
	expect(lines[4]).toContain('dialtop campaign 1004 --settings -p prod shows');
});

test('a campaign that is off is not to be paused: on screen that key would play it', () => {
	const [row] = campaignRows(after(fresh(), campaignsPolled(0, ['1004'])));
	const sentences = (kinds: readonly Reason['kind'][]): string[] => {
		const told = {
			...{verdict: 'not-dialing', ringing: 0, perMinute: undefined, missing: []},
			reasons: kinds.flatMap(kind => reasons.find(one => one.kind === kind) ?? []),
		} as never as Diagnosis;
		return diagnosisSentences(told, row ?? expect.fail(), keysOf());
	};
	for (const off of ['stopped', 'paused'] as const) {
		const texts = sentences([off, 'lists-off', 'no-agents', 'drop-limit']);
		expect(texts[1]).toMatch(/; P plays it$/);
		expect(texts[2]).toContain('switches on 2,300 leads');
		expect(texts.slice(3).join()).not.toMatch(/lowers|pauses/);
	}
	expect(sentences(['no-agents'])[1]).toMatch(/; - lowers the level, P pauses it$/);
});
