/**
 * Whether every command that arrived at a service was confirmed on screen: by what the terminal showed, what was typed and what
 * arrived, and nothing of the program's own.
 */
import type {Arrived, Frame, Input} from '../../judged.ts';
import {isNamed, type Match, matchOf, type Question, questionIn, type Target, targetOf} from './question.ts';

/** What a judge is given of one monitor. */
export type Evidence = {
	/** As questions begin with it. */
	environment: string;
	/** The name of the service, which whatever is typed begins with while several are on screen. */
	service?: string;
	frames: readonly Frame[];
	inputs: readonly Input[];
	arrived: readonly Arrived[];
	/** The names by which a monitor may call a campaign or list at a moment, undefined for none; undefined if it was told none. */
	namesAt(at: number, target: Target): ReadonlySet<string | undefined> | undefined;
	/** Milliseconds by which the times of frames and inputs may be wrong; 0 on a clock that trials hold. */
	slack?: number;
	/** Milliseconds that may pass before the program reads a key. */
	lag?: number;
	/** How many times as long as usual the machine takes; 1 on a clock that trials hold. */
	slowness?: number;
};

/** Milliseconds that a question must have been on screen; one that was asked anew, longer. */
const leastOf = ({anew}: Question): number => (anew === '' ? 400 : 2000);

/**
 * Milliseconds for which a frame must stand to be seen. Where no question can be read in it, it may be the rest of one for an older
 * size, which stands until the next frame is due.
 */
const shortest = 1;
const shortestUnread = 100;

/** Milliseconds after an answer in which what it confirmed may arrive. */
const longestOf = ({kind}: Match, {type}: Arrived): number =>
	// Several go one after another, each once the one before has its outcome; an update first reads what it changes.
	kind !== 'one' ? 120_000 : type === 'update_campaign' ? 25_000 : 3000;

