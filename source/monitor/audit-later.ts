/** Writes to the audit what was found out about a command after its outcome, or decided about it. */
import type {Phase} from '../model/pending.ts';
import type {State} from '../model/state.ts';
import type {Audit} from './audit.ts';
import type {Later} from './audit-entry.ts';
import type {Store} from './store.ts';

const kindOf: Partial<Record<Phase, Later>> = {
	observed: 'observed',
	unobserved: 'not-observed',
	'set-aside': 'set-aside',
};

/** Watches the commands; returns a function that stops it. */
export const auditLater = (store: Pick<Store<State, never>, 'get' | 'subscribe'>, audit: Pick<Audit, 'later'>) => {
	let known: State['commands'] = store.get().commands;
	let told = new Set<string>();
	return store.subscribe(() => {
		const {commands} = store.get();
		if (commands === known) {
			return;
		}
		known = commands;
		const settled = new Set<string>();
		for (const {command, phase, seen} of commands) {
			const kind = kindOf[phase];
			if (command.audit === undefined || !kind) {
				continue;
			}
			settled.add(command.audit);
			if (!told.has(command.audit)) {
				void audit.later(command.audit, kind, seen);
			}
		}
		told = settled;
	});
};
