// Bundles the tests, so that `npm test` starts only a few processes. ava runs each test file in its own process. For a small
// test, the start of Node and the loading of some hundred modules take longer than the test.
//
// Test files share a process, in which their tests run one after the other. A file that changes or measures its process runs in a
// separate process if it has a line that begins with `// Runs alone:` and continues with the reason. Files that set a time zone
// share a process with files that set the same one.
//
// The program's own bundle isn't involved: tests use the separate modules, which still find the files next to them.
import {existsSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';
import {pathToFileURL} from 'node:url';
import {build} from 'esbuild';

const compiled = 'build/test';
const suite = 'build/suite';

/** Maximum number of files per process. With more, the last process would run long after the rest. */
const maxFiles = 16;

/** Folders with fewer files share a process. */
const minFiles = 6;

const shared = {
	bundle: true,
	format: 'esm',
	splitting: true,
	platform: 'node',
	target: 'node20.19',
	logLevel: 'warning',
	// The separate modules assign variables that are constants in the bundle.
	logOverride: {'assign-to-define': 'silent'},
};

/** Bundles Ink, also for test files that run individually: its 500 separate modules take half a second to load. */
async function bundleInk() {
	const packages = ['ink', 'ink-testing-library'];
	// The compiled modules find the packages in this folder before those in the repository's `node_modules`.
	const folder = 'build/node_modules';
	rmSync(folder, {recursive: true, force: true});
	await build({
		...shared,
		entryPoints: Object.fromEntries(packages.map(name => [`${name}/index`, name])),
		outdir: folder,
		minifySyntax: true,
		minifyWhitespace: true,
		// CommonJS modules in the bundle load Node's modules with `require`.
		banner: {
			js: "import {createRequire as itsCreateRequire} from 'node:module'; const require = itsCreateRequire(import.meta.url);",
		},
		// Both packages share one copy of Ink. React isn't bundled, so that all modules share one copy of it.
		chunkNames: 'ink/[name]-[hash]',
		external: ['react', 'react-devtools-core'],
		// As in the program, see build.js.
		define: {'process.env.NODE_ENV': "'production'", 'process.env.DEV': "'false'"},
	});
	for (const name of packages) {
		writeFileSync(
			join(folder, name, 'package.json'),
			JSON.stringify({name, type: 'module', main: 'index.js'}),
		);
	}
}

/** Returns the TypeScript source of a compiled test. tsc keeps only some comments, depending on the surrounding code. */
function sourceOf(name) {
	const path = [`test/${name}.test.ts`, `test/${name}.test.tsx`].find(path => existsSync(path));
	return path === undefined ? '' : readFileSync(path, 'utf8');
}

/** Groups the test files, as paths without `.test.js`, by the name of their process. */
function groupTests() {
	const names = readdirSync(compiled, {recursive: true})
		.map(path => /^(?!engine\/)(.*)\.test\.js$/.exec(path.replaceAll('\\', '/'))?.[1])
		.filter(name => name !== undefined)
		.sort();
	const alone = new Map();
	const folders = new Map();
	for (const name of names) {
		const source = sourceOf(name);
		const zone = /^process\.env\.TZ = '([^']+)'/m.exec(source)?.[1];
		if (/^\/\/ Runs alone: ./m.test(source)) {
			alone.set(name, [name]);
		} else if (/^(?:performance|Date)\.now = |new PathCalls\(/m.test(source)) {
			throw new Error(`test/${name}.test.ts changes its process: it needs a line \`// Runs alone: …\``);
		} else {
			const folder = zone?.replace(/\W/g, '-') ?? /^(.*?)\//.exec(name)?.[1] ?? 'repository';
			folders.set(folder, [...(folders.get(folder) ?? []), name]);
		}
	}

	const large = [...folders].filter(([, files]) => files.length >= minFiles);
	const small = [...folders].filter(([, files]) => files.length < minFiles);
	const isZone = folder => /[A-Z]/.test(folder);
	const others = small.filter(([folder]) => !isZone(folder)).flatMap(([, files]) => files);
	const groups = new Map([...alone, ...small.filter(([folder]) => isZone(folder))]);
	for (const [folder, files] of [...large, ['others', others]]) {
		const parts = Math.ceil(files.length / maxFiles);
		for (let part = 0; part < parts; part++) {
			// Distribute the files in turn: neighbouring files often take equally long.
			const own = files.filter((_, index) => index % parts === part);
			groups.set(`${folder}${parts > 1 ? `-${part + 1}` : ''}`, own);
		}
	}
	return groups;
}

