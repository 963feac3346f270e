import {type AnswerPart, type AnswerRecord, mostScrolled} from '../../../present/answer-parts.ts';
import {topFor} from '../../../present/grid.ts';
import type {Key} from '../../../terminal/decode.ts';
import {jsonLines} from '../../state/json.ts';
import {movedTo} from '../../state/scroll.ts';
import type {Answer} from '../../state/sheet.ts';

/** The part that is shown. */
export const shownPart = ({parts, part}: Answer): AnswerPart | undefined => parts[part];

/** A record that is shown whole, and its scroll position. */
export type ShownRecord = {title: string; fields: AnswerRecord; top: number};

/** The record that is shown whole; the only record always is. */
export const shownRecord = (answer: Answer): ShownRecord | undefined => {
	const part = shownPart(answer);
	if (part?.kind === 'fields') {
		return {title: part.name, fields: part.fields, top: answer.top};
	}
	const {record} = answer;
	const fields = record && part?.records[record.row];
	return record && part && fields && {title: `${part.name} ${record.row + 1}`, fields, top: record.top};
};

const refolded = (answer: Answer, unfolded: ReadonlySet<string>, path: string): Answer => {
	const lines = jsonLines(answer.value, unfolded);
	const selected = Math.max(
		0,
		lines.findIndex(line => line.path === path),
	);
	return {...answer, json: {...answer.json, lines, unfolded, selected}};
};

const folded = (answer: Answer, path: string): Answer => {
	const unfolded = new Set(answer.json.unfolded);
	unfolded.delete(path);
	return refolded(answer, unfolded, path);
};

const inJson = (answer: Answer, name: string, page: number): Answer | undefined => {
	const {json} = answer;
	const {lines, unfolded} = json;
	const selected = movedTo(name, json.selected, lines.length - 1, page);
	if (selected !== undefined) {
		return {...answer, json: {...json, selected, top: topFor(json.top, selected, page, lines.length)}};
	}
	const line = lines[json.selected];
	if (!line) {
		return undefined;
	}
	const isOpen = line.kind === 'open' || line.kind === 'close';
	const opens = name === 'right' || name === 'l' || name === 'enter' || name === 'space';
	const closes = name === 'left' || name === 'h' || ((name === 'enter' || name === 'space') && isOpen);
	if (closes) {
		const path = isOpen ? line.path : line.parent;
		return path === undefined ? answer : folded(answer, path);
	}
	if (opens) {
		return line.kind === 'folded' ? refolded(answer, new Set([...unfolded, line.path]), line.path) : answer;
	}
	return undefined;
};

const toPart = (answer: Answer, step: 1 | -1): Answer => {
	const {parts, part} = answer;
	const next = (part + step + parts.length) % parts.length;
	return {...answer, part: next, selected: 0, top: 0, left: 0, record: undefined};
};

/** What drawing an answer found out. */
export type AnswerRoom = {
	/** Rows, lines or fields that a page holds. */
	page: number;
	/** The last field that the fields of a record can be scrolled to. */
	lastTop: number;
	/** Cells of a row. */
	width: number;
};

const inTable = (answer: Answer, name: string, room: AnswerRoom): Answer | undefined => {
	const part = shownPart(answer);
	const record = shownRecord(answer);
	if (record) {
		const top = movedTo(name, record.top, room.lastTop, room.page);
		return top === undefined
			? undefined
			: answer.record
				? {...answer, record: {...answer.record, top}}
				: {...answer, top};
	}
	if (part?.kind !== 'records') {
		return undefined;
	}
	const {records, columns} = part;
	const selected = movedTo(name, answer.selected, Math.max(0, records.length - 1), room.page);
	if (selected !== undefined) {
		return {...answer, selected, top: topFor(answer.top, selected, room.page, records.length)};
	}
	switch (name) {
		case 'left':
		case 'h':
			return {...answer, left: Math.max(0, answer.left - 1)};
		case 'right':
		case 'l':
			return {...answer, left: Math.min(mostScrolled(columns, room.width), answer.left + 1)};
		case 'enter':
			return records.length > 0 ? {...answer, record: {row: answer.selected, top: 0}} : answer;
		default:
			return undefined;
	}
};

/** The answer after a key; `back` to leave it; undefined if the key means nothing here. */
export const pressAnswer = (answer: Answer, {name}: Key, room: AnswerRoom): Answer | 'back' | undefined => {
	if (name === 'escape' || name === 'q') {
		return answer.record && answer.mode === 'table' ? {...answer, record: undefined} : 'back';
	}
	if (name === 't') {
		return {...answer, mode: answer.mode === 'table' ? 'json' : 'table'};
	}
	if (answer.mode === 'json') {
		return inJson(answer, name, room.page);
	}
	if (name === 'tab' || name === 'shift-tab') {
		return toPart(answer, name === 'tab' ? 1 : -1);
	}
	return inTable(answer, name, room);
};
