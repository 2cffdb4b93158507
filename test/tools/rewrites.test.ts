import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {Script} from 'node:vm';
import test from 'ava';
import {type BuildResult, build} from 'esbuild';
import fc from 'fast-check';
import stringWidth, {type Options} from 'string-width';
import {checkRewritten, inAscii, rewritten} from '../../tools/rewrites.js';
import {anyText} from '../helpers/any-text.js';
import {forAll} from '../helpers/for-all.js';
import {nastyText} from '../helpers/nasty-text.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

/** Returns the library that measures strings, as bundled. */
async function bundled(): Promise<typeof stringWidth> {
	const outfile = resolve('build', `string-width-${process.pid}.mjs`);
	await build({
		entryPoints: ['node_modules/string-width/index.js'],
		bundle: true,
		platform: 'node',
		format: 'esm',
		outfile,
		plugins: [rewritten(() => {})],
	});
	try {
		const {default: measure} = await import(pathToFileURL(outfile).href);
		return measure;
	} finally {
		rmSync(outfile);
	}
}

const measured = bundled();

const widths: readonly Options[] = [
	{},
	{countAnsiEscapeCodes: true},
	{ambiguousIsNarrow: false},
	{ambiguousIsNarrow: false, countAnsiEscapeCodes: true},
];

test('each character has the same width as in the library, alone and after a different one', async t => {
	const measure = await measured;
	const wrong: string[] = [];
	for (let code = 0; code < 0x3400; code++) {
		const character = String.fromCharCode(code);
		for (const text of [character, `…${character}`]) {
			if (widths.some(options => measure(text, options) !== stringWidth(text, options))) {
				wrong.push(`U+${code.toString(16)}`);
			}
		}
	}
	t.deepEqual(wrong, []);
});

test('any string has the same width as in the library', async t => {
	const measure = await measured;
	const shown = fc.string({unit: fc.constantFrom(...'aé…·→–█─│−×\u001B[31m'), maxLength: 30});
	const texts = fc.oneof(shown, nastyText, anyText({maxLength: 40}), fc.tuple(shown, nastyText).map(String));
	forAll(2000, texts, fc.constantFrom(...widths), (text, options) => {
		t.is(measure(text, options), stringWidth(text, options));
	});
});

test('the build fails if a rewritten module has changed or is missing', async t => {
	const entry = join(temporaryDirectory(t), 'node_modules', 'string-width', 'index.js');
	mkdirSync(dirname(entry), {recursive: true});
	const built = (): Promise<BuildResult> =>
		build({
			entryPoints: [entry],
			bundle: true,
			write: false,
			logLevel: 'silent',
			plugins: [rewritten(() => {})],
		});
	writeFileSync(entry, 'export default () => 1;\n');
	await t.throwsAsync(built(), {
		message: /string-width\/index\.js does not contain this once: new Intl\.Segmenter\(/,
	});
	writeFileSync(entry, 'new Intl.Segmenter();\nnew Intl.Segmenter();\n');
	await t.throwsAsync(built(), {message: /does not contain this once/});
	t.throws(() => checkRewritten(['node_modules/ink/build/reconciler.js']), {
		message: /no module is called .*\/wrap-ansi\/index\.js/,
	});
});

test('files that are read as bytes are ASCII, including regular expressions and templates', t => {
	const text = inAscii('[/[.]…$/, (([told]) => told)`a ↑ b`, "µ😀"]');
	t.notRegex(text, /[^ -~]/);
	const [pattern, template, string] = new Script(text).runInThisContext();
	t.is('1.…'.replace(pattern, '…'), '1…');
	t.is(template, 'a ↑ b');
	t.is(string, 'µ😀');
	t.throws(() => inAscii('/\\…/'), {message: /backslash/});
});

test('the bundle is ASCII: it is read as bytes', t => {
	t.notRegex(readFileSync('build/bundle/program.cjs', 'latin1'), /[\x80-\xFF]/);
});
