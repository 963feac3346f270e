/** What lies where on the screen, for the mouse: a part says what a click on a cell of it is for, by what it has drawn. */
import type {View} from '../../present/actions.ts';
import type {UiState} from '../state/state.ts';

/** What a click is for: a row or a column of the table of a view, another view, or the board or a pane of it. */
export type Target =
	| {kind: 'row'; view: View; id: string}
	| {kind: 'column'; view: View; id: string}
	| {kind: 'view'; view: View}
	| {kind: 'focus'; focus: UiState['focus']};

/** A cell, counted from 0. */
export type At = {column: number; row: number};

/** A node of the layout, as far as it says where it is. */
export type LayoutNode = {
	readonly parentNode?: LayoutNode | undefined;
	readonly yogaNode?:
		| {
				getComputedLeft(): number;
				getComputedTop(): number;
				getComputedWidth(): number;
				getComputedHeight(): number;
		  }
		| undefined;
};

/** A part of the screen, and what a cell of it is for, counted from its own corner; undefined for nothing. */
export type Part = {node: LayoutNode; targetAt(at: At): Target | undefined};

/** A part of a frame, at its place in it. */
type Area = At & {width: number; height: number} & Pick<Part, 'targetAt'>;

/** The parts of a frame. */
export type Areas = readonly Area[];

const areaOf = ({node: own, targetAt}: Part): Area => {
	let [column, row] = [0, 0];
	for (let node: LayoutNode | undefined = own; node; node = node.parentNode) {
		column += node.yogaNode?.getComputedLeft() ?? 0;
		row += node.yogaNode?.getComputedTop() ?? 0;
	}
	const [width, height] = [own.yogaNode?.getComputedWidth() ?? 0, own.yogaNode?.getComputedHeight() ?? 0];
	return {column, row, width, height, targetAt};
};

/** Where the parts are in the frame that was made last. */
export const areasOf = (parts: Iterable<Part>): Areas => [...parts].map(areaOf);

/** What a cell is for; undefined for nothing. */
export const targetIn = (areas: Areas, {column, row}: At): Target | undefined => {
	const found = areas.find(
		area =>
			column >= area.column && column < area.column + area.width && row >= area.row && row < area.row + area.height,
	);
	return found?.targetAt({column: column - found.column, row: row - found.row});
};
