/** Lookup tables for scripts of shells that find things by a `case` on words. */
import type {CompletedCommand, CompletedFlag, Values, Vocabulary} from './vocabulary.ts';

/** Keys that share an answer: words of a `case`. */
export type Case<T> = {keys: readonly string[]; answer: T};

const grouped = <T>(rows: readonly (readonly [key: string, answer: T])[]): Case<T>[] =>
	[...Map.groupBy(rows, ([, answer]) => JSON.stringify(answer)).values()].flatMap(some => {
		const [first] = some;
		return first ? [{keys: some.map(([key]) => key), answer: first[1]}] : [];
	});

/** A flag is looked up under `COMMAND FLAG`; the monitor's begins with the space. */
const keysOf = ({name}: CompletedCommand, {long, short}: CompletedFlag): string[] =>
	[long, ...(short ? [short] : [])].map(flag => `${name} ${flag}`);

const eachFlag = <T>(
	{commands}: Vocabulary,
	make: (command: CompletedCommand, flag: CompletedFlag) => readonly (readonly [string, T])[],
): Case<T>[] => grouped(commands.flatMap(command => command.flags.flatMap(flag => make(command, flag))));

/** What completes the value of a flag, by `COMMAND FLAG`; those that take none are missing. */
export const valueCases = (all: Vocabulary): Case<Values>[] =>
	eachFlag(all, (command, flag) =>
		flag.value === undefined ? [] : keysOf(command, flag).map(key => [key, flag.values] as const),
	);

/** The long flag that a short one stands for, by `COMMAND FLAG`. */
export const longCases = (all: Vocabulary): Case<string>[] =>
	eachFlag(all, ({name}, {short, long}) => (short ? [[`${name} ${short}`, long]] : []));

/** Flags that may be given several times, as `COMMAND FLAG`. */
export const manyKeys = (all: Vocabulary): string[] =>
	eachFlag(all, ({name}, {many, long}) => (many ? [[`${name} ${long}`, true]] : [])).flatMap(({keys}) => keys);

/** What completes the value of a parameter, by `OPERATION PARAMETER`; those that nothing completes are missing. */
export const parameterCases = ({operations}: Vocabulary): Case<Values>[] =>
	grouped(
		operations.flatMap(({word, parameters}) =>
			parameters
				.filter(({values: {choices, from}}) => choices.length + from.length > 0)
				.map(parameter => [`${word} ${parameter.word}`, parameter.values] as const),
		),
	);

/** What is offered, in a list: words as they are, the rest as `@file`. */
export const offerOf = ({choices, from}: Values): string[] => [...choices, ...from.map(what => `@${what}`)];
