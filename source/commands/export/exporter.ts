/** The exporter: the services that it watches, the pages made of them, and the server that hands these out. */
import type {ServiceFlagsGiven} from '../../cli/service-flags.ts';
import {UsageError} from '../../config/errors.ts';
import {exits} from '../../config/exits.ts';
import type {Service} from '../../config/service.ts';
import {Pages} from '../../metrics/pages.ts';
import {type MetricsServer, serveMetrics} from '../../metrics/server.ts';
import {openWebConfig, type WebConfigFile} from '../../metrics/web-config.ts';
import {isLoopback} from '../../wire/address.ts';
import {messageOf} from '../../wire/causes.ts';
import {choose, openOf} from '../connect/open-service.ts';
import type {Address} from './address.ts';
import {endOf, logConnection} from './connection-log.ts';
import type {Log} from './log.ts';
import {type Watched, watchService} from './watched.ts';

/** The options of the exporter. */
export type ExporterOptions = {
	/** The flags that choose the services. */
	services: ServiceFlagsGiven;
	/** Milliseconds between two polls of a campaign. */
	interval: number;
	address: Address;
	/** The file of `--web.config.file`. */
	webConfig: string | undefined;
	log: Log;
};

/** A running exporter. */
export type Exporter = {
	/** Where it is scraped. */
	url: string;
	/** Reads the configuration again. */
	reload(): Promise<void>;
	/** Resolves with the exit code once none of its services can be polled any more. */
	over: Promise<number>;
	close(): Promise<void>;
};

/** Milliseconds for which a page is handed out, at most. */
const pageAge = 5000;

/** A service, and what its settings were when it was opened. */
type Open = {watched: Watched; settings: string};

/** Opens the services one after the other; none stays open if one cannot be. @throws UsageError */
const openAll = async (
	{services: flags, interval}: Pick<ExporterOptions, 'services' | 'interval'>,
	known: readonly Open[],
): Promise<Open[]> => {
	const {services, given} = await choose(flags, true);
	const watchAnew = async (service: Service): Promise<Watched> =>
		watchService({service, given, opened: await openOf(service, flags)}, interval);
	const opened: Open[] = [];
	try {
		for (const service of services) {
			// In a form that can be compared.
			const settings = JSON.stringify([service, given.alerts ?? null]);
			// One that has ended is opened anew: somebody may have signed in since.
			const same = known.find(one => one.settings === settings && endOf(one.watched.store.get()) === undefined);
			opened.push(same ?? {watched: await watchAnew(service), settings});
		}
		return opened;
	} catch (error) {
		await Promise.all(opened.map(one => (known.includes(one) ? undefined : one.watched.close())));
		throw error;
	}
};

/** Opens the file of `--web.config.file`. @throws UsageError */
const openWeb = (path: string, log: Log, renew: (now: {config?: unknown}) => void): WebConfigFile => {
	try {
		return openWebConfig(path, now => {
			if (now.problem === undefined) {
				log('info', `${path} was read anew; TLS is switched on or off by a restart alone`);
				renew(now);
			} else {
				log('error', `${path}: ${now.problem}; nobody is answered until it is right`);
			}
		});
	} catch (error) {
		throw new UsageError(`--web.config.file ${path}: ${messageOf(error)}`);
	}
};

/** Starts to watch and to serve. @throws UsageError, Error if it cannot listen */
export const startExporter = async (options: ExporterOptions): Promise<Exporter> => {
	const {interval, address, webConfig, log} = options;
	let server: MetricsServer | undefined;
	const web = webConfig === undefined ? undefined : openWeb(webConfig, log, () => renewCertificate());
	const renewCertificate = (): void => {
		const config = web?.now().config;
		if (config) {
			server?.renew(config);
		}
	};
	if (!web && !isLoopback(address.host ?? '')) {
		log(
			'warning',
			`ANYBODY who reaches ${address.host ?? 'any address of this machine'} CAN READ the figures of every campaign: there is no TLS and no password. Give --web.config.file FILE, or listen on 127.0.0.1`,
		);
	}
	const over = Promise.withResolvers<number>();
	let open = await openAll(options, []);
	const attend = ({watched}: Open): void => {
		logConnection(watched, log);
		const look = (): void => {
			const ends = open.map(one => endOf(one.watched.store.get()));
			const [end] = ends;
			if (end !== undefined && ends.every(one => one !== undefined)) {
				over.resolve(ends.includes(exits.notSignedIn) ? exits.notSignedIn : end);
			}
		};
		watched.store.subscribe(look);
		look();
	};
	open.forEach(attend);

	const pages = new Pages();
	const refresh = () => pages.refresh(open.map(({watched}) => watched.metrics));
	const timer = setInterval(() => void refresh(), Math.min(interval, pageAge));
	const closeAll = async (): Promise<void> => {
		clearInterval(timer);
		await server?.close();
		await Promise.all(open.map(({watched}) => watched.close()));
	};
	try {
		await refresh();
		server = await serveMetrics(
			{
				page: (format, profile) => pages.page(format, profile),
				profiles: () => open.map(({watched}) => watched.name),
				whyNotReady() {
					const waiting = open.filter(({watched}) => watched.store.get().link.kind === 'starting');
					return waiting.length === 0
						? undefined
						: `Not asked yet: ${waiting.map(({watched}) => watched.name).join(', ')}`;
				},
			},
			{...address, web},
		);
	} catch (error) {
		await closeAll();
		throw error;
	}
	return {
		url: server.url,
		over: over.promise,
		async reload() {
			try {
				const before = open;
				open = await openAll(options, before);
				const news = open.filter(one => !before.includes(one));
				news.forEach(attend);
				await refresh();
				await Promise.all(before.map(one => (open.includes(one) ? undefined : one.watched.close())));
				log(
					'info',
					`the configuration was read again: ${news.length === 0 ? 'nothing has changed' : `${news.map(({watched}) => watched.name).join(', ')} opened anew`}`,
				);
			} catch (error) {
				log('error', `the configuration cannot be used, and that of before holds: ${messageOf(error)}`);
			}
		},
		close: closeAll,
	};
};
