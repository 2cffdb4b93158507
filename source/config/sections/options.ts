import type {Node} from 'jsonc-parser';
import {timeFormatter} from '../../format/time-formatter.js';
import {colorWhens} from '../../themes/color-depth.js';
import type {Section} from '../../user-files/section.js';
import type {DefaultOptions} from '../settings.js';

/** Options that the config file can set. Options for input and output can only be given on the command line. */
const settableOptions = ['rows', 'tz', 'poll', 'mouse', 'max-entries', 'color', 'bell'] as const;

/** Parses the section `options`: defaults for options of the command line. */
export function readOptions(node: Node, section: Section): DefaultOptions {
	const values: {-readonly [Name in keyof DefaultOptions]: DefaultOptions[Name]} = {};
	for (const entry of section.entries(node, 'options', '{"rows": 20}')) {
		const {value} = entry;
		const name = section.known(entry, 'option for a config file', settableOptions);
		if (name === undefined) {
			continue;
		}
		section.place(`options.${name}`, value);
		if (name === 'rows') {
			set(values, name, section.rows(value));
		} else if (name === 'max-entries') {
			set(values, name, section.wholeNumber(value, name));
		} else if (name === 'poll' || name === 'mouse' || name === 'bell') {
			set(values, name, section.yesOrNo(value, name));
		} else if (name === 'color') {
			set(values, name, section.word(value, name, colorWhens));
		} else {
			set(values, name, zone(value, section));
		}
	}
	return values;
}

type Values = {-readonly [Name in keyof DefaultOptions]: DefaultOptions[Name]};

function set<Name extends keyof Values>(values: Values, name: Name, value: Values[Name] | undefined): void {
	if (value !== undefined) {
		values[name] = value;
	}
}

function zone(node: Node, section: Section): string | undefined {
	const name = section.text(node, 'tz', '"utc"');
	const wanted = 'write "local", "utc", "log", or a name such as "Europe/Vienna"';
	return (
		name &&
		section.attempt(
			node,
			() => {
				timeFormatter(name);
				return name;
			},
			error =>
				error instanceof RangeError ? `tz: there is no zone ${JSON.stringify(name)}: ${wanted}` : undefined,
		)
	);
}
