/** `dialtop export`: watches services for Prometheus and its kin, which keep the figures, draw them and call people. */
import {setTimeout as pause} from 'node:timers/promises';
import {command, type FlagRows} from '../cli/command.ts';
import {configuredAlerts, loadConfig} from '../cli/configuration.ts';
import {severalServicesFlags} from '../cli/service-flags.ts';
import {listenForSignals} from '../cli/signals.ts';
import {UsageError} from '../config/errors.ts';
import {exits} from '../config/exits.ts';
import {keepCompilersSmall, keepYoungSmall} from '../system/heap.ts';
import {codeOf, messageOf} from '../wire/causes.ts';
import {addressOf, usualAddress} from './export/address.ts';
import {createLog} from './export/log.ts';

const exportFlags = {
	listen: {
		type: 'string',
		value: 'HOST:PORT',
		about: `the address to listen on (${usualAddress}); :9797 is every address of this machine`,
	},
	'web.listenAddress': {type: 'string', value: 'HOST:PORT', about: 'the same, as other exporters call it'},
	'web.config.file': {
		type: 'string',
		value: 'FILE',
		about: "TLS and passwords, in the file of Prometheus's exporters; read anew when it changes",
		completes: 'file',
	},
	interval: {
		type: 'number',
		value: 'SECONDS',
		about: 'between two polls of a campaign (5); many campaigns take longer, since requests are limited',
		least: 1,
		most: 3600,
	},
	rules: {type: 'boolean', about: "print alerting rules for Prometheus, by dialtop's own rules and thresholds"},
	dashboard: {type: 'boolean', about: 'print a dashboard for Grafana'},
	...severalServicesFlags,
} as const satisfies FlagRows;

/** The default interval in seconds. */
const usualInterval = 5;

/** Milliseconds that requests under way may take to end, once it is asked to stop. */
const closingTime = 2000;

/** `dialtop export`. */
export const exportCommand = command({
	name: 'export',
	summary: 'serve the figures to Prometheus, for many watchers and years of history',
	details: [
		'Polls every campaign and judges the alert rules as the monitor does, and serves /metrics (in the text format or as OpenMetrics), /probe?target=PROFILE, /-/healthy and /-/ready. It cannot change anything at the service. A scrape asks nothing of the service: it gets what was polled last. media/metrics.md says how to set it up, and what each metric means.',
		'It listens on this machine alone unless --listen names another address. SIGHUP makes it read the configuration again, unless it runs on a terminal. A service that does not answer is asked again until it does. A unit of systemd needs Type=exec.',
	],
	flags: exportFlags,
	examples: [
		['dialtop export -p prod', 'until Ctrl-C, for a Prometheus on this machine'],
		['dialtop export -p east,west --listen :9797 --web.config.file web.yml', 'two services, for other machines'],
		['dialtop export --rules > dialtop.rules.yml', 'alerting rules, by the thresholds of your configuration'],
		['dialtop export --dashboard > dialtop.json', 'a dashboard to import in Grafana'],
	],
	environment: ['JOURNAL_STREAM: set by systemd; each line of the log then begins with its priority'],
	exits: [
		['0', 'it was stopped'],
		['2', 'wrong usage, or a mistake in the configuration'],
		['5', 'not signed in, or signed out on the way, at every service'],
		['70', "it cannot listen there, or an error of dialtop's own"],
	],
	async run({flags, out}) {
		if (flags.rules || flags.dashboard) {
			if (flags.rules && flags.dashboard) {
				throw new UsageError('--rules and --dashboard exclude each other');
			}
			const {rulesFile} = await import('../metrics/rules.ts');
			const {dashboardFile} = await import('../metrics/dashboard.ts');
			const {given} = await loadConfig(flags.config, process.env);
			out.write(flags.rules ? rulesFile(await configuredAlerts(given)) : dashboardFile());
			return exits.done;
		}
		const {listen, interval = usualInterval} = flags;
		const other = flags['web.listenAddress'];
		if (listen !== undefined && other !== undefined) {
			throw new UsageError('--listen and --web.listen-address are the same: give one');
		}
		const address = addressOf(
			listen ?? other ?? usualAddress,
			listen === undefined ? '--web.listen-address' : '--listen',
		);
		const log = createLog(process.env);
		// On a terminal that is closed it would run on unseen.
		const isOnTerminal = process.stdin.isTTY === true || process.stderr.isTTY === true;
		using signals = listenForSignals(isOnTerminal ? [] : ['SIGHUP']);
		keepCompilersSmall();
		keepYoungSmall();
		const {startExporter} = await import('./export/exporter.ts');
		let exporter: Awaited<ReturnType<typeof startExporter>>;
		try {
			exporter = await startExporter({
				services: flags,
				interval: interval * 1000,
				address,
				webConfig: flags['web.config.file'],
				log,
			});
		} catch (error) {
			if (codeOf(error) === undefined || error instanceof UsageError) {
				throw error;
			}
			log('error', `cannot listen on ${listen ?? other ?? usualAddress}: ${messageOf(error)}`);
			return exits.ownError;
		}
		log('info', `scraped at ${exporter.url}/metrics`);
		const reload = (): void => void exporter.reload();
		if (!isOnTerminal) {
			process.on('SIGHUP', reload);
		}
		const code = await Promise.race([signals.stopped.then(() => exits.done), exporter.over]);
		process.off('SIGHUP', reload);
		await Promise.race([exporter.close(), pause(closingTime, undefined, {ref: false})]);
		// A request that is still open is not waited for.
		setTimeout(() => process.exit(code), closingTime).unref();
		return code;
	},
});
