import {commands, jsonTopic} from '../command-line/commands.js';
import type {Completion} from '../command-line/kinds.js';
import {type NamedOption, options, optionsOf} from '../command-line/options.js';
import {UsageError} from '../command-line/usage-error.js';
import {formats} from '../entries/formats.js';
import {fieldNames} from '../query/field-names.js';
import {shellQuoted} from '../shell-word.js';

/** Returns the words to complete a value with; empty for files, and for values without completions. */
export function wordsOf(values: Completion | undefined): readonly string[] {
	switch (values) {
		case undefined:
		case 'file':
			return [];
		case 'format':
			return formats.map(({name}) => name);
		case 'search':
			return Object.keys(fieldNames).map(name => `${name}:`);
		case 'command':
			return [...commands.map(({name}) => name).filter(name => name !== 'help'), jsonTopic];
		default:
			return values;
	}
}

/** Returns all spellings of an option: `-q`, `--query`. */
export function spellings({name, short}: NamedOption): readonly string[] {
	return [...(short === undefined ? [] : [`-${short}`]), `--${name}`];
}

function choice(indent: string, pattern: string, words: readonly string[], isOpen: boolean): string {
	return `${indent}${pattern})${isOpen ? ' compopt -o nospace 2>/dev/null;' : ''} words=${shellQuoted(words.join(' '))} ;;`;
}

function namesOf(some: readonly NamedOption[]): string {
	return shellQuoted(some.map(({name}) => `--${name}`).join(' '));
}

/**
 * Returns the script for bash 3.2 and later. If it returns nothing, bash completes files. In `--name=value`, bash treats the `=`
 * as a separate word.
 */
function bashScript(): string {
	return `# What bash completes for reqscope; made by: reqscope completions bash
_reqscope() {
	local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} words= files= candidate
	if [[ $current == = ]]; then
		current=
	elif [[ $before == = ]]; then
		before=\${COMP_WORDS[COMP_CWORD - 2]}
	fi
	COMPREPLY=()
	case $before in
${options
	.filter(({value}) => value !== undefined)
	.map(option => {
		const completes = option.kind?.completes;
		return choice('\t\t', spellings(option).join(' | '), wordsOf(completes), completes === 'search');
	})
	.join('\n')}
	*)
		if [[ $current == -* ]]; then
			case \${COMP_WORDS[1]} in
${commands.map(command => `\t\t\t${command.name}) words=${namesOf(optionsOf(command))} ;;`).join('\n')}
			*) words=${namesOf(options)} ;;
			esac
		elif ((COMP_CWORD == 1)); then
			words=${shellQuoted(commands.map(({name}) => name).join(' '))}
			files=yes
			compopt -o filenames 2>/dev/null
		else
			case \${COMP_WORDS[1]} in
${commands.flatMap(({name, completes}) => (completes === undefined || completes === 'file' ? [] : [choice('\t\t\t\t', name, wordsOf(completes), false)])).join('\n')}
			esac
		fi
		;;
	esac
	while IFS= read -r candidate; do
		COMPREPLY+=("$candidate")
	done < <(
		[[ -z $words ]] || compgen -W "$words" -- "$current"
		[[ -z $files ]] || compgen -f -- "$current"
	)
}
complete -o default -F _reqscope reqscope`;
}

/** Quotes for fish: in single quotes, only a backslash before a quote or backslash is special. */
function quoted(text: string): string {
	return `'${text.replace(/['\\]/g, '\\$&')}'`;
}

/** Returns the condition that hides an option after commands that it doesn't affect. */
function conditionOf(option: NamedOption): readonly string[] {
	const others = commands.filter(command => !optionsOf(command).includes(option)).map(({name}) => name);
	return others.length === 0 ? [] : [`-n 'not __fish_seen_subcommand_from ${others.join(' ')}'`];
}

/** Adds an empty description to each word. Otherwise fish would show the option's. */
function choiceOf(words: readonly string[]): string {
	return quoted(words.map(word => `${word}\\t`).join(' '));
}

