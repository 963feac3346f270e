/** Faults on demand: which strike, how often, which operations, and what they make of an answer. */
import {createHash} from 'node:crypto';
import {decimalIn} from '../../wire/decimal.ts';
import {isOperationType} from '../../wire/operations/index.ts';

/** Every fault and its effect, in the order of application. With all but the first two the operation is carried out. */
export const faultTable = {
	'expired-token': 'refuses with "Token expired"; nothing is carried out',
	'http-500': 'answers with HTTP 500; nothing is carried out',
	'success-string': 'success is "1" or "0"',
	'missing-arrays': 'leaves every array out of the answer',
	'hostile-text': 'names and texts hold escape sequences and bidi controls, or are huge',
	html: 'answers with a page',
	'bad-json': 'answers with JSON that does not parse',
	truncated: 'answers with half of the JSON',
	slow: 'answers 3 s late',
	hang: 'never answers',
	reset: 'resets the connection instead of answering',
} as const;

export type FaultName = keyof typeof faultTable;

const isFaultName = (name: string): name is FaultName => Object.hasOwn(faultTable, name);

const faultNames = Object.keys(faultTable).filter(isFaultName);

/** The rate of each fault, 0 to 1, by `NAME` or, for a single operation, `NAME:OPERATION`. */
export type FaultRates = Readonly<Record<string, number>>;

/** There is no such fault, or its rate or operation is wrong. */
export class FaultError extends Error {
	override readonly name = 'FaultError';
}

/** A fault that is on. */
export type FaultInForce = {
	/** `NAME` or `NAME:OPERATION`. */
	fault: string;
	rate: number;
	/** Requests that it could have struck. */
	requests: number;
	/** Requests that it has struck. */
	struck: number;
};

/** The faults that are on. */
export type Faults = {
	/** Replaces the faults that are on; one that stays on keeps its counts. @throws FaultError */
	set(rates: FaultRates): void;
	list(): FaultInForce[];
	/** Draws which faults strike a request for this operation. */
	draw(type: unknown): ReadonlySet<FaultName>;
};

/** Splits `NAME[:OPERATION]`. @throws FaultError */
const readName = (fault: string): {name: FaultName; type: string | undefined} => {
	const [name = '', type, ...rest] = fault.split(':');
	if (!isFaultName(name) || rest.length > 0) {
		throw new FaultError(`there is no fault "${fault}"; there is ${faultNames.toSorted().join(', ')}`);
	}
	if (type !== undefined && !isOperationType(type)) {
		throw new FaultError(`there is no operation "${type}" for the fault ${name} to strike`);
	}
	return {name, type};
};

/** Checks rates of unknown origin. @throws FaultError */
export const checkRates = (rates: object): FaultRates => {
	const checked: Record<string, number> = {};
	for (const [fault, rate] of Object.entries(rates)) {
		readName(fault);
		if (typeof rate !== 'number' || !(rate >= 0 && rate <= 1)) {
			throw new FaultError(`the rate of the fault ${fault} must be a number from 0 to 1`);
		}
		checked[fault] = rate;
	}
	return checked;
};

/** Reads faults from a command line: `NAME[:OPERATION][=RATE]`. @throws FaultError */
export const readRates = (texts: readonly string[]): FaultRates =>
	checkRates(
		Object.fromEntries(
			texts.map(text => {
				const [fault = '', rate = '1', ...rest] = text.split('=');
				return [fault, (rest.length === 0 ? decimalIn(rate) : undefined) ?? Number.NaN];
			}),
		),
	);

/** True for a share `rate` of requests. A hash: the same seed and requests meet the same faults. */
const strikes = (seed: number, {fault, rate, requests}: FaultInForce): boolean =>
	createHash('sha256').update(`${seed} ${fault} ${requests}`).digest().readUInt32BE() < rate * 2 ** 32;

