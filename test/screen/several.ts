/** A screen over several services, without a terminal: real stores, tables and router, a monitor each that remembers what it was asked to send. */

import type {ReactNode} from 'react';
import type {Zone} from '../../source/model/calling-hours.ts';
import {createStore} from '../../source/model/store.ts';
import type {Look} from '../../source/present/theme.ts';
import {createRouter} from '../../source/screen/router.ts';
import {type Floor, screenStoreOf} from '../../source/screen/running.ts';
import {initialUiOf, updateUi} from '../../source/screen/state/reducer.ts';
import {ranksAfter} from '../../source/screen/views/board/rows.ts';
import type {Key} from '../../source/terminal/decode.ts';
import {drawn} from './draw.tsx';
import {fill, type Listed, makeScreen, moment, plainLook, usual} from './make.ts';

/** What one of them is. */
export type Given = {
	name: string;
	environment?: string;
	readOnly?: boolean;
	/** Nothing is listed by a service that has not answered yet. */
	listed?: readonly Listed[] | 'nothing';
	zone?: Zone;
};

let screens = 0;

/** The screen, with every service answering. */
export const makeSeveral = (given: readonly [Given, ...Given[]], columns = 120, rows = 40) => {
	const services = new Map(
		given.map(({name, environment = 'QA', readOnly = false, listed}) => {
			const one = makeScreen(columns, rows, {}, {profile: name, floor: name, environment, readOnly});
			if (listed !== 'nothing') {
				fill(one.store, listed);
			}
			return [name, one] as const;
		}),
	);
	const ui = createStore(
		updateUi,
		initialUiOf(
			given.map(({name}) => name),
			columns,
			rows,
		),
	);
	let look = plainLook;
	const number = `several ${++screens}`;
	const floorOf = ({name, zone}: Given): Floor => {
		const one = services.get(name);
		if (!one) {
			throw new Error(name);
		}
		return {
			store: one.store,
			monitor: () => one.monitor,
			past: () => one.context().past,
			foresight: () => one.context().foresight,
			zone: () => zone,
			showing: () => ({look, options: usual}),
		};
	};
	const [first, ...others] = given;
	const ignore = (): void => undefined;
	const screen = screenStoreOf({
		floors: [floorOf(first), ...others.map(floorOf)],
		ui,
		copy: () => 'OSC 52',
		hand: use => use(),
		maskedFrame: () => '',
		switchTo: ignore,
		restart: ignore,
		quit: ignore,
	});
	let time = 10_000;
	let drawnPrompt: {prompt: number; at: number} | undefined;
	const router = createRouter({
		context: screen.context,
		drawnAt: number => (drawnPrompt?.prompt === number ? drawnPrompt.at : undefined),
	});
	for (const {store} of services.values()) {
		store.subscribe(router.hold);
	}
	const press = (...names: readonly string[]): void => {
		for (const name of names) {
			drawnPrompt = {prompt: ui.get().promptNumber, at: time};
			time += 600;
			const text = [...name].length === 1 ? name : name === 'space' ? ' ' : undefined;
			const key: Key = {name, alone: true, paste: false, at: time, ...(text === undefined ? {} : {text})};
			router.press(key);
		}
	};
	return {
		ui,
		screen,
		press,
		service(name: string) {
			const one = services.get(name);
			if (!one) {
				throw new Error(`no service ${name}`);
			}
			return one;
		},
		/** Lets the time of every service come. */
		tick(milliseconds: number): void {
			for (const {store} of services.values()) {
				store.dispatch({type: 'tick', now: moment(milliseconds)});
			}
		},
		/** Sorts the board and settles the selection, as the screen does. */
		settle(): void {
			const {floors, ui: own, guard, tables} = screen.context();
			const ranks = ranksAfter(floors, own, guard.pressedAt());
			if (ranks !== own.ranks) {
				ui.dispatch({type: 'rank', ranks, isUntouched: guard.pressedAt() === undefined});
			}
			const {settleOn} = tables[ui.get().view];
			if (settleOn !== undefined) {
				ui.dispatch({type: 'select', id: settleOn});
			}
		},
		/** The screen as it is drawn now, or something else in its place. */
		frame(wanted: Look = plainLook, content?: ReactNode): string[] {
			look = wanted;
			// What only the next second would draw is drawn too.
			ui.dispatch({type: 'resized', columns: columns + 1, rows});
			ui.dispatch({type: 'resized', columns, rows});
			return drawn(screen, number, content);
		},
		/** Selects a campaign on the board. */
		select: (name: string, id: string): void => ui.dispatch({type: 'select', id: `${name}\u0000${id}`}),
		/** What each service was asked to send, by its name. */
		sent: (): Record<string, string[]> =>
			Object.fromEntries(
				[...services].map(([name, {sent}]) => [name, sent.map(({verb, target}) => `${verb} ${target.id}`)]),
			),
	};
};
