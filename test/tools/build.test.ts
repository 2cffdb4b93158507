import {execFileSync} from 'node:child_process';
import {appendFileSync, cpSync, existsSync, readdirSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import test from 'ava';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

test('WebAssembly is compiled again only when one of its files changes', t => {
	const directory = temporaryDirectory(t);
	for (const path of ['tools', 'package.json', 'source']) {
		cpSync(path, join(directory, path), {recursive: true});
	}
	// Compiling takes seconds, so the build finds the result for the same sources in the checkout, by its name.
	const kept = 'build/wasm';
	cpSync(kept, join(directory, kept), {recursive: true});
	symlinkSync(join(process.cwd(), 'node_modules'), join(directory, 'node_modules'), 'junction');
	const build = (): readonly string[] => {
		const output = execFileSync(process.execPath, ['tools/build.js', 'wasm'], {cwd: directory});
		return output.toString().trim().split('\n').sort();
	};
	const first = build();
	t.is(first.length, 3);
	t.deepEqual(build(), first);
	t.deepEqual(readdirSync(join(directory, kept)), readdirSync(kept));
	appendFileSync(join(directory, 'source/wasm/assembly/line-pieces.ts'), '// changed\n');
	const changed = build();
	const isKernel = (path: string): boolean => path.endsWith('-kernel.wasm');
	t.not(changed.find(isKernel), first.find(isKernel));
	t.deepEqual(
		changed.filter(path => !isKernel(path)),
		first.filter(path => !isKernel(path)),
	);
});

test('npm run build leaves no compiled test whose source is gone', t => {
	const compiled = readdirSync(join('build', 'test'), {recursive: true, encoding: 'utf8'});
	const tests = compiled.filter(path => path.endsWith('.test.js')).map(path => path.slice(0, -'.js'.length));
	t.true(tests.length > 100);
	t.deepEqual(
		tests.filter(stem => !['ts', 'tsx'].some(end => existsSync(join('test', `${stem}.${end}`)))),
		[],
	);
});