/** @throws FaultError */
export const createFaults = (seed: number, rates: FaultRates = {}): Faults => {
	type Rule = FaultInForce & ReturnType<typeof readName>;
	let rules: Rule[] = [];
	const set = (next: FaultRates): void => {
		const before = new Map(rules.map(rule => [rule.fault, rule]));
		rules = Object.entries(checkRates(next)).map(([fault, rate]) => ({
			requests: 0,
			struck: 0,
			...before.get(fault),
			...readName(fault),
			fault,
			rate,
		}));
	};
	set(rates);
	return {
		set,
		list: () => rules.map(({fault, rate, requests, struck}) => ({fault, rate, requests, struck})),
		draw(type) {
			const drawn = new Set<FaultName>();
			for (const rule of rules) {
				// login_user is struck only if named: without signing in no other operation can be tried.
				if (rule.type === undefined ? type !== 'login_user' : rule.type === type) {
					const isStruck = strikes(seed, rule);
					rule.requests++;
					if (isStruck) {
						rule.struck++;
						drawn.add(rule.name);
					}
				}
			}
			return new Set(faultNames.filter(name => drawn.has(name)));
		},
	};
};

/** The body of an HTTP answer. */
export type WrittenAnswer = {contentType: string; text: string};

const esc = '\u001b';

/** Texts that control a terminal, hide, reorder or overflow, as a service may send by mistake or malice. */
const hostileTexts: readonly string[] = [
	`${esc}[2J${esc}[Hwiped`,
	`${esc}[8mconcealed${esc}[0m`,
	`${esc}]0;another title\u0007titled`,
	`${esc}]52;c;aGVsbG8=\u0007clipped`,
	`${esc}]8;;http://elsewhere.example${esc}\\linked${esc}]8;;${esc}\\`,
	`${esc}[6n${esc}[casked`,
	`${esc}Pq#0${esc}\\${esc}_app${esc}\\strings`,
	'\u009b31mC1\u009d0;x\u009c',
	'two\nrows\r\nor\u2028three',
	'back\b\b\b\bspace\u007f',
	'bell\u0007 nul\u0000',
	'\u202egnirpS\u202c \u2066isolated\u2069',
	`z${'\u0301'.repeat(1000)}algo`,
	'\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466} family',
	'lone \ud800 surrogate',
	'zero\u200bwidth\u2060\ufeff',
	'huge '.repeat(20_000),
	'',
];

/** Whether a field holds free text; ids, states, figures and secrets are not replaced. */
const isText = (field: string): boolean =>
	/(?:^|_)(?:name|label|title|footer|message|body|reason|prompt|script|error|detail)$/.test(field);

/** Chosen by the text it replaces, so that a campaign keeps its hostile name from poll to poll. */
const hostileFor = (text: string): string =>
	hostileTexts[createHash('sha256').update(text).digest().readUInt32BE() % hostileTexts.length] ?? '';

const withHostileTexts = (value: unknown): unknown => {
	if (Array.isArray(value)) {
		return value.map(withHostileTexts);
	}
	if (typeof value !== 'object' || value === null) {
		return value;
	}
	return Object.fromEntries(
		Object.entries(value).map(([field, item]) => [
			field,
			typeof item === 'string' && item !== '' && isText(field) ? hostileFor(item) : withHostileTexts(item),
		]),
	);
};

const maintenance = '<!doctype html><title>Maintenance</title><p>We will be back soon.</p>';

/** @param struck the faults that strike this answer */
export const writeAnswer = ({response: given}: {response: object}, struck: ReadonlySet<FaultName>): WrittenAnswer => {
	if (struck.has('html')) {
		return {contentType: 'text/html; charset=utf-8', text: maintenance};
	}
	let response: Record<string, unknown> = {...given};
	if (struck.has('success-string')) {
		response.success = String(response.success);
	}
	if (struck.has('missing-arrays')) {
		response = Object.fromEntries(Object.entries(response).filter(([, value]) => !Array.isArray(value)));
	}
	if (struck.has('hostile-text')) {
		response = withHostileTexts(response) as Record<string, unknown>;
	}
	let text = JSON.stringify({response});
	if (struck.has('bad-json')) {
		text = text.replace(':', ';');
	}
	if (struck.has('truncated')) {
		text = text.slice(0, Math.ceil(text.length / 2));
	}
	return {contentType: 'application/json; charset=utf-8', text};
};
