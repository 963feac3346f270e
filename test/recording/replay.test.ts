/** A moment that was seen live, and the same moment rebuilt from its recording, are drawn alike. */
import {stripVTControlCharacters} from 'node:util';
import {expect, test, vi} from 'vitest';
import {update} from '../../source/alerts/reducer.ts';
import {noHistory} from '../../source/model/history.ts';
import type {Message, State} from '../../source/model/state.ts';
import {type View, viewNames} from '../../source/present/actions.ts';
import {keymap} from '../../source/present/keymap.ts';
import {Recorder} from '../../source/recording/recorder.ts';
import {createReplay} from '../../source/recording/replay.ts';
import {hour} from '../../source/sandbox/world/time.ts';
import {createPast} from '../../source/service/past.ts';
import {manualClock} from '../helpers/clock.ts';
import {recordStorm, soundWriter, stillClock} from '../helpers/recording.ts';
import {acknowledge, pauseOf} from '../model/make.ts';
import {makeScreen} from '../screen/make.ts';

/** Records a scenario for a while; returns the recording and what was known at the ends of some minutes. */
const recorded = async (minutes: readonly number[]) => {
	const floor = await recordStorm();
	const {world, watched, recorder} = floor;
	const record = (message: Message): void => {
		watched.state = update(watched.state, message);
		recorder.record(watched.state);
	};
	const seen = new Map<number, State>();
	const campaign = world.campaigns[0];
	for (let passed = 1; passed <= Math.max(...minutes); passed++) {
		floor.watchFor(passed);
		if (passed === 12 && campaign) {
			record({
				type: 'command-asked',
				command: pauseOf(campaign.id, campaign.name, {operation: 'play_campaign', verb: 'play', doing: 'starting'}),
				now: watched.state.now,
			});
			record({
				type: 'command-ended',
				id: 1,
				ending: {kind: 'refused', reason: 'It dials already'},
				now: watched.state.now,
			});
		}
		const [alert] = watched.state.alerts.active.values();
		if (passed === 18 && alert) {
			record(acknowledge(alert));
		}
		await floor.written();
		if (minutes.includes(passed)) {
			seen.set(passed, watched.state);
		}
	}
	return {reader: floor.reader, seen, state: watched.state, opening: floor.from};
};

const moments = [3, 13, 17, 19, 27];

const recording = await recorded(moments);

/** A key beside an alert answers one of the present alone. */
const options = {keymap: keymap.filter(({action}) => action !== 'acknowledge' && action !== 'alerts')};

type Screen = ReturnType<typeof makeScreen>;

/** How the operator goes on in a view. */
type Then = (screen: Screen) => void;

const frame = (state: State, view: View, size: readonly [number, number], then?: Then): string[] => {
	const screen = makeScreen(...size, options);
	vi.spyOn(screen.store, 'get').mockReturnValue(state);
	screen.ui.dispatch({type: 'view', view});
	// That a command has failed is told until somebody has seen it.
	screen.ui.dispatch({type: 'seen', command: 1});
	then?.(screen);
	return screen.frame().rows.map(stripVTControlCharacters);
};

/** The same on a screen that looks back, without the rows of the timeline. */
const frameBack = (wall: number, view: View, [columns, rows]: readonly [number, number], then?: Then): string[] => {
	const screen = makeScreen(columns, rows + 2, options);
	vi.spyOn(screen.store, 'get').mockReturnValue(recording.state);
	const past = createPast(recording.reader, () => recording.state);
	screen.record(past);
	screen.ui.dispatch({type: 'view', view});
	const at = wall;
	screen.ui.dispatch({
		type: 'look-back',
		past: {at, speed: undefined, alertChanges: recording.state.alerts.changes, state: past.stateAt(at)},
	});
	then?.(screen);
	return screen.frame().rows.map(stripVTControlCharacters).toSpliced(1, 2);
};

/** All but the header and the keys of the footer. */
const body = (rows: readonly string[]): string[] => rows.slice(1, -1);

const views = ['campaigns', 'campaign', 'alerts', 'log'] satisfies View[];

test.for(moments.flatMap(passed => views.map(view => [passed, view] as const)))(
	'minute %i in the view %s',
	([passed, view]) => {
		const state = recording.seen.get(passed);
		if (!state) {
			throw new Error('nothing was seen then');
		}
		for (const size of [
			[80, 24],
			[120, 40],
		] as const) {
			expect(body(frameBack(state.now.wall, view, size))).toEqual(body(frame(state, view, size)));
		}
	},
);

test('the history of a campaign is what its polls have made of it', () => {
	for (const [passed, live] of recording.seen) {
		const {dashboards} = createReplay(recording.reader, () => recording.state).stateAt(live.now.wall);
		for (const [id, {value}] of live.dashboards) {
			const {learned, cause, waiting, dropRates, past, clock} = dashboards.get(id)?.value?.history ?? noHistory;
			const own = value?.history ?? noHistory;
			expect([passed, id, learned, cause]).toEqual([passed, id, own.learned, own.cause]);
			expect([passed, id, waiting, past]).toEqual([passed, id, own.waiting, own.past]);
			expect([passed, id, clock]).toEqual([passed, id, own.clock]);
			expect(dropRates.row(dropRates.length - 1)).toEqual(own.dropRates.row(own.dropRates.length - 1));
		}
	}
});

