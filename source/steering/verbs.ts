/** The verbs of campaigns and lists: what each is called, what it sends, and what the service must show after it. */
import type {Control} from '../model/pending.ts';

/** A verb as a control has it. */
export type Verb = Pick<Control, 'operation' | 'verb' | 'doing'> & {
	expected: 'dialing' | 'paused' | 'stopped' | 'on' | 'off';
};

/** The verbs of campaigns. */
export const campaignVerbs = {
	play: {operation: 'play_campaign', verb: 'play', doing: 'starting', expected: 'dialing'},
	pause: {operation: 'pause_campaign', verb: 'pause', doing: 'pausing', expected: 'paused'},
	stop: {operation: 'stop_campaign', verb: 'stop', doing: 'stopping', expected: 'stopped'},
} as const satisfies Readonly<Record<string, Verb>>;

/** The verbs of lists, with the status that each sends. */
export const listVerbs = {
	on: {operation: 'change_status', verb: 'switch on', doing: 'switching on', expected: 'on', status: 'Y'},
	off: {operation: 'change_status', verb: 'switch off', doing: 'switching off', expected: 'off', status: 'N'},
} as const satisfies Readonly<Record<string, Verb & {status: string}>>;

/** A verb of campaigns. */
export type CampaignVerb = keyof typeof campaignVerbs;

/** The verb that an operation with these parameters carries out; undefined if it has none of its own. */
export const verbOf = (
	operation: Control['operation'],
	params: Readonly<Record<string, unknown>>,
): Verb | undefined => {
	const verbs: readonly (Verb & {status?: string})[] = [...Object.values(campaignVerbs), ...Object.values(listVerbs)];
	const [verb] = verbs.filter(
		one => one.operation === operation && (one.status === undefined || one.status === params.status),
	);
	return verb;
};
