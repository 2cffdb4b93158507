// Bundles what tsc has compiled, with the packages that it uses: the program starts in half the time, and whoever
// installs it installs nothing else. Everything else in the repository, tests too, uses the single modules.
import {createHash} from 'node:crypto';
import {copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {build} from 'esbuild';
import {manualPage} from './build/source/manual/manual-page.js';
import {importableOnce, inAscii, rewritten} from './bundle-rewrites.js';

const target = 'build/bundle';
mkdirSync(target, {recursive: true});

const shared = {
	bundle: true,
	platform: 'node',
	target: 'node20.19',
	outdir: target,
	metafile: true,
	// Names stay, so that the stack of a crash can be read.
	minifySyntax: true,
	minifyWhitespace: true,
	legalComments: 'none',
	logLevel: 'warning',
	// What is set there is for the single modules.
	logOverride: {'assign-to-define': 'silent'},
};

const common = {
	outExtension: {'.js': '.cjs'},
	format: 'cjs',
	banner: {js: "const itsUrl = require('node:url').pathToFileURL(__filename).href;"},
	define: {'import.meta.url': 'itsUrl', bundledThread: "'past-thread.cjs'"},
};

// What another thread runs has nothing in common with what the first one has loaded.
const thread = await build({
	...shared,
	...common,
	entryPoints: ['build/source/store/past/past-thread.js'],
	entryNames: '[name]',
});

// One text, as V8 can keep what it has compiled of one text: see `source/start/launch.ts`. Only CommonJS can be kept.
const program = await build({
	...shared,
	...common,
	entryPoints: ['build/source/main.js'],
	entryNames: 'program',
	// V8 counts characters in a text of bytes.
	charset: 'ascii',
	// A function, as Node itself makes of a module. What is put around it at the start would copy all of it.
	banner: {js: `(function (exports, require, module, __filename, __dirname) {${common.banner.js}`},
	footer: {js: '})'},
	// What Node takes of it finds its own parts by a `require` that can't be followed.
	alias: {'jsonc-parser': 'jsonc-parser/lib/esm/main.js'},
	// Only asked for by developers of React.
	external: ['react-devtools-core'],
	define: {
		...common.define,
		// Both are read where a library is loaded.
		'process.env.NODE_ENV': "'production'",
		'process.env.DEV': "'false'",
	},
	plugins: [rewritten(wasm => writeFileSync(join(target, 'layout.wasm'), wasm))],
});

const programText = inAscii(importableOnce(readFileSync(join(target, 'program.cjs'), 'utf8')));
writeFileSync(join(target, 'program.cjs'), programText);
const programHash = createHash('sha256').update(programText).digest('hex').slice(0, 16);

// Node loads CommonJS some milliseconds sooner.
const launch = await build({
	...shared,
	...common,
	entryPoints: ['build/source/start/launch.js'],
	entryNames: 'cli',
	define: {...common.define, programHash: JSON.stringify(programHash)},
});

const engines = await build({
	...shared,
	...common,
	// Loaded when they are first needed, at once: only CommonJS can be.
	entryPoints: ['build/source/query/regexps/regexp-engine.cjs', 'build/source/clickhouse/client-engine.cjs'],
	entryNames: '[name]',
});

for (const file of Object.keys(program.metafile.outputs)) {
	if (readFileSync(file, 'utf8').includes('Intl.Segmenter')) {
		throw new Error(`${file} uses Intl.Segmenter, which takes 10 ms: see bundle-rewrites.js`);
	}
}

copyFileSync('build/source/kernel/kernel.wasm', join(target, 'kernel.wasm'));
copyFileSync('build/source/ship/rows/lines.wasm', join(target, 'lines.wasm'));

/** The folder of the package that a module belongs to; undefined for one of the project's own. */
const packageOf = module => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1];

/** What a package says of its licence: its text, or where it has none its name. */
const licenceOf = folder => {
	const {name, version, license, author} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const files = readdirSync(folder).filter(file => /^(?:licen[cs]e|notice|copying)/i.test(file));
	const by = typeof author === 'object' ? author.name : author;
	const texts = files.map(file => readFileSync(join(folder, file), 'utf8').trim());
	return [`${name} ${version} (${license}${by === undefined ? '' : `, ${by}`})`, ...texts].join('\n\n');
};

// Licences ask to be passed on with what they are of.
const inputs = [program, launch, thread, engines].flatMap(({metafile}) => Object.keys(metafile.inputs));
const folders = new Set(inputs.map(packageOf).filter(folder => folder !== undefined));
const licences = [...folders].map(licenceOf).sort();
writeFileSync(join(target, 'licences.txt'), `${licences.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);

// For `man reqscope`: made from the same tables as the help.
const {version} = JSON.parse(readFileSync('package.json', 'utf8'));
writeFileSync(join(target, 'reqscope.1'), manualPage(version));
