import {mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import {seriesOf} from '../../../source/tail/paths/later-logs.js';
import {globEscaped, offeredPattern} from '../../../source/tail/paths/offered-pattern.js';
import {scanSource} from '../../../source/tail/paths/path-set.js';
import {temporaryDirectory} from '../../helpers/temporary-directory.js';

const testWithNames = process.platform === 'win32' ? test.skip : test;

/** Characters that are special in a pattern, in a shell, or in both. The pattern of a name with a backslash may match nothing. */
const name = fc.string({unit: fc.constantFrom(...`*?[]{}()!@+|"'^$.,-~ #&;ab1`), minLength: 1, maxLength: 9});

testWithNames('an escaped name matches only itself', async t => {
	const root = temporaryDirectory(t);
	await fc.assert(
		fc.asyncProperty(name, name, async (folder, file) => {
			const directory = join(mkdtempSync(join(root, 'x-')), `a${folder}`);
			mkdirSync(join(directory, 'aside'), {recursive: true});
			writeFileSync(join(directory, `f${file}20261120`), '');
			const pattern = join(globEscaped(directory), `${globEscaped(`f${file}`)}*`);
			const {paths} = await scanSource(pattern);
			t.deepEqual(
				paths.map(path => [basename(dirname(path)), basename(path)]),
				[[`a${folder}`, `f${file}20261120`]],
				pattern,
			);
		}),
		{
			numRuns: 150,
			examples: [
				['[1]', '{2}'],
				['!(x)', '"'],
			],
		},
	);
});

test('an offered pattern is one word of a shell', t => {
	t.is(offeredPattern('/logs/', '*/*'), "'/logs/*/*'");
	t.is(offeredPattern('/logs[1]/', '*.log'), "'/logs'\\\\'[1'\\\\']/*.log'");
	t.is(offeredPattern("/it's", '**'), "'/it'\\''s/**'");
	t.is(offeredPattern('/a\u202eb', '**'), 'PATTERN', 'invisible characters');
	t.is(seriesOf('a[1]-20261120.log')?.pattern, String.raw`a\[1\]-*.log`);
});
