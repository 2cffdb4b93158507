import {execFile} from 'node:child_process';
import {watch} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {keyLabel, type OwnKeys} from '../keys/key-bindings.js';
import {commandName, lostKeys} from '../keys/own-keys.js';
import {isoTime} from '../output/iso-time.js';
import {form} from '../start/parts.js';
import {errnoCode, errnoWords} from '../tail/files/errno-words.js';
import {scanSource} from '../tail/paths/path-set.js';
import {readUserFile} from '../user-files/user-file.js';
import {stateFolder} from '../user-files/user-folder.js';
import {fileFacts} from './file-facts.js';
import {fileFindings} from './file-findings.js';
import {type Finding, fine, warning} from './finding.js';
import type {ReadAs} from './log-end.js';
import {inotifyFindings, inotifyUse, memoryFinding, nodeFinding} from './machine-findings.js';
import {type AskTmux, sessionFindings} from './session-findings.js';
import {askDrawnWidth, terminalFindings} from './terminal-findings.js';

/** Reports commands that lost keys to other commands through the config file. */
export function keyFindings(own: OwnKeys): readonly Finding[] {
	return lostKeys(own).map(({command, lost, left}) => {
		const name = commandName(command);
		const taken = lost.map(({key, now}) => `${keyLabel(key)} now runs ${commandName(now)}`).join(', ');
		return left.length > 0
			? fine('keys', `${taken}; ${name} still has ${left.map(keyLabel).join(' ')}`)
			: warning(
					'keys',
					`${taken}, and ${name} has no key left`,
					`give it one in the config, "keys": {"${name}": …}; or [] for no key`,
				);
	});
}

/** Maximum size of the files below, in bytes. */
const maxStateSize = 4 << 20;

/** Reports files of the state folder that aren't used, because they are links or another user may have written them. */
export async function stateFindings(folder: string | null): Promise<readonly Finding[]> {
	const findings: Finding[] = [];
	for (const name of folder === null ? [] : ['searches', 'last-searches', 'marks']) {
		const path = join(folder ?? '', name);
		const problem = await readUserFile(path, maxStateSize).then(
			read => ('text' in read ? undefined : "it isn't a regular file, or too large: move it away"),
			errnoWords,
		);
		if (problem !== undefined) {
			findings.push(warning(path, 'reqscope doesn’t use this file', problem));
		}
	}
	return findings;
}

/** Reports a config file that isn't read because of its name. */
export function configFindings(misnamed: string | null): readonly Finding[] {
	return misnamed === null ? [] : [warning(misnamed, 'isn’t read', 'rename it to config.jsonc')];
}

/** Reports the databases of addresses that the config file names. */
export async function geoFindings(paths: readonly string[]): Promise<readonly Finding[]> {
	if (paths.length === 0) {
		return [];
	}
	const {readGeoFile} = await import('../geo/open-geo.js');
	const files = await Promise.all(paths.map(readGeoFile));
	return files.map(file => {
		if ('problem' in file) {
			return warning(file.path, file.problem, 'change "geo" in the config');
		}
		const {type, built, fields} = file.database;
		return fine(
			file.path,
			`${type} of ${isoTime(built).slice(0, 10)}, for ${fields.map(name => `${name}:`).join(' and ')}`,
		);
	});
}

/** The subjects of the checks. */
type Examined = {
	/** Paths of files and directories, glob patterns, `-` for piped input. */
	readonly paths: readonly string[];
	/** How lines are parsed. Without a format, the format of each line is detected. */
	readonly readAs: ReadAs;
	/** Memory that the process may use, in bytes, and the default maximum number of entries. */
	readonly memory: number;
	readonly cap: number;
	/** A config file that isn't read because of its name, or null. */
	readonly misnamed: string | null;
	/** Keys of the config file, and paths of its databases of addresses. */
	readonly keys: OwnKeys;
	readonly geo: readonly string[];
};

/** Maximum number of files to list; the number of further ones is reported. */
const maxFiles = 20;

/** Checks terminal, machine and logs. Yields each finding immediately. */
export async function* findings({
	paths,
	readAs,
	memory,
	cap,
	misnamed,
	keys,
	geo,
}: Examined): AsyncGenerator<Finding> {
	yield* await terminal();
	yield* await sessionFindings(process.env, askTmux);
	yield* configFindings(misnamed);
	yield* keyFindings(keys);
	yield nodeFinding(process.versions.node, form);
	yield memoryFinding(memory, cap);
	yield* inotifyFindings(inotifyUse(process.getuid?.() ?? 0), watchProblem());
	yield* await stateFindings(stateFolder(process.env, process.platform));
	yield* await geoFindings(geo);
	if (paths.length === 0) {
		yield warning(
			'logs',
			'no logs in the default directories of web servers',
			'give the paths: reqscope doctor FILE…',
		);
	}
	let left = maxFiles;
	for (const argument of paths) {
		if (argument === '-') {
			yield fine('-', 'piped logs: reqscope reads them as they arrive');
			continue;
		}
		const {paths: files, problem} = await scanSource(argument);
		if (problem !== undefined) {
			yield warning(argument, problem, 'check the name and the permissions');
		}
		for (const file of problem !== undefined && files.length === 1 ? [] : files.slice(0, left)) {
			yield* fileFindings(file, await fileFacts(file, readAs), Date.now());
		}
		if (files.length > left) {
			yield fine(argument, `${files.length - left} more files: give their paths to check them`);
		}
		left = Math.max(0, left - files.length);
	}
}

async function terminal(): Promise<readonly Finding[]> {
	const {stdout, stdin, env, platform} = process;
	return terminalFindings({
		env,
		platform,
		size: stdout.isTTY ? {columns: stdout.columns, rows: stdout.rows} : null,
		colorDepth: stdout.isTTY ? stdout.getColorDepth() : 1,
		drawnWidth: env.TERM === 'dumb' ? null : await askDrawnWidth(stdin, stdout),
	});
}

const askTmux: AskTmux = async (option, of) =>
	new Promise(resolve => {
		execFile(
			'tmux',
			['show-options', of === 'server' ? '-sv' : '-Apv', option],
			{timeout: 1000},
			(error, stdout) => {
				resolve(error === null ? stdout.trim() : undefined);
			},
		);
	});

/** Returns the reason why a directory can't be watched, or undefined. */
function watchProblem(): string | undefined {
	try {
		watch(tmpdir()).close();
		return undefined;
	} catch (error) {
		if (errnoCode(error) === undefined) {
			throw error;
		}
		// In other contexts the same code means a full disk.
		return errnoCode(error) === 'ENOSPC' ? 'no inotify watches are left' : errnoWords(error);
	}
}
