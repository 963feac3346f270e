/** The completion of fish. */
import {type Case, longCases, manyKeys, offerOf, parameterCases, valueCases} from './cases.ts';
import type {CompletedCommand, Vocabulary, Word} from './vocabulary.ts';

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const words = (some: readonly string[]): string => some.map(quoted).join(' ');

/** Prints words with what they are, a line each. */
const lines = (some: readonly Word[]): string =>
	some.length === 0
		? 'true'
		: `printf '%s\\t%s\\n' ${words(some.flatMap(({word, about}) => [word, about.replaceAll(/\s+/g, ' ')]))}`;

const lookup = (name: string, rows: readonly Case<string>[], otherwise?: string): string =>
	[
		`function ${name}`,
		'\tswitch "$argv"',
		...rows.flatMap(({keys, answer}) => [`\t\tcase ${words(keys)}`, `\t\t\t${answer}`]),
		...(otherwise ? ["\t\tcase '*'", `\t\t\t${otherwise}`] : []),
		'\tend',
		'end',
		'',
	].join('\n');

const print = (some: readonly string[]): string => (some.length === 0 ? 'true' : `printf '%s\\n' ${words(some)}`);

const flagWords = ({flags}: CompletedCommand): Word[] =>
	flags.flatMap(({long, short, about}) => [...(short ? [{word: short, about}] : []), {word: long, about}]);

/** What does the completing; it finds what there is in the functions that are made from the rows. */
const engine = `# Prints the flags of a command that are not given yet.
function __dialtop_flags_left --argument-names command
	set -l given $argv[2..]
	for line in (__dialtop_flags "$command")
		set -l flag (string split -f 1 \\t -- $line)
		set -l long (__dialtop_long "$command $flag"; or echo -- $flag)
		if not contains -- $long $given; or __dialtop_again "$command $long"
			echo -- $line
		end
	end
end

# Prints the parameters of an operation that are not given yet, or the values of the one before the =.
function __dialtop_offer_parameters --argument-names current operation
	set -l given $argv[3..]
	if string match -q '*=*' -- $current
		set -l name (string split -m 1 -f 1 = -- $current)
		set -l values (__dialtop_parameter "$operation "(string replace -a -r '\\[\\d+\\]' '[n]' -- $name)); or return
		echo -- "$name="
		printf '%s\\n' $values
		return
	end
	echo
	set -l taken
	for word in $given
		set -a taken (string split -m 1 -f 1 = -- $word)
	end
	for line in (__dialtop_parameters "$operation")
		set -l parts (string split -m 1 \\t -- $line)
		set -l number 0
		set -l name (string replace '[n]' '[0]' -- $parts[1])
		while contains -- $name $taken; and test "$name" != "$parts[1]"
			set number (math $number + 1)
			set name (string replace '[n]' "[$number]" -- $parts[1])
		end
		contains -- $name $taken; or printf '%s=\\t%s\\n' $name $parts[2]
	end
end

# Prints what stands already of the current word (--log=), then what is asked for behind it: words, or @file and its like.
function __dialtop_offers
	set -l words (commandline -opc)
	set -l current (commandline -ct)
	set -l command ''
	set -l at 2
	if set -q words[2]; and not string match -q -- '-*' $words[2]
		set command $words[2]
		set at 3
	end
	set -l given
	set -l input
	set -l pending ''
	set -l over ''
	for word in $words[$at..]
		if test -n "$pending"
			set pending ''
		else if test -n "$over"; or not string match -q -- '-?*' $word
			set -a input $word
		else if test "$word" = --
			set over 1
		else
			set -l flag (string split -m 1 -f 1 = -- $word)
			set -a given (__dialtop_long "$command $flag"; or echo -- $flag)
			if __dialtop_value "$command $flag" >/dev/null; and not string match -q '*=*' -- $word
				set pending $flag
			end
		end
	end
	if test -n "$pending"
		echo
		__dialtop_value "$command $pending"
	else if test -z "$over"; and string match -q -- '-*=*' $current
		set -l flag (string split -m 1 -f 1 = -- $current)
		echo -- "$flag="
		__dialtop_value "$command $flag"
	else if test -z "$over"; and string match -q -- '-*' $current
		echo
		__dialtop_flags_left "$command" $given
	else if test (count $words) -lt 2
		echo
		echo @command
	else
		set -l argument (__dialtop_argument "$command"); or return
		if test $argument[1] = parameters; and set -q input[1]
			__dialtop_offer_parameters "$current" $input
		else if test (count $input) -lt $argument[2]
			echo
			printf '%s\\n' $argument[3..]
		end
	end
end

# The command is called as it was typed.
function __dialtop_profiles
	set -l words (commandline -opc)
	set -l given
	for at in (seq 2 (count $words))
		switch $words[$at]
			case --config
				set given --config $words[(math $at + 1)]
			case '--config=*'
				set given --config (string replace -- --config= '' $words[$at])
		end
	end
	set -l program $words[1]
	string match -q '~/*' -- "$given[2]"; and set given[2] $HOME(string sub -s 2 -- $given[2])
	string match -q '~/*' -- $program; and set program $HOME(string sub -s 2 -- $program)
	type -q -- $program; and $program profiles --names $given </dev/null 2>/dev/null
end

function __dialtop_complete
	set -l offers (__dialtop_offers); or return
	set -l prefix $offers[1]
	for offer in $offers[2..]
		switch $offer
			case @file
			case @folder
				__fish_complete_directories (string replace -- "$prefix" '' (commandline -ct))
			case @upload
				__fish_complete_path (string replace -- "$prefix@" '' (commandline -ct)) | string replace -r '^' -- @
			case @command
				__dialtop_commands
			case @operation
				__dialtop_operations
			case @family
				__dialtop_families
			case @profile
				__dialtop_profiles
			case '*'
				echo -- $offer
		end
	end | string replace -r '^' -- "$prefix"
end

function __dialtop_wants_file
	contains -- @file (__dialtop_offers)
end
`;

