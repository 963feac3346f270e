/** The completion of zsh, by its own `_arguments`. */
import type {CompletedCommand, CompletedFlag, CompletedParameter, Values, Vocabulary, Word} from './vocabulary.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Text in a specification of `_arguments`. */
const inSpec = (text: string): string => text.replaceAll(/[\\:[\]]/g, '\\$&');

const functions = {
	file: '_files',
	folder: '_files -/',
	upload: 'compset -P @ && _files || compadd -S "" @',
	profile: '_dialtop_profiles',
	operation: '_dialtop_operations',
	family: '_dialtop_families',
	command: '_dialtop_commands',
} as const;

/** An action of `_arguments`. */
const actionOf = ({choices, from}: Values): string => {
	const [first, ...more] = from.map(what => functions[what]);
	if (choices.length > 0) {
		return `(${choices.map(choice => inSpec(choice).replaceAll(/[\s()]/g, '\\$&')).join(' ')})`;
	}
	if (more.length > 0) {
		return `{${[first, ...more].join('; ')}}`;
	}
	// A space is an action that completes nothing.
	return first ?? ' ';
};

const specsOf = ({long, short, about, many, value, values}: CompletedFlag): string[] => {
	const names = short ? [short, long] : [long];
	const rest = `[${inSpec(about)}]${value === undefined ? '' : `:${inSpec(value)}:${actionOf(values)}`}`;
	return names.map(name => {
		const others = many ? '*' : short ? `(${names.join(' ')})` : '';
		return `${others}${name}${value !== undefined && name === long ? '=' : ''}${rest}`;
	});
};

const argumentSpecs = ({argument}: CompletedCommand): string[] => {
	if (!argument) {
		return [];
	}
	const {name, most, values, takesParameters} = argument;
	const first = `${inSpec(name)}:${actionOf(values)}`;
	return takesParameters
		? [`1:${first}`, '*:parameter:_dialtop_parameters']
		: most > 1
			? [`*:${first}`]
			: [`1:${first}`];
};

const described = (some: readonly Word[]): string =>
	some.map(({word, about}) => `\t\t${quoted(`${word.replaceAll(/[\\:]/g, '\\$&')}:${about}`)}\n`).join('');

const listing = (name: string, what: string, some: readonly Word[]): string =>
	`${name}() {\n\tlocal -a found=(\n${described(some)}\t)\n\t_describe -t ${what}s ${what} found "$@"\n}\n`;

const valueCase = (operation: string, {word, values}: CompletedParameter): string[] => {
	const {choices, from} = values;
	const [what] = from;
	if (choices.length > 0) {
		return [`\t\t(${quoted(`${operation} ${word}`)}) compadd -- ${choices.map(quoted).join(' ')} ;;\n`];
	}
	return what ? [`\t\t(${quoted(`${operation} ${word}`)}) ${functions[what]} ;;\n`] : [];
};

const parameters = ({
	operations,
}: Vocabulary): string => `# The parameters of the operation that are not given yet, or the values of the one before the =.
_dialtop_parameters() {
	local operation=\${(Q)line[1]} name number
	local -a found left
	if compset -P '*='; then
		name=\${\${(Q)IPREFIX}%=}
		case "$operation \${name//\\[[0-9]##\\]/[n]}" in
${operations.flatMap(({word, parameters: some}) => some.flatMap(one => valueCase(word, one))).join('')}		esac
		return
	fi
	case $operation in
${operations.map(({word, parameters: some}) => `\t\t(${word}) found=(\n${described(some)}\t\t) ;;\n`).join('')}	esac
	for name in $found; do
		number=0
		while [[ $name == *'[n]'* && -n \${(M)\${(@Q)words}:#\${\${name%%:*}/\\[n\\]/[$number]}=*} ]]; do (( number++ )); done
		name=\${name/\\[n\\]/[$number]}
		[[ -n \${(M)\${(@Q)words}:#\${name%%:*}=*} ]] || left+=("\${name/:/=:}")
	done
	_describe -t parameters parameter left -S ''
}
`;

const profiles = `# The command is called as it was typed; an alias is the only text that is read as a command line.
_dialtop_profiles() {
	local config=\${(Q)\${opt_args[--config]//\\\\:/:}}
	local -a given found
	[[ -n $config ]] && given=(--config \${config/#\\~\\//$HOME/})
	if (( $+aliases[$program] )); then
		found=(\${(f)"$(eval "$program"' profiles --names "$given[@]"' </dev/null 2>/dev/null)"})
	else
		found=(\${(f)"$(\${program/#\\~\\//$HOME/} profiles --names $given </dev/null 2>/dev/null)"})
	fi
	compadd "$@" -a found
}
`;

/** The script for zsh. */
export const zshScript = (all: Vocabulary): string => {
	const {commands, operations, families} = all;
	const specs = (one: CompletedCommand): string =>
		[...one.flags.flatMap(specsOf), ...argumentSpecs(one)].map(spec => ` \\\n\t\t\t\t${quoted(spec)}`).join('');
	return [
		'#compdef dialtop',
		'# Completion of dialtop for zsh, made by: dialtop completion zsh',
		'',
		listing(
			'_dialtop_commands',
			'command',
			commands.flatMap(({name, summary}) => (name === '' ? [] : [{word: name, about: summary}])),
		),
		listing('_dialtop_operations', 'operation', operations),
		listing('_dialtop_families', 'family', families),
		parameters(all),
		profiles,
		`_dialtop() {
	local program=\${(Q)words[1]} command='' curcontext=$curcontext
	local -a line
	local -A opt_args
	if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
		_dialtop_commands
		return
	fi
	if [[ $words[2] != -* ]]; then
		command=\${(Q)words[2]}
		shift words
		(( CURRENT-- ))
	fi
	case $command in
${commands.map(one => `\t\t(${quoted(one.name)})\n\t\t\t_arguments -S${specs(one)}\n\t\t\t;;\n`).join('')}	esac
}
`,
		'# As a file of $fpath it is called at once; read by source it says what it completes.',
		'if [[ $funcstack[1] == _dialtop ]]; then',
		'\t_dialtop "$@"',
		'else',
		'\t(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }',
		'\tcompdef _dialtop dialtop',
		'fi',
		'',
	].join('\n');
};
