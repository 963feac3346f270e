/** The monitor without a screen: a service, a session, a poller and the controls around one store. */

import {type Audit, auditLater} from '../audit/audit.ts';
import type {Control} from '../model/pending.ts';
import type {Message, State} from '../model/state.ts';
import type {Store} from '../model/store.ts';
import type {SearchQuestion} from '../model/wire.ts';
import {type Clock, systemClock} from '../system/clock.ts';
import type {Outcome} from '../wire/errors.ts';
import type {Effect} from '../wire/operation.ts';
import {
	type AnswerOf,
	type HarmlessType,
	type OperationType,
	operations,
	type ParamsOf,
} from '../wire/operations/index.ts';
import {onSecret, struckWord} from '../wire/secrets.ts';
import {type Acknowledgements, followAcknowledgements} from './acknowledgements.ts';
import {recalledCommands, recordsAt, unsettledRecords} from './audited.ts';
import {type Complaints, createComplaints} from './complaints.ts';
import {createConnection, type ServiceAccess} from './connection.ts';
import {createControls, type Ended} from './controls.ts';
import {type Checked, checkParameters, type ParameterNote, parametersOf} from './forms.ts';
import {type AccountsRead, createOnDemand} from './on-demand.ts';
import {createOutsideWatch, type Earlier} from './outside.ts';
import {createOwnRuns, type OwnRuns} from './own-commands.ts';
import type {EngineDays, RecordedDays} from './past-days.ts';
import {type Attention, createPoller} from './poller.ts';
import {type Credentials, reasonOf, type SignIn} from './session.ts';
import {saveNew} from './uploads.ts';

/** Where the service is, how to get in, and how often to look. */
export type MonitorOptions = ServiceAccess & {
	/** The name of the service, which is that of its profile: what was asked for another one is not sent to this address. */
	service: string;
	/** Milliseconds between polls of the selected campaign. */
	interval: number;
	/** Requests a second. */
	perSecond: number;
	/** Requests at once at the start; a second's worth by default. */
	atStart?: number | undefined;
	store: Store<State, Message>;
	/** Every command is written here first, and not sent if it cannot be. */
	audit: Audit;
	/** The days that were recorded, for the period of a rule of compliance. */
	recordedDays?: RecordedDays | undefined;
	/** Those that a metrics engine has. */
	engineDays?: EngineDays | undefined;
	/** Resolves to what earlier runs recorded last, with which the first reads are compared. */
	earlier?: Promise<Earlier | undefined> | undefined;
	/** Resolves with an error if the embedded sandbox ends unasked. */
	ended?: Promise<Error> | undefined;
	clock?: Clock;
};

/** What the screen asks of the monitor. */
export type Monitor = {
	/** What an operation does; the confirmation follows from it. */
	effectOf(operation: OperationType): Effect;
	/** The parameters of an operation, by their wire names. */
	parametersOf(operation: OperationType): Readonly<Record<string, ParameterNote>>;
	/** Checks what was typed for an operation: the parameters it makes, or what is wrong with them. */
	check(operation: OperationType, typed: Readonly<Record<string, string>>): Checked;
	watch(attention: Attention): void;
	refresh(): void;
	signIn(credentials: Credentials): Promise<SignIn>;
	/** Searches by a query, by filters or by both. */
	search(question: SearchQuestion): Promise<void>;
	/** What is asked about a complaint goes into the state. */
	complaints: Pick<Complaints, 'ask' | 'choose' | 'leave'>;
	/** Reads the accounts of a company into the state; resolves with them, or with why they could not be read. */
	readAccounts(companyId: string): Promise<AccountsRead>;
	/** Sends a read once; if the token has died, signs in again and sends it once more. */
	read<T extends HarmlessType>(operation: T, params: ParamsOf<T>): Promise<Outcome<AnswerOf<T>>>;
	/** The same for any read of the catalogue; returns the answer as it came. @throws Error if it is not a read */
	ask(
		operation: OperationType,
		params: Readonly<Record<string, unknown>>,
	): Promise<Outcome<Readonly<Record<string, unknown>>>>;
	/** Reads the settings of a campaign into the state; resolves with why they could not be read, if so. */
	readSettings(campaignId: string): Promise<string | undefined>;
	/** Writes a new file, 0600; an existing one is not touched. */
	save: typeof saveNew;
	/** Why an outcome is not DONE, in one line. */
	reasonOf: typeof reasonOf;
	/**
	 * Sends what the operator has confirmed, once; or, given a reason why it may not be sent, records it as NOT SENT.
	 *
	 * @param deadline milliseconds that its answer is waited for; 15 s by default
	 */
	control(control: Control, whyNot?: string, deadline?: number): Promise<Ended>;
	/** Commands of the operator's own; undefined where nothing can be audited. */
	own?: Pick<OwnRuns, 'run' | 'whyNot'> | undefined;
	/** Acknowledges alerts, of which nothing is sent; resolves with why that is not in the audit, if so. */
	acknowledge: Acknowledgements['acknowledge'];
	/** Stops waiting for a command whose outcome is not known; nothing is sent. */
	setAside(commandId: number): void;
	/** Commands of earlier runs whose outcome is not known. */
	recalled: number;
	close(): Promise<void>;
};

