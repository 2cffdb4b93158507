// Builds the program. Each target is a step of `npm run build`, `npm test` or `npm start`:
//
//     node tools/build.js modules          what the separate modules in build/source need besides tsc; runs before tsc
//     node tools/build.js bundle [FOLDER]  the bundle that is published: the program with its packages
//     node tools/build.js suite            the tests, bundled to run in a few processes
//     node tools/build.js wasm             the WebAssembly files; prints their paths
//     node tools/build.js single           the program as one executable file: see single-file.js
//
// The bundle starts in half the time and installs without dependencies. Everything else in the repository, including the tests,
// uses the separate modules. Without FOLDER, the bundle replaces build/bundle after all files are written, if any has changed.
import {createHash} from 'node:crypto';
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {brotliCompressSync, constants} from 'node:zlib';
import {build} from 'esbuild';
import {checkRewritten, inAscii, rewritten} from './rewrites.js';
import {singleFile} from './single-file.js';
import {bundleSuite} from './suite.js';

/**
 * Source folder of each WebAssembly file of the program. The folder contains `asconfig.json` and `assembly/`, unless a package
 * provides the file.
 */
const wasmFolders = {
	'archives.wasm': 'source/tail/archives',
	'kernel.wasm': 'source/wasm',
	'zstd.wasm': 'source/tail/archives',
};

/** WebAssembly files that packages provide: the package module that contains the file as base64. */
const packedWasm = {'zstd.wasm': 'node_modules/zstddec/dist/zstddec-stream.mjs'};

/** Returns the first 16 digits of a hash of texts and of the contents of files. */
function hashOf(paths, texts = []) {
	const hash = createHash('sha256').update(texts.join());
	for (const path of paths) {
		hash.update(readFileSync(path)).update('\0');
	}
	return hash.digest('hex').slice(0, 16);
}

/** Returns the files that a WebAssembly file is made from: the compiler's version and a folder's sources, or a package's module. */
function wasmInputs(name) {
	const folder = wasmFolders[name];
	const assembly = join(folder, 'assembly');
	return packedWasm[name] === undefined
		? [
				'node_modules/assemblyscript/package.json',
				join(folder, 'asconfig.json'),
				...readdirSync(assembly)
					.sort()
					.map(source => join(assembly, source)),
			]
		: [packedWasm[name]];
}

/** Returns the constants of the program that a WebAssembly file reads as globals, so that they are written down once. */
async function wasmConstants(name) {
	if (name !== 'kernel.wasm') {
		return [];
	}
	const {textFields} = await imported('source/fields/fields.ts');
	return [`textFieldCount=${textFields.length}`];
}

/**
 * Returns the path of a WebAssembly file. Compiling takes two seconds, so a file is kept until its inputs change. For a folder's
 * AssemblyScript, the types of its exports are next to it as `.d.ts`.
 * @throws if compilation fails, with the compiler's error output as the message
 */
async function compiledWasm(name) {
	const constants = await wasmConstants(name);
	const path = join('build', 'wasm', `${hashOf(wasmInputs(name), constants)}-${name}`);
	if (!existsSync(path)) {
		mkdirSync(join('build', 'wasm'), {recursive: true});
		if (packedWasm[name] === undefined) {
			const {bytes, types} = await compile(wasmFolders[name], name, constants);
			write(typesOf(path), types);
			write(path, bytes);
		} else {
			write(path, unpacked(packedWasm[name]));
		}
	}
	return path;
}

/** Returns the path of the type declarations for a compiled file. */
function typesOf(path) {
	return path.replace(/wasm$/, 'd.ts');
}

/** Writes a file atomically. */
function write(path, contents) {
	const unfinished = `${path}.${process.pid}`;
	writeFileSync(unfinished, contents);
	renameSync(unfinished, path);
}

async function compile(folder, name, constants) {
	const {default: asc} = await import('assemblyscript/asc');
	const written = new Map();
	const {error, stderr} = await asc.main(
		[
			'--config',
			join(folder, 'asconfig.json'),
			'--outFile',
			name,
			...constants.flatMap(constant => ['--use', constant]),
		],
		{writeFile: (path, contents) => written.set(path, contents)},
	);
	if (error !== null) {
		throw new Error(`${folder} can't be compiled:\n${stderr}`, {cause: error});
	}
	return {bytes: written.get(name), types: written.get(typesOf(name))};
}

