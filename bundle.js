// Bundles the program with its packages. The bundle starts in half the time and installs without dependencies. Everything else in
// the repository, including the tests, uses the separate modules.
//
//     node bundle.js [FOLDER]
//
// writes the bundle to FOLDER. Without FOLDER, it replaces build/bundle after all files are written, if any of them has changed.
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
import {brotliCompressSync} from 'node:zlib';
import {build} from 'esbuild';
import {checkRewritten, inAscii, rewritten} from './bundle-rewrites.js';
import {compiledWasm, packedWasm, wasmFolders} from './wasm.js';

// esbuild has already printed the errors in the sources.
process.once('uncaughtException', error => {
	if (error.errors === undefined) {
		console.error(error);
	}
	process.exit(1);
});

const [, , folder] = process.argv;
const target = folder ?? `build/unfinished-${process.pid}`;
mkdirSync(target, {recursive: true});

const shared = {
	bundle: true,
	platform: 'node',
	target: 'node20.19',
	outdir: target,
	metafile: true,
	// Keep names, so that stack traces of crashes are readable.
	minifySyntax: true,
	minifyWhitespace: true,
	legalComments: 'none',
	logLevel: 'warning',
	// The separate modules assign variables that are constants in the bundle.
	logOverride: {'assign-to-define': 'silent'},
};

const common = {
	outExtension: {'.js': '.cjs'},
	format: 'cjs',
	banner: {js: "const itsUrl = require('node:url').pathToFileURL(__filename).href;"},
	define: {'import.meta.url': 'itsUrl', threadEnding: "'cjs'"},
};

// Separate bundles: these threads share no loaded modules with the main thread.
const threads = await build({
	...shared,
	...common,
	entryPoints: ['source/reader/backfill-thread.ts', 'source/tail/archives/decoding-thread.ts'],
	entryNames: '[name]',
});

// A single file, because V8 caches compiled code per script, see `source/start/launch.ts`. Only CommonJS can be cached.
const program = await build({
	...shared,
	...common,
	// The text is read as Latin-1, one byte per character, see `source/start/launch.ts`.
	charset: 'ascii',
	// Wrap the module in a function, as Node does. A wrapper added at startup would copy the whole text.
	banner: {js: `(function (exports, require, module, __filename, __dirname) {${common.banner.js}`},
	footer: {js: '})'},
	entryPoints: ['source/main.ts'],
	entryNames: 'program',
	// The entry point for Node loads its parts with a `require` that esbuild can't follow.
	alias: {'jsonc-parser': 'jsonc-parser/lib/esm/main.js'},
	// Only React developers need it.
	external: ['react-devtools-core'],
	define: {
		...common.define,
		// Libraries read both variables when they are loaded.
		'process.env.NODE_ENV': "'production'",
		'process.env.DEV': "'false'",
	},
	plugins: [rewritten(wasm => writeFileSync(join(target, 'layout.wasm'), wasm))],
});

checkRewritten(Object.keys(program.metafile.inputs));

const text = inAscii(readFileSync(join(target, 'program.cjs'), 'utf8'));
writeFileSync(join(target, 'program.cjs'), text);
const programHash = createHash('sha256').update(text).digest('hex').slice(0, 16);

// Node loads CommonJS some milliseconds faster.
const launch = await build({
	...shared,
	...common,
	entryPoints: ['source/start/launch.ts'],
	entryNames: 'cli',
	define: {...common.define, programHash: JSON.stringify(programHash)},
});

const engines = await build({
	...shared,
	...common,
	// Loaded synchronously on first use, which requires CommonJS.
	entryPoints: ['source/query/regexps/regexp-engine.cts', 'source/fleet/clickhouse/client-engine.cts'],
	entryNames: '[name]',
});

for (const name of Object.keys(wasmFolders)) {
	copyFileSync(await compiledWasm(name), join(target, name));
}

/** Returns the folder of the package that contains a module; undefined for modules of this project. */
function packageOf(module) {
	return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1];
}

/** Imports the module that a build has made. */
function imported({outputFiles: [{contents}]}) {
	return import(`data:text/javascript;base64,${Buffer.from(contents).toString('base64')}`);
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
		throw new Error(`${name} has no licence text: add it in bundle.js`);
	}
	return [`${name} ${version} (${license}${by === undefined ? '' : `, ${by}`})`, ...texts].join('\n\n');
}

// Licences must be distributed with the code that they cover.
const inputs = [program, launch, threads, engines].flatMap(({metafile}) => Object.keys(metafile.inputs));
inputs.push(...Object.values(packedWasm));
// The WebAssembly files contain the AssemblyScript runtime and parts of its library.
inputs.push('node_modules/assemblyscript/package.json');
const folders = new Set(inputs.map(packageOf).filter(folder => folder !== undefined));
const licences = [...folders].map(licenceOf).sort();
writeFileSync(join(target, 'licences.txt'), `${licences.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);

// For `man reqscope`; generated from the same tables as the help.
const manual = await build({
	entryPoints: ['source/manual/manual-page.ts'],
	bundle: true,
	platform: 'node',
	format: 'esm',
	write: false,
	logLevel: 'warning',
});
const {manualPage} = await imported(manual);
const {version} = JSON.parse(readFileSync('package.json', 'utf8'));
writeFileSync(join(target, 'reqscope.1'), manualPage(version));

// The names of fields in JSON logs, compiled as the program would do it at each start.
const names = await build({
	entryPoints: ['source/entries/json/compile-names.ts'],
	bundle: true,
	platform: 'node',
	format: 'esm',
	write: false,
	logLevel: 'warning',
});
const {packedNames} = await imported(names);
writeFileSync(join(target, 'names.bin'), packedNames());

// For --demo.
writeFileSync(join(target, 'storefront.log.br'), brotliCompressSync(readFileSync('samples/storefront.log')));

/** True if two folders contain the same files. */
function isSame(one, other) {
	const names = readdirSync(one);
	return (
		existsSync(other) &&
		names.join('/') === readdirSync(other).join('/') &&
		names.every(name => readFileSync(join(one, name)).equals(readFileSync(join(other, name))))
	);
}

if (folder === undefined) {
	const bundle = 'build/bundle';
	// A program that runs from this folder loads some files later, so keep the folder if nothing has changed.
	if (!isSame(target, bundle)) {
		const replaced = `${target}-replaced`;
		if (existsSync(bundle)) {
			renameSync(bundle, replaced);
		}
		renameSync(target, bundle);
		rmSync(replaced, {recursive: true, force: true});
	}
	rmSync(target, {recursive: true, force: true});
}