/** What a terminal sends for the mouse; it means nothing to a question, and whatever comes in one read with it has not come alone. */
const report = /\u001b\[<[\d;]*[Mm]/g;

/** Whether these bytes leave a question open and answer nothing: arrows, and what the mouse does, also with a y that it comes with. */
const isIdle = (bytes: string): boolean => {
	const keys = bytes.replaceAll(report, '');
	return /^(?:\u001b\[(?:1;\d)?[ABCD])*$/.test(keys) || (keys !== bytes && keys === 'y');
};

/** What was typed into a field, as far as it can be told from the keys. */
const typedIn = (inputs: readonly Input[]): string => {
	let text = '';
	for (const {bytes} of inputs) {
		for (const char of bytes.replaceAll(/\u001b\[[<\d;]*[~A-Zm]/g, '')) {
			if (char === '\u007f') {
				text = [...text].slice(0, -1).join('');
			} else if (char >= ' ') {
				text += char;
			}
		}
	}
	return text;
};

/** Why nothing that was typed confirmed a command, for each command of which that is so. */
export const unconfirmed = ({
	environment,
	service,
	frames,
	inputs,
	arrived,
	namesAt,
	slack = 0,
	lag = 0,
	slowness = 1,
}: Evidence): string[] => {
	const read = new Map<Frame, Question | undefined>();
	const questionOf = (frame: Frame): Question | undefined => {
		if (!read.has(frame)) {
			read.set(frame, questionIn(frame, environment));
		}
		return read.get(frame);
	};
	const matchIn = (frame: Frame, command: Arrived): Match | undefined => {
		const question = questionOf(frame);
		return question && matchOf(question, command);
	};
	const used = new Map<number, Set<string>>();

	/** Why what was typed for a question is not what it asked for. */
	const whyNotTyped = (question: Question, index: number, drawn: number, command: Arrived): string | undefined => {
		const target = targetOf(command);
		const {answer} = question;
		const names = target && namesAt((inputs[index] as Input).at, target);
		const bare =
			answer.kind === 'name'
				? [...(names ?? [])].filter(name => name !== undefined)
				: [answer.kind === 'text' ? answer.text : (target?.id ?? '')].filter(text => text !== '');
		const first = 'service' in answer && answer.service !== undefined ? `${answer.service} ` : '';
		const wanted = bare.map(text => `${first}${text}`);
		if (service !== undefined && !wanted.every(text => text.startsWith(`${service} `))) {
			return `its question wanted ${wanted.map(text => `"${text}"`).join(' or ')}, without the service`;
		}
		// An Enter before may have answered another question, or have come too early.
		const from = inputs.findLastIndex(({bytes}, other) => other < index && bytes === '\u001b') + 1;
		const typed = typedIn(inputs.slice(from, index));
		const since = typedIn(inputs.slice(from, index).filter(({at}) => at > drawn));
		return wanted.some(text => typed.endsWith(text) && text.endsWith(since))
			? undefined
			: `what was typed was "${since === '' ? typed : since}", not ${wanted.map(text => `"${text}"`).join(' or ')}`;
	};

	/** Why this answer did not confirm that command; undefined if it did, and then it is used up. */
	const whyNot = (index: number, command: Arrived): string | undefined => {
		const {at, bytes} = inputs[index] as Input;
		const last = frames.findLastIndex(frame => frame.at <= at);
		const question = frames[last] && questionOf(frames[last]);
		const match = question && matchOf(question, command);
		if (!question || !match) {
			return 'no question for it was on screen';
		}
		if (command.at - at > longestOf(match, command) * slowness + slack) {
			return 'its answer was given long before';
		}
		const isKey = question.answer.kind === 'key';
		if ((bytes === 'y') !== isKey) {
			return 'it was answered by the wrong key';
		}
		let first = last;
		for (let before = first - 1; before >= 0; before--) {
			const frame = frames[before] as Frame;
			// One that was asked anew is another question: what was typed before was not for it.
			if (matchIn(frame, command) && questionOf(frame)?.anew === question.anew) {
				first = before;
			} else if ((frames[before + 1] as Frame).at - frame.at >= (questionOf(frame) ? shortest : shortestUnread)) {
				break;
			}
		}
		const closes = (keys: string, shown: number): boolean =>
			isKey
				? keys !== 'y' && !isIdle(keys)
				: keys === '\u001b' || (keys === '\r' && shown >= leastOf(question) + slack + lag);
		let drawn = (frames[first] as Frame).at;
		for (const input of inputs.slice(0, index)) {
			// If it stands there again after a key that closed it, it is another one.
			if (input.at >= drawn && closes(input.bytes, input.at - drawn)) {
				drawn = frames.find(frame => frame.at > input.at && matchIn(frame, command))?.at ?? input.at;
			}
		}
		// The program may have read the key later, but not later than it sent the command.
		const shown = Math.min(at + lag, Math.max(at, command.at)) - drawn;
		// A trace, by which times at once are told apart.
		if (shown < leastOf(question) - slack - 0.1) {
			return `its question had been drawn for ${Math.round(shown)} ms`;
		}
		const target = targetOf(command);
		const names = target && namesAt(at, target);
		if (target && names && ![...names].some(name => isNamed(question, match, target, name))) {
			return `its question did not name it ${[...names].map(name => `"${name}"`).join(' or ')}`;
		}
		const wrong = isKey ? undefined : whyNotTyped(question, index, drawn, command);
		if (wrong !== undefined) {
			return wrong;
		}
		const key = `${command.type} ${target?.kind} ${target?.id}`;
		const uses = used.get(index) ?? new Set<string>();
		if (uses.has(key)) {
			return 'its answer had confirmed another like it';
		}
		if (uses.size > 0 && (match.kind === 'one' || (match.kind === 'all' && uses.size >= match.most))) {
			return 'its answer had confirmed all that it was for';
		}
		used.set(index, uses.add(key));
		return undefined;
	};

	return arrived.flatMap(command => {
		const reasons: string[] = [];
		for (let index = inputs.length - 1; index >= 0; index--) {
			const {at, bytes} = inputs[index] as Input;
			if (at > command.at + slack + 1 || (bytes !== 'y' && bytes !== '\r')) {
				continue;
			}
			const why = whyNot(index, command);
			if (why === undefined) {
				return [];
			}
			if (why !== 'no question for it was on screen') {
				reasons.push(why);
			}
		}
		const {token: _token, ...fields} = command.fields;
		return [`${JSON.stringify(fields)} was sent; ${reasons[0] ?? 'no question for it was answered'}`];
	});
};
