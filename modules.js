// Runs before tsc compiles the separate modules into build/. Adds the WebAssembly and the sample that they load, with types of its exports.
// Removes the output of deleted sources: a deleted test would still run.
import {copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {brotliCompressSync} from 'node:zlib';
import {compiledWasm, packedWasm, typesOf, wasmFolders} from './wasm.js';

for (const top of ['source', 'test']) {
	mkdirSync(join('build', top), {recursive: true});
	for (const path of readdirSync(join('build', top), {recursive: true})) {
		const [, stem, kind] = /^(.*)\.(c?)js$/.exec(path) ?? [];
		if (stem !== undefined && ![`${kind}ts`, 'tsx'].some(end => existsSync(join(top, `${stem}.${end}`)))) {
			rmSync(join('build', top, path));
		}
	}
}

mkdirSync('build/source/demo', {recursive: true});
writeFileSync(
	'build/source/demo/storefront.log.br',
	brotliCompressSync(readFileSync('samples/storefront.log')),
);

for (const [name, folder] of Object.entries(wasmFolders)) {
	const compiled = await compiledWasm(name);
	mkdirSync(join('build', folder), {recursive: true});
	copyFileSync(compiled, join('build', folder, name));
	if (packedWasm[name] === undefined) {
		copyFileSync(typesOf(compiled), join('build', 'wasm', typesOf(name)));
	}
}
