import {type CommandName, type CommandWord, commands as commandWords} from '../command-line/commands.js';
import {options as allOptions, type Option, type Values} from '../command-line/options.js';
import {optionsOf} from '../command-line/taken-options.js';
import {formats} from '../entries/formats.js';
import {fieldNames} from '../query/field-names.js';

/** Typed as what they have in common, so that each can be asked for what only some have. */
export const options: readonly Option[] = allOptions;

/** The commands, likewise. */
export const commands: ReadonlyArray<CommandWord & {readonly name: CommandName}> = commandWords;

/** The options that are of use to a command, in the order of all. */
export const optionsFor = (command: CommandName): readonly Option[] => {
	const taken: ReadonlySet<string> = new Set(optionsOf(command));
	return options.filter(({name}) => taken.has(name));
};

/** The words that a value is chosen from; none for a file, and where there is nothing to choose from. */
export const wordsOf = (values: Values | undefined): readonly string[] => {
	switch (values) {
		case undefined:
		case 'file':
			return [];
		case 'format':
			return formats.map(({name}) => name);
		case 'search':
			return Object.keys(fieldNames).map(name => `${name}:`);
		default:
			return values;
	}
};

/** Every way in which an option is written: `-q`, `--query`. */
export const spellings = ({name, short}: Option): readonly string[] => [
	...(short === undefined ? [] : [`-${short}`]),
	`--${name}`,
];
