/** The morning of the embedded sandbox before it opens, as a monitor would have recorded it: its world is made anew, and watched. */
import {update} from '../../source/alerts/reducer.ts';
import type {Message, State} from '../../source/model/state.ts';
import type {Moment} from '../../source/model/time.ts';
import {retentionDefaults} from '../../source/recording/closing.ts';
import {diskFolder} from '../../source/recording/folder.ts';
import {Recorder} from '../../source/recording/recorder.ts';
import {createWriter} from '../../source/recording/writer.ts';
import {castOf} from '../../source/sandbox/scenarios/cast.ts';
import {atTimeOfDay, dayText, eastern, fromUtc, hour, parseDay} from '../../source/sandbox/world/time.ts';
import {createWorld} from '../../source/sandbox/world/world.ts';
import type {Clock} from '../../source/system/clock.ts';
import {watch, watchUntil} from './watched-world.ts';

/** Seconds between two polls of a campaign. */
const interval = 10;

/**
 * Records the two hours before the opening.
 *
 * @param path the folder of the recording: `embedded` in the one that the configuration names
 * @param opensAt when the sandbox will open, UTC milliseconds
 */
export const recordMorning = async (path: string, opensAt: number): Promise<void> => {
	const opening = atTimeOfDay(eastern, parseDay(eastern, dayText(eastern, fromUtc(eastern, opensAt))), 11 * hour);
	const world = createWorld({seed: 1, ...eastern, origin: opening - 2 * hour, plan: castOf({})});
	const shift = opensAt - opening;
	const moved = ({wall, mono}: Moment): Moment => ({wall: wall + shift, mono});
	const reducer = (state: State, message: Message): State => {
		const shifted = {
			...message,
			...('now' in message && message.now && {now: moved(message.now)}),
			...('span' in message &&
				message.span && {
					span: {sentAt: moved(message.span.sentAt), receivedAt: moved(message.span.receivedAt)},
				}),
		};
		return update(state, shifted as Message);
	};
	// What waits is written at once: the world runs many times as fast as the disk expects.
	const clock: Clock = {
		now: () => ({wall: world.now + shift, mono: world.now}),
		after(_, callback) {
			const timer = setImmediate(callback);
			return () => clearImmediate(timer);
		},
		random: () => 0.5,
	};
	const writer = createWriter({
		folder: diskFolder(path),
		clock,
		retention: retentionDefaults,
		complain(text) {
			throw new Error(text);
		},
		onLost: () => undefined,
	});
	// The thread that closes hours does not keep a program running.
	const awake = setInterval(() => undefined, 1000);
	await writer.settled();
	const watched = watch(world, undefined, reducer);
	const recorder = new Recorder(writer, moved(watched.state.now));
	for (let until = world.now + 60_000; until <= opening; until += 60_000) {
		watchUntil(watched, until, interval, ({state}) => {
			recorder.record(state);
			return false;
		});
		await writer.flush();
		await writer.settled();
	}
	clearInterval(awake);
};
