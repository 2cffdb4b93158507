// Runs the program from a checkout, with its arguments or else with --demo. What was built of the same sources runs at
// once, in this process. Otherwise it is built first, into a folder that is named after the sources and never changes:
// a running program still finds the files that it loads later, whatever is built in the week after its start.
import {spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	utimesSync,
} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const checkout = dirname(fileURLToPath(import.meta.url));
const builds = join(checkout, 'build');

/** How long a program is kept after it was last started, in ms: it may still run, and load files. */
const keptFor = 7 * 24 * 60 * 60 * 1000;

function fail(message) {
	process.stderr.write(`npm start: ${message}\n`);
	process.exit(1);
}

/** The files that the program is built of, as paths in the checkout. */
function inputs() {
	return [
		...['bundle.js', 'bundle-rewrites.js', 'wasm.js', 'package.json', 'tsconfig.json'],
		// npm lists there which versions are installed.
		...['node_modules/.package-lock.json'].filter(path => existsSync(join(checkout, path))),
		...readdirSync(join(checkout, 'source'), {recursive: true})
			.filter(path => /(?:^|[/\\])[^./\\][^/\\]*\.(?:ts|tsx|cts|json)$/.test(path))
			.map(path => join('source', path))
			.sort(),
	];
}

/** The folder of the program as it is built of what the inputs hold now. */
function currentFolder() {
	const hash = createHash('sha256');
	for (const path of inputs()) {
		hash
			.update(`${path}\0`)
			.update(readFileSync(join(checkout, path)))
			.update('\0');
	}
	return join(builds, `start-${hash.digest('hex').slice(0, 16)}`);
}

function isBuilt(folder) {
	return existsSync(join(folder, 'cli.cjs'));
}

/** Removes programs that were not started for long, and what interrupted builds left. */
function removeOld() {
	for (const name of readdirSync(builds)) {
		const path = join(builds, name);
		const {mtimeMs} = statSync(path, {throwIfNoEntry: false}) ?? {};
		if (/^(?:start|unfinished)-/.test(name) && mtimeMs < Date.now() - keptFor) {
			rmSync(path, {recursive: true, force: true});
		}
	}
}

/** Builds the program and moves it to `folder`, unless the inputs changed meanwhile or another process was sooner. */
function build(folder) {
	if (!existsSync(join(checkout, 'node_modules', 'esbuild'))) {
		fail('packages are missing: run `npm install` first');
	}
	process.stderr.write('building…\n');
	const unfinished = join(builds, `unfinished-${process.pid}`);
	try {
		mkdirSync(unfinished, {recursive: true});
		removeOld();
	} catch ({message}) {
		fail(`can't build: ${message}\nMake ${checkout} writable, or start a copy of it.`);
	}
	// esbuild and the compiler of AssemblyScript would stay in this process.
	const {status} = spawnSync(process.execPath, ['bundle.js', unfinished], {
		cwd: checkout,
		stdio: ['ignore', process.stderr.fd, process.stderr.fd],
	});
	try {
		if (status === 0 && currentFolder() === folder && !isBuilt(folder)) {
			renameSync(unfinished, folder);
		}
	} catch (error) {
		if (!isBuilt(folder)) {
			throw error;
		}
	} finally {
		rmSync(unfinished, {recursive: true, force: true});
	}
	if (status !== 0) {
		fail('the build failed, see above. If a package is missing there, run `npm install`.');
	}
}

let folder = currentFolder();
while (!isBuilt(folder)) {
	build(folder);
	folder = currentFolder();
}
try {
	const now = new Date();
	utimesSync(folder, now, now);
} catch {
	// The checkout may be read-only.
}

const program = join(folder, 'cli.cjs');
const [node, , ...args] = process.argv;
process.argv = [node, program, ...(args.length > 0 ? args : ['--demo'])];
createRequire(import.meta.url)(program);
