/** What fills the views beside the board: settings, calls found, accounts, alerts and commands. */
import {keyedAccounts} from '../../source/model/account.ts';
import type {Command} from '../../source/model/pending.ts';
import type {State} from '../../source/model/state.ts';
import type {AccountRecord, CallLogEntry, Figures} from '../../source/model/wire.ts';
import {pauseOf} from '../model/make.ts';
import {campaigns, fill, fillSettings, type makeScreen, moment} from './make.ts';

type Screen = ReturnType<typeof makeScreen>;

/** The company whose accounts are filled in. */
export const companyId = '7';

const lastPoll = {sentAt: moment(72_400), receivedAt: moment(72_410)};

const span = {sentAt: moment(3000), receivedAt: moment(3010)};

const settings = {
	dial_method: 'RATIO',
	autodiallevel: '2.0',
	number_of_lines: '40',
	adaptive_dropped_percentage: '3',
	local_call_time: '9am-9pm',
	campaign_cid: '8005550100',
	amd: 'Y',
	msg: 'N',
	campaign_recording: 'ALLFORCE',
	conf_exten: '8005550142',
	script:
		'Good day, my name is <agent>. I am calling about your account ending in <last4>; is now a good time to talk?',
};

const people: readonly (readonly [first: string, last: string, phone: string, status: string])[] = [
	['Maria', 'Lopez', '2125550123', 'SALE'],
	['Ann', 'Lee', '3125550177', 'DROP'],
	['José', 'Núñez', '2125550188', 'A'],
	['Priya', 'Raman', '4155550131', 'NA'],
	['Tomasz', 'Wiśniewski-Brzęczyszczykiewicz', '6465550109', 'CALLBK'],
	['Lee', 'Park', '7185550155', 'SALE'],
];

const calls: readonly CallLogEntry[] = people.map(([first, last, phoneNumber, status], index) => ({
	uniqueId: `1800000${index}.${index}`,
	leadId: `10${index}44`,
	listId: '2001',
	date: `2026-11-2${index % 2} 14:0${index}`,
	fullName: `${first} ${last}`,
	status,
	callType: index % 3 === 0 ? 'inbound' : 'outbound',
	campaignId: '1003',
	flag: index === 1 ? 'A' : '',
	phoneNumber,
	campaignName: 'Spring Collections',
	listName: 'First list',
	extra: {},
	unreadable: [],
}));

const accounts: readonly AccountRecord[] = people.map(([firstName, lastName, phone], index) => ({
	id: `A-${1001 + index}`,
	companyId,
	firstName,
	lastName,
	phone,
	email: `${firstName.normalize('NFD').replace(/\W/g, '').toLowerCase()}@example.com`,
	balance: [120.55, 0, 12_480, 99.9, 3.5, 1044.01][index],
	city: ['New York', 'Chicago', 'Newark', 'San Francisco', 'New York', 'Queens'][index],
	state: ['NY', 'IL', 'NJ', 'CA', 'NY', 'NY'][index],
	phones: index === 0 ? [{number: phone}, {number: '2125550124'}] : undefined,
	emails: undefined,
	altered: [],
	extra: {},
	unreadable: [],
}));

const command = (id: number, over: Partial<Command> = {}): Command =>
	pauseOf('1002', 'Autumn Renewals', {id, by: 'mlopez', ...over});

/** Alerts: one campaign over its drop limit, with agents idle; another that was near its own. */
const fillAlerts = ({store}: Screen): void => {
	const poll = (second: number, id: string, over: Partial<Figures>): void => {
		const known = store.get().dashboards.get(id)?.value;
		if (known?.figures) {
			const span = {sentAt: moment(second * 1000), receivedAt: moment(second * 1000 + 100)};
			const dashboard = {...known, figures: {...known.figures, ...over}};
			store.dispatch({type: 'dashboard-polled', campaignId: id, span, dashboard});
		}
	};
	for (let second = 2; second <= 72; second += 2) {
		poll(second, '1003', {dropRate: 3.12, ready: 4, ringing: 0});
		poll(second, '1002', {dropRate: second < 60 ? 2.6 : 1, humanAnswered: 500});
	}
};