/** Extracts the WebAssembly from a package's module. */
function unpacked(module) {
	const [, base64] = /"(AGFzbQ[A-Za-z0-9+/=]+)"/.exec(readFileSync(module, 'utf8')) ?? [];
	if (base64 === undefined) {
		throw new Error(`there is no WebAssembly in ${module}`);
	}
	return Buffer.from(base64, 'base64');
}

async function wasm() {
	for (const name of Object.keys(wasmFolders)) {
		console.log(await compiledWasm(name));
	}
}

/** Adds the files that the separate modules load, and removes the output of deleted sources: a deleted test would still run. */
async function modules() {
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
	writeSample('build/source/demo');
	mkdirSync('build/source/command-line', {recursive: true});
	writeHelp('build/source/command-line');
	writeVersion('build/source');
	for (const [name, folder] of Object.entries(wasmFolders)) {
		const compiled = await compiledWasm(name);
		mkdirSync(join('build', folder), {recursive: true});
		copyFileSync(compiled, join('build', folder, name));
		if (packedWasm[name] === undefined) {
			copyFileSync(typesOf(compiled), join('build', 'wasm', typesOf(name)));
		}
	}
}

/** Writes the log that --demo replays. */
function writeSample(folder) {
	const sample = readFileSync('samples/storefront.log');
	// The highest quality would save 1.4 kB more and take another second.
	const packed = brotliCompressSync(sample, {params: {[constants.BROTLI_PARAM_QUALITY]: 10}});
	writeFileSync(join(folder, 'storefront.log.br'), packed);
}

/** Writes the page that `reqscope help json` prints. */
function writeHelp(folder) {
	copyFileSync('docs/commands.md', join(folder, 'commands.md'));
}

/** Writes the version that `--version` prints. */
function writeVersion(folder) {
	writeFileSync(join(folder, 'version.txt'), version());
}

function version() {
	return JSON.parse(readFileSync('package.json', 'utf8')).version;
}

const shared = {
	bundle: true,
	platform: 'node',
	target: 'node20.19',
	// Node loads CommonJS some milliseconds faster, and only CommonJS can be cached or loaded synchronously.
	format: 'cjs',
	outExtension: {'.js': '.cjs'},
	banner: {js: "const itsUrl = require('node:url').pathToFileURL(__filename).href;"},
	define: {'import.meta.url': 'itsUrl', isInBundle: 'true'},
	entryNames: '[name]',
	metafile: true,
	// Keep names, so that stack traces of crashes are readable.
	minifySyntax: true,
	minifyWhitespace: true,
	legalComments: 'none',
	logLevel: 'warning',
	// The separate modules assign variables that are constants in the bundle.
	logOverride: {'assign-to-define': 'silent'},
};

async function bundle(folder) {
	const target = folder ?? `build/unfinished-${process.pid}`;
	mkdirSync(target, {recursive: true});
	const program = await bundleProgram(target);
	const launch = await build({
		...shared,
		outdir: target,
		entryPoints: {cli: 'source/start/launch.ts'},
		define: {...shared.define, programHash: JSON.stringify(hashOf(cached.map(name => join(target, name))))},
	});
	// These share no loaded modules with the program: threads, and engines that are loaded synchronously on first use.
	const others = await build({
		...shared,
		outdir: target,
		entryPoints: [
			'source/start/launch-thread.ts',
			'source/tail/archives/decoding-thread.ts',
			'source/query/regexps/regexp-engine.cts',
			'source/fleet/clickhouse/client-engine.cts',
		],
	});

	for (const name of Object.keys(wasmFolders)) {
		copyFileSync(await compiledWasm(name), join(target, name));
	}
	const inputs = [program, launch, others].flatMap(({metafile}) => Object.keys(metafile.inputs));
	writeFileSync(join(target, 'licences.txt'), licencesOf(inputs));

	// For `man reqscope`; generated from the same tables as the help.
	const {manualPage} = await imported('source/manual/manual-page.ts');
	writeFileSync(join(target, 'reqscope.1'), manualPage(version()));

	// The names of fields in JSON logs, collected as the program would do it at each start.
	const {packedNames} = await imported('source/entries/json/known-names.ts');
	writeFileSync(join(target, 'names.json'), packedNames());

	writeSample(target);
	writeHelp(target);
	writeVersion(target);
	if (folder === undefined) {
		replace('build/bundle', target);
	}
}

