/** What is called, and where it has its secrets from. */
import {assistantLines} from '../../../helpers/assistant.ts';
import {canaries} from '../../../helpers/canaries.ts';
import type {Own} from '../../../helpers/watched-process.ts';

const {token, password, parameter, proxy, dialed, searched} = canaries;
export const spoken = `(${dialed.slice(0, 3)}) ${dialed.slice(3, 6)}-${dialed.slice(6)}`;
/** A secret parameter that takes no signs. */
export const method = 'canary-param.end-param';

/** How a command gets its secrets. */
export type Source = {
	name: string;
	/** Flags that name the service. */
	flags(url: string): readonly string[];
	env?: Readonly<Record<string, string>>;
	/** What stands on standard input; a command that reads it itself is left out. */
	input?: string;
	own?: Own;
	/** True where a command is asked for the password. */
	isAsked?: true;
	/** True where the service is reached over TLS, through a proxy that has a password. */
	isProxied?: true;
	/** What the program has by it. */
	knows: readonly string[];
};

const address = (url: string): readonly string[] => ['--url', url, '--environment', 'qa', '--user', 'ops'];

export const sources: readonly Source[] = [
	{name: 'kept token', flags: () => ['-p', 'main'], knows: [token]},
	{name: 'password command', flags: () => ['-p', 'by-command'], isAsked: true, knows: [token, password]},
	{name: 'DIALTOP_TOKEN', flags: address, env: {DIALTOP_TOKEN: token}, own: {environ: ['token']}, knows: [token]},
	{
		name: 'DIALTOP_PASSWORD',
		flags: address,
		env: {DIALTOP_PASSWORD: password},
		own: {environ: ['password']},
		knows: [token, password],
	},
	{name: '--token-stdin', flags: url => [...address(url), '--token-stdin'], input: token, knows: [token]},
	{
		name: '--password-stdin',
		flags: url => [...address(url), '--password-stdin'],
		input: password,
		knows: [token, password],
	},
	{
		name: 'a proxy',
		flags: () => address('https://dialer.test'),
		env: {DIALTOP_TOKEN: token},
		own: {environ: ['token', 'proxy']},
		isProxied: true,
		knows: [token, proxy],
	},
];

/** A command as it is called. */
export type Call = {
	args: readonly string[];
	input?: string;
	own?: Own;
	/** What the program has by it, once it is sent. */
	knows?: readonly string[];
	/** What is asked when it crashes; by default what it asks first. */
	crashesAt?: string;
	/** It asks no service. */
	isLocal?: true;
	/** It runs until it is ended: once its standard error has this, or after ten seconds. */
	endsAfter?: RegExp;
};

const number = ['dialed'] as const;

/** Each command at least once. */
export const calls: readonly Call[] = [
	{args: ['campaigns']},
	{args: ['campaigns', '--json']},
	{args: ['snapshot', '--text', '--output', '-']},
	{args: ['snapshot', '--svg', '--output', '-', '--view', 'campaign']},
	{args: ['campaign', '1001']},
	{args: ['play', '1002', '--yes']},
	{args: ['pause', '1001', '--yes']},
	{args: ['stop', '1002', '--confirm', 'Autumn Collections']},
	{args: ['level', '1002', '+0.1', '--yes']},
	{args: ['lists', '--csv']},
	{args: ['list', '2001']},
	{args: ['list-on', '2002', '--yes']},
	{args: ['list-off', '2001', '--yes']},
	{args: ['search', searched, '--json'], own: {cmdline: ['searched'], stdout: ['searched']}},
	{args: ['calls', searched], own: {cmdline: ['searched'], stdout: ['searched']}},
	{args: ['dnc', 'list']},
	{
		args: ['dnc', 'add', spoken, '--yes'],
		own: {cmdline: number, stdout: number},
		knows: [dialed, spoken],
		crashesAt: 'add_dnc',
	},
	{
		args: ['call', 'send_text_message', '--confirm', dialed, '--again', '--data', '-'],
		input: JSON.stringify({to: dialed, message: `call ${spoken}`}),
		own: {cmdline: number},
		knows: [dialed, spoken],
	},
	{
		args: ['call', 'change_password', '--yes', '--again', '--data', '-'],
		input: JSON.stringify({old_pass: password, new_pass: parameter}),
		knows: [password, parameter],
	},
	{
		args: ['call', 'charge_customer', '--yes', '--again', '--json-body', '--data', '-'],
		input: JSON.stringify({accountid: 'A-1', amount: '1.00', payment_method_token: method}),
		knows: [method],
	},
	{args: ['watch', '--count', '1', '--for', '4']},
	{args: ['check']},
	{args: ['alerts']},
	{args: ['doctor']},
	{args: ['record', '--for', '3']},
	{args: ['export', '--listen', '127.0.0.1:0'], endsAfter: /answers|refuse|cannot|sign/},
	{
		args: ['mcp'],
		input: assistantLines(['campaigns', {}], ['campaign', {campaign: '1001', settings: true}], ['alerts', {}]),
	},
	{args: ['history', 'check', '-p', 'main'], isLocal: true},
	{args: ['report', '-p', 'main'], isLocal: true},
	{args: ['forecast', '1001', '-p', 'main'], isLocal: true},
	{args: ['replay', '-p', 'main'], isLocal: true},
	{args: ['notify', 'test', '--notify', 'off'], isLocal: true},
	{args: ['operations'], isLocal: true},
	{args: ['profiles', '--json'], isLocal: true},
	{args: ['config'], isLocal: true},
	{args: ['completion', 'bash'], isLocal: true},
	{args: ['log', '--json'], isLocal: true},
];

/** Beside these, `login` and `logout` begin and end every home, and sandboxes.ts has the sandbox. */
export const elsewhere = ['login', 'logout', 'sandbox'];

export const withoutLog = new Set([
	'profiles',
	'config',
	'completion',
	'operations',
	'log',
	'logout',
	'report',
	'replay',
	'forecast',
	'notify',
]);
