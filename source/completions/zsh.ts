import type {Option} from '../command-line/options.js';
import {shellQuoted} from '../handoff/shell-quoted.js';
import {commands, options, optionsFor, wordsOf} from './words.js';

/** Between brackets, where an explanation ends with one, and in what colons divide. */
const explained = (text: string): string => text.replace(/[[\]:\\]/g, '\\$&');

const actionOf = ({values}: Option): string => {
	switch (values) {
		case 'file':
			return '_files';
		case 'search':
			return '->search';
		default:
			return values === undefined ? '' : `(${wordsOf(values).join(' ')})`;
	}
};

const specification = (option: Option): string => {
	const {name, short, value, help} = option;
	const rest = value === undefined ? '' : `:${explained(value)}:${actionOf(option)}`;
	const text = shellQuoted(`[${explained(help)}]${rest}`);
	const long = `--${name}${value === undefined ? '' : '='}`;
	return short === undefined
		? `${shellQuoted(long)}${text}`
		: `${shellQuoted(`(-${short} --${name})`)}{-${short}${value === undefined ? '' : '+'},${long}}${text}`;
};

const specifications = (some: readonly Option[]): string =>
	some.map(option => `\t\t${specification(option)}`).join('\n');

/** The script for zsh: to be read in, or a file of $fpath. */
export const zshScript = (): string => `#compdef reqscope
# What zsh completes for reqscope; made by: reqscope completions zsh
_reqscope() {
	local context state state_descr line
	typeset -A opt_args
	local -a words_of_reqscope=(
${commands.map(({name, help}) => `\t\t${shellQuoted(`${name}:${help}`)}`).join('\n')}
	)
	local -a options_of_reqscope
	case $words[2] in
${commands.map(({name}) => `\t${name}) options_of_reqscope=(\n${specifications(optionsFor(name))}\n\t\t) ;;`).join('\n')}
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
	.flatMap(({name, values}) =>
		values === undefined
			? [`\t\t\t${name}) ;;`]
			: values === 'file'
				? []
				: [`\t\t\t${name}) compadd -- ${wordsOf(values).join(' ')} ;;`],
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
