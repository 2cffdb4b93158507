// Runs before tsc compiles the separate modules into build/. Adds the WebAssembly that they load, with types of its exports.
// Removes the output of deleted sources: a deleted test would still run.
import {copyFileSync, existsSync, mkdirSync, readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
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

for (const [name, folder] of Object.entries(wasmFolders)) {
	const compiled = await compiledWasm(name);
	mkdirSync(join('build', folder), {recursive: true});
	copyFileSync(compiled, join('build', folder, name));
	if (packedWasm[name] === undefined) {
		copyFileSync(typesOf(compiled), join('build', 'wasm', typesOf(name)));
	}
}
