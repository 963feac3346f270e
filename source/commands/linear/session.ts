/** What is typed to dialtop: services, the choices that were last offered, and the commands that are under way. */
import type {Prompt} from '../../cli/prompt.ts';
import {campaignRow} from '../../model/select.ts';
import {word} from '../../present/sentence.ts';
import {matchesOf} from '../connect/campaign-named.ts';
import type {Headless} from '../connect/reach.ts';
import type {Flow} from './flow.ts';

/** A service of the session. */
export type LinearFloor = {
	headless: Headless;
	/** Milliseconds between two polls of the campaign that was named last. */
	interval: number;
	/** Looks for news at once. */
	flush(): void;
};

/** Something that a number chooses. */
export type Choice = {text: string; run(): void | Promise<void>};

/** The session with the operator. */
export type Session = {
	prompt: Prompt;
	flow: Flow;
	/** The services that are open, in the order given. */
	floors: readonly LinearFloor[];
	/** Prints choices, each with its number, which chooses it until something else is typed. */
	offer(question: string, choices: readonly Choice[]): void;
	/** The alerts that were listed last, by their numbers; each acknowledges itself. */
	listed: readonly Choice[];
	/** Has the end wait for what was sent. */
	during<T>(sending: Promise<T>): Promise<T>;
	quit(): void;
};

/** Campaigns of one service that a line names. */
export type Named = {floor: LinearFloor; ids: readonly string[]};

/** The most choices that are offered. */
const mostChoices = 12;

/** Splits a line into words; quotes hold a name of several words together. */
export const wordsOf = (text: string): string[] =>
	[...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, one, other, plain]) => one ?? other ?? plain ?? '');

const matchesIn = (floor: LinearFloor, name: string, closeness: 'whole' | 'beginning'): Named[] =>
	matchesOf(floor.headless.store.get().campaigns.value ?? new Map(), name, closeness).map(({id}) => ({
		floor,
		ids: [id],
	}));

/** A campaign as a choice names it. */
const choiceText = ({floor: {headless}, ids: [id = '']}: Named): string => {
	const state = headless.store.get();
	const service = headless.name === undefined ? '' : `${word(headless.name)}, `;
	return `${service}campaign ${word(id)}  Name: ${campaignRow(state, id)?.campaign.name ?? id}`;
};

/**
 * Finds the campaigns that a text names, and hands them on: the whole text as one name, else each of its words. Where one names
 * several, or the words are of several services, the operator chooses.
 *
 * @param closeness `whole` for whatever changes something
 */
export const withCampaigns = (
	{floors, prompt, offer}: Pick<Session, 'floors' | 'prompt' | 'offer'>,
	text: string,
	closeness: 'whole' | 'beginning',
	use: (named: Named) => void | Promise<void>,
): void | Promise<void> => {
	const find = (name: string): Named[] => floors.flatMap(floor => matchesIn(floor, name, closeness));
	const one = (names: readonly string[], found: readonly Named[]): void | Promise<void> => {
		const [name, ...others] = names;
		if (name === undefined) {
			const [first] = found;
			if (!first) {
				prompt.print(['Which campaign? Type its id or name behind the command; campaigns lists them']);
				return undefined;
			}
			const ids = [...new Set(found.flatMap(of => of.ids))];
			if (found.some(({floor}) => floor !== first.floor)) {
				prompt.print(['These campaigns are of several services: name those of one at a time']);
				return undefined;
			}
			return use({floor: first.floor, ids});
		}
		const matches = find(name);
		const [match, ...more] = matches;
		if (!match) {
			const whole = closeness === 'whole' ? ', of which this takes whole ones only' : '';
			prompt.print([`No campaign has the id or name ${word(name)}; campaigns lists ids and names${whole}`]);
			return undefined;
		}
		if (more.length > 0) {
			const choices = matches.slice(0, mostChoices);
			const rest = matches.length - choices.length;
			offer(
				`${word(name)} names ${matches.length} campaigns${rest > 0 ? `, of which these are ${choices.length}` : ''}`,
				choices.map(choice => ({text: choiceText(choice), run: () => one(others, [...found, choice])})),
			);
			return undefined;
		}
		return one(others, [...found, match]);
	};
	const whole = find(text);
	return whole.length > 0 ? one([text], []) : one(wordsOf(text), []);
};
