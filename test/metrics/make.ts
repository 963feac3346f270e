/** A profile whose metrics are read as a scraper reads them. */
import {spawnSync} from 'node:child_process';
import type {Format} from '../../source/metrics/format.ts';
import {Pages} from '../../source/metrics/pages.ts';
import {ProfileMetrics} from '../../source/metrics/profile-metrics.ts';
import type {Message, State} from '../../source/model/state.ts';
import {after, at, fresh} from '../model/make.ts';

/** Whether the machine has Prometheus's own tool, which CI's does not: tests that need it skip and say so. */
export const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

/** Makes a profile that the poller tells these messages. */
export const exported = (state: State = fresh(), {profile = 'east', interval = 5000, perSecond = 5} = {}) => {
	let present = state;
	const metrics = new ProfileMetrics({profile, store: {get: () => present}, interval, perSecond});
	const pages = new Pages();
	return {
		metrics,
		pages,
		see(...messages: Message[]): void {
			for (const message of messages) {
				present = after(present, message);
				metrics.saw(message);
			}
		},
		/** The page as it is so many seconds after the start. */
		async text(seconds: number, format: Format = 'text'): Promise<string> {
			present = after(present, {type: 'tick', now: at(seconds)});
			await pages.refresh([metrics]);
			return Buffer.concat(pages.page(format).pieces).toString();
		},
	};
};

/** The samples of a metric, without its name: `{…} 5`. */
export const samplesOf = (page: string, name: string): string[] =>
	page
		.split('\n')
		.filter(line => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
		.map(line => line.slice(name.length));
