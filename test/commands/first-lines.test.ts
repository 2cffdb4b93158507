import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import test from 'ava';
import {firstLines} from '../../source/commands/first-lines.js';
import {temporaryDirectory, temporaryLog} from '../helpers/temporary-directory.js';

function texts(lines: readonly Buffer[]): readonly string[] {
	return lines.map(String);
}
function numbered(count: number): readonly string[] {
	return Array.from({length: count}, (_, n) => `line ${n} of many`);
}

test('returns the first lines of a file of any length', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	const lines = numbered(20_000);
	writeFileSync(path, `${lines.join('\n')}\n`);
	t.deepEqual(texts(await firstLines(path, 3)), lines.slice(0, 3));
	t.deepEqual(texts(await firstLines(path, 10_000)), lines.slice(0, 10_000));
});

test('returns fewer if the file has fewer, including the last without a line end', async t => {
	const {path} = temporaryLog(t, 'a\r\n\nb');
	t.deepEqual(texts(await firstLines(path, 10)), ['a\r', '', 'b']);
	writeFileSync(path, '');
	t.deepEqual(texts(await firstLines(path, 10)), []);
});

test('returns the decompressed lines of a compressed file', async t => {
	const path = join(temporaryDirectory(t), 'access.log.1.gz');
	const lines = numbered(20_000);
	writeFileSync(path, gzipSync(`${lines.join('\n')}\n`));
	t.deepEqual(texts(await firstLines(path, 12_000)), lines.slice(0, 12_000));
});

test('an unreadable file throws an error with the reason', async t => {
	const directory = temporaryDirectory(t);
	const path = join(directory, 'missing.log');
	await t.throwsAsync(firstLines(path, 10), {name: 'UserError', message: `${path}: no such file`});
	const binary = join(directory, 'binary.log');
	writeFileSync(binary, Buffer.alloc(3000, '\x7fELF\x02\x01\x01\0\0\0\0\x03'));
	await t.throwsAsync(firstLines(binary, 10), {name: 'UserError', message: /binary/});
	const empty = join(directory, 'empty');
	mkdirSync(empty);
	await t.throwsAsync(firstLines(empty, 10), {name: 'UserError', message: /no access log in this directory/});
});
