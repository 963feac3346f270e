/** The configured commands of the operator's own: what is wrong with them, and how the screen has them. */

import {initialState} from '../alerts/reducer.ts';
import type {Problem} from '../config/checks.ts';
import {readAsProgram} from '../config/interpreters.ts';
import {didYouMean} from '../config/nearest.ts';
import type {OwnCommandConfig} from '../config/own-commands.ts';
import type {Given} from '../config/schema.ts';
import {actionIds, type View} from '../present/actions.ts';
import {type Binding, bindingsIn} from '../present/keymap.ts';
import {
	type Arguments,
	type OwnCommand,
	type OwnRow,
	ownViews,
	placeholdersIn,
	placeholdersOn,
} from '../present/own-commands.ts';
import {keyName, whyNoKey} from './configured-keys.ts';
import {dashed} from './text.ts';

/** Milliseconds that a command may take unless the configuration says otherwise. */
const usualTimeout = 60_000;

const state = initialState({profile: '', environment: '', host: '', readOnly: true}, {mono: 0, wall: 0});

const holdsValue = (argument: string): boolean => placeholdersIn(argument).length > 0;

const ownCommand = (name: string, given: OwnCommandConfig): OwnCommand => {
	const {run, on, key = [], about, dangerous = false, terminal = false, output, timeout} = given;
	return {
		name,
		// The schema has checked both.
		run: run as Arguments,
		on: on as OwnRow,
		keys: [...new Set(key.map(keyName))],
		isDangerous: dangerous,
		output: terminal ? 'terminal' : output === 'sheet' ? 'sheet' : 'line',
		timeout: timeout === undefined ? usualTimeout : timeout * 1000,
		about: about ?? `run ${run[0]}`,
	};
};

/** The commands, in the order of the configuration. */
export const ownCommandsOf = ({commands = {}}: Pick<Given, 'commands'>): OwnCommand[] =>
	Object.entries(commands).flatMap(([name, given]) => (given ? [ownCommand(name, given as OwnCommandConfig)] : []));

/** What is wrong with the arguments of a command. */
const argumentProblems = ({name, run, on}: OwnCommand): Problem[] => {
	const path = ['commands', name, 'run'];
	const known = placeholdersOn(on, state);
	const [program] = run;
	const unsafe = readAsProgram(run, holdsValue);
	return [
		...(holdsValue(program) ? [{path: [...path, 0], message: 'the program must not depend on the row'}] : []),
		...run.flatMap((argument, at) =>
			placeholdersIn(argument)
				.filter(one => !known.includes(one))
				.map(one => ({
					path: [...path, at],
					message: `there is no {${one}} on ${on}: there are ${known.join(', ')}${didYouMean(one, known)}`,
				})),
		),
		...(unsafe
			? [
					{
						path: [...path, unsafe.at],
						message: `${unsafe.by} would run what a row is called: give it a script of your own, and the value as an argument behind that`,
					},
				]
			: []),
	];
};

/** The keys that are taken in a view, with what has them. */
const takenIn = (bindings: readonly Binding[], view: View): ReadonlyMap<string, string> =>
	new Map(bindingsIn(bindings, view).flatMap(({keys, action}) => keys.map(key => [key, dashed(action)] as const)));

const keyProblems = (commands: readonly OwnCommand[], bindings: readonly Binding[]): Problem[] => {
	const own = new Map<string, string>();
	return commands.flatMap(({name, keys, on, isDangerous}) =>
		keys.flatMap((key): Problem[] => {
			const found = ownViews[on].flatMap(view => {
				const by = takenIn(bindings, view).get(key) ?? own.get(`${view} ${key}`);
				own.set(`${view} ${key}`, own.get(`${view} ${key}`) ?? name);
				return by === undefined ? [] : [{view, by}];
			});
			const isCapital = /^\p{Lu}$/u.test(key);
			const [first] = found;
			const message =
				whyNoKey(key) ??
				(isCapital && !isDangerous
					? `"${key}" is a capital letter, which starts what asks first: choose another, or set dangerous: true`
					: first && `"${key}" is the key of ${first.by} in ${first.view}: choose another`);
			return message === undefined ? [] : [{path: ['commands', name, 'key'], message}];
		}),
	);
};

/** What is wrong with the commands. @param bindings the keys in force */
export const ownProblems = (given: Given, bindings: readonly Binding[]): Problem[] => {
	const commands = ownCommandsOf(given);
	return [
		...Object.entries(given.commands ?? {}).flatMap(([name, one]): Problem[] => {
			const path = ['commands', name];
			return [
				...(actionIds.some(id => dashed(id) === name)
					? [{path, message: 'there is an action of this name: choose another', ofKey: true}]
					: []),
				...(one?.terminal && one.output === 'sheet'
					? [
							{
								path: [...path, 'output'],
								message: 'what has the terminal shows its output there: leave one of the two out',
							},
						]
					: []),
			];
		}),
		...commands.flatMap(argumentProblems),
		...keyProblems(commands, bindings),
	];
};
