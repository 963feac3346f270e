/** Opens the past of a service for the screen: what is recorded of it and, where its profile names an engine, what that has. */
import {serviceZone} from '../../model/service-clock.ts';
import type {Recording} from '../../recording/recording.ts';
import type {Past} from '../../service/past.ts';
import type {EngineDays} from '../../service/past-days.ts';
import {systemClock} from '../../system/clock.ts';
import {messageOf} from '../../wire/causes.ts';
import {type OpenFilling, openFilling} from '../connect/filling.ts';
import type {MonitorSettings} from './monitor-settings.ts';
import type {Stage} from './stage.ts';

/** A past that is open; undefined if there is none. */
export type OpenPast = {
	past: Past | undefined;
	/** What an engine knows of days before today. */
	days: EngineDays | undefined;
	close(): Promise<void>;
};

/** Opens it. @param own what is recorded; undefined if nothing is */
export const openPast = async (
	{service}: MonitorSettings,
	{store, say}: Pick<Stage, 'store' | 'say'>,
	own: Recording | undefined,
): Promise<OpenPast> => {
	const {createPast} = await import('../../service/past.ts');
	let filling: OpenFilling | undefined;
	try {
		filling = await openFilling({
			service,
			own,
			zone: () => serviceZone(store.get()),
			clock: systemClock,
			env: process.env,
			isSilent: true,
		});
	} catch (error) {
		say(messageOf(error), 'error');
	}
	const reader = own ?? filling?.filling.recording;
	return {
		past: reader && createPast(reader, store.get, filling?.filling),
		days: filling?.filling.days,
		close: async () => filling?.close(),
	};
};
