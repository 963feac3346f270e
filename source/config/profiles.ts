/** The profiles of the configuration: services by name, with everything but their secrets. */
import {isAbsolute} from 'node:path';
import * as z from 'zod';
import {hoursOf, timeZoneOf, zonesIn} from '../wire/calling-hours.ts';
import type {Encoding} from '../wire/client/body.ts';
import {addressProblem, environmentNames} from './checks.ts';
import {type HistoryConfig, historySection} from './engine.ts';
import {
	checkedText,
	idOf,
	idsOf,
	mapOf,
	meaningsOf,
	numberOf,
	section,
	textOf,
	wordOf,
	yesNo,
} from './setting-kinds.ts';

/** The settings of a service. */
export type Profile = {
	readonly url: string;
	readonly environment?: string | undefined;
	readonly user?: string | undefined;
	/** Run in a shell; the first line of its output is the password. */
	readonly password_command?: string | undefined;
	readonly read_only?: boolean | undefined;
	readonly encoding?: Encoding | undefined;
	/** Requests a second. */
	readonly requests?: number | undefined;
	readonly theme?: string | undefined;
	/** Seconds. */
	readonly interval?: number | undefined;
	/** The company whose accounts are shown. */
	readonly company_id?: string | undefined;
	/** A file. */
	readonly ca?: string | undefined;
	readonly proxy?: string | undefined;
	readonly insecure_http?: boolean | undefined;
	/** The service's time zone, such as `America/New_York`. */
	readonly time_zone?: string | undefined;
	/** When calls are allowed, such as `8:00-21:00`. */
	readonly calling_hours?: string | undefined;
	/** The time zones of its leads, separated by commas; the service's own if there are none. */
	readonly calling_zones?: string | undefined;
	/** The meaning of the service's own status words: the verb that leads to each. */
	readonly status_words?: Readonly<Record<string, StatusMeaning | undefined>> | undefined;
	/** The rule by which drops are counted over a longer time. */
	readonly compliance?: ComplianceConfig | undefined;
	/** The metrics engine from which its past is read. */
	readonly history?: HistoryConfig | undefined;
};

/** A rule of compliance: its name, and what the profile sets beside it. */
export type ComplianceConfig = {
	readonly rule?: string | undefined;
	/** Percent of the calls that a person answered. */
	readonly limit?: number | undefined;
	readonly seconds?: number | undefined;
	/** A day, such as `2026-11-02`. */
	readonly period_start?: string | undefined;
	readonly hours?: number | undefined;
	/** Ids of campaigns by the name of their group. */
	readonly groups?: Readonly<Record<string, readonly string[] | undefined>> | undefined;
};

const statusMeanings = ['play', 'pause', 'stop'] as const;

/** The verb that leads to a status. */
export type StatusMeaning = (typeof statusMeanings)[number];

const names = {
	pattern: /^[A-Za-z0-9_][A-Za-z0-9_-]*$/,
	allowed: 'letters, digits, - and _, and not begin with -',
};

/** Refuses relative paths, since the program may be started in any folder. */
const fileProblem = (path: string): string | undefined =>
	isAbsolute(path) || path.startsWith('~/') ? undefined : 'must be a whole path, which begins with / or ~/';

const timeZoneProblem = (text: string): string | undefined =>
	timeZoneOf(text) === undefined ? 'must be a time zone such as America/New_York' : undefined;

const hoursProblem = (text: string): string | undefined =>
	hoursOf(text) === undefined ? 'must be hours of a day such as 8:00-21:00, from the earlier to the later' : undefined;

const zonesProblem = (text: string): string | undefined =>
	zonesIn(text).some(zone => timeZoneOf(zone) === undefined)
		? 'must be time zones such as America/New_York, separated by commas'
		: undefined;

const dayProblem = (text: string): string | undefined =>
	z.iso.date().safeParse(text).success ? undefined : 'must be a day such as 2026-11-02';

/** The rule of compliance in a profile. */
const complianceSection = (rules: readonly {name: string; about: string}[]) =>
	section('The rule by which drops are counted over a longer time than today. An indicator, not legal advice.', {
		rule: wordOf(
			rules.map(({name, about}) => `${name}: ${about}`).join('; '),
			rules.map(({name}) => name),
		),
		limit: numberOf("the most of the calls answered by a person that may be dropped; the rule's own by default", {
			least: 0.1,
			most: 100,
			unit: 'percent',
		}),
		seconds: numberOf('the time within which an answered call must have an agent; shown, not measured', {
			least: 0,
			most: 60,
			unit: 'seconds',
		}),
		period_start: checkedText('first day of a period of thirty-days', 'a day such as 2026-11-02', dayProblem).optional,
		hours: numberOf('how many hours last-hours counts', {least: 1, most: 24, unit: 'hours', whole: true}),
		groups: idsOf('campaigns that are counted together, by names of your choice', '{north: [1001, 1002]}'),
	});

