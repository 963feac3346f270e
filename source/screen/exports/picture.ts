/** A picture for a ticket: what is on screen, with people masked, and of what, when and how old it is. */

import {ageOf, campaignRows} from '../../model/select.ts';
import type {State} from '../../model/state.ts';
import {isoTime, span, wrap} from '../../present/format.ts';
import {word} from '../../present/sentence.ts';
import {cellsOfRows, textOfCells} from '../../terminal/picture/cells.ts';
import {svg} from '../../terminal/picture/svg.ts';
import type {Drawn} from '../state/floors.ts';
import type {Context} from '../store/context.ts';
import {stampOf} from './ask.ts';

/** A picture in its two writings, and the name of its files without their ends. */
export type Picture = {svg: string; text: string; name: string};

/** How old the figures are, from the youngest to the oldest. */
const agesText = (state: State): string => {
	const ages = campaignRows(state).flatMap(row => (row.span && row.figures ? [ageOf(state, row.span)] : []));
	const known = ages.flatMap(age => (age === undefined ? [] : Math.max(0, age) / 1000));
	if (ages.length === 0) {
		return 'no figures yet';
	}
	if (known.length < ages.length) {
		return 'figures older than is known';
	}
	const [least, most] = [Math.min(...known), Math.max(...known)].map(span);
	return `figures ${least === most ? least : `${least} to ${most}`} old`;
};

/** What a picture is of: environment, host and profile first, as they are ours. */
const captionOf = ({state}: Drawn, now: State): string => {
	const {environment, host, profile, watchOnly, isRecording} = state.source;
	const isPast = state.now.wall !== now.now.wall;
	return [
		`${environment} at ${word(host)}${profile === '' ? '' : `, profile ${word(profile)}`}: taken at ${isoTime(now.now)}`,
		...(isPast || isRecording ? [`it shows ${isoTime(state.now)}`] : []),
		...(watchOnly ? [`from the metrics of ${word(watchOnly.engine)}`] : []),
		agesText(state),
	].join(', ');
};

const safeName = (text: string): string => text.replaceAll(/[^\w-]/g, '_').slice(0, 40);

/** The name of the files of a picture: of which services, which view, and when. */
const nameOf = ({floors, ui, state}: Context): string =>
	[
		'dialtop',
		...floors.slice(0, 3).map(({state: {source}}) => safeName(source.profile || source.host)),
		ui.view,
		stampOf(state.now.wall),
	].join('-');

/** Makes the picture of a frame. */
export const pictureOf = (context: Context, frame: string): Picture => {
	const {columns, rows} = context.ui;
	const captions = context.floors.flatMap(drawn => wrap(captionOf(drawn, context.state), columns));
	const cells = cellsOfRows([...frame.split('\n').slice(0, rows), '', ...captions], columns);
	return {svg: svg(cells), text: `${textOfCells(cells)}\n`, name: nameOf(context)};
};
