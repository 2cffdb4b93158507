import {formatFacts} from '../../source/commands/list-formats.js';
import {formats} from '../../source/entries/formats.js';
import {wrappers} from '../../source/entries/wrappers/wrappers.js';
import {sanitise} from '../../source/format/sanitise.js';

/** Lines around the generated part of docs/formats.md. */
const begin = '<!-- made from the tables by npm run formats-page -->';
const end = '<!-- end of what is made -->';

/**
 * Returns docs/formats.md with its generated part updated.
 * @throws when a line that marks this part is missing
 */
export function formatsPage(page: string): string {
	const from = page.indexOf(begin);
	const to = page.indexOf(end);
	if (from === -1 || to < from) {
		throw new Error(`docs/formats.md has lost the line ${begin} or ${end}`);
	}
	return `${page.slice(0, from)}${begin}\n\n${tables()}\n${page.slice(to)}`;
}

function tables(): string {
	return [
		'## The formats',
		'',
		...formats.flatMap(format => [
			`### \`${format.name}\``,
			'',
			`${format.title}. [Definition](${format.source})`,
			'',
			`    ${format.example}`,
			'',
			...formatFacts(format).map(fact => `- ${shown(fact)}`),
			'',
		]),
		'## Prefixes and wrappers',
		'',
		'Removed before a line is read, in any order and number.',
		'',
		...wrappers.flatMap(({name, title, source, example}) => [
			`### \`${name}\``,
			'',
			`${title}. [Definition](${source})`,
			'',
			`    ${sanitise(example)}`,
			'',
		]),
	]
		.join('\n')
		.replace(/\n{3,}/g, '\n\n');
}

/** Formats the patterns of a fact as inline code. */
function shown(fact: string): string {
	return fact.startsWith('No requests: ')
		? `No requests: ${fact
				.slice('No requests: '.length)
				.split(/ {2}(?=\S)/)
				.map(pattern => `\`${pattern}\``)
				.join(', ')}`
		: fact;
}
