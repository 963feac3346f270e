/** The last notice or outcome, in the lower border of the body: the keys stay below it, and nothing moves as it comes and goes. */

import {isDeepStrictEqual} from 'node:util';
import {Box} from 'ink';
import {memo} from 'react';
import {isFailed} from '../../model/command-outcomes.ts';
import {type Pending, shownFor} from '../../model/pending.ts';
import type {Source, State} from '../../model/state.ts';
import {elapsed, type Moment} from '../../model/time.ts';
import {lastCommand, sentenceOf, toneOf, unseenFailures} from '../../present/command-text.ts';
import {cut, cutBefore} from '../../present/format.ts';
import {type Binding, keyFor} from '../../present/keymap.ts';
import {maskOf} from '../../present/mask.ts';
import {wrapSentence} from '../../present/sentence.ts';
import type {Spans} from '../../present/spans.ts';
import type {Role} from '../../present/theme.ts';
import {type PausedAll, progressOf} from '../../steering/pause-progress.ts';
import {Line, Lines} from '../parts/line.tsx';
import type {Drawn, Floors} from '../state/floors.ts';
import type {Notice} from '../state/state.ts';
import type {Shown} from '../store/shown.ts';
import {useStore} from '../store/store.ts';
import {coveredByPrompt} from './footer.tsx';

/** Lines that they must not cover. */
const aroundPause = 12;

type Progress = ReturnType<typeof progressOf>;

const noProgress: Progress = [];

/** The lines of each state: they are asked for more than once in a frame. */
const made = new WeakMap<State, {run: PausedAll; lines: Progress}>();

/** The lines about one service. */
const pauseLinesOn = ({state, ui: {pausedAll}}: Drawn, keymap: readonly Binding[]): Progress => {
	if (!pausedAll) {
		return noProgress;
	}
	const known = made.get(state);
	if (known?.run === pausedAll) {
		return known.lines;
	}
	const keys = {again: keyFor(keymap, 'pauseAll'), log: keyFor(keymap, 'log'), close: keyFor(keymap, 'back')};
	const lines = progressOf(state, pausedAll, keys);
	made.set(state, {run: pausedAll, lines});
	return lines;
};

/** The lines; none where nothing was paused in this way, or the operator closed them. */
const pauseAllLines = ({floors, ui: {rows}, options: {keymap}}: Shown): Progress => {
	const lines = floors.flatMap(floor => pauseLinesOn(floor, keymap));
	return lines.length === 0 ? noProgress : lines.slice(0, Math.max(0, rows - aroundPause));
};

/** Milliseconds that a notice stays; an error stays until the next key. */
const noticeFor = 15_000;

/** Cells of the border that stay at both ends, with a space before and after the text. */
const around = 6;

/** Lines that an outcome takes at most. One that is open for long, such as UNKNOWN, takes a single line: its row shows it too. */
const mostLines = 3;

/** A sentence, its role, its fixed end, and whether it may take several lines. */
type Outcome = {role: Role; text: string; end: string; isTall: boolean};

/** The command to be reported of any service, and that service. */
const lastOn = (floors: Floors): {command: Pending; source: Source} | undefined =>
	floors
		.flatMap(({state: {commands, now, source}, ui}) => {
			const command = lastCommand(commands, now, ui.seenCommand);
			return command ? [{command, source}] : [];
		})
		.reduce<ReturnType<typeof lastOn>>(
			(last, one) => (last && last.command.at.mono >= one.command.at.mono ? last : one),
			undefined,
		);

/** The notice to be shown: the next one, once an answer was shown for as long as it stays. */
const noticeAt = ({mono}: Moment, notice: Notice | undefined): Notice | undefined => {
	const over = notice?.tone === 'info' ? notice.at + noticeFor : Number.POSITIVE_INFINITY;
	return notice?.next && mono >= over ? {...notice.next, at: Math.max(notice.next.at, over)} : notice;
};

const outcomeOf = ({state: {now}, ui, floors, options: {keymap}}: Shown): Outcome | undefined => {
	const notice = noticeAt(now, ui.notice);
	// The outcome of a command of the present waits until the present is on screen again.
	const last = ui.past ? undefined : lastOn(floors);
	const command = last?.command;
	// A line that nobody asked for comes after the outcome that the operator waits for, and stays as long as others.
	const waitsUntil =
		command && notice?.isUnasked && notice.tone === 'info'
			? isFailed(command)
				? Number.POSITIVE_INFINITY
				: command.at.mono + shownFor
			: Number.NEGATIVE_INFINITY;
	const since = Math.max(notice?.at ?? 0, waitsUntil);
	const isHeard = notice && (notice.tone === 'error' || (now.mono >= waitsUntil && now.mono - since < noticeFor));
	if (isHeard && (!command || since >= command.at.mono)) {
		return {role: notice.tone === 'error' ? 'error' : 'text', text: notice.text, end: '', isTall: true};
	}
	if (!last || !command) {
		return undefined;
	}
	const failed = floors
		.flatMap(({state, ui}) => unseenFailures(state.commands, ui.seenCommand))
		.filter(one => one !== command).length;
	const log = keyFor(keymap, 'log');
	return {
		role: toneOf(command),
		text: sentenceOf(command, maskOf(ui), last.source),
		end: failed > 0 ? ` (${failed} more failed${log === undefined ? '' : `, ${log} log`})` : '',
		isTall: isFailed(command) || elapsed(command.at, now) < shownFor,
	};
};

/** A sentence and its end in so many lines at most; a longer one is cut before its end. The log has it whole. */
const fitted = (text: string, end: string, width: number, most: number): string[] => {
	const lines = wrapSentence(text + end, width);
	if (lines.length <= most) {
		return lines;
	}
	const last = lines.slice(most - 1).join(' ');
	return [...lines.slice(0, most - 1), cutBefore(last.slice(0, last.length - end.length), end, width)];
};

/** A line and its role. */
type Part = readonly [Role, string];

const none: readonly Part[] = [];

/** The lines of a pause of everything, then those of the outcome: the last is in the border, those before it above. */
const linesOf = (shown: Shown): readonly Part[] => {
	if (coveredByPrompt(shown) > 0) {
		return none;
	}
	const width = shown.ui.columns - around;
	const pauseLines = pauseAllLines(shown).map(({role, text}): Part => [role, cut(text, width)]);
	const outcome = outcomeOf(shown);
	if (!outcome) {
		return pauseLines.length > 0 ? pauseLines : none;
	}
	const {role, text, end, isTall} = outcome;
	return [...pauseLines, ...fitted(text, end, width, isTall ? mostLines : 1).map((line): Part => [role, line])];
};

/** Lines of the body that an outcome covers, its lower border among them. */
export const coveredByOutcome = (shown: Shown): number => linesOf(shown).length;

/** The outcome, drawn over the end of the body. */
export const OutcomeLines = memo(() => {
	const lines = useStore(linesOf, isDeepStrictEqual);
	const columns = useStore(({ui}) => ui.columns);
	const last = lines.at(-1);
	if (!last) {
		return null;
	}
	const [role, text] = last;
	const above = lines.slice(0, -1).map(([role, line]): Spans => [[role, ` ${line}`]]);
	return (
		<Box flexDirection="column" flexShrink={0} marginTop={-lines.length} marginLeft={1}>
			<Lines lines={above} width={columns - 2} height={above.length} />
			<Line
				spans={[
					['border', '─'],
					[role, ` ${text} `],
				]}
			/>
		</Box>
	);
});
