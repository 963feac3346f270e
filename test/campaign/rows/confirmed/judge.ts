/**
 * Whether every command that arrived at a service was confirmed on screen: by what the terminal showed, what was typed and what
 * arrived, and nothing of the program's own.
 */
import type {Arrived, Frame, Input} from '../../judged.ts';

/** What a judge is given of one monitor. */
export type Evidence = {
	environment: string;
	frames: readonly Frame[];
	inputs: readonly Input[];
	arrived: readonly Arrived[];
	/** The newest names of campaigns that the monitor was told by a moment; undefined if they do not matter. */
	namesAt?(at: number): ReadonlyMap<string, string>;
	/** Milliseconds by which the times of frames and inputs may be wrong; 0 on a clock that trials hold. */
	slack?: number;
};

/** Milliseconds that a question must have been on screen. */
const least = 400;

/** Milliseconds after an answer in which what it confirmed may still arrive: batches go one after another. */
const longest = 120_000;

const squeezed = (text: string): string => text.replaceAll(/\s+/g, '');

/** The end of a frame, where questions stand: what is below the last rule, else the last row. */
const bottomOf = ({rows}: Frame): string => {
	const rule = rows.findLastIndex(row => /^─{20,}\s*$/.test(row));
	return squeezed((rule === -1 ? rows.slice(-1) : rows.slice(rule + 1)).join(' '));
};

const bottoms = new WeakMap<Frame, string>();

const bottom = (frame: Frame): string => {
	const known = bottoms.get(frame) ?? bottomOf(frame);
	bottoms.set(frame, known);
	return known;
};

/** How a question may call a command. */
const verbsOf = ({type, fields}: Arrived): string[] => {
	const words = type.replaceAll('_', ' ');
	switch (type) {
		case 'play_campaign':
			return ['play'];
		case 'pause_campaign':
			return ['pause'];
		case 'stop_campaign':
			return ['stop'];
		case 'change_status':
			return [fields.status === 'Y' ? 'switch on' : 'switch off'];
		case 'update_campaign':
			return ['update'];
		case 'dial_number':
			return ['test-call', words];
		case 'add_dnc':
			return ['do-not-call', words];
		case 'send_text_message':
			return ['text', words];
		case 'add_account':
			return ['add account', 'update', 'add or update'];
		default:
			return [words];
	}
};

/** What a command is about: a person before an account, a list before its campaign. */
const targetOf = ({fields}: Arrived): {kind: 'number' | 'account' | 'list' | 'campaign'; id: string} | undefined => {
	const find = (...names: string[]): string | undefined => names.map(name => fields[name]).find(Boolean);
	const number = find('phone_number', 'to');
	const account = find('accountid', 'account_id', 'account[accountid]');
	const list = find('list_id');
	const campaign = find('campaign_id');
	return number !== undefined
		? {kind: 'number', id: number}
		: account !== undefined
			? {kind: 'account', id: account}
			: list !== undefined
				? {kind: 'list', id: list}
				: campaign !== undefined
					? {kind: 'campaign', id: campaign}
					: undefined;
};

/** What a question is about, if it is about this command: one target, several that it names, or so many at most. */
type Match = {kind: 'one' | 'several'} | {kind: 'all'; most: number};

const verbsOfCampaigns = new Set(['play_campaign', 'pause_campaign', 'stop_campaign']);

/** The words with which a question names one target, squeezed. */
const namesOf = (target: ReturnType<typeof targetOf>): string[] =>
	target === undefined
		? []
		: // A campaign that is listed, and a number, are named by their ids alone.
			[squeezed(target.id), `${target.kind}${squeezed(target.id)}`];

/** Whether the end of a frame asks for this very command. */
const matchOf = (text: string, command: Arrived, environment: string): Match | undefined => {
	const target = targetOf(command);
	for (const verb of verbsOf(command)) {
		const begin = `${squeezed(environment)}:${squeezed(verb)}`;
		const from = text.indexOf(begin);
		if (from === -1) {
			continue;
		}
		const rest = text.slice(from + begin.length);
		const isOne = namesOf(target).some(
			name => rest.startsWith(`${name}?`) || rest.startsWith(`${name}ofcampaign`) || rest.startsWith(`${name},theonly`),
		);
		const several = /^(\d+)(campaign|list)s\(([^)]*)\)\?/.exec(rest);
		const isOneOfSeveral =
			several?.[2] === target?.kind && (several?.[3] ?? '').split(',').includes(squeezed(target?.id ?? ''));
		const all = /^(?:all(\d+)campaignsthatdial|the(\d+)campaignsthatwerepausedtogether)\?/.exec(rest);
		const isAll = all && target?.kind === 'campaign';
		// Forms of the service's own name no target that can be told from its fields.
		const isAtLarge = target === undefined && rest.includes('?');
		if (!(isOne || isOneOfSeveral || isAll || isAtLarge) || !hasValues(rest, command)) {
			continue;
		}
		return isAll ? {kind: 'all', most: Number(all[1] ?? all[2])} : {kind: isOneOfSeveral ? 'several' : 'one'};
	}
	return undefined;
};

/** Whether a question shows every value that is sent. */
function hasValues(question: string, command: Arrived): boolean {
	const {type, fields} = command;
	if (verbsOfCampaigns.has(type) || type === 'change_status') {
		return true;
	}
	return Object.entries(fields).every(([name, value]) => {
		if (name === 'type' || name === 'token' || value === '') {
			return true;
		}
		const shown = squeezed(value).slice(0, 70);
		return type === 'update_campaign' && name !== 'campaign_id'
			? ['to', '→', `${squeezed(name)}:`].some(before => question.includes(before + shown))
			: question.includes(shown);
	});
}

