import {readFileSync} from 'node:fs';
import test from 'ava';
import {formats} from '../source/entries/formats.js';
import {formatsPage} from './helpers/formats-page.js';

const page = readFileSync(new URL('../../docs/formats.md', import.meta.url), 'utf8');

test('docs/formats.md is up to date with the tables (npm run formats-page)', t => {
	t.is(page, formatsPage(page));
});

for (const {name, title, source} of formats) {
	test(`${name}: the table has its writer and the source of its definition`, t => {
		t.not(title, '');
		t.regex(source, /^https?:\/\/\S+$/);
	});
}
