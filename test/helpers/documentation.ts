import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

/** Paths of the pages for users: readme.md and the pages in docs/. */
export const pages: readonly string[] = [
	'readme.md',
	...readdirSync('docs')
		.filter(name => name.endsWith('.md'))
		.map(name => join('docs', name)),
];

/** Returns the text of these pages. */
export function documentation(): string {
	return pages.map(page => readFileSync(page, 'utf8')).join('\n');
}
