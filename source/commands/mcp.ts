/** `dialtop mcp`: lets an assistant read a service, over the Model Context Protocol on standard input and output. */
import {type AnyCommand, command} from '../cli/command.ts';
import {serviceFlags} from '../cli/service-flags.ts';
import {listenForSignals} from '../cli/signals.ts';
import {exits} from '../config/exits.ts';
import {oneService, reachOne} from './connect/reach.ts';
import type {ToolName} from './mcp/tools.ts';

const {tokenStdin: _token, passwordStdin: _password, readOnly: _readOnly, ...taken} = serviceFlags;

/** Milliseconds that requests under way may take to end, once it is asked to stop. */
const closingTime = 2000;

/** The rows of the commands that the tools are made from. */
const rowsOfTools = async (): Promise<Record<ToolName, AnyCommand>> => ({
	campaigns: (await import('./campaigns.ts')).campaignsCommand,
	campaign: (await import('./campaign.ts')).campaignCommand,
	alerts: (await import('./alerts.ts')).alertsCommand,
	history: (await import('./history.ts')).historyCommand,
	calls: (await import('./calls.ts')).callsCommand,
	report: (await import('./report.ts')).reportCommand,
	forecast: (await import('./forecast.ts')).forecastCommand,
});

/** `dialtop mcp`. */
export const mcpCommand = command({
	name: 'mcp',
	summary: 'let an assistant read a service, over the Model Context Protocol',
	details: [
		'Speaks the Model Context Protocol on standard input and output, to an assistant that starts it; messages go to standard error. Its tools are campaigns, campaign, alerts, history, calls, report and forecast: the commands of these names, with their flags.',
		'Nothing can be changed through it: it has no tool that writes, and its connection refuses every write. People are masked whatever the configuration says, and phone numbers are given and shown as their SHA-256 alone. Each call is written to the audit before it is answered. All calls together keep to the requests a second of the profile, and an answer has 100,000 characters at most.',
		'It signs in with the token of dialtop login, or with the password_command of the profile.',
	],
	flags: taken,
	examples: [
		['dialtop mcp -p prod', 'the command for the configuration of an assistant'],
		['printf 4155550100 | sha256sum', 'the hash of a number, to ask for its calls'],
	],
	exits: [
		['0', 'the assistant has left'],
		['2', 'wrong usage'],
		['70', "an error of dialtop's own"],
	],
	async run({flags}) {
		using signals = listenForSignals();
		const one = await oneService({...flags, tokenStdin: false, passwordStdin: false, readOnly: true});
		const service = {...one.service, readOnly: true};
		const [rows, {serve}] = await Promise.all([rowsOfTools(), import('./mcp/serve.ts')]);
		await reachOne({...one, service, given: {...one.given, mask: true}}, reached =>
			serve(reached, {rows, flags, stopped: signals.stopped}),
		);
		// A request that is still open is not waited for.
		setTimeout(() => process.exit(exits.done), closingTime).unref();
		return exits.done;
	},
});
