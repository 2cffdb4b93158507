// Compiles the AssemblyScript of a folder. It takes two seconds, so the result is kept until what it is made of changes.
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

/** The WebAssembly files by their names in the program: the folder of each, with its `asconfig.json` and `assembly/`. */
export const wasmFolders = {
	'archives.wasm': 'source/bytes/archives',
	'kernel.wasm': 'source/kernel',
	'lines.wasm': 'source/ship/rows',
	'zstd.wasm': 'source/bytes/archives',
};

/** What a package has compiled: the module of it in which that stands, as base64. */
export const packedWasm = {'zstd.wasm': 'node_modules/zstddec/dist/zstddec-stream.mjs'};

/**
 * The path of the compiled file, which is compiled first where it is out of date.
 * @throws when the compiler reports an error; the message is what it says
 */
export const compiledWasm = async name => {
	const folder = wasmFolders[name];
	const packed = packedWasm[name];
	if (packed !== undefined) {
		return unpacked(name, packed);
	}
	const assembly = join(folder, 'assembly');
	const sources = readdirSync(assembly).sort();
	const hash = createHash('sha256');
	for (const path of [
		'node_modules/assemblyscript/package.json',
		join(folder, 'asconfig.json'),
		...sources.map(source => join(assembly, source)),
	]) {
		hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
	}
	const compiled = join('build', 'wasm', `${hash.digest('hex').slice(0, 16)}-${name}`);
	if (!existsSync(compiled)) {
		const {default: asc} = await import('assemblyscript/asc');
		let bytes;
		const {error, stderr} = await asc.main(['--config', join(folder, 'asconfig.json'), '--outFile', name], {
			writeFile: (_, contents) => {
				bytes = contents;
			},
		});
		if (error !== null) {
			throw new Error(`${folder} can't be compiled:\n${stderr}`, {cause: error});
		}
		mkdirSync(join('build', 'wasm'), {recursive: true});
		const unfinished = `${compiled}.${process.pid}`;
		writeFileSync(unfinished, bytes);
		renameSync(unfinished, compiled);
	}
	return compiled;
};

/** A file with what stands in a package's module. */
const unpacked = (name, module) => {
	const [, base64] = /"(AGFzbQ[A-Za-z0-9+/=]+)"/.exec(readFileSync(module, 'utf8')) ?? [];
	if (base64 === undefined) {
		throw new Error(`there is no WebAssembly in ${module}`);
	}
	mkdirSync(join('build', 'wasm'), {recursive: true});
	const path = join('build', 'wasm', `${process.pid}-${name}`);
	writeFileSync(path, Buffer.from(base64, 'base64'));
	return path;
};
