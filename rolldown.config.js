// Bundles what tsc has compiled, with the packages that it uses: the program starts in half the time, and whoever
// installs it installs nothing else. Everything else in the repository, tests too, uses the single modules.
import {readdirSync, readFileSync} from 'node:fs';
import {basename, join} from 'node:path';

/** The folder of the package that a module belongs to; undefined for one of the project's own. */
const packageOf = module =>
	/^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module.replaceAll('\\', '/'))?.[1];

/** What a package says of its licence: its text, or where it has none its name. */
const licenceOf = folder => {
	const {name, version, license, author} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const files = readdirSync(folder).filter(file => /^(?:licen[cs]e|notice|copying)/i.test(file));
	const by = typeof author === 'object' ? author.name : author;
	const texts = files.map(file => readFileSync(join(folder, file), 'utf8').trim());
	return [`${name} ${version} (${license}${by === undefined ? '' : `, ${by}`})`, ...texts].join('\n\n');
};

/** Writes the licences of all packages in a bundle to a file: they ask to be passed on with what they are of. */
const licences = fileName => ({
	name: 'licences',
	generateBundle(_, output) {
		const modules = Object.values(output).flatMap(({moduleIds = []}) => moduleIds);
		const folders = new Set(modules.map(packageOf).filter(folder => folder !== undefined));
		const texts = [...folders].map(licenceOf).sort();
		this.emitFile({type: 'asset', fileName, source: `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`});
	},
});

/** Puts a file beside the modules that read it. */
const copy = path => ({
	name: 'copy',
	generateBundle() {
		this.emitFile({type: 'asset', fileName: basename(path), source: readFileSync(path)});
	},
});

// Names stay, so that the stack of a crash can be read.
const output = {dir: 'build/bundle', chunkFileNames: '[name].js', minify: {mangle: false}};

export default [
	{
		// The second is what another thread runs.
		input: {cli: 'build/source/cli.js', 'past-thread': 'build/source/store/past-thread.js'},
		platform: 'node',
		// Only asked for by developers of React.
		external: ['react-devtools-core'],
		// Both are read where a library is loaded.
		transform: {define: {'process.env.NODE_ENV': "'production'", 'process.env.DEV': "'false'"}},
		plugins: [licences('licences.txt'), copy('build/source/kernel/kernel.wasm')],
		output,
	},
	{
		// Loaded when it is first needed, at once: only CommonJS can be.
		input: {'regexp-engine': 'build/source/query/regexp-engine.cjs'},
		platform: 'node',
		plugins: [licences('regexp-engine-licence.txt')],
		output: {...output, format: 'cjs', entryFileNames: '[name].cjs'},
	},
];