/** Makes the monitor and starts polling. */
export const startMonitor = (options: MonitorOptions): Monitor => {
	const {
		service,
		url,
		interval,
		perSecond,
		atStart,
		recordedDays,
		earlier,
		store,
		audit,
		clock = systemClock,
	} = options;
	const connection = createConnection({...options, clock, isLocked: () => store.get().locked});
	const {dialer, session, pause, isClosed} = connection;
	const poller = createPoller({
		call: dialer.read,
		session,
		store,
		clock,
		interval,
		perSecond,
		atStart,
		inFlight: 2,
		recordedDays,
		engineDays: options.engineDays,
		seen: createOutsideWatch({store, clock, audit: audit.file, url, earlier}).see,
	});
	const reading = async <T>(operation: OperationType, send: () => Promise<Outcome<T>>): Promise<Outcome<T>> => {
		if (operations[operation].effect !== 'read') {
			throw new Error(`${operation} is not a read`);
		}
		const used = session.token();
		const outcome = await send();
		// The refusal may have been the token's; a read may be sent again.
		return outcome.kind === 'refused' && (await poller.checkToken(used)) === 'renewed' ? send() : outcome;
	};
	const read: Monitor['read'] = (operation, params) => reading(operation, () => dialer.read(operation, params));
	const onDemand = createOnDemand({read, store, clock, pause, isClosed});
	const complaints = createComplaints({read, store, clock});
	const controls = createControls({
		service,
		call: dialer.ask,
		withhold: dialer.withhold,
		store,
		clock,
		poller,
		session,
		onDemand,
	});
	const own = createOwnRuns(audit, {state: store.get, user: session.user});
	const unwatch = auditLater(store, audit);
	// Texts that came before a token was renewed may contain the new one.
	const unlisten = onSecret(() => store.dispatch({type: 'secret-learnt', strike: struckWord}));
	const records = recordsAt(audit.file, url);
	const acknowledgements = followAcknowledgements({store, audit, url, clock, records});
	const unsettled = unsettledRecords(records, store.get().source.statusWords, clock.now().wall);
	for (const record of unsettled) {
		audit.recall(record);
	}
	const recalled = recalledCommands(unsettled, service);
	store.dispatch({type: 'commands-recalled', commands: recalled, now: clock.now()});
	poller.start();
	void options.ended?.then(({message}) => poller.gone(message));

	return {
		effectOf: operation => operations[operation].effect,
		parametersOf,
		check: checkParameters,
		watch: poller.watch,
		refresh: poller.refresh,
		async signIn(given) {
			const result = await session.signIn(given);
			if (result.kind === 'signed-in') {
				poller.signedIn();
			}
			return result;
		},
		search: onDemand.search,
		complaints,
		readAccounts: onDemand.readAccounts,
		read,
		ask: (operation, params) => reading(operation, () => dialer.ask(operation, params)),
		readSettings: onDemand.readSettings,
		save: saveNew,
		reasonOf,
		async control(control, ...options) {
			const ended = await controls.run(control, ...options);
			void complaints.readAfter(control);
			return ended;
		},
		own,
		acknowledge: acknowledgements.acknowledge,
		setAside: id => store.dispatch({type: 'command-set-aside', id, now: clock.now()}),
		recalled: recalled.length,
		async close() {
			unwatch();
			unlisten();
			acknowledgements.stop();
			poller.stop();
			await Promise.all([connection.close(), own.close()]);
			await audit.close();
		},
	};
};
