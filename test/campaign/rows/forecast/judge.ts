/** What a screen showed of forecasts, beside what the simulation had answered, and for which question. */
import type {Control} from '../../../../source/model/pending.ts';
import {foreseenLines} from '../../../../source/screen/actions/foreseen.ts';
import type {Forecasted, NoForecast, WhatIf, WhatIfAsked} from '../../../../source/service/foresight.ts';
import type {Arrived, Frame} from '../../judged.ts';
import {matchOf, type Question, questionIn} from '../confirmed/question.ts';

/** A question that the screen asked of the simulation, by the clocks of the trial, and what it was answered. */
export type AskedOf = {
	at: number;
	wall: number;
	control: Control;
	answers: (Forecasted | NoForecast)[];
};

/** A what-if that the screen asked. */
export type TriedOf = {at: number; asked: WhatIfAsked; answers: (WhatIf | NoForecast)[]};

/** What a trial knows beside the screen. */
export type Known = {
	columns: number;
	asked: readonly AskedOf[];
	tried: readonly TriedOf[];
	/** When a clock was set by more than an answer may ignore, on the clock of frames; undefined if it was not. */
	setAt: number | undefined;
};

/** What the line above a question may look like: a figure that has no band is another text. */
const grammar =
	/^Likely (?:today )?at close: drop [\d.]+ → [\d.]+ to [\d.]+ %(?: \(limit [\d.]+ %\))?(?: · (?:next \d+ min: )?talk \d+ → \d+ to \d+ min(?:\/h| an hour and agent))?(?: · leads out (?:not today|later|[\d:]+) → (?:not today|(?:later|[\d:]+) to (?:later|[\d:]+)))?(?: ·)? (?:estimated )?from \d+ runs\b/;

const oneSpaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** What is above the question that a frame ends with. */
const aboveIn = ({rows}: Frame): string => {
	const rule = rows.findLastIndex(row => /^─{20,}\s*$/.test(row));
	const below = rule === -1 ? [] : rows.slice(rule + 1);
	const first = below.findIndex(row => row.startsWith('QA: '));
	return first < 1 ? '' : oneSpaced(below.slice(0, first).join(' '));
};

const commandOf = ({operation, params}: Control): Arrived => ({
	at: 0,
	type: operation,
	fields: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
});

const isForecast = (text: string): boolean => /^(?:Likely |No forecast: )/.test(text);

/** Milliseconds between what asks the simulation and the frame that shows the question, and until a clock that was set is read. */
const [soon, read] = [300, 1100];

export type Seen = {complaints: string[]; forecasts: number; reasons: number};

/** What was wrong with the lines above questions. */
export const linesSeen = (frames: readonly Frame[], {columns, asked, setAt}: Known): Seen => {
	const seen: Seen = {complaints: [], forecasts: 0, reasons: 0};
	let before: {question: Question; since: number; line: string} | undefined;
	for (const frame of frames) {
		const question = questionIn(frame, 'QA');
		if (!question) {
			before = undefined;
			continue;
		}
		const isSame = before?.question.head === question.head;
		const since = before && isSame ? before.since : frame.at;
		const above = aboveIn(frame);
		const line = isForecast(above) ? above : '';
		const wasSeen = before?.line === line && isSame;
		before = {question, since, line};
		if (line === '' || wasSeen) {
			continue;
		}
		const own = asked.filter(({at, control}) => at >= since - soon && matchOf(question, commandOf(control)));
		const of = own.find(({answers, wall}) =>
			answers.some(answer => line.startsWith(oneSpaced(foreseenLines(answer, wall, columns).join(' ')))),
		);
		const what = `"${line}" above "${question.head}" at ${Math.round(frame.at)}`;
		if (!of) {
			seen.complaints.push(`the simulation had not said of it ${what}`);
		}
		if (line.startsWith('No forecast')) {
			seen.reasons++;
			continue;
		}
		seen.forecasts++;
		const bands = [...line.matchAll(/→ ([\d.]+) to ([\d.]+)/g)];
		if (!grammar.test(line) || bands.some(([, low, high]) => Number(low) > Number(high))) {
			seen.complaints.push(`a figure has no band: ${what}`);
		}
		if (setAt !== undefined && of && of.at > setAt + read) {
			seen.complaints.push(`it is of figures from a clock that was set: ${what}`);
		}
	}
	return seen;
};

const cell = String.raw`([\d.]+) \(([\d.]+) to ([\d.]+)\)`;
const row = new RegExp(
	String.raw`^[│|] [ >] +([\d.]+)(?: %)?  +(?:${cell}  +${cell}  +\d+ of \d+\b.*|simulated soon.*)$`,
);

/** What was wrong with what-ifs: a row of a table without its bands, or of no answer of its campaign. */
export const whatIfsSeen = (frames: readonly Frame[], {tried}: Known): string[] => {
	const complaints = new Set<string>();
	for (const {at, rows} of frames) {
		const [, id] =
			/What if \(an estimate\).*\((\d+)\)/.exec(rows.find(text => text.includes('What if (an')) ?? '') ?? [];
		const head = rows.findIndex(text => /^[│|] +(?:level|limit) +drop % at close/.test(text));
		if (id === undefined || head === -1) {
			continue;
		}
		const answers = tried.filter(one => one.asked.campaignId === id).flatMap(one => one.answers);
		for (const text of rows.slice(head + 1).filter(one => /^[│|] [ >] +[\d.]+(?: %)? {2}/.test(one))) {
			const found = row.exec(text);
			const [, value, drop, low, high, talk, least, most] = found ?? [];
			if (!found) {
				complaints.add(`a figure has no band: ${text} at ${Math.round(at)}`);
			} else if (
				drop !== undefined &&
				!answers.some(
					answer =>
						'points' in answer &&
						answer.points.some(point => {
							const same = (own: number, text: string | undefined): boolean => Math.abs(own - Number(text)) <= 0.51;
							return (
								Math.abs(point.value - Number(value)) < 0.006 &&
								same(point.dropAtClose.median, drop) &&
								same(point.dropAtClose.low, low) &&
								same(point.dropAtClose.high, high) &&
								same(point.talk.median, talk) &&
								same(point.talk.low, least) &&
								same(point.talk.high, most)
							);
						}),
				)
			) {
				complaints.add(`the simulation had not said of ${id} ${text} at ${Math.round(at)}`);
			}
		}
	}
	return [...complaints];
};
