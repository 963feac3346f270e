/** Records a service while it is watched; where its recording is, and for how long it is stored. */

import {createHash} from 'node:crypto';
import {accessSync, constants, existsSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {userText, whoIsHere} from '../../audit/who.ts';
import {UsageError} from '../../config/errors.ts';
import {homeOf, stateFolder} from '../../config/paths.ts';
import type {Config} from '../../config/schema.ts';
import type {Service} from '../../config/service.ts';
import type {DropDay} from '../../model/drop-days.ts';
import {serviceZone} from '../../model/service-clock.ts';
import type {Message, State} from '../../model/state.ts';
import type {Store} from '../../model/store.ts';
import {day} from '../../model/time.ts';
import type {Retention} from '../../recording/closing.ts';
import {diskFolder, type Folder, folderAt, memoryFolder} from '../../recording/folder.ts';
import {createReader} from '../../recording/reader.ts';
import {recentRecording} from '../../recording/recent.ts';
import {recordedDays} from '../../recording/recorded-days.ts';
import {Recorder, recordStore} from '../../recording/recorder.ts';
import type {Recording, RecordingWriter} from '../../recording/recording.ts';
import {createWriter} from '../../recording/writer.ts';
import {systemClock} from '../../system/clock.ts';
import {endpoint} from '../../wire/address.ts';
import {messageOf} from '../../wire/causes.ts';
import {withSandboxMonth} from './sandbox-month.ts';

/** The recording in a folder, or in a file that was cut. @throws UsageError if there is none */
export const recordingAt = (path: string): Folder => {
	if (!existsSync(path)) {
		throw new UsageError(`there is no recording at ${path}`);
	}
	try {
		return folderAt(path);
	} catch (error) {
		throw new UsageError(`${path} is no recording: ${messageOf(error)}`);
	}
};

/** Where the recording of a service is stored. */
export type RecordingFolder = {
	/** Its folder; undefined for memory. */
	path: string | undefined;
	/** Whether the group of the user may read it: it is that of a unit of systemd. */
	isShared: boolean;
};

type History = Config['history'];

/** What of a service says where its recording is stored; embedded sandboxes have names only if there are several. */
type RecordedService = Pick<Service, 'url' | 'profile'>;

/** The name of a service's folder, which shows its host, and distinguishes it from others at the same host. */
const folderName = ({url, profile}: RecordedService): string => {
	if (url === undefined) {
		return profile === '' ? 'embedded' : `embedded-${profile.replaceAll(/[^\w.-]/g, '_')}`;
	}
	const {host, href} = endpoint(url);
	return `${host.replaceAll(/[^\w.-]/g, '_')}-${createHash('sha256').update(href).digest('hex').slice(0, 8)}`;
};

/** Where the recording of a service is stored: that of the embedded sandbox in memory, unless the configuration names a folder. */
export const recordingFolder = (service: RecordedService, {path}: History, env: NodeJS.ProcessEnv): RecordingFolder => {
	const named = path?.replace(/^~(?=\/)/, homeOf(env) ?? '~');
	const name = folderName(service);
	if (named) {
		return {path: join(resolve(named), name), isShared: false};
	}
	if (service.url === undefined) {
		return {path: undefined, isShared: false};
	}
	// systemd names the folder of a unit, and makes it.
	if (env.STATE_DIRECTORY) {
		return {path: join(resolve(env.STATE_DIRECTORY.split(':')[0] ?? ''), name), isShared: true};
	}
	const state = stateFolder(env, process.platform);
	return {path: state && join(state, 'history', name), isShared: false};
};

/** For how long each tier is stored, as configured. */
export const retentionOf = ({polls, minutes, hours, days, megabytes}: History): Retention => ({
	polled: polls * day,
	minute: minutes * day,
	hour: hours * day,
	day: days * day,
	bytes: megabytes * 1e6,
});

/** The recording of a service: of this run and of earlier ones. */
export type Recorded = {
	reader: Recording;
	/** The same without the month that an embedded sandbox begins with, which takes memory once it is read. */
	own: Recording;
	/** The days of a campaign between two days, for a period of compliance; none if they cannot be read. */
	days(campaignId: string, first: number, last: number): readonly DropDay[];
	/** What earlier runs recorded last; undefined of an embedded sandbox, which begins anew each time. */
	earlier: Recording | undefined;
	/** Adds a row; undefined if this user may only read the recording. */
	append: RecordingWriter['append'] | undefined;
	close(): Promise<void>;
};

export type RecordingParts = {
	service: RecordedService & Pick<Service, 'timeZone'>;
	history: History;
	env: NodeJS.ProcessEnv;
	/** The scenario of the embedded sandbox. */
	scenario?: string | undefined;
	store: Pick<Store<State, Message>, 'get' | 'subscribe'>;
	/** Shows the operator a message of one line. */
	say(text: string, tone: 'info' | 'error'): void;
};

/** Whether there is a folder that this user may read, and not write. */
const isOthers = (path: string | undefined): boolean => {
	if (path === undefined || !existsSync(path)) {
		return false;
	}
	try {
		accessSync(path, constants.W_OK);
		return false;
	} catch {
		return true;
	}
};

/** The days of a recording. */
const daysOf =
	(reader: Recording, zone: string | undefined): Recorded['days'] =>
	(campaignId, first, last) => {
		try {
			return recordedDays(reader, zone, campaignId, [first, last]);
		} catch {
			// The recording reports damage itself; the service is asked instead.
			return [];
		}
	};

/** Records a service from now on, unless the configuration says not to, or another user does: then it is only read. */
export const recordService = ({service, history, env, scenario, store, say}: RecordingParts): Recorded | undefined => {
	if (!history.record) {
		return undefined;
	}
	const {path, isShared} = recordingFolder(service, history, env);
	const folder = path === undefined ? memoryFolder() : diskFolder(path, {isShared});
	const earlier = service.url === undefined ? undefined : recentRecording(folder, service.timeZone);
	if (isOthers(path)) {
		const reader = createReader(folder, service.timeZone);
		return {
			reader,
			own: reader,
			days: daysOf(reader, service.timeZone),
			earlier,
			append: undefined,
			async close() {
				reader.close();
				earlier?.close();
			},
		};
	}
	if (path !== undefined && !existsSync(path)) {
		say(`Recording to ${path}; history: {record: false} in the configuration turns it off`, 'info');
	}
	const writer = createWriter({
		folder,
		clock: systemClock,
		zone: service.timeZone,
		retention: retentionOf(history),
		isShared,
		complain: text => say(text, 'error'),
		onLost: since => recorder.forget(since),
	});
	const recorder = new Recorder(writer, systemClock.now(), userText(whoIsHere(env)));
	const stop = recordStore(store, recorder);
	const begin = store.get().campaigns.span?.sentAt.wall ?? systemClock.now().wall;
	const isUsualSandbox = path === undefined && service.url === undefined && scenario === undefined;
	const reader = isUsualSandbox
		? withSandboxMonth(writer.reader, begin, () => serviceZone(store.get()))
		: writer.reader;
	return {
		reader,
		own: writer.reader,
		days: daysOf(reader, service.timeZone),
		earlier,
		append: (...row) => writer.append(...row),
		async close() {
			stop();
			earlier?.close();
			await writer.close();
		},
	};
};
