import type {Option} from '../command-line/options.js';
import {commands, options, optionsFor, wordsOf} from './words.js';

/** In single quotes, in which only a backslash before one of these has a meaning. */
const quoted = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;

/** Where an option isn't of use to some commands: behind none of those. */
const conditionOf = (option: Option): readonly string[] => {
	const others = commands.filter(({name}) => !optionsFor(name).includes(option)).map(({name}) => name);
	return others.length === 0 ? [] : [`-n 'not __fish_seen_subcommand_from ${others.join(' ')}'`];
};

/** Each with an empty description, or fish would give it that of the option. */
const choiceOf = (words: readonly string[]): string => quoted(words.map(word => `${word}\\t`).join(' '));

const optionLine = (option: Option): string => {
	const {name, short, value, values, help} = option;
	return [
		'complete -c reqscope',
		...conditionOf(option),
		...(short === undefined ? [] : [`-s ${short}`]),
		`-l ${name}`,
		...(value === undefined ? [] : [values === 'file' ? '-rF' : '-x']),
		...(wordsOf(values).length === 0 ? [] : [`-a ${choiceOf(wordsOf(values))}`]),
		`-d ${quoted(help)}`,
	].join(' ');
};

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
