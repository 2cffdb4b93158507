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
 * The path of the compiled file, which is made first where it is out of date.
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
		const bytes = source === undefined ? await compile(folder, name) : unpacked(source, packed);
		mkdirSync(join('build', 'wasm'), {recursive: true});
		const unfinished = `${path}.${process.pid}`;
		writeFileSync(unfinished, bytes);
		renameSync(unfinished, path);
	}
	return path;
}

async function compile(folder, name) {
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
	return bytes;
}

/** What stands in a package's module. */
function unpacked(source, module) {
	const [, base64] = /"(AGFzbQ[A-Za-z0-9+/=]+)"/.exec(source) ?? [];
	if (base64 === undefined) {
		throw new Error(`there is no WebAssembly in ${module}`);
	}
	return Buffer.from(base64, 'base64');
}
