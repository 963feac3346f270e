/**
 * A monitor in this process: the real poller, dialer, state and screen, on a clock that runs as fast as it can and a service
 * that answers at once. Prints the size of the heap, garbage collected, every few simulated minutes.
 */
import {Writable} from 'node:stream';
import {getHeapStatistics} from 'node:v8';
import {render} from 'ink';
import {initialState, update} from '../../source/alerts/reducer.ts';
import {createStore} from '../../source/model/store.ts';
import {keymap} from '../../source/present/keymap.ts';
import {painter} from '../../source/present/theme.ts';
import {dark} from '../../source/present/themes.ts';
import {App} from '../../source/screen/app.tsx';
import {screenStoreOf} from '../../source/screen/running.ts';
import {updateUi} from '../../source/screen/state/reducer.ts';
import {initialUi} from '../../source/screen/state/state.ts';
import {ScreenContext} from '../../source/screen/store/store.ts';
import {createPoller} from '../../source/service/poller.ts';
import {createSession} from '../../source/service/session.ts';
import {InkStdin} from '../../source/terminal/keys.ts';
import {createDialer} from '../../source/wire/client/dialer.ts';
import {dashboardAnswer} from '../../source/wire/dashboard.ts';
import {manualClock} from '../helpers/clock.ts';

const [hours = 1, framesPerSecond = 1, every = 300] = process.argv.slice(2).map(Number);

const size = {columns: 120, rows: 40};
const ids = Array.from({length: 50}, (_, index) => String(1001 + index));
const clock = manualClock();
const begun = clock.now().mono;
const second = (): number => Math.floor((clock.now().mono - begun) / 1000);

/** A whole number that moves with time, and is another for each campaign. */
const moving = (id: string, salt: number, most: number): number =>
	Math.floor((Math.sin(second() / 7 + Number(id) * salt) + 1) * (most / 2));

/** Sixty points, a new one each minute. */
const points = <T,>(point: (minute: number) => T): T[] =>
	Array.from({length: 60}, (_, index) => point(Math.floor(second() / 60) + index));

const dashboardOf = (id: string) =>
	dashboardAnswer.encode({
		figures: {
			campaignId: id,
			campaignName: `Campaign ${id}`,
			paceMethod: 'RATIO',
			dropLimit: 3,
			dropRate: moving(id, 3, 400) / 100,
			calledToday: second() * 3,
			humanAnswered: second(),
			totalLeads: 71_000,
			remainingLeads: 55_000 - (second() % 50_000),
			ringing: moving(id, 1, 30),
			waiting: moving(id, 2, 3),
			agents: 50,
			ready: moving(id, 5, 10),
			onCall: moving(id, 7, 30),
			wrapUp: moving(id, 11, 8),
			status: moving(id, 13, 40) === 0 ? 'PAUSE' : 'PLAY',
		},
		calls: points(minute => ({dialed: minute % 90, delivered: minute % 20, drops: 0, time: (minute * 60) % 86_400})),
		agents: points(minute => ({agents: 50, ready: minute % 9, onCall: minute % 30, time: (minute * 60) % 86_400})),
		leads: points(minute => ({activeLeads: 65_000, remainingLeads: 70_000 - minute})),
		liveCalls: points(minute => ({activeCalls: minute % 30, ringing: minute % 20})),
	});

const answerTo = (fields: URLSearchParams): Record<string, unknown> => {
	switch (fields.get('type')) {
		case 'get_campaigns':
			return {
				campaigns: ids.map(id => ({campaign_id: id, campaign_name: `Campaign ${id}`, display_status: 'PLAY'})),
			};
		case 'get_dashboard_stats':
			return dashboardOf(fields.get('campaign_id') ?? '');
		default:
			return {lists: []};
	}
};

const dialer = createDialer({
	token: () => 'a token',
	async transport({body}) {
		const answer = answerTo(new URLSearchParams(String(body.bytes)));
		const text = JSON.stringify({response: {success: 1, error: '', ...answer}});
		return {status: 200, text, received: text.length, retryAfter: undefined, location: undefined};
	},
});

const source = {profile: 'bench', environment: 'SANDBOX', host: 'bench', readOnly: false};
const store = createStore(update, initialState(source, clock.now()));
const ui = createStore(updateUi, initialUi(size.columns, size.rows));
const ignore = (): void => undefined;
const unseen = () => ignore;
const options = {
	interval: 1000,
	keymap,
	boardColumns: undefined,
	callLimit: 7,
};
const screen = screenStoreOf({
	floors: [
		{
			store,
			monitor: () => undefined,
			showing: () => ({look: {theme: dark, paint: painter(dark), ascii: false, charts: 'braille'}, options}),
		},
	],
	ui,
	copy: text => text,
	hand: use => use(),
	maskedFrame: () => '',
	switchTo: ignore,
	restart: ignore,
	quit: ignore,
});

let frames = 0;

/** A terminal that takes every frame. */
class Paper extends Writable {
	readonly isTTY = true;
	readonly columns = size.columns;
	readonly rows = size.rows;

	override _write(_chunk: unknown, _encoding: BufferEncoding, done: () => void): void {
		frames++;
		done();
	}
}

render(
	<ScreenContext value={screen}>
		<App onQuestion={unseen} />
	</ScreenContext>,
	{
		stdout: new Paper() as unknown as NodeJS.WriteStream,
		stdin: new InkStdin() as unknown as NodeJS.ReadStream,
		debug: true,
		interactive: true,
		exitOnCtrlC: false,
		patchConsole: false,
	},
);

const session = createSession(dialer.call, {token: 'a token'});
let polls = 0;
const call: typeof dialer.call = (...asked) => {
	polls++;
	return dialer.call(...asked);
};
const poller = createPoller({call, session, store, clock, interval: 1000, perSecond: 5, inFlight: 2});
poller.start();
poller.watch({selected: ids[0], visible: new Set(ids.slice(0, 20)), lists: undefined});

const heapNow = (): number => {
	gc?.();
	gc?.();
	return getHeapStatistics().used_heap_size;
};

const samples: [hour: number, bytes: number][] = [];
for (let at = 0; at < hours * 3600; at++) {
	for (let frame = 0; frame < framesPerSecond; frame++) {
		await clock.advance(1000 / framesPerSecond);
		store.dispatch({type: 'tick', now: clock.now()});
	}
	if (at % every === 0) {
		await new Promise(resolve => setTimeout(resolve, 5));
		samples.push([at / 3600, heapNow()]);
	}
}
poller.stop();
process.stdout.write(JSON.stringify({samples, polls, frames}), () => process.exit(0));
