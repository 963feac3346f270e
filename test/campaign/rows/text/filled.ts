/** Answers of the grammar, from bytes through the client to where the monitor puts them. */

import {keyedAccounts} from '../../../../source/model/account.ts';
import {createDialer} from '../../../../source/wire/client/dialer.ts';
import type {Outcome} from '../../../../source/wire/errors.ts';
import type {OperationType} from '../../../../source/wire/operations/index.ts';
import type {Screen} from '../../../frames/scenes.ts';
import {pauseOf} from '../../../model/make.ts';
import {moment} from '../../../screen/make.ts';
import {bytesOf} from './grammar.ts';
import type {Answers, Wire} from './wire.ts';

/** What the client makes of an answer that comes as bytes. @throws Error if it cannot be read */
export const outcomeOf = async (type: OperationType, params: Wire, wire: Wire): Promise<Outcome<unknown>> => {
	const {call} = createDialer({
		token: () => 'a token',
		async transport() {
			const bytes = bytesOf({response: {success: 1, error: '', ...wire}});
			const text = new TextDecoder('utf-8', {ignoreBOM: true}).decode(bytes);
			return {status: 200, text, received: bytes.length, retryAfter: undefined, location: undefined};
		},
	});
	const outcome = (await call(type as 'get_lists', params as never)) as Outcome<unknown>;
	if (outcome.kind === 'unknown' || outcome.kind === 'not-sent') {
		const reason = 'reason' in outcome ? outcome.reason : '';
		throw new Error(`${type} was not read: ${outcome.cause.message} ${reason}`);
	}
	return outcome;
};

/** What was answered, where it was done. */
export const answerOf = (outcome: Outcome<unknown>): never | undefined =>
	outcome.kind === 'done' ? (outcome.answer as never) : undefined;

/** Puts a batch of answers where the monitor would put them. */
export const fillWith = async ({store, ui, settle}: Screen, answers: Answers): Promise<void> => {
	const now = store.get().now.mono;
	const span = {sentAt: moment(now + 100), receivedAt: moment(now + 110)};
	const read = async <T>(type: OperationType, params: Wire, wire: Wire): Promise<T | undefined> =>
		answerOf(await outcomeOf(type, params, wire)) as T | undefined;
	const campaigns = await read<{records: never[]}>('get_campaigns', {}, answers.get_campaigns);
	store.dispatch({type: 'campaigns-polled', span, records: campaigns?.records ?? []});
	for (const {campaign_id: id} of answers.get_campaigns.campaigns.slice(0, 20)) {
		const dashboard = await read('get_dashboard_stats', {campaign_id: id}, answers.dashboardOf(id));
		if (dashboard !== undefined && /^\d+$/.test(id)) {
			store.dispatch({type: 'dashboard-polled', campaignId: id, span, dashboard: dashboard as never});
		}
	}
	const lists = await read<{records: never[]}>('get_lists', {}, answers.get_lists);
	store.dispatch({type: 'lists-polled', campaignId: '1001', span, records: lists?.records ?? []});
	const found = await read<never>('search_lead', {query: 'a'}, answers.search_lead);
	const askedAt = span.sentAt;
	store.dispatch({type: 'search-asked', question: {query: 'lo'}, now: askedAt});
	if (found) {
		store.dispatch({type: 'search-answered', askedAt, result: found, now: span.receivedAt});
		store.dispatch({type: 'complaint-asked', subject: {kind: 'words', text: 'raman'}, now: askedAt});
		store.dispatch({type: 'complaint-answered', askedAt, result: found});
	}
	const settings = await read<{settings: never[]}>(
		'get_campaign_settings',
		{campaign_id: '1001'},
		answers.get_campaign_settings,
	);
	store.dispatch({type: 'settings-polled', campaignId: '1001', span, settings: settings?.settings ?? []});
	const accounts = await read<{records: never[]}>('fetch_accounts', {company_id: 7}, answers.fetch_accounts);
	ui.dispatch({type: 'company', id: '7'});
	store.dispatch({type: 'accounts-polled', companyId: '7', span, accounts: keyedAccounts(accounts?.records ?? [])});
	const names = [...(store.get().campaigns.value?.values() ?? [])].slice(0, 12);
	for (const [index, {id, name}] of names.entries()) {
		const refusal = await outcomeOf('pause_campaign', {campaign_id: id}, answers.refusal());
		const one = pauseOf(id, name ?? '', {id: 100 + index});
		store.dispatch({type: 'command-asked', command: one, now: span.receivedAt});
		const reason = refusal.kind === 'refused' ? refusal.error : 'none';
		store.dispatch({type: 'command-ended', id: one.id, ending: {kind: 'refused', reason}, now: span.receivedAt});
	}
	store.dispatch({type: 'tick', now: moment(now + 300)});
	settle();
};
