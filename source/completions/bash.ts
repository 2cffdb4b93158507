import type {Option} from '../command-line/options.js';
import {shellQuoted} from '../handoff/shell-quoted.js';
import {commands, options, optionsFor, spellings, wordsOf} from './words.js';

const choice = (indent: string, pattern: string, words: readonly string[], isOpen: boolean): string =>
	`${indent}${pattern})${isOpen ? ' compopt -o nospace 2>/dev/null;' : ''} words=${shellQuoted(words.join(' '))} ;;`;

const namesOf = (some: readonly Option[]): string => shellQuoted(some.map(({name}) => `--${name}`).join(' '));

/**
 * The script for bash 3.2 and later. Where it gives nothing bash completes files. With `--name=value`, bash takes the
 * `=` for a word of its own.
 */
export const bashScript =
	(): string => `# What bash completes for reqscope; made by: reqscope completions bash
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
	.map(option =>
		choice('\t\t', spellings(option).join(' | '), wordsOf(option.values), option.values === 'search'),
	)
	.join('\n')}
	*)
		if [[ $current == -* ]]; then
			case \${COMP_WORDS[1]} in
${commands.map(({name}) => `\t\t\t${name}) words=${namesOf(optionsFor(name))} ;;`).join('\n')}
			*) words=${namesOf(options)} ;;
			esac
		elif ((COMP_CWORD == 1)); then
			words=${shellQuoted(commands.map(({name}) => name).join(' '))}
			files=yes
			compopt -o filenames 2>/dev/null
		else
			case \${COMP_WORDS[1]} in
${commands.flatMap(({name, values}) => (values === undefined || values === 'file' ? [] : [choice('\t\t\t\t', name, wordsOf(values), false)])).join('\n')}
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
