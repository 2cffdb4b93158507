import {
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {keptSearches, searchesPath} from '../../source/searches/kept-searches.js';
import {makeNamedPipe} from '../helpers/make-named-pipe.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

test('the file of earlier searches is in the state directory', t => {
	t.is(searchesPath({}, 'linux', '/home/ann'), '/home/ann/.local/state/reqscope/searches');
	t.is(searchesPath({XDG_STATE_HOME: '/state'}, 'linux', '/home/ann'), '/state/reqscope/searches');
	t.is(
		searchesPath({XDG_STATE_HOME: 'state'}, 'darwin', '/home/ann'),
		'/home/ann/.local/state/reqscope/searches',
	);
	t.is(searchesPath({}, 'linux', ''), null);
	t.is(searchesPath({}, 'win32', '/home/ann'), null);
	t.regex(searchesPath({LOCALAPPDATA: 'C:\\Users\\ann'}, 'win32') ?? '', /reqscope.searches$/);
});

test('searches persist across sessions, in a file for the user only', async t => {
	const path = join(temporaryDirectory(t), 'state', 'reqscope', 'searches');
	const first = keptSearches(path);
	first.add('status:404');
	first.add('url:"a b"');
	first.add('status:404');
	first.add('');
	t.deepEqual(first.texts(), ['url:"a b"', 'status:404']);
	await first.settled();
	t.is(readFileSync(path, 'utf8'), '"url:\\"a b\\""\n"status:404"\n');
	t.is(statSync(path).mode & 0o777, 0o600);
	t.deepEqual(readdirSync(join(path, '..')), ['searches']);

	const next = keptSearches(path);
	await next.settled();
	t.deepEqual(next.texts(), ['url:"a b"', 'status:404']);
});

test('concurrent programs don’t lose each other’s searches', async t => {
	const path = join(temporaryDirectory(t), 'searches');
	const [one, other] = [keptSearches(path), keptSearches(path)];
	await Promise.all([one.settled(), other.settled()]);
	one.add('one');
	await one.settled();
	other.add('other');
	await other.settled();
	const next = keptSearches(path);
	await next.settled();
	t.deepEqual(next.texts(), ['one', 'other']);
});

test('a search from before the file is read is newer than the file’s searches', async t => {
	const path = join(temporaryDirectory(t), 'searches');
	writeFileSync(path, '"old"\n');
	const kept = keptSearches(path);
	kept.add('new');
	await kept.settled();
	t.deepEqual(kept.texts(), ['old', 'new']);
	t.is(readFileSync(path, 'utf8'), '"old"\n"new"\n');
});

test('keeps the newest two hundred searches', async t => {
	const path = join(temporaryDirectory(t), 'searches');
	writeFileSync(path, Array.from({length: 300}, (_, n) => `"s${n}"\n`).join(''));
	const kept = keptSearches(path);
	await kept.settled();
	t.is(kept.texts().length, 200);
	t.is(kept.texts()[0], 's100');
	kept.add('new');
	await kept.settled();
	t.is(readFileSync(path, 'utf8').split('\n').length, 201);
	t.true(readFileSync(path, 'utf8').endsWith('"s299"\n"new"\n'));
});

test('invalid lines are ignored; characters that don’t fit on a line are replaced', async t => {
	const path = join(temporaryDirectory(t), 'searches');
	writeFileSync(path, '"good"\nbad\n{"a":1}\n7\n"a\\n\\u001bb"\n""\n"cut off');
	const kept = keptSearches(path);
	await kept.settled();
	t.deepEqual(kept.texts(), ['good', 'a  b']);
});

test('hostile 29: a symbolic link is not followed', async t => {
	const directory = temporaryDirectory(t);
	const [target, link] = [join(directory, 'target'), join(directory, 'link')];
	writeFileSync(target, '"old"\n');
	symlinkSync(target, link);
	const kept = keptSearches(link);
	kept.add('new');
	await kept.settled();
	t.deepEqual(kept.texts(), ['new']);
	t.true(lstatSync(link).isSymbolicLink());
	t.is(readFileSync(target, 'utf8'), '"old"\n');
});

test('read and write errors aren’t failures', async t => {
	const directory = temporaryDirectory(t);
	const file = join(directory, 'file');
	writeFileSync(file, '');
	const pipe = join(directory, 'pipe');
	await makeNamedPipe(pipe);
	const taken = join(directory, 'directory');
	mkdirSync(join(taken, 'full'), {recursive: true});
	for (const path of [join(file, 'searches'), taken, pipe, null]) {
		const kept = keptSearches(path);
		kept.add('status:404');
		await kept.settled();
		t.deepEqual(kept.texts(), ['status:404']);
	}
	t.deepEqual(readdirSync(directory).sort(), ['directory', 'file', 'pipe']);
	t.true(existsSync(join(taken, 'full')));
	t.true(statSync(pipe).isFIFO());
});
