/** Several services on one screen: what of the screen belongs to one of them alone. */

import type {Zone} from '../../model/calling-hours.ts';
import type {Source, State} from '../../model/state.ts';
import type {View} from '../../present/actions.ts';
import {cut, inZone} from '../../present/format.ts';
import type {Span, Spans} from '../../present/spans.ts';
import {serviceRole} from '../../present/theme.ts';
import type {OwnUi, UiState} from './state.ts';

/** Views whose rows are those of every service, so that one selection and one set of marks is for all of them. */
const sharedViews = ['campaigns', 'alerts', 'log', 'search'] as const satisfies readonly View[];

const ownParts: Readonly<Record<keyof OwnUi, true>> = {
	selected: true,
	openFloods: true,
	marks: true,
	staged: true,
	pausedAll: true,
	listsOfAll: true,
	listsFilter: true,
	companyId: true,
	companies: true,
	forms: true,
	frozen: true,
	past: true,
	seenCommand: true,
};

export const ownUi = (ui: UiState): OwnUi =>
	Object.fromEntries(Object.keys(ownParts).map(part => [part, ui[part as keyof OwnUi]])) as OwnUi;

/** The entries of the shared views from one, all others from another. */
const joined = <T>(own: Readonly<Partial<Record<View, T>>>, shared: Readonly<Partial<Record<View, T>>>) => ({
	...own,
	...Object.fromEntries(sharedViews.map(view => [view, shared[view]])),
});

const boundTo = (ui: UiState, own: OwnUi, from: string, floor: string): UiState => {
	const others = new Map(ui.others);
	others.delete(floor);
	others.set(from, ownUi(ui));
	return {
		...ui,
		...own,
		selected: joined(own.selected, ui.selected),
		marks: joined(own.marks, ui.marks),
		floor,
		others,
	};
};

/** The screens as their services have them, made once for each: a frame asks for each of them many times. */
const made = new WeakMap<UiState, Map<string, UiState>>();

/**
 * The screen as one of its services has it.
 *
 * @param floor the name of the service; undefined while there is one only
 */
export const uiOn = (ui: UiState, floor: string | undefined): UiState => {
	const own = floor === undefined || floor === ui.floor ? undefined : ui.others.get(floor);
	if (floor === undefined || ui.floor === undefined || !own) {
		return ui;
	}
	const known = made.get(ui) ?? new Map<string, UiState>();
	const on = known.get(floor) ?? boundTo(ui, own, ui.floor, floor);
	made.set(ui, known.set(floor, on));
	return on;
};

/** A service on screen, as it is drawn. */
export type Drawn = {
	state: State;
	ui: UiState;
	/** By whose clock its times are shown; undefined for this machine's. */
	zone?: Zone;
};

/** The services on screen, in order. */
export type Floors = readonly [Drawn, ...Drawn[]];

/** The service of a row, as it is drawn. */
export const drawnOf = (floors: Floors, {floor}: Pick<Source, 'floor'>): Drawn =>
	floors.find(({state}) => state.source.floor === floor) ?? floors[0];

/** Whether the same is drawn, but for what the operator does on the screen without staging anything. */
export const isSameDrawn = (one: Floors, other: Floors): boolean =>
	one.length === other.length &&
	one.every(
		({state, ui, zone}, index) =>
			state === other[index]?.state && ui.staged === other[index]?.ui.staged && zone === other[index]?.zone,
	);

/** The most cells of the name of a service in a title. */
const mostOfName = 14;

/** The name of a service in its colour, for a title; undefined while it is the only one. */
export const serviceSpan = (floors: Floors, {floor}: Pick<Source, 'floor'>): Span | undefined =>
	floor === undefined
		? undefined
		: [serviceRole(floors.findIndex(({state}) => state.source.floor === floor)), cut(floor, mostOfName)];

/** The name of a service in its colour, before what is of it; nothing while it is the only one. */
export const serviceBefore = (floors: Floors, source: Pick<Source, 'floor'>): Spans => {
	const name = serviceSpan(floors, source);
	return name ? [name, ['text', ' ']] : [];
};

/** What is written of one of several services, its times by its own clock. */
export const byClockOf = <T>({state, zone}: Drawn, make: () => T): T =>
	state.source.floor === undefined ? make() : inZone(zone, make);

const between = '\u0000';

/** The id of a row of one of several services: two of them may have campaigns of the same id. */
export const rowKey = ({floor}: Pick<Source, 'floor'>, id: string): string =>
	floor === undefined ? id : `${floor}${between}${id}`;

/** The id behind such a key; undefined if it is of another service. */
export const idOn = ({floor}: Pick<Source, 'floor'>, key: string): string | undefined => {
	if (floor === undefined) {
		return key;
	}
	return key.startsWith(`${floor}${between}`) ? key.slice(floor.length + between.length) : undefined;
};