/** One command of each outcome; get_campaigns shows what came of the first. */
const fillCommands = ({store}: Screen, at: number): void => {
	const listed = (sent: number, status: string): void =>
		store.dispatch({
			type: 'campaigns-polled',
			span: {sentAt: moment(sent), receivedAt: moment(sent + 10)},
			records: campaigns.map(one => ({
				...one,
				status: one.id === '1002' ? status : one.status,
				dialMethod: 'RATIO',
				extra: {},
				unreadable: [],
			})),
		});
	listed(at - 1000, 'PLAY');
	const number = {service: '', kind: 'number', id: '8005550167', name: '8005550167'} as const;
	const asked: readonly (readonly [command: Command, reason?: string])[] = [
		[command(1)],
		[
			command(2, {
				operation: 'dial_number',
				params: {},
				target: number,
				verb: 'call',
				expected: undefined,
				before: undefined,
			}),
			'8005550167 is on the do-not-call list',
		],
	];
	for (const [index, [one, reason]] of asked.entries()) {
		store.dispatch({type: 'command-asked', command: one, now: moment(at + index * 1000)});
		const ending = reason === undefined ? ({kind: 'done'} as const) : ({kind: 'refused', reason} as const);
		store.dispatch({type: 'command-ended', id: one.id, ending, now: moment(at + index * 1000 + 240)});
	}
	listed(at + 1500, 'PAUSE');
};

/** The calls of somebody who complains: nine in the seven days up to the day of the tests, one of them inbound. */
export const complaintCalls = (phoneNumber = '4155550131', ids = '1'): CallLogEntry[] =>
	[
		'15 16:00',
		'15 09:00',
		'14 00:01',
		'13 23:59',
		'13 12:30',
		'12 18:00',
		'11 08:00',
		'10 10:00',
		'9 09:30',
		'2 09:30',
	].map((date, index) => ({
		uniqueId: `${ids}799000${index}.${index}`,
		leadId: `10344 (${phoneNumber})`,
		listId: '2001',
		date: `2027-01-${date.padStart(8, '0')}`,
		fullName: 'Priya Raman',
		status: ['NA', 'DROP', 'A', 'NA', 'CALLBK'][index % 5],
		callType: index === 1 ? 'inbound' : 'outbound',
		campaignId: index % 3 === 0 ? '1003' : '1002',
		flag: '',
		phoneNumber,
		campaignName: index % 3 === 0 ? 'Spring Collections' : 'Autumn Renewals',
		listName: 'First list',
		extra: {},
		unreadable: [],
	}));

/** Answers a complaint about a number, by its key. */
export const fillComplaint = ({store}: Screen, calls = complaintCalls(), footer = '10 calls'): void => {
	const now = moment(72_000);
	store.dispatch({type: 'complaint-asked', subject: {kind: 'number', number: '4155550131'}, now});
	store.dispatch({type: 'complaint-answered', askedAt: now, result: {entries: calls, footer}});
	store.dispatch({type: 'barring-read', number: '4155550131', barring: {kind: 'not-listed'}});
};

/** States that were filled, by those that they were filled from: a day's polls for each of hundreds of screens take long. */
const filledStates = new Map<State, State>();

const fillService = (screen: Screen): void => {
	const {store} = screen;
	fill(store);
	fillCommands(screen, 20_000);
	fillAlerts(screen);
	// Campaigns and lists as they were polled last.
	const {dashboards} = store.get();
	fill(store, undefined, 71_000);
	for (const [campaignId, {value: dashboard}] of dashboards) {
		if (dashboard) {
			store.dispatch({type: 'dashboard-polled', campaignId, span: lastPoll, dashboard});
		}
	}
	fillSettings(store, settings, 71_000);
	const askedAt = moment(72_000);
	store.dispatch({type: 'search-asked', question: {query: 'lo', status: 'SALE', days: 7}, now: askedAt});
	store.dispatch({
		type: 'search-answered',
		askedAt,
		result: {entries: [...calls], footer: 'Showing 1 to 6 of 6 entries'},
		now: moment(72_100),
	});
	fillComplaint(screen);
	store.dispatch({type: 'accounts-polled', companyId, span, accounts: keyedAccounts(accounts)});
	store.dispatch({type: 'tick', now: moment(72_600)});
};

/** Fills every view as a working day would, some seconds before now. */
export const fillAll = (screen: Screen): void => {
	const {store, ui} = screen;
	const before = store.get();
	const known = filledStates.get(before);
	if (known) {
		store.dispatch({type: 'filled', state: known});
	} else {
		fillService(screen);
		filledStates.set(before, store.get());
	}
	ui.dispatch({type: 'company', id: companyId});
	screen.settle();
};
