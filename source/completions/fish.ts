import type {Option} from '../command-line/options.js';
import {commands, options, wordsOf} from './words.js';

/** In single quotes, in which only a backslash before one of these has a meaning. */
const quoted = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;

const optionLine = ({name, short, value, values, help}: Option): string =>
	[
		'complete -c reqscope',
		...(short === undefined ? [] : [`-s ${short}`]),
		`-l ${name}`,
		...(value === undefined ? [] : [values === 'file' ? '-rF' : '-x']),
		...(wordsOf(values).length === 0 ? [] : [`-a ${quoted(wordsOf(values).join(' '))}`]),
		`-d ${quoted(help)}`,
	].join(' ');

/** The script for fish. */
export const fishScript = (): string =>
	[
		'# What fish completes for reqscope; made by: reqscope completions fish',
		...commands.map(
			({name, help}) => `complete -c reqscope -n __fish_use_subcommand -a ${name} -d ${quoted(help)}`,
		),
		...commands
			.filter(({values}) => values !== 'file')
			.map(({name, values}) => {
				const words = wordsOf(values);
				const choice = words.length === 0 ? '' : ` -a ${quoted(words.join(' '))}`;
				return `complete -c reqscope -n '__fish_seen_subcommand_from ${name}' -f${choice}`;
			}),
		...options.map(optionLine),
	].join('\n');
