import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

/** The pages that users read, by their paths: readme.md, recipes.md and the pages below docs/. */
export const pages: readonly string[] = [
	'readme.md',
	'recipes.md',
	...readdirSync('docs')
		.filter(name => name.endsWith('.md'))
		.map(name => join('docs', name)),
];

/** The text of these pages. */
export function documentation(): string {
	return pages.map(page => readFileSync(page, 'utf8')).join('\n');
}