const isArrow = (bytes: string): boolean => /^(?:\u001b\[(?:1;\d)?[ABCD])+$/.test(bytes);

/** What was typed into a field, as far as it can be told from the keys. */
const typedIn = (inputs: readonly Input[]): string => {
	let text = '';
	for (const {bytes} of inputs) {
		for (const char of bytes.replaceAll(/\u001b\[[\d;]*[~A-Z]/g, '')) {
			if (char === '\u007f') {
				text = [...text].slice(0, -1).join('');
			} else if (char >= ' ') {
				text += char;
			}
		}
	}
	return text;
};

/** Whether a text may be what a question asked to type, for this command. */
const isExpected = (typed: string, command: Arrived, names: ReadonlySet<string>): boolean => {
	const target = targetOf(command);
	const expected = [
		target?.id,
		...names,
		...Object.values(command.fields),
		...verbsOf(command),
		...Array.from({length: 30}, (_, count) => `stop ${count}`),
	];
	return expected.some(one => one !== undefined && one !== '' && typed.endsWith(one));
};

/** Why no answer confirmed a command; undefined if one did, and which. */
export const unconfirmed = (evidence: Evidence): string[] => {
	const {frames, inputs, arrived, environment, namesAt, slack = 0} = evidence;
	const used = new Map<number, Map<string, number>>();
	const everyName = new Map<string, Set<string>>();
	const complaints: string[] = [];

	/** The frame that stood at a moment, by its index. */
	const frameAt = (at: number): number => frames.findLastIndex(frame => frame.at <= at);

	/** Why this answer did not confirm that command; undefined if it did. */
	const whyNot = (index: number, command: Arrived): string | undefined => {
		const {at, bytes} = inputs[index] as Input;
		// Where times may be off, the question may seem to go before its answer came.
		let last = frameAt(at + slack);
		while (
			last > 0 &&
			(frames[last]?.at ?? 0) > at - slack &&
			!matchOf(bottom(frames[last] as Frame), command, environment)
		) {
			last--;
		}
		const shown = frames[last];
		const match = shown && matchOf(bottom(shown), command, environment);
		if (!shown || !match) {
			return 'no question for it was on screen';
		}
		const isLetter = bytes === 'y';
		const text = bottom(shown);
		if (isLetter !== text.includes('[y/N]')) {
			return 'it was answered by the wrong key';
		}
		// Whatever was typed before and was no answer has closed the question that stood then.
		const closed = inputs.findLastIndex(
			(input, other) =>
				other < index &&
				(isLetter
					? input.bytes !== 'y' && !isArrow(input.bytes)
					: input.bytes.includes('\r') || input.bytes === '\u001b' || input.bytes.length > 40),
		);
		const openedAt = inputs[closed]?.at ?? Number.NEGATIVE_INFINITY;
		let first = last;
		while (first > 0) {
			const before = frames[first - 1] as Frame;
			if (before.at < openedAt || !matchOf(bottom(before), command, environment)) {
				break;
			}
			first--;
		}
		const since = (frames[first] as Frame).at;
		if (since < openedAt && first === last) {
			return 'its question was not drawn after the last key';
		}
		// A trace, by which times at once are told apart.
		if (at - since < least - slack - 0.1) {
			return `its question had been drawn for ${Math.round(at - since)} ms`;
		}
		const names = namesAt?.(at);
		const target = targetOf(command);
		const name = target?.kind === 'campaign' && match.kind !== 'all' ? names?.get(target.id) : undefined;
		if (name !== undefined && !text.includes(squeezed(name))) {
			return `its question did not name it "${name}"`;
		}
		if (!isLetter) {
			const since = inputs.slice(Math.max(0, closed + 1), index);
			if (!isExpected(typedIn(since), command, everyName.get(target?.id ?? '') ?? new Set(name ? [name] : []))) {
				return `what was typed was "${typedIn(since)}"`;
			}
		}
		const key = `${command.type} ${target?.kind} ${target?.id}`;
		const uses = used.get(index) ?? new Map<string, number>();
		if (uses.has(key)) {
			return 'its answer had confirmed another like it';
		}
		if (uses.size > 0 && (match.kind === 'one' || (match.kind === 'all' && uses.size >= match.most))) {
			return 'its answer had confirmed all that it was for';
		}
		uses.set(key, 1);
		used.set(index, uses);
		return undefined;
	};

	for (const command of arrived) {
		const reasons: string[] = [];
		let isConfirmed = false;
		for (let index = inputs.length - 1; index >= 0 && !isConfirmed; index--) {
			const {at, bytes} = inputs[index] as Input;
			if (at > command.at + slack + 1 || at < command.at - longest || (bytes !== 'y' && bytes !== '\r')) {
				continue;
			}
			const why = whyNot(index, command);
			isConfirmed = why === undefined;
			if (why !== undefined && why !== 'no question for it was on screen') {
				reasons.push(why);
			}
		}
		if (!isConfirmed) {
			const {token: _token, ...fields} = command.fields;
			complaints.push(`${JSON.stringify(fields)} was sent; ${reasons[0] ?? 'no question for it was answered'}`);
		}
	}
	return complaints;
};
