import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import test from 'ava';
import {circlesOf, filesOf, importsOf} from '../tools/shape.js';

/** The order of the folders, along the data flow: a folder imports only from those before it. */
const order = [
	...['fields', 'wasm', 'tail', 'lines', 'entries', 'index', 'reader', 'routes', 'geo', 'query', 'answers'],
	...['differences', 'store', 'user-files', 'format', 'timeline', 'output', 'keys', 'themes', 'redaction'],
	...['alerts', 'bookmarks', 'copy-and-save', 'command-line', 'config', 'saved-views', 'view'],
	...['completions', 'manual', 'doctor', 'searches', 'demo', 'fleet', 'commands'],
];

/** The index of a file's folder in the order. */
function folderIndex(file: string): number {
	return order.indexOf(file.split('/')[0] ?? '');
}

/** Folders for the process: they start it, or any folder may use them. */
const aside = ['process', 'start'];

const imports = importsOf(filesOf('source'));

const architecture = readFileSync('docs/architecture.md', 'utf8');

test('folders import only from folders before them in the data flow', t => {
	t.true(imports.length > 1000, `${imports.length} imports`);
	const backwards = imports.filter(
		({from, to}) => folderIndex(from) !== -1 && folderIndex(to) > folderIndex(from),
	);
	t.deepEqual(backwards, []);
	const folders = readdirSync('source', {withFileTypes: true}).filter(entry => entry.isDirectory());
	t.deepEqual(folders.map(({name}) => name).sort(), [...order, ...aside].sort());
});

test('only one lazy import leads to the fleet', t => {
	const within = (file: string): boolean => file.startsWith('fleet/');
	t.deepEqual(
		imports.filter(({from, to}) => within(to) && !within(from)),
		[{from: 'commands/load-fleet', to: 'fleet/fleet', isLazy: true}],
	);
});

test('docs/architecture.md lists every folder', t => {
	const parts = architecture.split('### Within ');
	for (const [part, folder] of [
		[parts[0], '.'],
		...parts.slice(1).map(text => [text, /^`(.+)`/.exec(text)?.[1] ?? ''] as const),
	] as const) {
		const folders = readdirSync(join('source', folder), {withFileTypes: true}).filter(entry =>
			entry.isDirectory(),
		);
		for (const {name} of folders) {
			t.true(part?.includes(`\`${name}\``), `${folder}: ${name}`);
		}
	}
});

test('docs/architecture.md names no file that is gone', t => {
	const names = Array.from(architecture.matchAll(/`([\w/-]+\.tsx?)`/g), ([, name = '']) => name);
	t.true(names.length > 40, `${names.length} names`);
	const paths = ['source', 'test'].flatMap(folder => filesOf(folder).map(({path}) => join(folder, path)));
	const gone = names.filter(name => !paths.some(path => path === name || path.endsWith(`/${name}`)));
	t.deepEqual(gone, []);
});

test('folders that concern only the process import from no folder', t => {
	const outwards = imports.filter(
		({from, to}) => from.startsWith('process/') && /^(?!process\/).*\//.test(to),
	);
	t.deepEqual(outwards, []);
});

test('each file of the view is in a folder named after its subject', t => {
	const loose = imports.filter(({from}) => dirname(from) === 'view');
	t.deepEqual(loose, []);
});

test('neither subfolders nor adjacent files have circular imports', t => {
	t.deepEqual(
		circlesOf(imports, file => (dirname(file).includes('/') ? dirname(file) : file)),
		[],
	);
});

test('files have no circular imports', t => {
	t.deepEqual(
		circlesOf(imports, file => file),
		[],
	);
});

/** Tests of the whole program, of the tests, and of code outside of `source/`. */
const notMirrored = ['bench', 'end-to-end', 'engine', 'helpers', 'messages', 'model', 'screenshots', 'tools'];

test('a test has the name of its source file, or begins with it and names an aspect', t => {
	const sources = ['.ts', '.tsx'];
	const strays = filesOf('test').filter(({path}) => {
		const [, folder = '', name = ''] = /^(.+)\/(.+)\.test\.tsx?$/.exec(path) ?? [];
		if (folder === '' || notMirrored.includes(folder.split('/')[0] ?? '')) {
			return false;
		}
		// `tail-rotation.test.ts` tests the rotation in `tail.ts`.
		const words = name.split('-');
		const names = words.map((_, count) => words.slice(0, count + 1).join('-'));
		return !names.some(one => sources.some(ending => existsSync(join('source', folder, one + ending))));
	});
	t.deepEqual(
		strays.map(({path}) => path),
		[],
	);
});
