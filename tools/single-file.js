// Makes the program one executable file: Node with the files of the bundle inside, a "single executable application".
//
//     npm run single-file [-- --target linux-arm64]
//
// The file is build/single/reqscope-VERSION-TARGET. Node and the tool that puts the files into it come from npm and stay in a
// cache folder. A file for this machine also contains compiled code, as each start would otherwise keep it in the user's cache.
// See https://nodejs.org/docs/latest-v24.x/api/single-executable-applications.html
import {execFileSync, spawnSync} from 'node:child_process';
import {
	chmodSync,
	closeSync,
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	openSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import {createRequire} from 'node:module';
import {devNull, homedir, tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {parseArgs} from 'node:util';

/** Exact versions, so that two builds of one commit have the same bytes. */
const nodeVersion = '24.21.0';
const postjectVersion = '1.0.0-alpha.6';

const bundle = 'build/bundle';
const output = 'build/single';

const targets = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win-x64'];

/** The string in Node that says whether files were added: see the documentation. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** Length of the header before the compiled code in a file of the cache: see `source/start/code-cache.ts`. */
const headerSize = 64;

/** Names of the files with compiled code: of the screen, of commands without it, and of the thread that reads logs. */
const codeNames = ['screen.code', 'print.code', 'thread.code'];

/** Maximum time of the screen, and the time in which it keeps its code, in ms. */
const [maxScreenTime, codeTime] = [60_000, 3000];

const thisTarget = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** Returns the folder of a package, which npm installs on first use. */
function installed(name, version) {
	const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
	const folder = join(cache, 'reqscope-build', `${name}-${version}`);
	const found = join(folder, 'node_modules', name);
	if (!existsSync(join(found, 'package.json'))) {
		mkdirSync(folder, {recursive: true});
		// Node for another system is only copied, so npm must not refuse it.
		const args = ['install', '--no-save', '--no-package-lock', '--ignore-scripts', '--force', '--silent'];
		const {status} = spawnSync('npm', [...args, '--prefix', folder, `${name}@${version}`], {
			stdio: ['ignore', 'inherit', 'inherit'],
			shell: process.platform === 'win32',
		});
		if (status !== 0) {
			const hint = name.startsWith('node-') ? `: run this under Node ${version}, which it then takes` : '';
			throw new Error(`npm can't fetch ${name}@${version}${hint}`);
		}
	}
	return found;
}

/**
 * Returns the folder of Node for a target: the one that runs this, if it is an official build of the wanted version, because npm
 * lacks versions for macOS.
 */
function nodeFolder(target) {
	const own = join(dirname(process.execPath), '..');
	const isOwn =
		target === thisTarget && process.versions.node === nodeVersion && existsSync(join(own, 'LICENSE'));
	return isOwn ? own : installed(`node-${target}`, nodeVersion);
}

/** Returns the path of Node for a target. */
function nodeFor(target) {
	return join(nodeFolder(target), 'bin', target.startsWith('win') ? 'node.exe' : 'node');
}

/** Removes the symbols for debuggers: 18 MB. */
function strip(path, target) {
	if (!target.startsWith('linux')) {
		return;
	}
	const tools = target === thisTarget ? ['strip', 'llvm-strip'] : ['llvm-strip'];
	if (!tools.some(tool => spawnSync(tool, [path], {stdio: 'ignore'}).status === 0)) {
		console.error(`${tools.join(' and ')} can't be run: the file keeps Node's symbols, 18 MB`);
	}
}

/**
 * Removes the signature from Node for Windows, which is of Node without the files.
 * See https://learn.microsoft.com/windows/win32/debug/pe-format
 */
function removeSignature(path) {
	const program = readFileSync(path);
	// The fifth data directory of the optional header is the table of certificates, at the end of the file.
	const entry = program.readUInt32LE(0x3c) + 24 + 112 + 4 * 8;
	const [start, size] = [program.readUInt32LE(entry), program.readUInt32LE(entry + 4)];
	if (start + size !== program.length) {
		throw new Error(`${path} has no signature at its end`);
	}
	program.fill(0, entry, entry + 8);
	writeFileSync(path, program.subarray(0, start));
}

/** Writes the executable with the files of the bundle, and with compiled code. */
async function make(path, target, code) {
	const folder = mkdtempSync(join(tmpdir(), 'reqscope-single-'));
	try {
		const assets = {};
		for (const name of readdirSync(bundle)) {
			if (name !== 'cli.cjs') {
				assets[name] = join(bundle, name);
			}
		}
		for (const [name, bytes] of code) {
			assets[name] = join(folder, name);
			writeFileSync(assets[name], bytes);
		}
		const blob = join(folder, 'files.blob');
		const config = {
			main: join(bundle, 'cli.cjs'),
			output: blob,
			disableExperimentalSEAWarning: true,
			// Both break the program: snapshots its threads, and Node's own cached code `import()`.
			useSnapshot: false,
			useCodeCache: false,
			// Otherwise NODE_OPTIONS could load any code into the program.
			execArgvExtension: 'none',
			execArgv: [
				// The program's own listener comes too late for a signal in its first 50 ms: see `source/start/prepare-node.ts`.
				'--disable-sigusr1',
				// In MiB. V8 begins with less, and collects garbage several times before the first screen: 20 of 180 ms.
				'--min-semi-space-size=4',
			],
			assets,
		};
		writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
		execFileSync(nodeFor(thisTarget), ['--experimental-sea-config', join(folder, 'config.json')], {
			stdio: ['ignore', 'ignore', 'inherit'],
		});
		rmSync(path, {force: true});
		copyFileSync(nodeFor(target), path);
		chmodSync(path, 0o755);
		strip(path, target);
		// The signature is of Node without the files.
		const isMac = target.startsWith('darwin') && process.platform === 'darwin';
		if (isMac) {
			execFileSync('codesign', ['--remove-signature', path]);
		}
		if (target.startsWith('win')) {
			removeSignature(path);
		}
		const {inject} = createRequire(import.meta.url)(installed('postject', postjectVersion));
		await inject(path, 'NODE_SEA_BLOB', readFileSync(blob), {
			sentinelFuse: fuse,
			...(target.startsWith('darwin') && {machoSegmentName: 'NODE_SEA'}),
		});
		if (isMac) {
			// Without a signature, macOS kills the program.
			execFileSync('codesign', ['--sign', '-', path]);
		}
	} finally {
		rmSync(folder, {recursive: true, force: true});
	}
}

/**
 * Runs the file as a user does: the screen, a command that prints, and a log so long that a second thread reads it. Returns the
 * files with compiled code that it has written.
 */
async function writtenCode(path) {
	const folder = mkdtempSync(join(tmpdir(), 'reqscope-single-'));
	try {
		const log = join(folder, 'access.log');
		const sample = readFileSync('samples/storefront.log');
		// A second thread reads a log of 64 MB or more.
		const copies = Math.ceil((80 << 20) / sample.length);
		writeFileSync(log, Buffer.concat(Array.from({length: copies}, () => sample)));
		const env = {
			...{HOME: folder, XDG_CACHE_HOME: folder, LOCALAPPDATA: folder, TERM: 'xterm-256color'},
			...(process.env.SystemRoot && {SystemRoot: process.env.SystemRoot}),
		};
		// The program takes what `ignore` opens for a closed output.
		const nowhere = openSync(devNull, 'w');
		execFileSync(path, ['--json', log], {env, stdio: ['ignore', nowhere, 'inherit']});
		closeSync(nowhere);
		await showScreen(path, log, env);
		const cache = join(folder, 'reqscope');
		return existsSync(cache)
			? codeNames
					.filter(name => existsSync(join(cache, name)))
					.map(name => [name, readFileSync(join(cache, name)).subarray(headerSize)])
			: [];
	} finally {
		rmSync(folder, {recursive: true, force: true});
	}
}

/** Opens a log in a terminal, and quits when all of its requests are counted and the code has been kept. */
async function showScreen(path, log, env) {
	const counted = execFileSync(path, ['--count', log], {env, encoding: 'utf8'}).trim();
	const {spawn} = await import('@lydell/node-pty');
	const terminal = spawn(path, [log], {cols: 120, rows: 36, env});
	const patience = setTimeout(() => terminal.kill(), maxScreenTime);
	let text = '';
	let isAsked = false;
	terminal.onData(data => {
		text += data;
		if (!isAsked && text.includes(counted)) {
			isAsked = true;
			setTimeout(() => terminal.write('q'), codeTime);
		}
	});
	const {exitCode} = await new Promise(ended => terminal.onExit(ended));
	clearTimeout(patience);
	if (exitCode !== 0 || !isAsked) {
		throw new Error(`the screen ended with exit status ${exitCode}, and showed:\n${text.slice(-2000)}`);
	}
}

/** Makes the file for a target. With `--fetch`, only fetches what is needed for that. */
export async function singleFile(...args) {
	const options = {target: {type: 'string', default: thisTarget}, fetch: {type: 'boolean'}};
	const {target, fetch} = parseArgs({args, options}).values;
	if (!targets.includes(target)) {
		throw new Error(`unknown target ${target}: use ${targets.join(', ')}`);
	}
	mkdirSync(output, {recursive: true});
	copyFileSync(join(nodeFolder(thisTarget), 'LICENSE'), join(output, 'node-license.txt'));
	const tools = [nodeFor(target), nodeFor(thisTarget), installed('postject', postjectVersion)];
	if (fetch) {
		console.log(tools.join('\n'));
		return;
	}
	const version = readFileSync(join(bundle, 'version.txt'), 'utf8');
	const path = resolve(output, `reqscope-${version}-${target}${target.startsWith('win') ? '.exe' : ''}`);
	await make(path, target, []);
	if (target === thisTarget) {
		const code = await writtenCode(path);
		const missing = codeNames.filter(name => !code.some(([written]) => written === name));
		if (missing.length > 0) {
			throw new Error(`the program has not written ${missing.join(', ')}`);
		}
		await make(path, target, code);
		// A program with usable code inside writes none.
		const rejected = await writtenCode(path);
		if (rejected.length > 0) {
			throw new Error(`V8 rejects the compiled code inside: ${rejected.map(([name]) => name).join(', ')}`);
		}
	}
	console.log(path);
}
