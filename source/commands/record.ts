/** `dialtop record`: records a service without a screen, as a unit of systemd does. */
import {setTimeout as pause} from 'node:timers/promises';
import {command, type FlagRows} from '../cli/command.ts';
import {whole} from '../cli/configuration-words.ts';
import {say} from '../cli/out.ts';
import {serviceFlags} from '../cli/service-flags.ts';
import {listenForSignals} from '../cli/signals.ts';
import {UsageError} from '../config/errors.ts';
import {exits} from '../config/exits.ts';
import type {AlertSettings} from '../model/alert.ts';
import {startForecasts} from './connect/forecasting.ts';
import {type Headless, withMonitor} from './connect/reach.ts';
import {type Recorded, recordingFolder, recordService} from './connect/record-service.ts';

const recordFlags = {
	interval: {
		type: 'number',
		value: 'SECONDS',
		about: 'between two polls of a campaign (5); many campaigns take longer, since requests are limited',
		least: 0.5,
		most: 86_400,
	},
	for: {type: 'number', value: 'SECONDS', about: 'stop after this time', least: 0.1, most: 2_000_000},
	...serviceFlags,
} as const satisfies FlagRows;

/** The default interval in seconds. */
const usualInterval = 5;

/** Milliseconds that requests under way may take to end, once it is asked to stop. */
const closingTime = 2000;

/** Resolves with the exit code once the service can be asked no more. */
const untilOver = ({store}: Headless): Promise<number> =>
	new Promise(resolve => {
		const look = (): void => {
			const {link, source} = store.get();
			if (link.kind === 'signed-out') {
				say(
					`not signed in at ${source.host}${link.reason && `: ${link.reason}`}. dialtop login${source.flags ?? ''} signs in`,
				);
				resolve(exits.notSignedIn);
			} else if (link.kind === 'gone') {
				say(link.reason);
				resolve(exits.ownError);
			}
		};
		store.subscribe(look);
		look();
	});

/** `dialtop record`. */
export const recordCommand = command({
	name: 'record',
	summary: 'record a service without a screen, for a unit of systemd',
	details: [
		'Polls every campaign and judges the alert rules as the monitor does, and writes the results to the recording of the service, which the monitor shows when you look back. SIGTERM and Ctrl-C end it.',
		'One program records a service at a time: a second one waits until the first has ended. The settings under history in the configuration say how long records are stored.',
	],
	flags: recordFlags,
	examples: [
		['dialtop record -p prod', 'until Ctrl-C'],
		['dialtop record -p prod --interval 2', 'every two seconds, as far as the budget of requests allows'],
	],
	environment: ['STATE_DIRECTORY: set by systemd, and used instead of the state folder'],
	exits: [
		['0', 'it was stopped'],
		['2', 'wrong usage'],
		['5', 'not signed in, or signed out on the way'],
		['70', "an error of dialtop's own"],
	],
	async run({flags}) {
		using signals = listenForSignals();
		const {interval = usualInterval, for: seconds} = flags;
		const stopped = Promise.withResolvers<number>();
		void signals.stopped.then(() => stopped.resolve(exits.done));
		const earlier = Promise.withResolvers<Recorded['earlier'] | undefined>();
		const options = {interval: interval * 1000, rules: (rules: AlertSettings) => rules, earlier: earlier.promise};
		const running = withMonitor(flags, options, async headless => {
			const {service, given, store, monitor} = headless;
			const history = {...whole(given).history, record: true};
			if (recordingFolder(service, history, process.env).path === undefined) {
				throw new UsageError(
					'the embedded sandbox ends with this program: name a folder for its recording (history: {path: …})',
				);
			}
			const recorded = recordService({service, history, env: process.env, store, say});
			earlier.resolve(recorded?.earlier);
			const forecasts = startForecasts({recorded, store, sinceKey: () => Number.POSITIVE_INFINITY});
			const timer = seconds === undefined ? undefined : setTimeout(stopped.resolve, seconds * 1000, exits.done);
			monitor.watch({selected: undefined, visible: new Set(), lists: undefined, listsOfAll: true});
			try {
				return await Promise.race([stopped.promise, untilOver(headless)]);
			} finally {
				clearTimeout(timer);
				await forecasts.close();
				await recorded?.close();
			}
		});
		const code = await Promise.race([
			running,
			stopped.promise.then(() => pause(closingTime, exits.done, {ref: false})),
		]);
		// A request that is still open is not waited for.
		setTimeout(() => process.exit(code), closingTime).unref();
		return code;
	},
});
