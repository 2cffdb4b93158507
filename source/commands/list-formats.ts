import {formats} from '../entries/formats.js';
import {wrappers} from '../entries/wrappers/wrappers.js';
import {sanitise} from '../listing/sanitise.js';

/**
 * The lines that `reqscope formats` prints: each format with a line of it, and what lines come wrapped in.
 * @param own - those of the user, by their names
 */
export function listFormats(own: ReadonlyMap<string, string> = new Map()): readonly string[] {
	return [
		'Formats, each with a line of it. They are recognised line by line; --format NAME reads one only.',
		'',
		...formats.flatMap(({name, title, example}) => [`${name}: ${title}`, `    ${example}`, '']),
		...ownLines(own),
		'Taken off before a line is read, in any order and number:',
		'',
		...wrappers.flatMap(({name, title, example}) => [`${name}: ${title}`, `    ${sanitise(example)}`, '']),
		'--format also takes an nginx log_format, an Apache LogFormat or a HAProxy log-format, as it stands in the configuration.',
		"reqscope explain FILE shows what is read of a file's first lines as what.",
	];
}

function ownLines(own: ReadonlyMap<string, string>): readonly string[] {
	return own.size === 0
		? []
		: [
				'Of the config file, for --format NAME alone:',
				'',
				...Array.from(own, ([name, format]) => [name, `    ${sanitise(format)}`, '']).flat(),
			];
}
