// Bundles the tests, so that `npm test` starts few processes. ava gives each test file a process of its own, and a small
// test takes less time than the start of Node and the loading of some hundred modules before it.
//
// Test files share a process, in which their tests run one after the other. A file that changes something of its
// process, or measures it, has a process of its own if it says so in a line that begins with `// Runs alone:` and goes
// on with the reason. Files that set a time zone share one with those that set the same.
//
// The program isn't touched by it: tests use its single modules, and what these find beside themselves stays there.
import {existsSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';
import {pathToFileURL} from 'node:url';
import {build} from 'esbuild';

const compiled = 'build/test';
const suite = 'build/suite';

/** Files that share a process at most: more in one, and the last process would run when all others have ended. */
const maxFiles = 16;

/** A folder with fewer files shares its process with others of that kind. */
const minFiles = 6;

const shared = {
	bundle: true,
	format: 'esm',
	splitting: true,
	platform: 'node',
	target: 'node20.19',
	logLevel: 'warning',
	// What is set there is for the single modules.
	logOverride: {'assign-to-define': 'silent'},
};

/** Bundles Ink, also for a test file that is run by itself: its 500 single modules take half a second. */
async function bundleInk() {
	const packages = ['ink', 'ink-testing-library'];
	// Where what tsc has compiled finds them before those of the repository's own `node_modules`.
	const folder = 'build/node_modules';
	rmSync(folder, {recursive: true, force: true});
	await build({
		...shared,
		entryPoints: Object.fromEntries(packages.map(name => [`${name}/index`, name])),
		outdir: folder,
		minifySyntax: true,
		minifyWhitespace: true,
		// What is CommonJS within asks for parts of Node so.
		banner: {
			js: "import {createRequire as itsCreateRequire} from 'node:module'; const require = itsCreateRequire(import.meta.url);",
		},
		// There is one Ink for both, and one React for all.
		chunkNames: 'ink/[name]-[hash]',
		external: ['react', 'react-devtools-core'],
		// As in the program, see bundle.js.
		define: {'process.env.NODE_ENV': "'production'", 'process.env.DEV': "'false'"},
	});
	for (const name of packages) {
		writeFileSync(
			join(folder, name, 'package.json'),
			JSON.stringify({name, type: 'module', main: 'index.js'}),
		);
	}
}

/** The source of a compiled test: what tsc leaves of comments depends on what stands around them. */
function sourceOf(name) {
	const path = [`test/${name}.test.ts`, `test/${name}.test.tsx`].find(path => existsSync(path));
	return path === undefined ? '' : readFileSync(path, 'utf8');
}

/** Lists test files, as paths without `.test.js`, by the name of the process that runs them. */
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
		} else if (/^(?:performance|Date)\.now = |new PathCalls\(|FORCE_COLOR: /m.test(source)) {
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
			// Every so many: files that lie side by side often take as long.
			const own = files.filter((_, index) => index % parts === part);
			groups.set(`${folder}${parts > 1 ? `-${part + 1}` : ''}`, own);
		}
	}
	return groups;
}

/** Lets the modules find what is beside them where they were before; and the threads that they start, bundled. */
const placed = {
	name: 'placed',
	setup({onLoad}) {
		onLoad({filter: /\.js$/, namespace: 'file'}, ({path}) => {
			const text = readFileSync(path, 'utf8');
			const place = text.includes('.Worker(new URL(')
				? join(process.cwd(), suite, 'threads/starter.js')
				: path;
			return {
				contents: text
					.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(place).href))
					.replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
					.replaceAll('import.meta.filename', JSON.stringify(path)),
			};
		});
	},
};

/** Bundles what runs in other threads: tests start hundreds of them, each of which would load a hundred modules. */
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

/** Bundles each group into a file that ava runs in a process. */
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
			// Before each file: tests that helpers add are that file's, also where it has no others.
			onResolve({filter: /^begin:/}, ({path}) => ({path: path.slice('begin:'.length), namespace: 'begin'}));
			onLoad({filter: /./, namespace: 'begin'}, ({path: name}) => {
				const group = groupOf.get(name).replace(/-\d+$/, '');
				// ava says the name of the group, before the title.
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

rmSync(suite, {recursive: true, force: true});
await bundleInk();
await bundleThreads();
await bundleGroups(groupTests());
