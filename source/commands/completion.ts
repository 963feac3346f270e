/** `dialtop completion`: prints a completion script. */

import {command} from '../cli/command.ts';
import {exits, localExitWords} from '../config/exits.ts';

/** For bash 4 or later, with or without the bash-completion package. */
const bash = `# Completion of dialtop for bash 4 or later, made by: dialtop completion bash

# What is typed up to the cursor: whole words, then the last one without its quotes. \`head\` is how much of it readline
# preserves: it completes what is behind a quote, or behind a = or : of its COMP_WORDBREAKS.
_dialtop_split() {
	local line=\${COMP_LINE:0:COMP_POINT} word='' char next begun='' before=0 at
	words=() quote='' head=0 target=''
	for ((at = 0; at < \${#line}; at++)); do
		char=\${line:at:1} next=\${line:at+1:1}
		if [[ $quote && $char == "$quote" ]]; then
			quote='' head=$before
		elif [[ $quote == "'" || ($quote && $char != '\\') ]]; then
			word+=$char
		elif [[ $char == '\\' ]]; then
			[[ $quote && $next != ['"\\$\`'] ]] && word+=$char
			word+=$next begun=1
			((at++))
		elif [[ $char == [\\'\\"] ]]; then
			quote=$char before=$head head=\${#word} begun=1
		elif [[ $char == [[:space:]\\<\\>] ]]; then
			if [[ $begun ]]; then
				[[ $target || ($char != [[:space:]] && $word == [0-9\\&]) ]] || words+=("$word")
				target=''
			fi
			[[ $char == [[:space:]] ]] || target=1
			word='' begun='' head=0
		else
			word+=$char begun=1
			[[ $COMP_WORDBREAKS == *"$char"* ]] && head=\${#word}
		fi
	done
	current=$word
}

# The command is called as it was typed; an alias is the only text that is read as a command line.
_dialtop_ask() {
	local program=\${words[0]}
	set -- "\${words[@]:1}" "$current"
	if [[ \${BASH_ALIASES[$program]-} ]]; then
		eval "$program"' __complete "$@"'
	else
		"\${program/#\\~\\//$HOME/}" __complete "$@"
	fi </dev/null 2>/dev/null
}

_dialtop_paths() {
	local path
	compopt -o filenames 2>/dev/null
	while IFS= read -r path; do
		path=$1$path
		COMPREPLY+=("\${path:head}")
	done < <(compgen -f -- "\${current:\${#1}}")
}

_dialtop() {
	local words current quote head target kind='' prefix='' one about
	local -a meanings=()
	COMPREPLY=()
	_dialtop_split
	if [[ $target ]]; then
		_dialtop_paths ''
		return
	fi
	while IFS= read -r one; do
		if [[ ! $kind ]]; then
			kind=\${one%%$'\\t'*} prefix=\${one#*$'\\t'}
			continue
		fi
		about=\${one#*$'\\t'}
		one=$prefix\${one%%$'\\t'*}
		[[ $one == "$current"* ]] || continue
		meanings+=("$one  ($about)")
		one=\${one:head}
		# Readline inserts it as it is: behind an open quote, what would end the quote or act in it is escaped.
		case $quote in
			'"')
				# Nothing there keeps ! from the history.
				[[ $one != *!* ]] || continue
				one=\${one//\\\\/\\\\\\\\} one=\${one//\\"/\\\\\\"} one=\${one//\\$/\\\\\\$} one=\${one//\\\`/\\\\\\\`}
				;;
			"'") one=\${one//\\'/\\'\\\\\\'\\'} ;;
			*) [[ $one != *[^[:alnum:]_=.,:@/+-]* ]] || printf -v one %q "$one" ;;
		esac
		COMPREPLY+=("$one")
	done < <(_dialtop_ask)
	case $kind in
		file) _dialtop_paths "$prefix" ;;
		open) compopt -o nospace 2>/dev/null ;;
		# Shown with their names while there is a choice; only what they have in common is inserted, which is of the ids.
		ids) ((\${#COMPREPLY[@]} > 1 && COMP_TYPE != 37 && head == 0)) && COMPREPLY=("\${meanings[@]}") ;;
	esac
}

if ((BASH_VERSINFO[0] < 4)); then
	printf '%s\\n' 'dialtop: its completion needs bash 4 or later' >&2
else
	complete -F _dialtop dialtop
fi
`;

