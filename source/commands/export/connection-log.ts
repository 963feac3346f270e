/** Logs the state of a connection once when it changes, and not at each try. */
import {exits} from '../../config/exits.ts';
import type {State} from '../../model/state.ts';
import type {Log} from './log.ts';
import type {Watched} from './watched.ts';

/** The exit code of a service that can no longer be polled; undefined while it can. */
export const endOf = ({link}: State): number | undefined =>
	link.kind === 'signed-out' ? exits.notSignedIn : link.kind === 'gone' ? exits.ownError : undefined;

/** Logs the connection of a service from now on. */
export const logConnection = ({name, store}: Watched, log: Log): void => {
	let last = '';
	const once = (tone: Parameters<Log>[0], text: string): void => {
		if (text !== last) {
			last = text;
			log(tone, text);
		}
	};
	const look = (): void => {
		const {link, source, campaigns} = store.get();
		switch (link.kind) {
			case 'live':
				if (campaigns.value) {
					once('info', `${name}: ${source.host} answers`);
				}
				return;
			case 'retrying':
				once('warning', `${name}: ${source.host}: ${link.reason}; it is asked again until it answers`);
				return;
			case 'signed-out':
				once(
					'error',
					`${name}: not signed in at ${source.host}${link.reason && `: ${link.reason}`}. dialtop login${source.flags ?? ''} signs in`,
				);
				return;
			case 'gone':
				once('error', `${name}: ${link.reason}`);
		}
	};
	store.subscribe(look);
	look();
};
