import type {Node} from 'jsonc-parser';
import {chosenReaders} from '../../entries/chosen-readers.js';
import {FormatError} from '../../entries/format-error.js';
import {formats} from '../../entries/formats.js';
import {nearest} from '../../nearest.js';
import type {Section} from '../../user-files/section.js';

const example = '"$remote_addr [$time_local] \\"$request\\" $status"';

/** Parses the section `formats`: names for values of `--format`. */
export function readFormats(node: Node, section: Section): ReadonlyMap<string, string> {
	const own = new Map<string, string>();
	for (const {name, nameNode, value} of section.entries(node, 'formats', `{"shop": ${example}}`)) {
		if (!/^[\w-]+$/.test(name)) {
			section.mistake(
				nameNode,
				`${JSON.stringify(name)} isn't a valid name for a format: use letters, digits, _ and -`,
			);
			continue;
		}
		if (formats.some(format => format.name === name)) {
			section.mistake(nameNode, `the format ${name} is built in: choose another name`);
			continue;
		}
		const text = section.text(value, `the format ${name}`, example);
		if (text === undefined) {
			continue;
		}
		section.noteOffset(`formats.${name}`, value);
		const readers = section.attempt(
			value,
			() => chosenReaders(text),
			error => (error instanceof FormatError ? `the format ${name}: ${advice(text, error)}` : undefined),
		);
		if (readers !== undefined) {
			own.set(name, text);
		}
	}
	return own;
}

/** Explains an invalid format in terms of the config file. The command line needs different advice. */
function advice(text: string, error: FormatError): string {
	if (/^[\w-]+$/.test(text)) {
		const near = nearest(
			text,
			formats.map(format => format.name),
		);
		return `there is no format ${text} (${near === undefined ? 'reqscope formats lists them' : `did you mean ${near}?`})`;
	}
	return /[$%]|^json:/.test(text)
		? `${error.message}: write it as in the configuration of the server`
		: 'there is no variable in it, such as $request or %r: write it as in the configuration of the server';
}
