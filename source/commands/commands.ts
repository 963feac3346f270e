/** The commands by name. Only the module of the command that was asked for is loaded. */
import type {AnyCommand, CommandEntry} from '../cli/command.ts';

/** Loads the monitor, which has no name: it is `dialtop` alone. */
export const loadMonitor = async (): Promise<AnyCommand> => (await import('./monitor.ts')).monitorCommand;

/** Every command but the monitor, in the order of help. */
export const commands: readonly CommandEntry[] = [
	{
		name: 'login',
		summary: 'sign in, and store the token for later commands and the monitor',
		load: async () => (await import('./login.ts')).loginCommand,
	},
	{
		name: 'logout',
		summary: 'delete the token that login has stored',
		load: async () => (await import('./logout.ts')).logoutCommand,
	},
	{
		name: 'profiles',
		summary: 'list your profiles, which one is current, and which have a token',
		load: async () => (await import('./profiles.ts')).profilesCommand,
	},
	{
		name: 'campaigns',
		summary: 'list every campaign with its figures, as on the board',
		load: async () => (await import('./campaigns.ts')).campaignsCommand,
	},
	{
		name: 'campaign',
		summary: 'show every field of a campaign, and why it is not dialing',
		load: async () => (await import('./campaign.ts')).campaignCommand,
	},
	{
		name: 'play',
		summary: 'start or resume campaigns',
		load: async () => (await import('./steer.ts')).playCommand,
	},
	{
		name: 'pause',
		summary: 'pause campaigns, or all that dial: calls in progress finish, no more are dialed',
		load: async () => (await import('./steer.ts')).pauseCommand,
	},
	{
		name: 'stop',
		summary: 'stop campaigns: deactivate them and clear their dialing queues',
		load: async () => (await import('./steer.ts')).stopCommand,
	},
	{
		name: 'level',
		summary: 'set the level of a campaign: lines dialed per available agent',
		load: async () => (await import('./steer.ts')).levelCommand,
	},
	{
		name: 'lists',
		summary: 'list calling lists with their counts, of all campaigns or of one',
		load: async () => (await import('./lists.ts')).listsCommand,
	},
	{
		name: 'list',
		summary: 'show the campaign, status and counts of a calling list',
		load: async () => (await import('./lists.ts')).listCommand,
	},
	{
		name: 'list-on',
		summary: 'switch calling lists on',
		load: async () => (await import('./steer.ts')).listOnCommand,
	},
	{
		name: 'list-off',
		summary: 'switch calling lists off',
		load: async () => (await import('./steer.ts')).listOffCommand,
	},
	{
		name: 'search',
		summary: 'search leads and calls by name, phone, account or any filter of the service',
		load: async () => (await import('./search.ts')).searchCommand,
	},
	{
		name: 'calls',
		summary: 'show every call of a number, name or account, against the limit of seven days',
		load: async () => (await import('./calls.ts')).callsCommand,
	},
	{
		name: 'dnc',
		summary: 'bar a number from being called, let it be called again, or list what is barred',
		load: async () => (await import('./dnc.ts')).dncCommand,
	},
	{
		name: 'call',
		summary: 'call any operation of the service, checked against the catalogue first',
		load: async () => (await import('./call.ts')).callCommand,
	},
	{
		name: 'operations',
		summary: 'list the operations of the service, or show what one takes and answers',
		load: async () => (await import('./operations.ts')).operationsCommand,
	},
	{
		name: 'alerts',
		summary: 'list the active alerts and why, follow them, or acknowledge one',
		load: async () => (await import('./alerts.ts')).alertsCommand,
	},
	{
		name: 'snapshot',
		summary: 'draw a view once, with people masked, into a file for a ticket',
		load: async () => (await import('./snapshot.ts')).snapshotCommand,
	},
	{
		name: 'watch',
		summary: 'print a line of JSON per poll, for pipes and logs, until stopped',
		load: async () => (await import('./watch.ts')).watchCommand,
	},
	{
		name: 'record',
		summary: 'record a service without a screen, for a unit of systemd',
		load: async () => (await import('./record.ts')).recordCommand,
	},
	{
		name: 'export',
		summary: 'serve the figures to Prometheus, for many watchers and years of history',
		load: async () => (await import('./export.ts')).exportCommand,
	},
	{
		name: 'mcp',
		summary: 'let an assistant read a service, over the Model Context Protocol',
		load: async () => (await import('./mcp.ts')).mcpCommand,
	},
	{
		name: 'history',
		summary: 'show, export, check, prune or cut what is recorded of a service',
		load: async () => (await import('./history.ts')).historyCommand,
	},
	{
		name: 'check',
		summary: "check the monitor's alert rules once, as a plugin for Nagios",
		load: async () => (await import('./check.ts')).checkCommand,
	},
	{
		name: 'doctor',
		summary: 'show what a service answers, how dialtop reads it, and what it cannot read',
		load: async () => (await import('./doctor.ts')).doctorCommand,
	},
	{
		name: 'replay',
		summary: 'look at a recording, without its service',
		load: async () => (await import('./replay.ts')).replayCommand,
	},
	{
		name: 'log',
		summary: 'show which commands were sent from here, by whom, and their outcomes',
		load: async () => (await import('./log.ts')).logCommand,
	},
	{
		name: 'forecast',
		summary: 'estimate what a change of a campaign would do, by simulating its floor',
		load: async () => (await import('./forecast.ts')).forecastCommand,
	},
	{
		name: 'report',
		summary: 'make the report of a shift for the next one, out of what was recorded',
		load: async () => (await import('./report.ts')).reportCommand,
	},
	{
		name: 'notify',
		summary: 'test whether notifications of alerts arrive at this terminal',
		load: async () => (await import('./notify.ts')).notifyCommand,
	},
	{
		name: 'sandbox',
		summary: 'run the whole service on this machine, with a simulated carrier',
		load: async () => (await import('./sandbox.ts')).sandboxCommand,
	},
	{
		name: 'config',
		summary: 'show the settings in force, and where each comes from',
		load: async () => (await import('./config.ts')).configCommand,
	},
	{
		name: 'completion',
		summary: 'print the completion script for bash, zsh or fish',
		load: async () => (await import('./completion.ts')).completionCommand,
	},
];
