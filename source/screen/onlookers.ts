/** Draws only where somebody may look: while no client is attached, collection, alerts and the bell go on, and no frame is made. */
import type {Store} from '../model/store.ts';
import type {Keys} from '../terminal/keys.ts';
import type {Screen} from '../terminal/screen.ts';
import type {UiMessage, UiState} from './state/state.ts';

/** Calls back with whether a client is attached, at first and whenever that changes; returns how to stop. */
export type WatchClients = (changed: (isAttached: boolean) => void) => () => void;

/** Milliseconds after a key or the start that are drawn without a client: a script that sends keys reads what comes of them. */
const drawnFor = 60_000;

/** Milliseconds that a key waits for the frame before it, if the terminal takes nothing. */
const patience = 1000;

type Parts = {
	keys: Pick<Keys, 'gate'>;
	screen: Pick<Screen, 'drawn'>;
	ui: Store<UiState, UiMessage>;
	watchClients: WatchClients;
};

/** Has nothing drawn while nobody is there; a key that comes nevertheless waits until the present is drawn. Returns how to stop. */
export const drawForOnlookers = ({keys, screen, ui, watchClients}: Parts): (() => void) => {
	let wasAttached: boolean | undefined;
	let isPresent = true;
	let timer: NodeJS.Timeout | undefined;

	const hide = (): void => {
		isPresent = false;
		ui.dispatch({type: 'unseen', since: Date.now()});
	};
	const show = (): void => {
		if (ui.get().unseenSince !== undefined) {
			ui.dispatch({type: 'unseen', since: undefined});
			// The frame is made once this turn has ended.
			setImmediate(() =>
				screen.drawn(() => {
					isPresent = ui.get().unseenSince === undefined;
				}),
			);
		}
	};
	const hideLater = (): void => {
		clearTimeout(timer);
		timer = setTimeout(hide, drawnFor).unref();
	};

	const stop = watchClients(isAttached => {
		clearTimeout(timer);
		if (isAttached) {
			show();
		} else if (wasAttached) {
			hide();
		} else {
			hideLater();
		}
		wasAttached = isAttached;
	});
	keys.gate(go => {
		if (wasAttached === false) {
			hideLater();
		}
		if (isPresent) {
			return false;
		}
		show();
		let isGoing = false;
		const goOn = (): void => {
			if (!isGoing) {
				isGoing = true;
				isPresent = true;
				clearTimeout(waiting);
				go();
			}
		};
		const waiting = setTimeout(goOn, patience);
		setImmediate(() => screen.drawn(goOn));
		return true;
	});
	return () => {
		stop();
		clearTimeout(timer);
		keys.gate(undefined);
	};
};
