/** What a command is: a row, from which its parsing, its help, the completion and the readme are made. */
import type {Out} from './out.ts';

/** What completes a value. */
export type Completion = 'file' | 'profile' | 'operation' | 'family' | 'command';

/** A flag; its key is its name in camel case. */
export type FlagRow = {
	type: 'string' | 'number' | 'boolean';
	short?: string;
	/** What stands for its value in help: `FILE`. */
	value?: string;
	/** What it does, in a few words. */
	about: string;
	/** The heading of help that it stands under; `Options` where nothing is said. */
	group?: string;
	choices?: readonly string[];
	/** Of a number. */
	least?: number;
	most?: number;
	whole?: true;
	completes?: Completion | readonly Completion[];
	/** True where it may be given several times. */
	many?: true;
};

/** Flags by their names. */
export type FlagRows = Readonly<Record<string, FlagRow>>;

type ValueOf<F extends FlagRow> = F['type'] extends 'boolean'
	? boolean
	: F extends {many: true}
		? readonly string[]
		: F['type'] extends 'number'
			? number | undefined
			: F extends {choices: readonly (infer Choice)[]}
				? Choice | undefined
				: string | undefined;

/** What was given, by the names of the flags. */
export type FlagsOf<F extends FlagRows> = {-readonly [Name in keyof F]: ValueOf<F[Name]>};

/** What a command takes beside its flags. */
export type ArgumentRow = {
	/** As help shows it: `ID`. */
	name: string;
	about: string;
	least: number;
	most: number;
	choices?: readonly string[];
	completes?: Completion | readonly Completion[];
};

/** How a command was called. */
export type Call<F extends FlagRows> = {
	flags: FlagsOf<F>;
	/** What was given beside the flags. */
	input: readonly string[];
	out: Out;
};

/** A command. */
export type Command<F extends FlagRows = FlagRows> = {
	/** Empty for the monitor, which is what `dialtop` alone is. */
	name: string;
	/** In a line. */
	summary: string;
	/** What a user should know beyond it, a paragraph each. */
	details?: readonly string[];
	argument?: ArgumentRow;
	flags: F;
	/** Command lines, each with what it does. */
	examples: readonly (readonly [line: string, does: string])[];
	/** Further sections of its help, as pairs. */
	sections?: readonly (readonly [title: string, rows: readonly (readonly [string, string])[]])[];
	/** Lines that name environment variables of its own. */
	environment?: readonly string[];
	/** Exit codes where they are not those of every command. */
	exits?: readonly (readonly [code: string, meaning: string])[];
	/** More specific help for some of the words that were given; undefined if there is none. */
	helpFor?(words: readonly string[]): string | undefined;
	/** How it tells what ended it, mistakes in its call included, where that is not as others do; returns the exit code. */
	failed?(error: unknown, out: Out): number;
	/** @returns the exit code */
	run(call: Call<F>): Promise<number>;
};

// biome-ignore lint/suspicious/noExplicitAny: any command, whatever its flags
export type AnyCommand = Command<any>;

/** Keeps the exact types of a row's flags. */
export const command = <const F extends FlagRows>(row: Command<F>): Command<F> => row;

/** A command that is not loaded yet. */
export type CommandEntry = {
	name: string;
	/** In a line; the row itself says the same. */
	summary: string;
	load(): Promise<AnyCommand>;
};
