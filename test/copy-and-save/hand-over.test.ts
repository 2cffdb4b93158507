import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {handOver} from '../../source/copy-and-save/clipboard.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {patience} from '../helpers/wait-for.js';

function program(...argv: [string, ...string[]]) {
	return {argv, name: argv[0], encoding: 'utf8' as const};
}

test('a program gets all of the text on its standard input, and no shell reads it', async t => {
	const path = join(temporaryDirectory(t), 'taken');
	const text = `${'é$(id)\n'.repeat(50_000)}'`;
	t.true(await handOver(program('dd', `of=${path}`), text, patience));
	t.is(readFileSync(path, 'utf8'), text);
	const wide = {...program('dd', `of=${path}`), encoding: 'utf16le' as const};
	t.true(await handOver(wide, 'é', patience));
	t.deepEqual(readFileSync(path), Buffer.from([0xe9, 0]));
});

test('a program doesn’t get the password of a server', async t => {
	process.env.CLICKHOUSE_PASSWORD = 'secret';
	t.teardown(() => {
		delete process.env.CLICKHOUSE_PASSWORD;
	});
	t.true(await handOver(program('sh', '-c', '! env | grep -q CLICKHOUSE_PASSWORD'), 'a', patience));
});

test('a program that is missing, fails, or reads nothing doesn’t count', async t => {
	t.false(await handOver(program('reqscope-has-no-such-program'), 'a'));
	t.false(await handOver(program('false'), 'a'.repeat(1_000_000)));
	t.true(await handOver(program('true'), 'a'.repeat(1_000_000), patience));
});

test('a program that doesn’t end is killed', async t => {
	t.false(await handOver(program('sleep', '60'), 'a', 50));
});
