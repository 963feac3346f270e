/** Where the audit of this user is, and how it is opened. */
import {join} from 'node:path';
import {stateFolder} from '../config/paths.ts';
import {openPrivateAppend} from '../config/private.ts';
import {type Audit, openAudit} from '../monitor/audit.ts';
import type {Whereto} from '../monitor/audit-entry.ts';
import {whoIsHere} from '../monitor/audit-who.ts';
import {systemClock} from '../monitor/clock.ts';

/** The audit's file; nothing for a user without any home. */
export const auditFile = (env: NodeJS.ProcessEnv): string | undefined => {
	const folder = stateFolder(env, process.platform);
	return folder === undefined ? undefined : join(folder, 'audit.jsonl');
};

/** Opens the audit of commands to a service. It throws nothing: without a file it refuses each intent. */
export const auditAt = (service: Whereto, env: NodeJS.ProcessEnv): Audit => {
	const file = auditFile(env);
	return openAudit({
		...service,
		file,
		open() {
			if (file === undefined) {
				throw new Error('there is no home folder to keep it in: set HOME or XDG_STATE_HOME');
			}
			return openPrivateAppend(file);
		},
		who: whoIsHere(env),
		clock: systemClock,
	});
};