/** Scripts whose compiled code is cached. */
const cached = ['program.cjs', 'backfill-thread.cjs'];

/**
 * Bundles the program, and its thread that reads logs, each into a single file, because V8 caches compiled code per script, see
 * `source/start/launch.ts`.
 */
async function bundleProgram(target) {
	const program = await build({
		...shared,
		outdir: target,
		// The text is read as Latin-1, one byte per character, see `source/start/launch.ts`.
		charset: 'ascii',
		// Wrap the module in a function, as Node does. A wrapper added at startup would copy the whole text.
		banner: {js: `(function (exports, require, module, __filename, __dirname) {${shared.banner.js}`},
		footer: {js: '})'},
		entryPoints: {program: 'source/main.ts', 'backfill-thread': 'source/reader/backfill-thread.ts'},
		// The entry point for Node loads its parts with a `require` that esbuild can't follow.
		alias: {'jsonc-parser': 'jsonc-parser/lib/esm/main.js'},
		// Only React developers need it.
		external: ['react-devtools-core'],
		define: {
			...shared.define,
			// Libraries read both variables when they are loaded.
			'process.env.NODE_ENV': "'production'",
			'process.env.DEV': "'false'",
		},
		plugins: [rewritten(layout => writeFileSync(join(target, 'layout.wasm'), layout))],
	});
	checkRewritten(Object.keys(program.metafile.inputs));
	for (const path of cached.map(name => join(target, name))) {
		writeFileSync(path, inAscii(readFileSync(path, 'utf8')));
	}
	return program;
}

/** Imports a source file. */
async function imported(path) {
	const {
		outputFiles: [{contents}],
	} = await build({
		entryPoints: [path],
		bundle: true,
		platform: 'node',
		format: 'esm',
		write: false,
		logLevel: 'warning',
	});
	return import(`data:text/javascript;base64,${Buffer.from(contents).toString('base64')}`);
}

/** Replaces a folder. A program that runs from it loads some files later, so it stays if nothing has changed. */
function replace(folder, replacement) {
	if (!isSame(replacement, folder)) {
		const replaced = `${replacement}-replaced`;
		if (existsSync(folder)) {
			renameSync(folder, replaced);
		}
		renameSync(replacement, folder);
		rmSync(replaced, {recursive: true, force: true});
	}
	rmSync(replacement, {recursive: true, force: true});
}

/** True if two folders contain the same files. */
function isSame(one, other) {
	const names = readdirSync(one);
	return (
		existsSync(other) &&
		names.join('/') === readdirSync(other).join('/') &&
		names.every(name => readFileSync(join(one, name)).equals(readFileSync(join(other, name))))
	);
}

/** Licence texts for packages without one, with the copyright holder named in their sources. */
const missingTexts = {
	'yoga-layout': `MIT License

Copyright (c) Meta Platforms, Inc. and affiliates.

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`,
};

/** Returns the licence statement of a package with the full text. */
function licenceOf(directory) {
	const {name, version, license, author} = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
	const files = readdirSync(directory).filter(file => /^(?:licen[cs]e|notice|copying)/i.test(file));
	const by = typeof author === 'object' ? author.name : author;
	const texts =
		files.length > 0
			? files.map(file => readFileSync(join(directory, file), 'utf8').trim())
			: [missingTexts[name]];
	if (texts.includes(undefined)) {
		throw new Error(`${name} has no licence text: add it in tools/build.js`);
	}
	return [`${name} ${version} (${license}${by === undefined ? '' : `, ${by}`})`, ...texts].join('\n\n');
}

/** Returns the licences of the packages that modules belong to. They must be distributed with the code that they cover. */
function licencesOf(modules) {
	// The WebAssembly files contain the AssemblyScript runtime and parts of its library.
	const covered = [...modules, ...Object.values(packedWasm), 'node_modules/assemblyscript/package.json'];
	const folders = covered.map(module => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1]);
	const licences = [...new Set(folders)].filter(folder => folder !== undefined).map(licenceOf);
	return `${licences.sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

const targets = {modules, bundle, suite: bundleSuite, wasm, single: singleFile};
const [, , target, ...args] = process.argv;
try {
	await targets[target](...args);
} catch (error) {
	// esbuild has already printed the errors in the sources.
	if (error.errors === undefined) {
		console.error(error);
	}
	process.exitCode = 1;
}
