// Runs the program from a checkout, with the given arguments or --demo. If a build of the same sources exists, it runs
// immediately, in this process. Otherwise the program is built first. Each build has its own folder, named after a hash of the
// sources, that never changes. So a running program can load its remaining files even if newer builds follow, for up to a week
// after its start.
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

const checkout = dirname(dirname(fileURLToPath(import.meta.url)));
const builds = join(checkout, 'build');

/** Time to keep a build after its last start, in ms. The program may still be running and load files. */
const keptFor = 7 * 24 * 60 * 60 * 1000;

function fail(message) {
	process.stderr.write(`npm start: ${message}\n`);
	process.exit(1);
}

/** Returns the input files of the build, as paths in the checkout. */
function inputs() {
	return [
		...['tools/build.js', 'tools/rewrites.js', 'package.json', 'tsconfig.json'],
		'samples/storefront.log',
		'docs/commands.md',
		// npm lists the installed versions in this file.
		...['node_modules/.package-lock.json'].filter(path => existsSync(join(checkout, path))),
		...readdirSync(join(checkout, 'source'), {recursive: true})
			.filter(path => /(?:^|[/\\])[^./\\][^/\\]*\.(?:ts|tsx|cts|json)$/.test(path))
			.map(path => join('source', path))
			.sort(),
	];
}

/** Returns the folder for a build of the current inputs. */
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

/** Removes builds that haven't been started for a long time, and the remains of interrupted builds. */
function removeOld() {
	for (const name of readdirSync(builds)) {
		const path = join(builds, name);
		const {mtimeMs} = statSync(path, {throwIfNoEntry: false}) ?? {};
		if (/^(?:start|unfinished)-/.test(name) && mtimeMs < Date.now() - keptFor) {
			rmSync(path, {recursive: true, force: true});
		}
	}
}

/** Builds the program and moves it to `folder`, unless the inputs changed during the build or another process finished first. */
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
	// Build in a child process: esbuild and the AssemblyScript compiler would stay in memory here.
	const {status} = spawnSync(process.execPath, ['tools/build.js', 'bundle', unfinished], {
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
