/** The faults of wire and process that a command meets, and the outcomes that each may end with. */
import type {FaultName} from '../../../helpers/other-service.ts';

/** The four outcomes, as the audit writes them. */
export type OutcomeKind = 'done' | 'refused' | 'not-sent' | 'unknown';

/** What the wire does with a command's request. */
export type Fate = {
	/** How much of the request reaches the service. */
	forward: 'half-headers' | 'half-body' | 'whole';
	/** How much of its answer comes back. */
	answer: 'none' | 'half' | 'whole';
	/** What then becomes of the connection. */
	end: 'reset' | 'stall';
};

/** Where a command's connection leads, beside the service itself. */
export type Route =
	| 'service'
	| 'wire'
	| 'black-hole'
	| 'nowhere'
	| 'no-host'
	| 'tls-reset'
	| 'tls-stall'
	| 'tls-other'
	| 'bad-proxy';

/** How the program reaches the service. */
export type Link = 'plain' | 'tls' | 'proxy';

/** How far a command has come, and on what wire. */
export type Phase = {route: Route; fate?: Fate};

/** What becomes of the program while a command is under way. */
export type ProcessFault = 'SIGKILL' | 'SIGTERM' | 'hang-up' | 'suspended';

/** A fault; what depends on the write takes the write's number. */
export type Fault = {
	name: string;
	link: Link;
	phase(write: number): Phase;
	/** What the service itself does. */
	service?(write: number): FaultName;
	/** What a faulty proxy does. */
	proxy?(write: number): '403' | '407' | '502' | 'silent' | 'break-tunnel';
	process?: ProcessFault;
	/** True where only the deadline ends it. */
	isSlow?: true;
	/** The outcomes that it may end with. */
	ends: readonly OutcomeKind[];
};

const stalled = (forward: Fate['forward'], answer: Fate['answer'] = 'none'): Phase => ({
	route: 'wire',
	fate: {forward, answer, end: 'stall'},
});

const cut = (forward: Fate['forward'], answer: Fate['answer'] = 'none'): Phase => ({
	route: 'wire',
	fate: {forward, answer, end: 'reset'},
});

/** The phases in which a process is ended: connecting, half the body sent, all sent, half the answer there. */
const phases: readonly Phase[] = [
	{route: 'black-hole'},
	stalled('half-body'),
	stalled('whole'),
	stalled('whole', 'half'),
];

/** Which of the phases a write is in when its process is ended; on screen the same for those that are given together. */
const phaseOf = (write: number): Phase => phases[Math.floor(write / 4) % phases.length] ?? stalled('whole');

const plain = (name: string, phase: Phase, ends: OutcomeKind[], more: Partial<Fault> = {}): Fault => ({
	name,
	link: 'plain',
	phase: () => phase,
	ends,
	...more,
});

const answered = (name: string, faults: readonly FaultName[], ends: OutcomeKind[]): Fault =>
	plain(name, {route: 'service'}, ends, {service: write => faults[write % faults.length] ?? 'http-500'});

const ended = (fault: ProcessFault): Fault => ({
	name: fault === 'hang-up' ? 'terminal lost' : fault,
	link: 'plain',
	phase: phaseOf,
	process: fault,
	ends: ['not-sent', 'unknown'],
});

/** The faults. */
export const faults: readonly Fault[] = [
	plain('connection refused', {route: 'nowhere'}, ['not-sent']),
	plain('host not found', {route: 'no-host'}, ['not-sent']),
	plain('SYN lost', {route: 'black-hole'}, ['not-sent'], {isSlow: true}),
	{name: 'handshake reset', link: 'tls', phase: () => ({route: 'tls-reset'}), ends: ['not-sent']},
	{name: 'handshake stalls', link: 'tls', phase: () => ({route: 'tls-stall'}), isSlow: true, ends: ['not-sent']},
	{name: 'wrong certificate', link: 'tls', phase: () => ({route: 'tls-other'}), ends: ['not-sent']},
	{
		name: 'proxy refuses',
		link: 'proxy',
		phase: () => ({route: 'bad-proxy'}),
		proxy: write => (['403', '407', '502', 'break-tunnel'] as const)[write % 4] ?? '403',
		ends: ['not-sent'],
	},
	{
		name: 'proxy silent',
		link: 'proxy',
		phase: () => ({route: 'bad-proxy'}),
		proxy: () => 'silent',
		isSlow: true,
		ends: ['not-sent'],
	},
	{
		name: 'tunnel breaks behind the request',
		link: 'proxy',
		phase: () => ({route: 'service'}),
		service: write => (write % 2 === 0 ? 'reset-after' : 'half-answer'),
		ends: ['unknown'],
	},
	plain('half the headers, then a reset', cut('half-headers'), ['unknown']),
	plain('half the body, then a reset', cut('half-body'), ['unknown']),
	plain('half the body, then silence', stalled('half-body'), ['unknown'], {isSlow: true}),
	answered('whole request, not carried out, reset', ['reset-before'], ['unknown']),
	answered('carried out, then a reset', ['reset-after', 'close-after'], ['unknown']),
	plain('half the answer, then a reset', cut('whole', 'half'), ['unknown']),
	plain('half the answer, then silence', stalled('whole', 'half'), ['unknown'], {isSlow: true}),
	plain('a reset behind the answer', cut('whole', 'whole'), ['done', 'unknown']),
	answered('HTTP 2xx and 3xx without an answer', ['http-204', 'http-302', 'http-307', 'http-308'], ['unknown']),
	answered('HTTP 4xx', ['http-429'], ['unknown']),
	answered('HTTP 5xx', ['http-500', 'http-502', 'http-503'], ['unknown']),
	answered('a refusal', ['refusal'], ['refused']),
	...(['SIGKILL', 'SIGTERM', 'hang-up'] as const).map(ended),
	// Every second one is answered while the program is stopped.
	{...ended('suspended'), phase: () => stalled('whole'), ends: ['done', 'unknown']},
];
