import {execFileSync} from 'node:child_process';
import {appendFileSync, cpSync, readdirSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import test from 'ava';
import {temporaryDirectory} from './helpers/temporary-directory.js';

const folders = ['source/wasm', 'source/tail/archives'];

test('WebAssembly is compiled again only when one of its files changes', t => {
	const directory = temporaryDirectory(t);
	for (const path of ['wasm.js', 'package.json', ...folders]) {
		cpSync(path, join(directory, path), {recursive: true});
	}
	// Compiling takes seconds: what the checkout has compiled of the same sources is found there by its name.
	const kept = 'build/wasm';
	cpSync(kept, join(directory, kept), {recursive: true});
	symlinkSync(join(process.cwd(), 'node_modules'), join(directory, 'node_modules'), 'junction');
	const build = (...names: readonly string[]): readonly string[] => {
		const script = `const {compiledWasm} = await import('./wasm.js');
			for (const name of ${JSON.stringify(names)}) console.log(await compiledWasm(name));`;
		const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {cwd: directory});
		return output.toString().trim().split('\n');
	};
	const first = build('kernel.wasm', 'archives.wasm', 'zstd.wasm');
	t.deepEqual(build('kernel.wasm', 'archives.wasm', 'zstd.wasm'), first);
	t.deepEqual(readdirSync(join(directory, kept)), readdirSync(kept));
	appendFileSync(join(directory, 'source/wasm/assembly/line-pieces.ts'), '// changed\n');
	const [kernel, ...others] = build('kernel.wasm', 'archives.wasm', 'zstd.wasm');
	t.not(kernel, first[0]);
	t.deepEqual(others, first.slice(1));
});
