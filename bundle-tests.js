// Bundles Ink for the tests: each file of them has a process of its own, in which 500 single modules take half a second.
// What is tested isn't touched by it: tests use the single modules of the program.
import {rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {build} from 'esbuild';

const packages = ['ink', 'ink-testing-library'];
// Where what tsc has compiled finds them before those of the repository's own `node_modules`.
const folder = 'build/node_modules';
rmSync(folder, {recursive: true, force: true});

await build({
	entryPoints: Object.fromEntries(packages.map(name => [`${name}/index`, name])),
	outdir: folder,
	bundle: true,
	format: 'esm',
	platform: 'node',
	target: 'node20.19',
	minifySyntax: true,
	minifyWhitespace: true,
	logLevel: 'warning',
	// What is set there is for the single modules.
	logOverride: {'assign-to-define': 'silent'},
	// What is CommonJS within asks for parts of Node so.
	banner: {
		js: "import {createRequire as itsCreateRequire} from 'node:module'; const require = itsCreateRequire(import.meta.url);",
	},
	// There is one Ink for both, and one React for all.
	splitting: true,
	chunkNames: 'ink/[name]-[hash]',
	external: ['react', 'react-devtools-core'],
	// As in the program, see bundle.js.
	define: {'process.env.NODE_ENV': "'production'", 'process.env.DEV': "'false'"},
});

for (const name of packages) {
	writeFileSync(join(folder, name, 'package.json'), JSON.stringify({name, type: 'module', main: 'index.js'}));
}
