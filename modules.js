// Completes the single modules that tsc has compiled into build/: adds the WebAssembly that they read, and removes what
// was compiled from sources that are gone. A test that is deleted would run on.
import {copyFileSync, existsSync, readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {compiledWasm, wasmFolders} from './wasm.js';

for (const top of ['source', 'test']) {
	for (const path of readdirSync(join('build', top), {recursive: true})) {
		const [, stem, kind] = /^(.*)\.(c?)js$/.exec(path) ?? [];
		if (stem !== undefined && ![`${kind}ts`, 'tsx'].some(end => existsSync(join(top, `${stem}.${end}`)))) {
			rmSync(join('build', top, path));
		}
	}
}

for (const [name, folder] of Object.entries(wasmFolders)) {
	copyFileSync(await compiledWasm(name), join('build', folder, name));
}
