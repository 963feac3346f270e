/** Prompts: what the operator is asked. */
import type {Which} from '../../steering/offer.ts';
import type {OwnQuestion} from '../../steering/own-command.ts';
import type {Confirmation} from '../../steering/question.ts';

/** An open prompt; while one is open it gets the keys. */
export type Prompt =
	| {kind: 'filter'; value: string}
	| {kind: 'help-filter'; value: string}
	| {kind: 'search'; value: string}
	| {kind: 'user'; value: string}
	| {kind: 'password'; user: string; value: string}
	| Ask
	| Choose
	| ({kind: 'which'} & Which)
	| OwnQuestion
	| Confirmation;

/** Asks for a text, checks it and goes on with it. It sends nothing. */
export type Ask = {
	kind: 'ask';
	/** Shown above the field. */
	about: string;
	label: string;
	value: string;
	/** What was wrong with the last answer; empty at first. */
	wrong: string;
	/** What is wrong with an answer. */
	check(value: string): string | undefined;
	next(value: string): void;
};

/** Asks for one of several values. It sends nothing. */
export type Choose = {
	kind: 'choose';
	about: string;
	/** Its id follows its label, unless the operator does not need the id. */
	choices: readonly {id: string; label: string; isBare?: true}[];
	at: number;
	/** What is wrong with a choice. */
	check(id: string): string | undefined;
	next(id: string): void;
	wrong: string;
	/** True if what follows of it changes nothing at the service: Enter counts as soon as it is on screen. */
	isLight?: true;
};

/** Prompts that take text. */
export type TextPrompt = Extract<Prompt, {value: string}>;

/** True for a prompt that takes text. */
export const takesText = (prompt: Prompt | undefined): prompt is TextPrompt =>
	prompt !== undefined && 'value' in prompt;