/** The profiles' part of the schema. */
export const profilesSection = (themes: readonly string[], rules: readonly {name: string; about: string}[]) => {
	const url = checkedText('base address of the service', 'an address such as https://dialer.example.com', text =>
		addressProblem(text),
	);
	const ca = checkedText(
		'certificates of an authority of your own, trusted beside the usual ones',
		'a file',
		fileProblem,
	);
	const proxy = checkedText('proxy for requests; this machine itself is reached directly', 'an address', text =>
		addressProblem(text, 'proxy'),
	);
	const timeZone = checkedText(
		"the time zone of the service's days, if it is not that of this machine",
		'a time zone such as America/New_York',
		timeZoneProblem,
	);
	const callingHours = checkedText(
		'hours in which calls are allowed: a call that rings at another hour is an alert, and play warns',
		'hours such as 8:00-21:00',
		hoursProblem,
	);
	const callingZones = checkedText(
		'time zones of the leads: calls are allowed while it is within these hours in one of them; time_zone by default',
		'time zones',
		zonesProblem,
	);
	const profile = section('A service.', {
		url: url.required,
		environment: wordOf('the environment to show', environmentNames),
		user: textOf('who signs in', 'a user'),
		password_command: textOf('command that a shell runs; the first line of its output is the password', 'a command'),
		read_only: yesNo('refuse every change'),
		encoding: wordOf('encoding of requests', ['form', 'json']),
		requests: numberOf('most requests a second', {least: 0.2, most: 50}),
		theme: wordOf('colours', themes),
		interval: numberOf('time between polls of the selected campaign', {least: 0.5, most: 60, unit: 'seconds'}),
		company_id: idOf('the company whose accounts are shown, until another is named on screen'),
		ca: ca.optional,
		proxy: proxy.optional,
		insecure_http: yesNo('allow http:// to another machine, which anyone on the way can read'),
		time_zone: timeZone.optional,
		calling_hours: callingHours.optional,
		calling_zones: callingZones.optional,
		status_words: meaningsOf(
			"what the service's own status words of campaigns mean: play, pause or stop",
			statusMeanings,
			'{RUNNING: play, HOLD: pause}',
		),
		compliance: complianceSection(rules),
		history: historySection(fileProblem),
	});
	return mapOf(
		'Services by names of your choice, for --profile. Passwords and tokens do not belong here: dialtop login asks for the password and keeps the token.',
		names,
		profile,
		{
			qa: {
				url: 'https://qa.dialer.example.com',
				environment: 'qa',
				user: 'ops',
				password_command: 'pass show dialer/qa',
				read_only: true,
				encoding: 'form',
				requests: 5,
				theme: 'dark',
				interval: 2,
				company_id: 7,
				ca: '~/certificates/qa.pem',
				proxy: 'http://proxy.example.com:3128',
				insecure_http: false,
				time_zone: 'America/Chicago',
				calling_hours: '8:00-21:00',
				calling_zones: 'America/New_York, America/Los_Angeles',
				status_words: {RUNNING: 'play', HOLD: 'pause'},
				compliance: {
					rule: 'thirty-days',
					limit: 3,
					seconds: 2,
					period_start: '2026-11-02',
					groups: {north: ['1001', '1002']},
				},
				history: {
					prometheus: 'https://metrics.example.com/prefix',
					profile: 'qa',
					bearer_command: 'pass show metrics/token',
					headers: {'X-Scope-OrgID': 'north'},
					header_commands: {'X-Api-Key': 'pass show metrics/key'},
					ca: '~/certificates/metrics.pem',
					proxy: 'http://proxy.example.com:3128',
					insecure_http: false,
				},
			},
		},
	);
};

/** Why there is no setting for a secret; undefined for other names. */
export const secretProblem = (key: string): string | undefined => {
	if (/^(?:pass(?:word|wd|phrase)?|secret)$/i.test(key)) {
		return 'a password is not stored in this file: dialtop login asks for it, or password_command names a command that prints it';
	}
	if (/^bearer(?:[_-]?token)?$/i.test(key)) {
		return 'a token is not stored in this file: bearer_command names a command that prints it';
	}
	return /^(?:(?:api|access|auth)[_-]?)?token$/i.test(key)
		? 'a token is not stored in this file: dialtop login gets one and stores it safely'
		: undefined;
};
