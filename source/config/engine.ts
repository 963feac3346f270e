/** The metrics engine of a profile, from which its past is read: the settings, and their checks. */
import {isLoopback} from '../wire/address.ts';
import {addressProblem, type Problem} from './checks.ts';
import {checkedText, section, textOf, textsOf, yesNo} from './setting-kinds.ts';

/** The section `history` of a profile. */
export type HistoryConfig = {
	/** The base address of the engine, with its prefix. */
	readonly prometheus?: string | undefined;
	/** The label `profile` of its metrics; the profile's own name by default. */
	readonly profile?: string | undefined;
	readonly user?: string | undefined;
	readonly password_command?: string | undefined;
	readonly bearer_command?: string | undefined;
	/** Values by the names of headers. */
	readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
	/** Commands by the names of headers. */
	readonly header_commands?: Readonly<Record<string, string | undefined>> | undefined;
	/** A file. */
	readonly ca?: string | undefined;
	readonly proxy?: string | undefined;
	readonly insecure_http?: boolean | undefined;
};

/** The engine of a profile. */
export type EngineConfig = {
	/** The base address with its prefix; it holds no credentials. */
	url: string;
	/** The label `profile` of its metrics. */
	profile: string;
	user?: string | undefined;
	passwordCommand?: string | undefined;
	bearerCommand?: string | undefined;
	headers: Readonly<Record<string, string>>;
	headerCommands: Readonly<Record<string, string>>;
	/** The path of a file of certificates. */
	ca?: string | undefined;
	proxy?: string | undefined;
	/** Plain http to another machine. */
	isPlain: boolean;
};

/** A header's name, as RFC 9110 has it. */
const headerName = {pattern: /^[\w!#$%&'*+.^`|~-]{1,100}$/, allowed: 'the name of a header, such as X-Scope-OrgID'};

/** Headers that every query has anyway, or that say how it is sent. */
const ownHeader =
	/^(?:accept|accept-encoding|connection|content-.*|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|user-agent)$/i;

/** Headers whose value is a secret, by their names. */
const secretHeader = /auth|cookie|key|pass|secret|token/i;

/** What a header may hold. */
const headerText = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The section of the schema. */
export const historySection = (fileProblem: (path: string) => string | undefined) => {
	const prometheus = checkedText(
		'base address of an engine with the query interface of Prometheus, which stores what dialtop export shows',
		'an address such as https://metrics.example.com/prefix',
		text => addressProblem(text, 'engine'),
	);
	const ca = checkedText('certificates of an authority of your own, for the engine', 'a file', fileProblem);
	const proxy = checkedText('proxy for queries; this machine itself is reached directly', 'an address', text =>
		addressProblem(text, 'proxy'),
	);
	return section('A metrics engine, from which the past is read where the local recording has nothing.', {
		prometheus: prometheus.optional,
		profile: textOf('the label profile of its metrics; the name of this profile by default', 'a name'),
		user: textOf('who signs in there', 'a user'),
		password_command: textOf(
			"command that a shell runs; the first line of its output is that user's password",
			'a command',
		),
		bearer_command: textOf('command that a shell runs; the first line of its output is a bearer token', 'a command'),
		headers: textsOf('headers of every query, none of them secret', headerName, '{X-Scope-OrgID: north}'),
		header_commands: textsOf(
			'commands that a shell runs, by headers; the first line of the output is the value',
			headerName,
			'{X-Api-Key: pass show metrics/key}',
		),
		ca: ca.optional,
		proxy: proxy.optional,
		insecure_http: yesNo('allow http:// to another machine, which anyone on the way can read'),
	});
};

/** Whether an address is plain http to another machine. */
const isPlainHttp = (url: string): boolean => {
	const parsed = URL.parse(url);
	return parsed !== null && parsed.protocol === 'http:' && !isLoopback(parsed.hostname);
};

/** What is wrong with a header. */
const headerProblem = (name: string, value: string, others: Readonly<Record<string, unknown>>): string | undefined => {
	if (ownHeader.test(name)) {
		return 'dialtop sets this header itself';
	}
	if (secretHeader.test(name)) {
		return /^authorization$/i.test(name)
			? 'a secret is not stored in this file: bearer_command names a command that prints a token, or user and password_command sign in'
			: 'a secret is not stored in this file: header_commands names a command that prints it';
	}
	if (Object.keys(others).some(other => other.toLowerCase() === name.toLowerCase())) {
		return 'this header is in header_commands too';
	}
	return headerText.test(value) ? undefined : 'it holds characters that no header may hold';
};

/** What is wrong with one section, each with its path in it. */
const problemsIn = (history: HistoryConfig): Problem[] => {
	const {prometheus, user, password_command, bearer_command, headers = {}, header_commands = {}} = history;
	const found = (path: string, message: string | undefined): Problem[] =>
		message === undefined ? [] : [{path: path.split('/'), message}];
	const others = Object.keys(history).filter(name => name !== 'prometheus');
	return [
		...(prometheus === undefined && others[0] !== undefined
			? found(others[0], 'needs prometheus beside it, the address of the engine')
			: []),
		...(prometheus !== undefined && isPlainHttp(prometheus) && !history.insecure_http
			? found(
					'prometheus',
					`http:// to ${new URL(prometheus).hostname} would send credentials and figures for everybody in between to read: use https://, or allow it with insecure_http beside it`,
				)
			: []),
		...found('password_command', password_command && user === undefined ? 'needs user beside it' : undefined),
		...found('bearer_command', bearer_command && user !== undefined ? 'and user exclude each other' : undefined),
		...Object.entries(headers).flatMap(([name, value = '']) =>
			found(`headers/${name}`, headerProblem(name, value, header_commands)),
		),
		...Object.keys(header_commands).flatMap(name =>
			found(`header_commands/${name}`, ownHeader.test(name) ? 'dialtop sets this header itself' : undefined),
		),
	];
};

/** What is wrong in the combination of settings of the engines. */
export const engineProblems = (
	profiles: Readonly<Record<string, {readonly history?: HistoryConfig | undefined} | undefined>> = {},
): Problem[] =>
	Object.entries(profiles).flatMap(([profile, settings]) =>
		problemsIn(settings?.history ?? {}).map(({path, message}) => ({
			path: ['profiles', profile, 'history', ...path],
			message,
		})),
	);

const present = (texts: Readonly<Record<string, string | undefined>> | undefined): Record<string, string> =>
	Object.fromEntries(Object.entries(texts ?? {}).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));

/** The engine of a profile; undefined if it names none. @param whole makes a path of one that begins with `~/` */
export const engineOf = (
	name: string,
	history: HistoryConfig | undefined,
	whole: (path: string) => string,
): EngineConfig | undefined =>
	history?.prometheus === undefined
		? undefined
		: {
				url: history.prometheus,
				profile: history.profile ?? name,
				user: history.user,
				passwordCommand: history.password_command,
				bearerCommand: history.bearer_command,
				headers: present(history.headers),
				headerCommands: present(history.header_commands),
				ca: history.ca && whole(history.ca),
				proxy: history.proxy,
				isPlain: isPlainHttp(history.prometheus),
			};
