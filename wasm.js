// Compiles the AssemblyScript of a folder. This takes two seconds, so the result is cached until the inputs change.
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

/**
 * Source folder of each WebAssembly file of the program. The folder contains `asconfig.json` and `assembly/`, unless a package
 * provides the file.
 */
export const wasmFolders = {
	'archives.wasm': 'source/tail/archives',
	'kernel.wasm': 'source/wasm',
	'zstd.wasm': 'source/tail/archives',
};

/** WebAssembly files that packages provide: the package module that contains the file as base64. */
export const packedWasm = {'zstd.wasm': 'node_modules/zstddec/dist/zstddec-stream.mjs'};

/** Returns a hash of the compiler version and the folder's AssemblyScript sources. */
function sourcesHash(folder) {
	const hash = createHash('sha256');
	const assembly = join(folder, 'assembly');
	for (const path of [
		'node_modules/assemblyscript/package.json',
		join(folder, 'asconfig.json'),
		...readdirSync(assembly)
			.sort()
			.map(source => join(assembly, source)),
	]) {
		hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
	}
	return hash.digest('hex').slice(0, 16);
}

/**
 * Returns the path of the compiled file. Compiles it first if it is out of date. For a folder's AssemblyScript, also writes the
 * types of its exports as `.d.ts` next to it.
 * @throws if compilation fails, with the compiler's error output as the message
 */
export async function compiledWasm(name) {
	const folder = wasmFolders[name];
	const packed = packedWasm[name];
	const source = packed === undefined ? undefined : readFileSync(packed, 'utf8');
	const digest =
		source === undefined
			? sourcesHash(folder)
			: createHash('sha256').update(source).digest('hex').slice(0, 16);
	const path = join('build', 'wasm', `${digest}-${name}`);
	if (!existsSync(path)) {
		mkdirSync(join('build', 'wasm'), {recursive: true});
		if (source === undefined) {
			const {bytes, types} = await compile(folder, name);
			write(typesOf(path), types);
			write(path, bytes);
		} else {
			write(path, unpacked(source, packed));
		}
	}
	return path;
}

/** Returns the path of the type declarations for a compiled file. */
export function typesOf(path) {
	return path.replace(/wasm$/, 'd.ts');
}

/** Writes a file atomically. */
function write(path, contents) {
	const unfinished = `${path}.${process.pid}`;
	writeFileSync(unfinished, contents);
	renameSync(unfinished, path);
}

async function compile(folder, name) {
	const {default: asc} = await import('assemblyscript/asc');
	const written = new Map();
	const {error, stderr} = await asc.main(['--config', join(folder, 'asconfig.json'), '--outFile', name], {
		writeFile: (path, contents) => written.set(path, contents),
	});
	if (error !== null) {
		throw new Error(`${folder} can't be compiled:\n${stderr}`, {cause: error});
	}
	return {bytes: written.get(name), types: written.get(typesOf(name))};
}

/** Extracts the WebAssembly from a package's module. */
function unpacked(source, module) {
	const [, base64] = /"(AGFzbQ[A-Za-z0-9+/=]+)"/.exec(source) ?? [];
	if (base64 === undefined) {
		throw new Error(`there is no WebAssembly in ${module}`);
	}
	return Buffer.from(base64, 'base64');
}
