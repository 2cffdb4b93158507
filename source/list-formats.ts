import {formats} from './entries/formats.js';
import {wrappers} from './entries/wrappers.js';

/** The lines that `reqscope formats` prints: each format with a line of it, and what lines come wrapped in. */
export function listFormats(): readonly string[] {
	return [
		'Formats, each with a line of it. They are recognised line by line; --format NAME reads one only.',
		'',
		...formats.flatMap(({name, title, example}) => [`${name}: ${title}`, `    ${example}`, '']),
		'Taken off before a line is read:',
		'',
		...wrappers.flatMap(({title, example}) => [title, `    ${example}`, '']),
		'--format also takes an nginx log_format or an Apache LogFormat, as it stands in the configuration.',
		"reqscope explain FILE shows what is read of a file's first lines as what.",
	];
}
