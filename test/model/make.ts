/** Short ways to write states and messages. */

import {initialState, update} from '../../source/alerts/reducer.ts';
import {type Acknowledgement, type Alert, type AlertSettings, alertKey} from '../../source/model/alert.ts';
import type {Failure} from '../../source/model/loaded.ts';
import type {Command, Target} from '../../source/model/pending.ts';
import type {Message, Source, State} from '../../source/model/state.ts';
import type {Moment, Span} from '../../source/model/time.ts';
import type {CampaignRecord, Dashboard, Figures, ListRecord} from '../../source/model/wire.ts';

/** The wall clock at second 0. */
const epoch = 1_780_000_000_000;

/** A moment so many seconds after the start, both clocks agreeing. */
export const at = (seconds: number): Moment => ({wall: epoch + seconds * 1000, mono: seconds * 1000});

/** A request sent and answered at these seconds. */
export const span = (sent: number, received = sent + 0.1): Span => ({sentAt: at(sent), receivedAt: at(received)});

export const source: Source = {profile: 'p', environment: 'QA', host: 'h', readOnly: false};

/** The state before anything happened. */
export const fresh = (over: Partial<Source> = {}, settings?: AlertSettings): State =>
	initialState({...source, ...over}, at(0), settings);

/** The state after messages. */
export const after = (state: State, ...messages: Message[]): State => messages.reduce(update, state);

/** Why the last poll of a campaign's figures failed, by campaign; none for those whose last poll went well. */
export const failuresIn = ({dashboards}: State): Map<string, Failure> =>
	new Map([...dashboards].flatMap(([id, {failure}]) => (failure ? [[id, failure]] : [])));

export const campaign = (id: string, over: Partial<CampaignRecord> = {}): CampaignRecord => ({
	id,
	name: `Campaign ${id}`,
	status: 'PLAY',
	extra: {},
	unreadable: [],
	...over,
});

export const figures = (over: Partial<Figures> = {}): Figures => ({extra: {}, unreadable: [], ...over});

export const dashboard = (over: Partial<Figures> = {}): Dashboard => ({
	figures: figures(over),
	calls: undefined,
	agents: undefined,
	leads: undefined,
	liveCalls: undefined,
});

export const list = (id: string, over: Partial<ListRecord> = {}): ListRecord => ({
	id,
	name: `List ${id}`,
	status: 'Y',
	extra: {},
	unreadable: [],
	...over,
});

/** The connection stands. */
export const live: Message = {type: 'link', link: {kind: 'live', latency: 10}, now: at(0)};

/** get_campaigns answered with these ids, or these records. */
export const campaignsPolled = (sent: number, records: (string | CampaignRecord)[], received?: number): Message => ({
	type: 'campaigns-polled',
	span: span(sent, received),
	records: records.map(record => (typeof record === 'string' ? campaign(record) : record)),
});

export const dashboardPolled = (
	sent: number,
	campaignId: string,
	over: Partial<Figures> = {},
	graphs: Partial<Dashboard> = {},
): Message => ({
	type: 'dashboard-polled',
	campaignId,
	span: span(sent),
	dashboard: {...dashboard(over), ...graphs},
});

export const listsPolled = (sent: number, records: ListRecord[], campaignId?: string): Message => ({
	type: 'lists-polled',
	campaignId,
	span: span(sent),
	records,
});

export const target = (id: string, kind: Target['kind'] = 'campaign'): Target => ({
	service: 'p',
	kind,
	id,
	name: `Campaign ${id}`,
});

export const command = (over: Partial<Command> = {}): Command => ({
	id: 1,
	operation: 'pause_campaign',
	params: {campaign_id: '1'},
	target: target('1'),
	doing: 'pausing',
	verb: 'pause',
	expected: 'paused',
	before: 'PLAY',
	...over,
});

/** A pause of a campaign, as it is asked for. */
export const pauseOf = (id: string, name: string, over: Partial<Command> = {}): Command =>
	command({params: {campaign_id: id}, target: {service: 'p', kind: 'campaign', id, name}, ...over});

export const asked = (seconds: number, over: Partial<Command> = {}): Message => ({
	type: 'command-asked',
	command: command(over),
	now: at(seconds),
});

export const done = (seconds: number, id = 1): Message => ({
	type: 'command-ended',
	id,
	ending: {kind: 'done'},
	now: at(seconds),
});

export const endedAs = (seconds: number, kind: 'refused' | 'not-sent' | 'unknown', id = 1): Message => ({
	type: 'command-ended',
	id,
	ending: {kind, reason: `${kind} it was`},
	now: at(seconds),
});

/** An alert about the drop rate of a campaign, by itself. */
export const alertOf = (id: number, campaignId: string | undefined, over: Partial<Alert> = {}): Alert => ({
	id,
	kind: 'drop',
	rule: 'drop-limit',
	level: 'critical',
	campaignId,
	name: campaignId === undefined ? 'h' : `Campaign ${campaignId}`,
	since: at(0),
	raisedAt: at(0),
	seenAt: at(0),
	value: 3.1,
	threshold: 3,
	unit: 'percent',
	worst: {value: 3.4, unit: 'percent'},
	worsts: {'drop rate': 3.4},
	limit: 3,
	concerns: 20,
	partOf: undefined,
	inVain: undefined,
	note: 'its own limit',
	cause: undefined,
	peak: 1,
	news: id,
	newsAt: at(0),
	flood: id,
	acknowledgedAt: undefined,
	wellSince: undefined,
	end: undefined,
	resolvedAt: undefined,
	times: 2,
	...over,
});

/** Acknowledges an alert as it is: until it ends, or as `over` says. */
export const acknowledge = (known: Alert | undefined, over: Partial<Acknowledgement> = {}): Message => ({
	type: 'alert-acknowledged',
	key: alertKey(known?.kind ?? 'drop', known?.campaignId),
	acknowledgement: {
		at: known?.seenAt ?? at(0),
		by: 'kim',
		until: undefined,
		reason: '',
		rule: known?.rule,
		worst: known?.worst.value,
		...over,
	},
});

export const tick = (seconds: number): Message => ({type: 'tick', now: at(seconds)});

/** Freezes a value all the way down, so that a change in place throws. */
export const deepFreeze = <T>(value: T): T => {
	// A view of bytes with elements cannot be frozen.
	if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !Object.isFrozen(value)) {
		if (value instanceof Map) {
			for (const item of value.values()) {
				deepFreeze(item);
			}
			const refuse = (): never => {
				throw new TypeError('a map of the state was changed in place');
			};
			Object.assign(value, {set: refuse, delete: refuse, clear: refuse});
		}
		Object.freeze(value);
		for (const item of Object.values(value)) {
			deepFreeze(item);
		}
	}
	return value;
};
