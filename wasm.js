// Compiles the AssemblyScript of a folder. It takes two seconds, so the result is kept until what it is made of changes.
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

/** The WebAssembly files by their names in the program: the folder of each, with its `asconfig.json` and `assembly/`. */
export const wasmFolders = {
	'archives.wasm': 'source/tail/archives',
	'kernel.wasm': 'source/wasm',
	'zstd.wasm': 'source/tail/archives',
};

/** What a package has compiled: the module of it in which that stands, as base64. */
export const packedWasm = {'zstd.wasm': 'node_modules/zstddec/dist/zstddec-stream.mjs'};

/** What compiling depends on: the compiler, and the folder's AssemblyScript. */
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
 * The path of the compiled file, which is made first where it is out of date. Beside that of a folder stand the types of what
 * it exports, as `.d.ts`.
 * @throws when the compiler reports an error; the message is what it says
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

/** Where the types of what a compiled file exports stand. */
export function typesOf(path) {
	return path.replace(/wasm$/, 'd.ts');
}

/** Writes a file that is there whole or not at all. */
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

/** What stands in a package's module. */
function unpacked(source, module) {
	const [, base64] = /"(AGFzbQ[A-Za-z0-9+/=]+)"/.exec(source) ?? [];
	if (base64 === undefined) {
		throw new Error(`there is no WebAssembly in ${module}`);
	}
	return Buffer.from(base64, 'base64');
}
