import {mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {
	keepLastSearch,
	lastSearch,
	lastSearchesPath,
	type SearchContext,
} from '../../source/searches/last-searches.js';
import {makeNamedPipe} from '../helpers/make-named-pipe.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

function at(directory: string, ...paths: readonly string[]): SearchContext {
	return {directory, paths};
}

test('the file of last searches is in the state directory', t => {
	t.is(lastSearchesPath({}, 'linux', '/home/ann'), '/home/ann/.local/state/reqscope/last-searches');
	t.is(lastSearchesPath({XDG_STATE_HOME: '/state'}, 'linux', '/home/ann'), '/state/reqscope/last-searches');
	t.is(lastSearchesPath({}, 'linux', ''), null);
});

test('the last search applies to the same paths only, not to another file of the directory', async t => {
	const path = join(temporaryDirectory(t), 'state', 'last-searches');
	t.is(await lastSearch(path, at('/a', '/l')), '');
	await keepLastSearch(path, at('/a', '/l'), 'status:5xx');
	await keepLastSearch(path, at('/a', '/m'), 'url:"a b"');
	t.is(await lastSearch(path, at('/a', '/l')), 'status:5xx');
	t.is(await lastSearch(path, at('/b', '/l')), 'status:5xx');
	t.is(await lastSearch(path, at('/a', '/other')), '');
	t.is(await lastSearch(path, at('/a')), '');
	t.is(await lastSearch(path, at('/b')), '');
	t.is(await lastSearch(path, at('/b', '/l', '/m')), '');
	t.is(statSync(path).mode & 0o777, 0o600);
	t.deepEqual(readdirSync(join(path, '..')), ['last-searches']);
});

test('offers no search after a session without a search, and writes nothing without an earlier search', async t => {
	const path = join(temporaryDirectory(t), 'last-searches');
	await keepLastSearch(path, at('/a', '/l'), '');
	t.throws(() => statSync(path));
	await keepLastSearch(path, at('/a', '/l'), 'one');
	await keepLastSearch(path, at('/a', '/l'), '');
	t.is(await lastSearch(path, at('/a', '/l')), '');
	t.is(await lastSearch(path, at('/a')), '');
});

test('keeps the newest hundred contexts, without duplicates', async t => {
	const path = join(temporaryDirectory(t), 'last-searches');
	const line = (n: number): string => `${JSON.stringify({directory: `/d${n}`, paths: [], query: `s${n}`})}\n`;
	writeFileSync(path, Array.from({length: 150}, (_, n) => line(n)).join(''));
	t.is(await lastSearch(path, at('/d49')), '');
	t.is(await lastSearch(path, at('/d50')), 's50');
	await keepLastSearch(path, at('/d149'), 'again');
	await keepLastSearch(path, at('/new'), 'new');
	const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
	t.is(lines.length, 100);
	t.is(await lastSearch(path, at('/d50')), '');
	t.is(await lastSearch(path, at('/d149')), 'again');
});

test('stores only the directory of thousands of paths, and no search that is too long', async t => {
	const path = join(temporaryDirectory(t), 'last-searches');
	const many = at('/a', ...Array.from({length: 2000}, (_, n) => `/var/log/${n}.log`));
	await keepLastSearch(path, many, 'one');
	t.true(readFileSync(path).length < 100);
	t.is(await lastSearch(path, many), 'one');
	await keepLastSearch(path, many, 'x'.repeat(3000));
	t.is(await lastSearch(path, many), 'one');
});

test('invalid lines are ignored, and read or write errors aren’t failures', async t => {
	const directory = temporaryDirectory(t);
	const path = join(directory, 'last-searches');
	writeFileSync(
		path,
		'bad\nnull\n[]\n{"directory":"/a","query":1,"paths":[]}\n{"directory":"/a","query":"x","paths":[1]}\n{"directory":"/a","paths":[],"query":"a\\n\\u001bb"}\n{"dir',
	);
	t.is(await lastSearch(path, at('/a')), 'a  b');
	const pipe = join(directory, 'pipe');
	await makeNamedPipe(pipe);
	mkdirSync(join(directory, 'folder'));
	for (const other of [pipe, join(directory, 'folder'), join(path, 'below')]) {
		await keepLastSearch(other, at('/a'), 'status:404');
		t.is(await lastSearch(other, at('/a')), '');
	}
});