const zsh = `#compdef dialtop
# Completion of dialtop for zsh, made by: dialtop completion zsh

# The command is called as it was typed; an alias is the only text that is read as a command line.
_dialtop_ask() {
	if (( $+aliases[$program] )); then
		eval "$program"' __complete "$@"'
	else
		\${program/#\\~\\//$HOME/} __complete "$@"
	fi </dev/null 2>/dev/null
}

_dialtop() {
	local program=\${(Q)words[1]} kind prefix line word
	local -a answer found
	answer=("\${(@f)$(_dialtop_ask "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}")}")
	kind=\${answer[1]%%$'\\t'*} prefix=\${answer[1]#*$'\\t'}
	for line in "\${(@)answer[2,-1]}"; do
		word=\${line%%$'\\t'*}
		[[ -z $word ]] || found+=("\${\${word//\\\\/\\\\\\\\}//:/\\\\:}:\${line#*$'\\t'}")
	done
	case $prefix in
		# Behind the names of profiles.
		(*,) compset -P '*,' ;;
		(?*) compset -P "*=\${prefix##*=}" ;;
	esac
	case $kind in
		(file) _files ;;
		(open) _describe -t values value found -S '' ;;
		(words|ids) _describe -t values value found ;;
	esac
}

# As a file of $fpath it is called at once; read by source it says what it completes.
if [[ $funcstack[1] == _dialtop ]]; then
	_dialtop "$@"
else
	(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }
	compdef _dialtop dialtop
fi
`;

const fish = `# Completion of dialtop for fish, made by: dialtop completion fish

# Prints the answer of the command, called as it was typed, once for each state of the line.
function __dialtop_answer
	set -l line (commandline -cp)
	if test "$line" != "$__dialtop_line"
		set -l words (commandline -opc)
		set -l program $words[1]
		string match -q '~/*' -- $program; and set program $HOME(string sub -s 2 -- $program)
		type -q -- $program; or return
		set -g __dialtop_line $line
		set -g __dialtop_lines ($program __complete $words[2..] (commandline -ct) </dev/null 2>/dev/null)
	end
	printf '%s\\n' $__dialtop_lines
end

function __dialtop_complete
	set -l answer (__dialtop_answer); or return
	set -l first (string split -m 1 \\t -- $answer[1])
	if __dialtop_wants_file
		return
	else if test "$first[1]" = file
		__fish_complete_path (string replace -- "$first[2]" '' (commandline -ct)) | string replace -r '^' -- "$first[2]"
	else
		printf '%s\\n' $answer[2..] | string replace -r '^' -- "$first[2]"
	end
end

# Files by themselves or behind a flag are fish's own matter: it knows how to quote them.
function __dialtop_wants_file
	set -l answer (__dialtop_answer)
	string match -q -r '^file\\t(-|$)' -- $answer[1]
end

complete -c dialtop -f -a "(__dialtop_complete)"
complete -c dialtop -n __dialtop_wants_file -F
`;

/** The scripts by the name of the shell. */
export const scripts = {bash, zsh, fish};

/** `dialtop completion`. */
export const completionCommand = command({
	name: 'completion',
	summary: 'print the completion script for bash, zsh or fish',
	details: [
		'Prints a script that asks dialtop at each Tab for commands, their flags and values, operations and their parameters, and your profiles.',
	],
	argument: {name: 'SHELL', about: 'bash, zsh or fish', least: 1, most: 1, choices: Object.keys(scripts)},
	flags: {},
	exits: localExitWords,
	sections: [
		[
			'To install it',
			[
				['bash (4 or later)', 'in ~/.bashrc: source <(dialtop completion bash)'],
				['', 'or, with bash-completion, write it to ~/.local/share/bash-completion/completions/dialtop'],
				['', 'for an alias too: complete -F _dialtop dt'],
				['zsh', 'in ~/.zshrc, after compinit: source <(dialtop completion zsh)'],
				['', 'or write it to a folder of your fpath as _dialtop: fpath=(~/.zsh/completions $fpath) before compinit'],
				['fish', 'write it to ~/.config/fish/completions/dialtop.fish'],
			],
		],
	],
	examples: [
		['dialtop completion bash > ~/.local/share/bash-completion/completions/dialtop', 'bash, for every new shell'],
		['dialtop completion zsh > ~/.zsh/completions/_dialtop', 'zsh, for every new shell'],
		['dialtop completion fish > ~/.config/fish/completions/dialtop.fish', 'fish, for every new shell'],
	],
	async run({input: [shell = ''], out}) {
		out.write(scripts[shell as keyof typeof scripts]);
		return exits.done;
	},
});
