import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {EntryRecord} from '../../source/entries/entry-record.js';
import {LineReader} from '../../source/entries/line-reader.js';
import {runProgram} from '../helpers/program.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

const samples = new URL('../../../samples/', import.meta.url);
const logs = readdirSync(samples).filter(name => name.endsWith('.log'));

test('with REQSCOPE_NO_WASM=1, WebAssembly reads no line', t => {
	const line = readFileSync(new URL('combined.log', samples)).subarray(0, 1024);
	const hasCommon = (): boolean => {
		const reader = new LineReader();
		reader.read(line, 0, line.indexOf('\n'), new EntryRecord());
		return reader.allowsLayouts;
	};
	t.true(hasCommon());
	process.env.REQSCOPE_NO_WASM = '1';
	try {
		t.false(hasCommon());
	} finally {
		delete process.env.REQSCOPE_NO_WASM;
	}
});

test('with REQSCOPE_NO_WASM=1, all samples are read the same as with WebAssembly', async t => {
	const cwd = temporaryDirectory(t);
	for (const name of logs) {
		// Many times, so that lines are read in batches.
		writeFileSync(join(cwd, name), readFileSync(new URL(name, samples), 'latin1').repeat(20), 'latin1');
	}
	// The formats alternate, in an order that changes.
	const lines = logs.flatMap(name => readFileSync(new URL(name, samples), 'latin1').trimEnd().split('\n'));
	const mixed = [1, 7, 13].flatMap(step => lines.map((_, index) => lines[(index * step) % lines.length]));
	writeFileSync(join(cwd, 'mixed.log'), `${mixed.join('\n')}\n`, 'latin1');
	const args = ['--json', '--no-follow', '--tz', 'utc', ...logs, 'mixed.log'];
	const withWasm = await runProgram(t, args, {cwd});
	t.is(withWasm.status, 0);
	const without = await runProgram(t, args, {cwd, env: {REQSCOPE_NO_WASM: '1'}});
	t.true(withWasm.stdout.length > 1e6);
	t.is(without.stdout, withWasm.stdout);
});
