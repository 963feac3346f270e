/** Which keys answer a question that sends something, and when one may be asked; on the screen and on the command line. */

/** A key as it was pressed: its name, whether it came alone in its read or in a paste, and when. */
export type Pressed = {readonly name: string; readonly alone: boolean; readonly paste: boolean; readonly at: number};

/** How long a question must have been there before it can be confirmed, milliseconds: nobody reads it faster. */
export const readAfter = 400;

/** The same for one that was asked anew, milliseconds: the next key may still be intended for the one before it. */
export const readAnewAfter = 2000;

/** How long a question must have been there: longer if it replaces one that was no longer true. */
export const readFor = (question: object): number => ('changed' in question ? readAnewAfter : readAfter);

/** The note on a question that is asked anew. */
export const askedAnew = `Asked anew, and for ${readAnewAfter / 1000} s nothing confirms it.`;

/** How long after a key that answered no, or did nothing, no question is asked, milliseconds: it may have been a letter of a word. */
export const quietFor = 500;

/** True for the arrow keys, which a terminal sends for the wheel of a mouse as well: they answer nothing. */
export const isArrow = ({name}: Pick<Pressed, 'name'>): boolean =>
	/^(?:ctrl-|alt-|shift-)*(?:up|down|left|right)$/.test(name);

/**
 * True for a key that can confirm: pressed by itself, once the question could be read.
 *
 * @param drawnAt when the question was drawn, by the clock of `key.at`; undefined if it has not been
 * @param least how long it must have been there, milliseconds
 */
export const canConfirm = (
	{alone, paste, at}: Pick<Pressed, 'alone' | 'paste' | 'at'>,
	drawnAt: number | undefined,
	least: number = readAfter,
): boolean => alone && !paste && drawnAt !== undefined && at - drawnAt >= least;

/** How a key answers a question whose answers are keys: every key that is not asked for means no. */
export const answerOf = (
	key: Pressed,
	drawnAt: number | undefined,
	asked: readonly string[],
	least: number = readAfter,
): 'chosen' | 'no' | 'nothing' => {
	if (isArrow(key)) {
		return 'nothing';
	}
	return !asked.includes(key.name) ? 'no' : canConfirm(key, drawnAt, least) ? 'chosen' : 'nothing';
};

/** A question that sends something once it is confirmed: by a `y`, or by a text that is typed, and Enter. */
type Question = {kind: 'yes-no'} | {kind: 'type'; expected: string; value: string};

/** What a key does to a question; `typing` edits its text, `nothing` leaves it open. */
type Verdict = 'confirmed' | 'declined' | 'mismatch' | 'typing' | 'nothing';

/**
 * Judges a key on a question that sends something: on the screen and on the command line.
 *
 * @param drawnAt when the question was drawn, by the clock of `key.at`; undefined if it has not been
 */
export const judge = (question: Question, key: Pressed, drawnAt: number | undefined): Verdict => {
	const least = readFor(question);
	if (question.kind === 'yes-no') {
		const answer = answerOf(key, drawnAt, ['y'], least);
		return answer === 'chosen' ? 'confirmed' : answer === 'no' ? 'declined' : 'nothing';
	}
	switch (key.name) {
		case 'enter':
			// An Enter that came in one read with the name is a paste or a burst, not a decision.
			return !canConfirm(key, drawnAt, least)
				? 'nothing'
				: question.value === question.expected
					? 'confirmed'
					: 'mismatch';
		case 'escape':
		case 'ctrl-d':
			return 'declined';
		default:
			return 'typing';
	}
};

/** Distinguishes an intended key from a letter of a word that was typed into the wrong window. */
export type Guard = {
	/** A key has come. */
	press(at: number): void;
	/** The last key answered no, or did nothing. */
	stray(): void;
	/** Whether the last key came so soon after a stray one that it must be ignored. */
	isTyping(): boolean;
	/** When the last key came, by the clock of `key.at`; undefined before the first. */
	pressedAt(): number | undefined;
};

export const createGuard = (): Guard => {
	let pressedAt = Number.NEGATIVE_INFINITY;
	let strayAt = Number.NEGATIVE_INFINITY;
	return {
		press(at) {
			pressedAt = at;
		},
		stray() {
			strayAt = pressedAt;
		},
		isTyping: () => pressedAt - strayAt < quietFor,
		pressedAt: () => (pressedAt === Number.NEGATIVE_INFINITY ? undefined : pressedAt),
	};
};

/** Shown when a key is ignored because it came too soon. */
export const tooSoon = 'Not asked: that came within half a second of a key that did nothing. Press it again';
