import {execFile} from 'node:child_process';
import {existsSync, mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {homedir} from 'node:os';
import {isAbsolute, join} from 'node:path';
import {promisify} from 'node:util';

/**
 * Parts of the engine: a library that contains ClickHouse, and a module that calls it from Node. The download has 180 MB, so
 * it isn't a regular dependency.
 */
const packages = {'@chdb/lib-linux-x64-gnu': '26.7.3-stable.1', 'ffi-rs': '1.3.7'};

/** Folder of the installed engine; it persists across runs. */
export function engineFolder(): string {
	const {XDG_CACHE_HOME: named = ''} = process.env;
	return join(isAbsolute(named) ? named : join(homedir(), '.cache'), 'reqscope-clickhouse');
}

/** Returns the path of the library in that folder. */
export function libraryOf(folder: string): string {
	return join(folder, 'node_modules', '@chdb', 'lib-linux-x64-gnu', 'libchdb.so');
}

/** Installs the engine unless it exists. Resolves with the reason if it isn't available, otherwise with undefined. */
export async function installEngine(): Promise<string | undefined> {
	if (process.platform !== 'linux' || process.arch !== 'x64') {
		return `it is there for Linux on x64 only, not for ${process.platform} on ${process.arch}`;
	}
	const folder = engineFolder();
	// Written last, so that an incomplete installation isn't mistaken for a complete one.
	const mark = join(folder, `installed-${packages['@chdb/lib-linux-x64-gnu']}-${packages['ffi-rs']}`);
	if (existsSync(mark) && existsSync(libraryOf(folder))) {
		return undefined;
	}
	try {
		mkdirSync(folder, {recursive: true});
		rmSync(join(folder, 'package-lock.json'), {force: true});
		writeFileSync(join(folder, 'package.json'), JSON.stringify({private: true, dependencies: packages}));
		// One more attempt after a short pause: with its default pauses, npm takes five minutes to report that the registry
		// is unavailable.
		const retries = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
		const quiet = ['--loglevel=error', '--no-audit', '--no-fund'];
		await promisify(execFile)('npm', ['install', ...quiet, ...retries], {cwd: folder});
		writeFileSync(mark, '');
		return undefined;
	} catch (error) {
		const {stderr = '', message} = error as Error & {stderr?: string};
		return `npm could not install it: ${complaintOf(stderr) ?? message.split('\n')[0]}`;
	}
}

/** Returns the line of npm's output that describes the error. */
function complaintOf(stderr: string): string | undefined {
	return stderr
		.split('\n')
		.map(line => /^npm (?:error|ERR!) (?!code|syscall|errno|path)(.+)/.exec(line)?.[1])
		.find(words => words !== undefined);
}
