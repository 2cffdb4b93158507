import {lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {columnsText, defaultChoice, parseColumns} from '../../source/format/chosen-columns.js';
import {makeRedaction} from '../../source/redaction/redaction.js';
import {listViews} from '../../source/saved-views/list-views.js';
import {ViewsError} from '../../source/saved-views/read-views.js';
import {viewsPath} from '../../source/saved-views/user-views.js';
import type {View} from '../../source/saved-views/views.js';
import {viewsFile} from '../../source/saved-views/views-file.js';
import {makeNamedPipe} from '../helpers/make-named-pipe.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

const plain: View = {
	query: 'status:5xx',
	columns: null,
	rows: null,
	sort: 'time',
	panel: null,
	redact: false,
};
const full: View = {
	query: 'url:"a b"',
	columns: parseColumns('status,url:60'),
	rows: 'fit',
	sort: '-time',
	panel: 'timeline',
	redact: true,
};

test('the views file is next to the config file', t => {
	t.is(viewsPath({}, 'linux', '/home/ann'), '/home/ann/.config/reqscope/views.jsonc');
	t.is(viewsPath({XDG_CONFIG_HOME: '/c'}, 'linux', '/home/ann'), '/c/reqscope/views.jsonc');
	t.is(viewsPath({}, 'linux', ''), null);
});

test('a view persists unchanged, in a file for the user only', async t => {
	const path = join(temporaryDirectory(t), 'config', 'reqscope', 'views.jsonc');
	const views = viewsFile(path);
	t.deepEqual([...(await views.read())], []);
	t.is(await views.save('plain', plain, false), 'saved');
	t.is(await views.save('it’s __proto__', full, false), 'saved');
	t.deepEqual(
		[...(await viewsFile(path).read())],
		[
			['plain', plain],
			['it’s __proto__', full],
		],
	);
	t.is(statSync(path).mode & 0o777, 0o600);
	t.deepEqual(readdirSync(join(path, '..')), ['views.jsonc']);
});

test('a view without chosen columns stays a view without chosen columns', async t => {
	const path = join(temporaryDirectory(t), 'views.jsonc');
	await viewsFile(path).save('usual', {...plain, columns: defaultChoice}, false);
	await viewsFile(path).save('six', {...plain, columns: parseColumns(columnsText(defaultChoice))}, false);
	const views = await viewsFile(path).read();
	t.is(views.get('usual')?.columns, defaultChoice);
	t.not(views.get('six')?.columns, defaultChoice);
	t.deepEqual(listViews(views, makeRedaction(false, [])), [
		`usual  -q 'status:5xx' --columns usual`,
		`six    -q 'status:5xx' --columns status,ip,method,url,time,token`,
	]);
});

test('a view is only replaced if requested; the rest of the file stays verbatim', async t => {
	const path = join(temporaryDirectory(t), 'views.jsonc');
	const text = '// mine\n{\n\t"old": {"query": "status:404"}, // kept\n\t"new": {"query": "a"}\n}\n';
	writeFileSync(path, text);
	const views = viewsFile(path);
	t.is(await views.save('new', plain, false), 'exists');
	t.is(readFileSync(path, 'utf8'), text);
	t.is(await views.save('new', {...plain, rows: 5}, true), 'saved');
	t.regex(readFileSync(path, 'utf8'), /^\/\/ mine\n\{\n\t"old": \{"query": "status:404"\}, \/\/ kept\n/);
	t.deepEqual((await views.read()).get('new'), {...plain, rows: 5});
	t.true(await views.forget('old'));
	t.false(await views.forget('old'));
	t.deepEqual([...(await views.read()).keys()], ['new']);
});

test('concurrent programs don’t lose each other’s views', async t => {
	const path = join(temporaryDirectory(t), 'views.jsonc');
	const [one, other] = [viewsFile(path), viewsFile(path)];
	await Promise.all([one.save('a', plain, false), one.save('b', plain, false), one.save('c', plain, false)]);
	await other.save('d', plain, false);
	await one.forget('b');
	t.deepEqual([...(await other.read()).keys()], ['a', 'c', 'd']);
});

for (const [text, message] of [
	['{"a": {"query": "x"}', ':1: the closing } is missing'],
	['{\n"a": 5}', ':2: the view a is a number: write an object in braces, such as {"query": "status:5xx"}'],
	['{"a": {"qurey": "x"}}', ':1: there is no part of a view "qurey": did you mean "query"?'],
	['{"a": {"query": "nofield:1"}}', ':1: query: there is no field “nofield”'],
	['{"a": {"columns": "status,nothing"}}', ':1: columns: there is no column nothing'],
	['{"a": {"rows": 0}}', ':1: rows takes an integer of at least 1, or "fit", not 0'],
	[
		'{"a": {"panel": "help"}}',
		`:1: panel can't be "help": write one of timeline, latency, facets, routes, alerts`,
	],
	['{"a": {"redact": "yes"}}', ':1: redact is a text: write true or false'],
	['{"a": {}, "a": {}}', ':1: the file has "a" twice'],
	['[]', ':1: the file is a list in brackets'],
	[
		`{\n"a": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
		':2: braces and brackets are nested more than 50 levels deep: remove some',
	],
] as const) {
	test(`a broken file is reported, and not changed: ${text.slice(0, 60)}`, async t => {
		const path = join(temporaryDirectory(t), 'views.jsonc');
		writeFileSync(path, text);
		const views = viewsFile(path);
		const error = await t.throwsAsync(views.read(), {instanceOf: ViewsError});
		t.true(error?.message.startsWith(path + message), error?.message);
		t.true(error?.message.endsWith('fix it or remove it; reqscope left it unchanged'));
		await t.throwsAsync(views.save('new', plain, true), {instanceOf: ViewsError});
		await t.throwsAsync(views.forget('a'), {instanceOf: ViewsError});
		t.is(readFileSync(path, 'utf8'), text);
		t.deepEqual(readdirSync(join(path, '..')), ['views.jsonc']);
	});
}

test('a file that isn’t regular or writable is reported; a symbolic link is kept', async t => {
	const directory = temporaryDirectory(t);
	const pipe = join(directory, 'pipe');
	await makeNamedPipe(pipe);
	await t.throwsAsync(viewsFile(pipe).save('a', plain, false), {
		message: /isn’t a regular file: move it away$/,
	});
	const file = join(directory, 'file');
	writeFileSync(file, '');
	await t.throwsAsync(viewsFile(join(file, 'views.jsonc')).save('a', plain, false), {
		message: /can't be (?:read|written): /,
	});
	await t.throwsAsync(viewsFile(null).save('a', plain, false), {message: /HOME is not set/});
	t.deepEqual([...(await viewsFile(null).read())], []);
	mkdirSync(join(directory, 'real'));
	const link = join(directory, 'link');
	symlinkSync(join(directory, 'real', 'views'), link);
	writeFileSync(join(directory, 'real', 'views'), '{}');
	t.is(await viewsFile(link).save('a', plain, false), 'saved');
	t.true(lstatSync(link).isSymbolicLink());
	t.regex(readFileSync(join(directory, 'real', 'views'), 'utf8'), /"a"/);
});

test('the list shows the content of each view, sanitised', t => {
	const redaction = makeRedaction(false, []);
	t.deepEqual(listViews(new Map(), redaction), ['No views: :save NAME saves the current screen.']);
	t.deepEqual(
		listViews(
			new Map([
				['plain', plain],
				['full', full],
				['\u001b[2J', {...plain, query: ''}],
			]),
			redaction,
		),
		[
			"plain    -q 'status:5xx'",
			`full     -q 'url:"a b"' --columns status,url:60 --rows fit --sort -time --redact (with the timeline)`,
			'\\x1b[2J  ',
		],
	);
});

test('the list redacts searches and names of log fields on request', t => {
	const query = 'url:token=abcdef user:alice status:5xx';
	const columns = parseColumns('url,@"seen.anna@shop.example":20');
	const list = (isOn: boolean) =>
		listViews(new Map([['a', {...plain, query, columns}]]), makeRedaction(isOn, []));
	t.deepEqual(list(false), [`a  -q '${query}' --columns url,@seen.anna@shop.example:20`]);
	t.deepEqual(list(true), ["a  -q 'url:token=REDACTED user:REDACTED status:5xx' --columns url,@REDACTED:20"]);
});