/** The code of `source/start/parts.ts` that starts a thread from a file. */
const startsThread = 'Worker(pathOf(file), ';

/**
 * An esbuild plugin that keeps the original paths of modules, so that they find the files next to them. Threads are the
 * bundled ones.
 */
const placed = {
	name: 'placed',
	setup({onLoad}) {
		onLoad({filter: /\.js$/, namespace: 'file'}, ({path}) => {
			const text = readFileSync(path, 'utf8');
			if (path.endsWith(join('start', 'parts.js')) && !text.includes(startsThread)) {
				throw new Error(`${path} starts threads in another way than tools/suite.js expects`);
			}
			const threads = JSON.stringify(join(process.cwd(), suite, 'threads'));
			return {
				contents: text
					.replace(startsThread, `Worker(join(${threads}, basename(file)), `)
					.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
					.replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
					.replaceAll('import.meta.filename', JSON.stringify(path)),
			};
		});
	},
};

/** Bundles the code of other threads: tests start hundreds of them, and each would load a hundred modules. */
async function bundleThreads() {
	const threads = readdirSync('build/source', {recursive: true}).filter(path => /-thread\.js$/.test(path));
	await build({
		...shared,
		splitting: false,
		entryPoints: threads.map(path => join('build/source', path)),
		entryNames: '[name]',
		outdir: join(suite, 'threads'),
		packages: 'external',
		plugins: [placed],
	});
}

/** Bundles each group into a file that ava runs in one process. */
async function bundleGroups(groups) {
	const root = join(process.cwd(), compiled);
	const groupOf = new Map([...groups].flatMap(([group, files]) => files.map(name => [name, group])));
	const entries = {
		name: 'entries',
		setup({onResolve, onLoad}) {
			onResolve({filter: /^group:/}, ({path}) => ({path: path.slice('group:'.length), namespace: 'group'}));
			onLoad({filter: /./, namespace: 'group'}, ({path: group}) => ({
				contents: groups
					.get(group)
					.flatMap(name => [...(name === group ? [] : [`begin:${name}`]), `./${name}.test.js`])
					.map(path => `import ${JSON.stringify(path)};`)
					.join('\n'),
				resolveDir: root,
			}));
			// Import this before each file, so that tests added by helpers belong to that file, even if it has no other tests.
			onResolve({filter: /^begin:/}, ({path}) => ({path: path.slice('begin:'.length), namespace: 'begin'}));
			onLoad({filter: /./, namespace: 'begin'}, ({path: name}) => {
				const group = groupOf.get(name).replace(/-\d+$/, '');
				// ava prints the name of the group before the title.
				const title = name.replace(new RegExp(`^${group}/`), '').replaceAll('/', ' › ');
				return {
					contents: `import {testsOf} from './helpers/tests-of.js';\nexport default testsOf(${JSON.stringify(title)});`,
					resolveDir: root,
				};
			});
			onResolve({filter: /^ava$/}, ({importer}) => {
				const name = relative(root, importer)
					.replaceAll('\\', '/')
					.replace(/\.test\.js$/, '');
				if (name.startsWith('helpers/') && name !== 'helpers/tests-of.js') {
					return {path: 'caller', namespace: 'caller'};
				}
				const group = groupOf.get(name);
				return group === undefined || group === name
					? {path: 'ava', external: true}
					: {path: name, namespace: 'begin'};
			});
			onLoad({filter: /./, namespace: 'caller'}, () => ({
				contents: "export {testsOfCaller as default} from './helpers/tests-of.js';",
				resolveDir: root,
			}));
		},
	};
	await build({
		...shared,
		entryPoints: [...groups.keys()].map(group => ({in: `group:${group}`, out: `${group}.test`})),
		outdir: suite,
		chunkNames: 'chunks/[hash]',
		packages: 'external',
		plugins: [entries, placed],
	});
}

/** Bundles Ink, the threads and the tests. */
export async function bundleSuite() {
	rmSync(suite, {recursive: true, force: true});
	await bundleInk();
	await bundleThreads();
	await bundleGroups(groupTests());
}
