/** Prepared texts and recordings (section 4.2; ours). */
import type {contentKinds} from '../../wire/operations/messaging.ts';
import {found} from '../world/refusal.ts';

/** A prepared text or recording; `body` is its text, with placeholders in braces, or its transcript. */
export type Content = {id: string; kind: (typeof contentKinds)[number]; name: string; body: string};

/** All of them; an id never changes its meaning. */
export const contents: readonly Content[] = [
	{
		id: '301',
		kind: 'text',
		name: 'Payment due in 5 days',
		body: 'Reminder: your payment is due in 5 days. Call {call_back_number} with any questions. Reply STOP to opt out.',
	},
	{
		id: '302',
		kind: 'text',
		name: 'Payment due today',
		body: 'Reminder: your payment is due today. Call {call_back_number} to pay by phone. Reply STOP to opt out.',
	},
	{
		id: '303',
		kind: 'text',
		name: 'Payment received',
		body: 'Thank you: we have received your payment. Reply STOP to opt out.',
	},
	{
		id: '304',
		kind: 'text',
		name: 'Payment did not go through',
		body: 'Your payment did not go through. Please call {call_back_number} so that we can help. Reply STOP to opt out.',
	},
	{
		id: '305',
		kind: 'text',
		name: 'Please call us back',
		body: 'Hello {first_name}, we tried to reach you about a personal business matter. Please call {call_back_number}. Reply STOP to opt out.',
	},
	{
		id: '306',
		kind: 'text',
		name: 'Appointment tomorrow',
		body: 'Hello {first_name}, you have an appointment tomorrow. Call {call_back_number} to change it. Reply STOP to opt out.',
	},
	{
		id: '307',
		kind: 'text',
		name: 'Opt-out confirmed',
		body: 'You will get no more text messages from us.',
	},
	{
		id: '308',
		kind: 'text',
		name: 'Settlement offer',
		body: 'Hello {first_name}, we can settle your balance of {balance} for less. Call {call_back_number}. Reply STOP to opt out.',
	},
	{
		id: '309',
		kind: 'text',
		name: 'Medical balance',
		body: 'Hello {first_name}, your medical balance is {balance}. Call {call_back_number} for a plan. Reply STOP to opt out.',
	},
	{
		id: '401',
		kind: 'recording',
		name: 'Answering machine, collections',
		body: 'This is a message about a personal business matter. Please call us back at 800 555 0100. Thank you.',
	},
	{
		id: '402',
		kind: 'recording',
		name: 'Appointment reminder',
		body: 'Hello. This is a reminder of your appointment. Press 1 to confirm it, or 2 to speak with us.',
	},
	{
		id: '403',
		kind: 'recording',
		name: 'All agents are busy',
		body: 'Thank you for holding. All our agents are busy; your call will be taken in turn.',
	},
	{
		id: '404',
		kind: 'recording',
		name: 'No agent was free',
		body: 'Hello. We called you on behalf of a client, but nobody was free to talk. Call 800 555 0100 to be called no more.',
	},
	{
		id: '405',
		kind: 'recording',
		name: 'Survey',
		body: 'Hello. How was your visit last month? Press a key from 1, poor, to 5, excellent. Press 9 to be called no more.',
	},
];

/** The prepared text that SMSB campaigns send, by their script. */
const byScript: Readonly<Record<string, string>> = {'1': '305', '2': '308', '3': '309', '4': '306'};
const usual = '305';

/** The content with this id. */
export const findContent = (id: string): Content | undefined => contents.find(content => content.id === id);

/** The content of the texts of a campaign with this script. */
export const contentOfScript = (script: string): Content => found(findContent(byScript[script] ?? usual), 'Content');
