/** Holds what the program claims of a command against the journal of the service. */
import {readFileSync} from 'node:fs';
import type {OutcomeKind} from './faults.ts';

/** What the other end knows of one command. */
export type Journal = {
	/** Requests of which at least a byte of the body arrived. */
	arrived: number;
	/** How often it was carried out. */
	executed: number;
	/** How often the service refused it. */
	refused: number;
};

/** What the program claims of one command. */
export type Claims = {
	intents: number;
	/** The outcomes in the audit. */
	outcomes: readonly OutcomeKind[];
	/** What the exit code, or the log on screen, says; undefined if the program was ended before it could. */
	said?: OutcomeKind | undefined;
};

/** An audit as its lines. */
export type AuditLines = readonly {kind: string; operation: string; outcome?: OutcomeKind; reason?: string}[];

/** Reads an audit; no lines if there is none. */
export const auditIn = (state: string): AuditLines => {
	let text = '';
	try {
		text = readFileSync(`${state}/dialtop/audit.jsonl`, 'utf8');
	} catch {
		// Nothing was written.
	}
	return text
		.split('\n')
		.filter(Boolean)
		.map(line => JSON.parse(line) as AuditLines[number]);
};

/** What an audit claims of an operation that was given once. */
export const claimsIn = (lines: AuditLines, type: string): Claims => {
	const own = lines.filter(({operation}) => operation === type);
	return {
		intents: own.filter(({kind}) => kind === 'intent').length,
		outcomes: own.flatMap(({outcome}) => outcome ?? []),
	};
};

/** What contradicts the promise, each in a sentence. */
export const judge = (journal: Journal, claims: Claims, ends: readonly OutcomeKind[]): string[] => {
	const {arrived, executed, refused} = journal;
	const {intents, outcomes, said} = claims;
	const wrong: string[] = [];
	if (arrived > 1) {
		wrong.push(`it was sent ${arrived} times`);
	}
	if (executed > 1) {
		wrong.push(`it was carried out ${executed} times`);
	}
	if (arrived > 0 && intents === 0) {
		wrong.push('it arrived without a line in the audit');
	}
	if (intents > 1 || outcomes.length > 1) {
		wrong.push(`the audit has ${intents} intents and ${outcomes.length} outcomes`);
	}
	const claimed: [string, OutcomeKind][] = outcomes.map(outcome => ['the audit', outcome]);
	for (const [who, outcome] of said === undefined ? claimed : [...claimed, ['the program', said] as const]) {
		if (outcome === 'done' && executed !== 1) {
			wrong.push(`${who} says done, and the service carried out ${executed}`);
		}
		if (outcome === 'refused' && (executed > 0 || refused !== 1)) {
			wrong.push(`${who} says refused, and the service carried out ${executed} and refused ${refused}`);
		}
		if (outcome === 'not-sent' && arrived > 0) {
			wrong.push(`${who} says not sent, and it arrived`);
		}
		if (!ends.includes(outcome)) {
			wrong.push(`${who} says ${outcome}, where ${ends.join(' or ')} is due`);
		}
	}
	const [outcome] = outcomes;
	if (said !== undefined && outcome !== undefined && said !== outcome) {
		wrong.push(`the program says ${said}, the audit ${outcome}`);
	}
	return wrong;
};

/** Forged journals and claims, each of which must be found out. */
const forged: readonly [what: string, journal: Journal, claims: Claims, ends: readonly OutcomeKind[]][] = [
	['sent twice', {arrived: 2, executed: 0, refused: 0}, {intents: 1, outcomes: ['unknown']}, ['unknown']],
	['carried out twice', {arrived: 1, executed: 2, refused: 0}, {intents: 1, outcomes: ['unknown']}, ['unknown']],
	['a false done', {arrived: 1, executed: 0, refused: 0}, {intents: 1, outcomes: ['done']}, ['done']],
	['a false exit code 0', {arrived: 1, executed: 0, refused: 0}, {intents: 1, outcomes: [], said: 'done'}, ['done']],
	['a false refusal', {arrived: 1, executed: 1, refused: 0}, {intents: 1, outcomes: ['refused']}, ['refused']],
	['an invented refusal', {arrived: 1, executed: 0, refused: 0}, {intents: 1, outcomes: ['refused']}, ['refused']],
	['a false not sent', {arrived: 1, executed: 0, refused: 0}, {intents: 1, outcomes: ['not-sent']}, ['not-sent']],
	['no line in the audit', {arrived: 1, executed: 0, refused: 0}, {intents: 0, outcomes: []}, ['unknown']],
	['two outcomes', {arrived: 1, executed: 1, refused: 0}, {intents: 1, outcomes: ['done', 'done']}, ['done']],
	[
		'an exit code that disagrees',
		{arrived: 1, executed: 1, refused: 0},
		{intents: 1, outcomes: ['done'], said: 'unknown'},
		['done', 'unknown'],
	],
	[
		'an outcome that is not due',
		{arrived: 0, executed: 0, refused: 0},
		{intents: 1, outcomes: ['unknown']},
		['not-sent'],
	],
];

/** The forgeries that the judge does not find. */
export const unnoticed = (): string[] =>
	forged.filter(([, journal, claims, ends]) => judge(journal, claims, ends).length === 0).map(([what]) => what);