/** The script for fish. */
export const fishScript = (all: Vocabulary): string => {
	const {commands, operations, families} = all;
	const many = manyKeys(all);
	const show = (name: string, some: readonly Word[]): string => `function ${name}\n\t${lines(some)}\nend\n`;
	return [
		'# Completion of dialtop for fish, made by: dialtop completion fish',
		'',
		show(
			'__dialtop_commands',
			commands.flatMap(({name, summary}) => (name === '' ? [] : [{word: name, about: summary}])),
		),
		show('__dialtop_operations', operations),
		show('__dialtop_families', families),
		lookup(
			'__dialtop_flags',
			commands.map(one => ({keys: [one.name], answer: lines(flagWords(one))})),
		),
		lookup(
			'__dialtop_long',
			longCases(all).map(({keys, answer}) => ({keys, answer: `echo -- ${answer}`})),
			'return 1',
		),
		lookup('__dialtop_again', many.length > 0 ? [{keys: many, answer: 'return 0'}] : [], 'return 1'),
		lookup(
			'__dialtop_value',
			valueCases(all).map(({keys, answer}) => ({keys, answer: print(offerOf(answer))})),
			'return 1',
		),
		lookup(
			'__dialtop_argument',
			commands.flatMap(({name, argument}) =>
				argument
					? [
							{
								keys: [name],
								answer: print([
									argument.takesParameters ? 'parameters' : 'words',
									String(Math.min(argument.most, 9999)),
									...offerOf(argument.values),
								]),
							},
						]
					: [],
			),
			'return 1',
		),
		lookup(
			'__dialtop_parameters',
			operations.map(({word, parameters}) => ({keys: [word], answer: lines(parameters)})),
		),
		lookup(
			'__dialtop_parameter',
			parameterCases(all).map(({keys, answer}) => ({keys, answer: print(offerOf(answer))})),
			'return 1',
		),
		engine,
		'complete -c dialtop -f -a "(__dialtop_complete)"',
		'complete -c dialtop -n __dialtop_wants_file -F',
		'',
	].join('\n');
};
