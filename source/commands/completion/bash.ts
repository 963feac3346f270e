/** The completion of bash, 4 or later; nothing else is needed. */
import {type Case, longCases, manyKeys, offerOf, parameterCases, valueCases} from './cases.ts';
import type {Vocabulary} from './vocabulary.ts';

const quoted = (text: string): string => (/^[\w@./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

const words = (some: readonly string[]): string => some.map(quoted).join(' ');

const cases = <T>(some: readonly Case<T>[], body: (answer: T) => string): string =>
	some.map(({keys, answer}) => `\t${keys.map(quoted).join(' | ')}) ${body(answer)} ;;\n`).join('');

/** What does the completing; it finds what there is in the functions that are made from the rows. */
const engine = `# What is typed up to the cursor: whole words, then the last one without its quotes. \`head\` is how much of it readline
# leaves standing: it completes what is behind a quote, or behind a = or : of its COMP_WORDBREAKS.
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

# Offers what begins with the current word.
_dialtop_reply() {
	local one
	for one; do
		[[ $one == "$current"* ]] || continue
		one=\${one:head}
		[[ $quote || $one != *[^[:alnum:]_=.,:@/+-]* ]] || printf -v one %q "$one"
		COMPREPLY+=("$one")
	done
}

_dialtop_paths() {
	local path value=\${current:\${#prefix}}
	compopt -o filenames 2>/dev/null
	while IFS= read -r path; do
		path=$prefix$path
		COMPREPLY+=("\${path:head}")
	done < <(compgen "$1" -- "$value")
}

# The command is called as it was typed; an alias is the only text that is read as a command line.
_dialtop_profiles() {
	local program=\${words[0]} given=()
	[[ $config ]] && given=(--config "$config")
	if [[ \${BASH_ALIASES[$program]-} ]]; then
		eval "$program"' profiles --names "\${given[@]}"'
	else
		"\${program/#\\~\\//$HOME/}" profiles --names "\${given[@]}"
	fi </dev/null 2>/dev/null
}

# Offers each of what is asked for, behind what stands already of the current word: --log=
_dialtop_offer() {
	local prefix=$1 one
	shift
	for one; do
		case $one in
		@file) _dialtop_paths -f ;;
		@folder) _dialtop_paths -d ;;
		@upload)
			prefix+=@
			if [[ $current == "$prefix"* ]]; then
				_dialtop_paths -f
			else
				compopt -o nospace 2>/dev/null
				_dialtop_reply "$prefix"
			fi
			;;
		@command) _dialtop_reply "\${_dialtop_commands[@]/#/$prefix}" ;;
		@operation) _dialtop_reply "\${_dialtop_operations[@]/#/$prefix}" ;;
		@family) _dialtop_reply "\${_dialtop_families[@]/#/$prefix}" ;;
		@profile) while IFS= read -r one; do _dialtop_reply "$prefix$one"; done < <(_dialtop_profiles) ;;
		*) _dialtop_reply "$prefix$one" ;;
		esac
	done
}

# Offers the flags of the command that are not given yet.
_dialtop_offer_flags() {
	local one long flags=() left=()
	_dialtop_flags "$command"
	for one in "\${flags[@]}"; do
		long=$one
		_dialtop_long "$command $one"
		[[ \${given[$long]-} ]] && ! _dialtop_again "$command $long" || left+=("$one")
	done
	_dialtop_reply "\${left[@]}"
}

# Offers the parameters of the operation that are not given yet, or the values of the one before the =.
_dialtop_offer_parameters() {
	local operation=$1 name number item='[n]' given offer=() parameters=() left=()
	shift
	given=$'\\n'$(printf '%s\\n' "$@")
	if [[ $current == *=* ]]; then
		name=\${current%%=*}
		while [[ $name =~ ^(.*)\\[[0-9]+\\](.*)$ ]]; do name="\${BASH_REMATCH[1]}[n]\${BASH_REMATCH[2]}"; done
		_dialtop_parameter "$operation $name" && _dialtop_offer "\${current%%=*}=" "\${offer[@]}"
		return
	fi
	_dialtop_parameters "$operation"
	for name in "\${parameters[@]}"; do
		number=0
		while [[ $name == *"$item"* && $given == *$'\\n'"\${name/"$item"/[$number]}="* ]]; do ((number++)); done
		name=\${name/"$item"/[$number]}
		[[ $given == *$'\\n'"$name="* ]] || left+=("$name=")
	done
	compopt -o nospace 2>/dev/null
	_dialtop_reply "\${left[@]}"
}

_dialtop() {
	local words current quote head target command='' config='' pending='' over='' word long at=1
	local input=() offer=() argument=() most=0 parameters=''
	local -A given=()
	COMPREPLY=()
	_dialtop_split
	if [[ $target ]]; then
		_dialtop_offer '' @file
		return
	fi
	[[ \${words[1]-} && \${words[1]} != -* ]] && command=\${words[1]} at=2
	for ((; at < \${#words[@]}; at++)); do
		word=\${words[at]}
		if [[ $pending ]]; then
			[[ $pending == --config ]] && config=\${word/#\\~\\//$HOME/}
			pending=''
		elif [[ $over || $word != -?* ]]; then
			input+=("$word")
		elif [[ $word == -- ]]; then
			over=1
		else
			long=\${word%%=*}
			_dialtop_long "$command $long"
			given[$long]=1
			_dialtop_value "$command $long" || continue
			[[ $word == --config=* ]] && config=\${word#*=} && config=\${config/#\\~\\//$HOME/}
			[[ $word == *=* ]] || pending=$long
		fi
	done
	if [[ $pending ]]; then
		_dialtop_value "$command $pending" && _dialtop_offer '' "\${offer[@]}"
	elif [[ ! $over && $current == -*=* ]]; then
		_dialtop_value "$command \${current%%=*}" && _dialtop_offer "\${current%%=*}=" "\${offer[@]}"
	elif [[ ! $over && $current == -* ]]; then
		_dialtop_offer_flags
	elif ((\${#words[@]} < 2)); then
		_dialtop_offer '' @command
	else
		_dialtop_argument "$command"
		if [[ $parameters && \${#input[@]} -gt 0 ]]; then
			_dialtop_offer_parameters "\${input[@]}"
		elif ((\${#input[@]} < most)); then
			_dialtop_offer '' "\${argument[@]}"
		elif [[ ! $over && ! $current ]]; then
			_dialtop_offer_flags
		fi
	fi
}
`;

/** The script for bash. */
export const bashScript = (all: Vocabulary): string => {
	const {commands, operations, families} = all;
	const lookup = (name: string, lines: string): string => `${name}() {\n\tcase $1 in\n${lines}\tesac\n}\n`;
	const many = manyKeys(all);
	return [
		'# Completion of dialtop for bash 4 or later, made by: dialtop completion bash',
		'',
		`_dialtop_commands=(${words(commands.map(({name}) => name).filter(Boolean))})`,
		`_dialtop_operations=(${words(operations.map(({word}) => word))})`,
		`_dialtop_families=(${words(families.map(({word}) => word))})`,
		'',
		lookup(
			'_dialtop_flags',
			commands
				.map(({name, flags}) => {
					const names = flags.flatMap(({long, short}) => (short ? [short, long] : [long]));
					return `\t${quoted(name)}) flags=(${words(names)}) ;;\n`;
				})
				.join(''),
		),
		lookup(
			'_dialtop_long',
			cases(longCases(all), long => `long=${long}`),
		),
		lookup(
			'_dialtop_again',
			`${many.length > 0 ? `\t${many.map(quoted).join(' | ')}) return 0 ;;\n` : ''}\t*) return 1 ;;\n`,
		),
		lookup(
			'_dialtop_value',
			`${cases(valueCases(all), values => `offer=(${words(offerOf(values))})`)}\t*) return 1 ;;\n`,
		),
		lookup(
			'_dialtop_argument',
			commands
				.flatMap(({name, argument}) =>
					argument
						? `\t${name}) most=${Math.min(argument.most, 9999)} argument=(${words(offerOf(argument.values))})${argument.takesParameters ? ' parameters=1' : ''} ;;\n`
						: [],
				)
				.join(''),
		),
		lookup(
			'_dialtop_parameters',
			operations
				.map(({word, parameters}) => `\t${word}) parameters=(${words(parameters.map(one => one.word))}) ;;\n`)
				.join(''),
		),
		lookup(
			'_dialtop_parameter',
			`${cases(parameterCases(all), values => `offer=(${words(offerOf(values))})`)}\t*) return 1 ;;\n`,
		),
		engine,
		'if ((BASH_VERSINFO[0] < 4)); then',
		`\tprintf '%s\\n' 'dialtop: its completion needs bash 4 or later' >&2`,
		'else',
		'\tcomplete -F _dialtop dialtop',
		'fi',
		'',
	].join('\n');
};