test.for(['1 h', '8 h', '1 day', '7 days'] as const)('charts over %s, zoomed and on the page of a campaign', span => {
	const state = recording.seen.get(27);
	if (!state) {
		throw new Error('nothing was seen then');
	}
	const past = createPast(recording.reader, () => recording.state);
	for (const pane of ['pace', 'calls', 'agents'] as const) {
		const show: Then = screen => {
			screen.record(past);
			screen.ui.dispatch({type: 'focus', focus: pane});
			screen.ui.dispatch({type: 'zoom', zoom: true});
			screen.ui.dispatch({type: 'chart-span', span});
		};
		const live = body(frame(state, 'campaigns', [120, 40], show));
		expect(live.join('\n')).toContain(` ${span}`);
		expect(body(frameBack(state.now.wall, 'campaigns', [120, 40], show))).toEqual(live);
	}
	const onPage: Then = screen => {
		screen.record(past);
		screen.ui.dispatch({type: 'chart-span', span});
	};
	const live = body(frame(state, 'campaign', [120, 40], onPage));
	expect(live.join('\n')).toContain(` ${span}`);
	expect(body(frameBack(state.now.wall, 'campaign', [120, 40], onPage))).toEqual(live);
});

test('alerts were raised, and one was acknowledged, or the test tells nothing', () => {
	const active = [...(recording.seen.get(19)?.alerts.active.values() ?? [])];
	expect(active.some(({acknowledgedAt}) => acknowledgedAt !== undefined)).toBe(true);
	expect(recording.seen.get(13)?.commands).toHaveLength(1);
});

test('what was never polled is unknown, in every view', () => {
	const {opening, reader, state} = recording;
	const before = createReplay(reader, () => state).stateAt(opening - hour);
	expect([before.campaigns.value, before.dashboards.size, before.alerts.active.size]).toEqual([undefined, 0, 0]);
	for (const view of viewNames) {
		expect(frameBack(opening - hour, view, [80, 24]).join('\n')).not.toMatch(/undefined|NaN/);
	}
});

test('alerts that hold when a recording begins are known in it', async () => {
	const state = recording.seen.get(17);
	if (!state) {
		throw new Error('nothing was seen then');
	}
	const clock = manualClock(state.now);
	const writer = soundWriter({
		clock,
	});
	await writer.settled();
	new Recorder(writer, state.now).record(state);
	await writer.flush();
	const then = createReplay(writer.reader, () => state).stateAt(state.now.wall + 1);
	expect(then.alerts.active.size).toBeGreaterThan(0);
	expect([...then.alerts.active.keys()]).toEqual([...state.alerts.active.keys()]);
});

test('commands, alerts that ended and alerts that still hold are known after days', async () => {
	const known = recording.seen.get(19) ?? recording.state;
	const [[key, ended] = [], ...held] = [...known.alerts.active];
	const begun = recording.seen.get(3) ?? recording.state;
	let {wall} = begun.now;
	const writer = soundWriter({clock: stillClock(() => wall), zone: 'UTC'});
	await writer.settled();
	const recorder = new Recorder(writer, begun.now);
	recorder.record(begun);
	({wall} = known.now);
	recorder.record(known);
	const state: State = {
		...known,
		alerts: {
			...known.alerts,
			active: new Map(held),
			past: [...(ended ? [{...ended, resolvedAt: known.now}] : []), ...known.alerts.past],
			changes: known.alerts.changes + 1,
		},
	};
	for (let hours = 0; hours <= 5 * 24; hours++) {
		wall = known.now.wall + hours * hour;
		recorder.record({...state, now: {wall, mono: wall}});
		await writer.flush();
	}
	const then = createReplay(writer.reader, () => state).stateAt(wall);
	expect(then.commands.map(({command}) => command.id)).toEqual(state.commands.map(({command}) => command.id));
	expect(then.alerts.past.map(({id}) => id)).toEqual(state.alerts.past.map(({id}) => id));
	expect(key).toBeDefined();
	expect([...then.alerts.active.keys()].toSorted()).toEqual(held.map(([one]) => one).toSorted());
	expect(held.length).toBeGreaterThan(0);
});

test('an alert of a rule that only another version has is left out', () => {
	const {reader, state, seen} = recording;
	const then = seen.get(17) ?? state;
	const [alert] = then.alerts.active.values();
	const marks: typeof reader.marks = (...asked) =>
		reader
			.marks(...asked)
			.map(mark =>
				mark.kind !== 'command' && mark.id === alert?.id ? {...mark, data: {...alert, rule: 'of-tomorrow'}} : mark,
			);
	const {alerts} = createReplay({...reader, marks}, () => state).stateAt(then.now.wall);
	expect(alerts.active.size).toBe(then.alerts.active.size - 1);
});
