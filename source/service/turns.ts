/** Whose turn it is to be polled: an order that each poll changes by one campaign, however many there are. */
import {needsLists} from '../model/diagnosis.ts';
import {campaignRow} from '../model/select.ts';
import type {Message, State} from '../model/state.ts';
import type {Store} from '../model/store.ts';

/** The campaigns that are polled. */
export type Turns = {
	/** The one whose poll was sent longest ago first, those that were never polled before it. */
	all(): ReadonlySet<string>;
	/** Those of them that run dry beside leads on lists that are off. */
	dry: ReadonlySet<string>;
	/** Takes over which campaigns are listed: `only` these of them, or all. */
	take(only: ReadonlySet<string> | undefined): void;
	/** A poll of the campaign is sent. */
	asked(id: string): void;
	/** A poll of the campaign has ended. */
	answered(id: string): void;
};

export const createTurns = (store: Pick<Store<State, Message>, 'get'>): Turns => {
	let all = new Set<string>();
	const dry = new Set<string>();

	const answered = (id: string): void => {
		const row = all.has(id) ? campaignRow(store.get(), id) : undefined;
		if (row && needsLists(row)) {
			dry.add(id);
		} else {
			dry.delete(id);
		}
	};

	return {
		all: () => all,
		dry,
		take(only) {
			const listed = store.get().campaigns.value;
			const isPolled = (id: string): boolean => listed?.has(id) === true && (only?.has(id) ?? true);
			const polled = [...all].filter(isPolled);
			const fresh = [...(listed?.keys() ?? [])].filter(id => isPolled(id) && !all.has(id));
			all = new Set([...fresh, ...polled]);
			for (const id of [...dry, ...all]) {
				answered(id);
			}
		},
		asked(id) {
			if (all.delete(id)) {
				all.add(id);
			}
		},
		answered,
	};
};
