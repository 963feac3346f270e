/**
 * Whether a frame says anything that nobody told dialtop, or hides how old it is. It reads the frame as an operator does (tables by
 * their titles, panes by their borders, fields by their labels) and knows the answers that were handed over, with their times.
 */
import type {Frame} from '../../judged.ts';
import {boardIn, judgeBoard} from './board.ts';
import {type History, type Known, knownOf} from './known.ts';
import {boxesIn, judgeBox} from './panes.ts';
import {judgeWall, wallIn} from './wall.ts';

/** What was judged of a frame. */
export type Judgement = {complaints: string[]; known: Known; figures: number};

const judgeLink = (header: string, {silence, patience}: Known): string[] =>
	/(?:^|\s)live(?:\s|$)/.test(header) && !header.startsWith('too small') && silence > patience
		? [`"live" while the newest answer is ${silence} ms old`]
		: [];

/** Alerts that the figures do not support, or no longer. */
const judgeAlerts = (body: readonly string[], known: Known, at: number): string[] =>
	body.flatMap(row => {
		const alert = /[KJ]?(\d{3})\b.*?DROP RATE (\d+\.\d+)%, (?:AT|[\d.]+ OVER|JUST OVER) /.exec(row);
		if (!alert) {
			return [];
		}
		const [, campaign = '', rate = ''] = alert;
		const told = known.allTold(campaign);
		if (!told.some(({drop}) => drop === Number(rate))) {
			return [`an alert quotes a rate that nobody told: ${row}`];
		}
		// The report of a copy (y) says what was copied, as it was then.
		const isCopy = /^[│╰─ ]*alert "/.test(row);
		const last = told.slice(-3);
		const isOver =
			!isCopy &&
			last.length === 3 &&
			last.every(({drop, at: heard}) => drop !== undefined && drop < 1.5 && heard < at - 1100);
		return isOver ? [`an alert has ended, and is still shown: ${row}`] : [];
	});

const judgeCommands = (body: readonly string[], {accepted, statuses}: History, at: number): string[] =>
	body.flatMap(row => {
		const said = /\b(Pause|Play|Stop) (\d{3}): (done|observed)(, observed)?/.exec(row);
		if (!said) {
			return [];
		}
		const [, verb = '', campaign = '', how, also] = said;
		const word = {Pause: 'PAUSE', Play: 'PLAY', Stop: 'STOP'}[verb] ?? '';
		const isDone = accepted.some(one => one.verb === verb.toLowerCase() && one.campaign === campaign && one.at <= at);
		const isSeen = statuses.some(one => one.campaign === campaign && one.word === word && one.at <= at);
		return [
			...(how === 'done' && !isDone ? [`done, and the service never said so: ${row}`] : []),
			...((also !== undefined || how === 'observed') && !isSeen
				? [`observed, and the service never showed it: ${row}`]
				: []),
		];
	});

/** Makes the judge of a history; it tells what is wrong with a frame. Frames come in their order. */
export const judgeOf = (history: History) => {
	const knownAt = knownOf(history);
	return (frame: Frame): Judgement => {
		const [header = '', ...body] = frame.rows;
		const known = knownAt(frame, /\bFROZEN\b/.test(header));
		const board = boardIn(frame.rows);
		const wall = wallIn(frame.rows);
		const boxes = boxesIn(frame.rows);
		return {
			known,
			figures:
				[...(board?.rows ?? []).flatMap(({cells}) => cells), ...(board?.total?.cells ?? [])].length +
				(wall?.figures.length ?? 0) +
				boxes.reduce((sum, {figures, points}) => sum + figures.length + points.length, 0),
			complaints: [
				...judgeLink(header, known),
				...(board ? judgeBoard(board, known) : []),
				...(wall && board ? judgeWall(wall, board, known) : []),
				...boxes.flatMap(box => judgeBox(box, known)),
				...judgeAlerts(body, known, frame.at),
				...judgeCommands(body, history, frame.at),
			],
		};
	};
};
