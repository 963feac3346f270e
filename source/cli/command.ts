/** A command as a row: its parsing, its help, the completion and the pages are made from it. */
import type {Out} from './out.ts';

/** What the shell completes a value with. */
export type Completion = 'file' | 'profile' | 'operation' | 'family' | 'command' | 'campaign' | 'view';

/** A flag; its key is its name in camel case. */
export type FlagRow = {
	type: 'string' | 'number' | 'boolean';
	short?: string;
	/** The placeholder of its value in help: `FILE`. */
	value?: string;
	/** What it does, in a few words. */
	about: string;
	/** Its heading in help; `Options` by default. */
	group?: string;
	choices?: readonly string[];
	/** True if a choice may have a minus before it, or `:asc` or `:desc` behind it. */
	isOrder?: true;
	/** Of a number. */
	least?: number;
	most?: number;
	whole?: true;
	completes?: Completion | readonly Completion[];
	/** True if its value may be several names, separated by commas. */
	isList?: true;
	/** True if it may be given several times. */
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
			: F extends {isOrder: true}
				? string | undefined
				: F extends {choices: readonly (infer Choice)[]}
					? Choice | undefined
					: string | undefined;

/** The given values, by the names of the flags. */
export type FlagsOf<F extends FlagRows> = {-readonly [Name in keyof F]: ValueOf<F[Name]>};

/** What a command takes besides its flags. */
export type ArgumentRow = {
	/** Its placeholder in help: `ID`. */
	name: string;
	about: string;
	least: number;
	most: number;
	/** Words that may come first instead, and are completed. */
	first?: readonly string[];
	/** True if each word has a meaning of its own; choices and completion are those of the first. */
	isFixed?: true;
	choices?: readonly string[];
	completes?: Completion | readonly Completion[];
};

/** How a command was called. */
export type Call<F extends FlagRows> = {
	flags: FlagsOf<F>;
	/** What was given besides the flags. */
	input: readonly string[];
	out: Out;
};

export type Command<F extends FlagRows = FlagRows> = {
	/** Empty for the monitor, which is `dialtop` alone. */
	name: string;
	/** One line. */
	summary: string;
	/** Further paragraphs of its help. */
	details?: readonly string[];
	argument?: ArgumentRow;
	flags: F;
	/** Command lines and what each does. */
	examples: readonly (readonly [line: string, does: string])[];
	/** Further sections of its help, as pairs. */
	sections?: readonly (readonly [title: string, rows: readonly (readonly [string, string])[]])[];
	/** Lines of help about environment variables that only this command reads. */
	environment?: readonly string[];
	/** Its exit codes, if they differ from those of the other commands. */
	exits?: readonly (readonly [code: string, meaning: string])[];
	/** Help for the words that were given; undefined for that of the whole command. */
	helpFor?(words: readonly string[]): string | undefined;
	/** Reports an error in its own way, wrong usage included; returns the exit code. */
	failed?(error: unknown, out: Out): number;
	/** @returns the exit code */
	run(call: Call<F>): Promise<number>;
};

// biome-ignore lint/suspicious/noExplicitAny: any command, whatever its flags
export type AnyCommand = Command<any>;

/** Defines a command, keeping the exact types of its flags. */
export const command = <const F extends FlagRows>(row: Command<F>): Command<F> => row;

/** A command that is not loaded yet. */
export type CommandEntry = {
	name: string;
	/** The summary of its row. */
	summary: string;
	load(): Promise<AnyCommand>;
};

/** What help says of the folder of the audit, the tokens, the recordings and the pictures. */
export const stateVariable = 'XDG_STATE_HOME: the state folder is dialtop in there (~/.local/state)';
