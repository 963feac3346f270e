/** `dialtop sandbox`: runs the simulated service on this machine until a signal ends it. */

import {type Call, command} from '../cli/command.ts';
import {listenForSignals} from '../cli/signals.ts';
import {dashed, oneLine} from '../cli/text.ts';
import {exits} from '../config/exits.ts';
import {faultTable} from '../sandbox/faults/faults.ts';
import type {Sandbox} from '../sandbox/sandbox.ts';
import {scenarios} from '../sandbox/scenarios/scenarios.ts';
import {habits} from '../sandbox/world/habits.ts';
import {messageOf} from '../wire/causes.ts';
import {callOf, sandboxFlags} from './sandbox/flags.ts';

const say = (line: string): void => {
	process.stderr.write(`dialtop sandbox: ${oneLine(line)}\n`);
};

const lineFor = ({url, admin, user, password}: Sandbox, json: boolean): string =>
	json
		? JSON.stringify({url, user, password: password ?? null, ...(admin !== undefined && {admin})})
		: [
				`The sandbox is at ${url}`,
				`user ${user}`,
				`password ${password ?? 'as before (DIALTOP_SANDBOX_PASSWORD sets another)'}`,
				...(admin === undefined ? [] : [`administrative port at ${admin}`]),
			].join(', ');

const run = async ({flags, out}: Pick<Call<typeof sandboxFlags>, 'flags' | 'out'>): Promise<number> => {
	const {ofNewWorlds, options} = callOf(flags);
	using signals = listenForSignals();
	try {
		const {startSandbox} = await import('../sandbox/sandbox.ts');
		const sandbox = await startSandbox({...options(), say});
		if (sandbox.isRestored && ofNewWorlds.length > 0) {
			say(`${ofNewWorlds.join(', ')} ignored: the world in the database goes on at its own time`);
		}
		out.write(`${lineFor(sandbox, flags.json)}\n`);
		await signals.stopped;
		await sandbox.close();
		return exits.done;
	} catch (error) {
		say(messageOf(error));
		return exits.ownError;
	}
};

/** `dialtop sandbox`. At a signal it finishes the requests under way and saves the world. */
export const sandboxCommand = command({
	name: 'sandbox',
	summary: 'run the whole service on this machine, with a simulated carrier',
	flags: sandboxFlags,
	sections: [
		[
			'Scenarios; each takes effect within five minutes of the opening',
			Object.entries(scenarios).map(([name, {summary}]) => [name, summary]),
		],
		[
			'Pacing of predictive campaigns, every 15 s',
			[
				['damped', 'small steps, by the drop rate of the last five minutes: it stays below the limit'],
				[
					'classic',
					'the literal rule: it overshoots, then holds level 1; agents are about 63 % busy, and the day ends just over the limit',
				],
			],
		],
		['Habits of people and agents', Object.entries(habits).map(([name, about]) => [dashed(name), about])],
		['Faults; all but the first two carry the operation out', Object.entries(faultTable)],
		[
			'Administrative port',
			[
				['GET /', 'what is switched on'],
				['PUT /faults {"slow": 0.2}', 'switches faults'],
				['DELETE /faults', 'switches all off'],
				['PUT /speed {"speed": 60}', 'sets the speed'],
				['POST /payments {"link_id": "…"}', 'pays a payment link; with an amount if it has none'],
			],
		],
	],
	environment: [
		'DIALTOP_SANDBOX_PASSWORD: password of the user; without it a random one is made for a new database',
		'XDG_DATA_HOME: the data folder is dialtop in there (~/.local/share)',
	],
	exits: [
		['0', 'ended by a signal: requests under way were finished and the world saved'],
		['2', 'wrong usage'],
		['70', 'it could not start, or not save'],
		['128 + N', 'ended at once by a second signal, N'],
	],
	examples: [
		['dialtop sandbox --port 8080', 'on a port of your own'],
		['dialtop sandbox --ephemeral --speed 60 --at 09:00', 'a day in minutes'],
		['dialtop sandbox --ephemeral --scenario drop-storm', 'a scenario'],
		['dialtop sandbox --fault hang:pause_campaign --fault slow=0.1 --log -', 'with faults'],
		[`curl -X PUT -d '{"reset:charge_customer": 0.5}' http://127.0.0.1:9090/faults`, 'switches a fault while it runs'],
		[`curl -d '{"link_id": "…"}' http://127.0.0.1:9090/payments`, 'pays a payment link as the person who got it'],
	],
	run,
});
