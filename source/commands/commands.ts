/** The commands by name. Only the module of the command that was asked for is loaded. */
import type {AnyCommand, CommandEntry} from './frame/command.ts';

/** Loads the monitor, which has no name: it is `dialtop` alone. */
export const loadMonitor = async (): Promise<AnyCommand> => (await import('./monitor.ts')).monitorCommand;

/** Every command but the monitor, in the order of help. */
export const commands: readonly CommandEntry[] = [
	{
		name: 'login',
		summary: 'sign in and keep the token for the commands and the monitor to come',
		load: async () => (await import('./login.ts')).loginCommand,
	},
	{
		name: 'logout',
		summary: 'forget the token that login keeps',
		load: async () => (await import('./logout.ts')).logoutCommand,
	},
	{
		name: 'profiles',
		summary: 'the profiles of your configuration, which is current, and for which a token is kept',
		load: async () => (await import('./profiles.ts')).profilesCommand,
	},
	{
		name: 'campaigns',
		summary: 'the board once: every campaign with its figures',
		load: async () => (await import('./campaigns.ts')).campaignsCommand,
	},
	{
		name: 'campaign',
		summary: 'one campaign whole: every field, and why it is not dialing',
		load: async () => (await import('./campaign.ts')).campaignCommand,
	},
	{
		name: 'play',
		summary: 'start campaigns, or let them go on',
		load: async () => (await import('./steer.ts')).playCommand,
	},
	{
		name: 'pause',
		summary: 'pause campaigns: calls in progress finish, no more are dialed',
		load: async () => (await import('./steer.ts')).pauseCommand,
	},
	{
		name: 'stop',
		summary: 'stop campaigns: deactivates them and clears their dialing queues',
		load: async () => (await import('./steer.ts')).stopCommand,
	},
	{
		name: 'lists',
		summary: 'calling lists with their counts, of all campaigns or of one',
		load: async () => (await import('./lists.ts')).listsCommand,
	},
	{
		name: 'list',
		summary: 'one calling list with its campaign, status and counts',
		load: async () => (await import('./list.ts')).listCommand,
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
		summary: 'leads and calls by name, phone or account, and by every filter of the service',
		load: async () => (await import('./search.ts')).searchCommand,
	},
	{
		name: 'call',
		summary: 'any operation of the service, checked against the catalogue before it is sent',
		load: async () => (await import('./call.ts')).callCommand,
	},
	{
		name: 'operations',
		summary: 'every operation of the service, or what one of them takes and answers',
		load: async () => (await import('./operations.ts')).operationsCommand,
	},
	{
		name: 'watch',
		summary: 'one JSON line per poll, for pipes and logs, until stopped',
		load: async () => (await import('./watch.ts')).watchCommand,
	},
	{
		name: 'check',
		summary: "the monitor's alert rules once, as a plugin for Nagios",
		load: async () => (await import('./check.ts')).checkCommand,
	},
	{
		name: 'log',
		summary: 'what was asked of services from here, by whom, and what came of it',
		load: async () => (await import('./log.ts')).logCommand,
	},
	{
		name: 'sandbox',
		summary: 'the whole service on this machine, with a simulated carrier',
		load: async () => (await import('./sandbox.ts')).sandboxCommand,
	},
	{
		name: 'config',
		summary: 'where the configuration is, what is in force and from where',
		load: async () => (await import('./config.ts')).configCommand,
	},
	{
		name: 'completion',
		summary: 'what makes bash, zsh or fish complete dialtop',
		load: async () => (await import('./completion.ts')).completionCommand,
	},
];
