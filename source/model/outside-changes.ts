/**
 * What somebody changed elsewhere: settings that a dashboard shows, and lists that were switched, as one read differs from the one
 * before. It does not decide whether a command of dialtop changed them.
 */
import {shownIn, type Zone} from './calling-hours.ts';
import {listIsOn} from './list.ts';
import type {Message, OutsideChange} from './state.ts';
import type {Moment, Span} from './time.ts';
import type {Figures, ListRecord} from './wire.ts';

/** A change that two reads show. */
export type SeenChange = OutsideChange & {
	/** The list that was switched; undefined for settings. */
	listId: string | undefined;
	/** The parameters of update_campaign that change it (section 2.2); none for a list. */
	parameters: readonly string[];
	/** When the read before was asked for: it was changed after that. Of one by an earlier run, `mono` is before all of this run. */
	since: Moment;
	/** Whether the read before was by an earlier run, which recorded it. */
	isRecorded: boolean;
};

/** A setting that a dashboard shows: its words, how its value reads, and the parameters that change it. */
type Setting = {
	what: string;
	of(figures: Figures): string | undefined;
	parameters: readonly string[];
};

/** An adaptive method moves its level by itself. */
const keepsLevel = ({paceMethod}: Figures): boolean => paceMethod?.trim().toUpperCase() === 'RATIO';

const settings: readonly Setting[] = [
	{
		what: 'drop limit',
		of: ({dropLimit}) => (dropLimit === undefined ? undefined : `${Number(dropLimit.toFixed(2))}%`),
		parameters: ['adaptive_dropped_percentage'],
	},
	{
		what: 'caller ID',
		of: ({callerId}) => callerId,
		parameters: ['campaign_cid', 'customcid', 'custom_cid_list'],
	},
	{what: 'recording', of: ({recording}) => recording, parameters: ['campaign_recording']},
	{what: 'machine detection', of: ({machineDetection}) => machineDetection, parameters: ['amd']},
	{what: 'method', of: ({paceMethod}) => paceMethod, parameters: ['dial_method']},
	{
		what: 'level',
		of: figures => (keepsLevel(figures) ? figures.paceTempo : undefined),
		parameters: ['autodiallevel', 'autodiallevel2', 'dial_method'],
	},
];

/** What was read last, by campaign or list and the name of the value. */
export type Shown = Map<string, {value: string; sentAt: Moment}>;

/** A value that a read shows. */
export type ShownValue = Pick<SeenChange, 'campaignId' | 'what' | 'listId' | 'parameters'> & {value: string};

/** What an earlier run recorded last before a moment (UTC milliseconds), and when; undefined if it recorded nothing. */
export type Recalled = (value: ShownValue, before: number) => {value: string; at: number} | undefined;

/** What a dashboard shows of a campaign's settings. */
export const valuesIn = (campaignId: string, figures: Figures): ShownValue[] =>
	settings.flatMap(({what, of, parameters}) => {
		const value = of(figures);
		return value === undefined ? [] : [{campaignId, what, value, parameters, listId: undefined}];
	});

/** Whether lists are on. */
export const listValues = (records: readonly ListRecord[] = [], asked?: string | undefined): ShownValue[] =>
	records.flatMap(({id, name, status, campaignId = asked}) => {
		const isOn = listIsOn(status);
		return id === undefined || campaignId === undefined || isOn === undefined
			? []
			: [{campaignId, what: `list ${name ?? id}`, value: isOn ? 'on' : 'off', parameters: [], listId: id}];
	});

const keyOf = ({campaignId, what, listId}: ShownValue): string =>
	listId === undefined ? `${campaignId} ${what}` : `list ${listId}`;

/** The values of a read, and when it was; none for any other message. */
const valuesOf = (message: Message, now: Moment): {values: ShownValue[]; span: Span} => {
	const span = 'span' in message && message.span ? message.span : {sentAt: now, receivedAt: now};
	switch (message.type) {
		case 'dashboard-polled': {
			const {figures} = message.dashboard;
			return {values: figures ? valuesIn(message.campaignId, figures) : [], span};
		}
		case 'lists-polled':
		case 'lists-of-polled':
			return {values: listValues(message.records, message.campaignId), span};
		case 'lists-seen':
			return {values: listValues(message.records), span};
		default:
			return {values: [], span};
	}
};

/**
 * What a read shows differently than the one before; an answer to an older request is skipped.
 *
 * @param shown what was read before, which is brought up to date
 * @param now when a read without a time of its own was received
 * @param recalled what is compared with the first read of this run
 */
export const changesIn = (shown: Shown, message: Message, now: Moment, recalled?: Recalled): SeenChange[] => {
	const {values, span} = valuesOf(message, now);
	return values.flatMap(value => {
		const {value: after, ...of} = value;
		const key = keyOf(value);
		const known = shown.get(key);
		if (known && span.sentAt.mono < known.sentAt.mono) {
			return [];
		}
		shown.set(key, {value: after, sentAt: span.sentAt});
		const earlier = known ? undefined : recalled?.(value, span.sentAt.wall - 1);
		const since = earlier ? {wall: earlier.at, mono: Number.NEGATIVE_INFINITY} : known?.sentAt;
		const before = (earlier ?? known)?.value;
		return since && before !== undefined && before !== after
			? [{...of, before, after, since, at: span.receivedAt, isRecorded: earlier !== undefined}]
			: [];
	});
};

/** Milliseconds for which a change is recent, and reported. */
const recentFor = 3_600_000;

/** The changes of a campaign that are still recent. */
export const recentChanges = (changes: readonly OutsideChange[] = [], now: Moment): readonly OutsideChange[] =>
	changes.every(({at}) => now.mono - at.mono < recentFor)
		? changes
		: changes.filter(({at}) => now.mono - at.mono < recentFor);

/** When a change was made that nobody saw, by the clock of a zone: `between 02:10 and 06:00`. */
export const betweenText = (zone: Zone, since: number, seen: number): string => {
	const [from = '', to = ''] = [since, seen].map(wall => new Date(shownIn(zone, wall)).toUTCString());
	// Thu, 28 May 2026 22:26:40 GMT
	const [, day, month, year] = from.split(' ');
	const date = to.includes(`${day} ${month} ${year}`) ? '' : `${month} ${Number(day)} `;
	return `between ${date}${from.slice(17, 22)} and ${to.slice(17, 22)}`;
};

/** Changes in words: `drop limit 3% → 5%, not by dialtop here`; and when, if nobody saw them. */
export const changesText = (changes: readonly OutsideChange[]): string =>
	[...Map.groupBy(changes, ({between}) => between?.text)]
		.map(([between, group]) =>
			[
				...group.map(({what, before, after}) => `${what} ${before} → ${after}`),
				'not by dialtop here',
				...(between === undefined ? [] : [between]),
			].join(', '),
		)
		.join('; ');