function optionLine(option: NamedOption): string {
	const {name, short, value, help, kind} = option;
	const words = wordsOf(kind?.completes);
	return [
		'complete -c reqscope',
		...conditionOf(option),
		...(short === undefined ? [] : [`-s ${short}`]),
		`-l ${name}`,
		...(value === undefined ? [] : [kind?.completes === 'file' ? '-rF' : '-x']),
		...(words.length === 0 ? [] : [`-a ${choiceOf(words)}`]),
		`-d ${quoted(help)}`,
	].join(' ');
}

/** Returns the script for fish. */
function fishScript(): string {
	return [
		'# What fish completes for reqscope; made by: reqscope completions fish',
		...commands.map(
			({name, help}) => `complete -c reqscope -n __fish_use_subcommand -a ${name} -d ${quoted(help)}`,
		),
		...commands
			.filter(({completes}) => completes !== 'file')
			.map(({name, completes}) => {
				const words = wordsOf(completes);
				const choice = words.length === 0 ? '' : ` -a ${quoted(words.join(' '))}`;
				return `complete -c reqscope -n '__fish_seen_subcommand_from ${name}' -f${choice}`;
			}),
		...options.map(optionLine),
	].join('\n');
}

/** Escapes brackets and colons, which end or separate explanations in zsh. */
function explained(text: string): string {
	return text.replace(/[[\]:\\]/g, '\\$&');
}

function actionOf({kind}: NamedOption): string {
	switch (kind?.completes) {
		case 'file':
			return '_files';
		case 'search':
			return '->search';
		default:
			return kind?.completes === undefined ? '' : `(${wordsOf(kind.completes).join(' ')})`;
	}
}

function specification(option: NamedOption): string {
	const {name, short, value, help} = option;
	const rest = value === undefined ? '' : `:${explained(value)}:${actionOf(option)}`;
	const text = shellQuoted(`[${explained(help)}]${rest}`);
	const long = `--${name}${value === undefined ? '' : '='}`;
	return short === undefined
		? `${shellQuoted(long)}${text}`
		: `${shellQuoted(`(-${short} --${name})`)}{-${short}${value === undefined ? '' : '+'},${long}}${text}`;
}

function specifications(some: readonly NamedOption[]): string {
	return some.map(option => `\t\t${specification(option)}`).join('\n');
}

/** Returns the script for zsh: for `source`, or as a file in $fpath. */
function zshScript(): string {
	return `#compdef reqscope
# What zsh completes for reqscope; made by: reqscope completions zsh
_reqscope() {
	local context state state_descr line
	typeset -A opt_args
	local -a words_of_reqscope=(
${commands.map(({name, help}) => `\t\t${shellQuoted(`${name}:${help}`)}`).join('\n')}
	)
	local -a options_of_reqscope
	case $words[2] in
${commands.map(command => `\t${command.name}) options_of_reqscope=(\n${specifications(optionsOf(command))}\n\t\t) ;;`).join('\n')}
	*) options_of_reqscope=(
${specifications(options)}
		) ;;
	esac
	_arguments -s -S : $options_of_reqscope '*:path:->path' && return
	case $state in
	search)
		compadd -S '' -- ${wordsOf('search').join(' ')}
		;;
	path)
		if ((CURRENT == 2)); then
			_describe word words_of_reqscope
			_files
		else
			case $words[2] in
${commands
	.flatMap(({name, completes}) =>
		completes === undefined
			? [`\t\t\t${name}) ;;`]
			: completes === 'file'
				? []
				: [`\t\t\t${name}) compadd -- ${wordsOf(completes).join(' ')} ;;`],
	)
	.join('\n')}
			*) _files ;;
			esac
		fi
		;;
	esac
}
if [[ $funcstack[1] == _reqscope ]]; then
	_reqscope "$@"
else
	compdef _reqscope reqscope
fi`;
}

const scripts: ReadonlyMap<string, () => string> = new Map([
	['bash', bashScript],
	['zsh', zshScript],
	['fish', fishScript],
]);

/**
 * Returns the script that lets a shell complete options, words and values, without a line end.
 * @param shells - the name of one shell
 * @throws UsageError for anything else
 */
export function completions(shells: readonly string[]): string {
	const [shell = '', ...others] = shells;
	const script = scripts.get(shell);
	if (script === undefined || others.length > 0) {
		throw new UsageError('completions takes the name of a shell: bash, zsh or fish');
	}
	return script();
}
