import {stat} from 'node:fs/promises';
import {resolve} from 'node:path';
import {Coalesced} from '../files/coalesced.js';
import {problemAt} from '../files/denied-text.js';
import {realDirectory} from '../files/directory-watcher.js';
import {errnoWords, isMissing} from '../files/errno-words.js';
import type {TaskLimit} from '../files/task-limit.js';
import type {PathState} from '../tail-types.js';
import {type DirectoryScan, scanDirectory} from './directory-scan.js';
import {type Found, firstPolls} from './first-polls.js';
import type {FollowedPath} from './followed-path.js';

/**
 * Finds the files that a path, directory or glob pattern stands for. Never rejects.
 *
 * @param before Paths that earlier scans of the argument have found.
 */
export async function scanSource(argument: string, before: readonly string[] = []): Promise<DirectoryScan> {
	try {
		const stats = await stat(argument);
		return stats.isDirectory() ? await scanDirectory(argument, before) : plain(argument);
	} catch (error) {
		if (!isMissing(error)) {
			return {...plain(argument), problem: await problemAt(argument, error), failed: true};
		}
		return /[*?[\]{}]/.test(argument) ? scanPattern(argument) : plain(argument);
	}
}

function plain(path: string): DirectoryScan {
	return {paths: [path], listing: false, directories: []};
}

async function scanPattern(pattern: string): Promise<DirectoryScan> {
	// The part before the first directory with a special character. Further files appear below it.
	const base = /^(?:[^\\*?[\]{}()!+@|]*\/)?/.exec(pattern)?.[0] ?? '';
	const directories = [await realDirectory(base === '' ? '.' : base)];
	try {
		const absolute = pattern.startsWith('/');
		// Loaded on demand, because most command lines have no pattern.
		const {glob} = await import('tinyglobby');
		const paths = await glob(pattern, {absolute, expandDirectories: false, onlyFiles: true});
		const problem = 'no file matches this pattern yet';
		return {paths: paths.sort(), listing: true, directories, ...(paths.length === 0 && {problem})};
	} catch (error) {
		return {paths: [], listing: true, directories, problem: errnoWords(error), failed: true};
	}
}

/** The searched set of paths, see `PathSet`. `scan` resolves with the new paths. */
type Searched = {scan(): Promise<readonly Found[]>};

/**
 * Searches for the files that the arguments stand for, one search at a time, and starts the first poll of each new file. The
 * first search is done when all of its polls are.
 */
export class PathScans extends Coalesced {
	readonly #paths: Searched;
	readonly #limit: TaskLimit | undefined;
	#isFirst = true;

	/**
	 * @param spacing Minimum interval between two scheduled searches, in ms.
	 * @param limit Limits the number of first polls at the same time. Not for followed paths, which may never respond.
	 */
	constructor(paths: Searched, spacing: number, limit?: TaskLimit) {
		super(() => this.#search(), spacing);
		this.#paths = paths;
		this.#limit = limit;
	}

	/** True until the first search is done. Its files existed at the start. */
	get isFirst(): boolean {
		return this.#isFirst;
	}

	async #search(): Promise<void> {
		const found = await this.#paths.scan();
		const polls = firstPolls(found, this.#limit);
		// Later searches don't wait for the polls: a path that doesn't respond must not block the next search.
		if (this.#isFirst) {
			await polls;
			this.#isFirst = false;
		}
	}
}

type Source = {readonly argument: string; scan: DirectoryScan; members: readonly FollowedPath[]};

/** The set of paths that the arguments stand for, without duplicates. Changes as files appear and disappear. */
export class PathSet {
	readonly #make: (path: string) => FollowedPath;
	readonly #sources: Source[] = [];
	readonly #paths = new Map<string, FollowedPath>();
	readonly #onChange: () => void;

	/**
	 * @param make Creates the follower of a new path.
	 * @param onChange Called when an argument stands for different files than before.
	 */
	constructor(paths: readonly string[], make: (path: string) => FollowedPath, onChange: () => void) {
		this.#make = make;
		this.#onChange = onChange;
		this.add(paths);
	}

	/** Adds arguments. The next scan finds their files. */
	add(paths: readonly string[]): void {
		for (const argument of new Set(paths)) {
			if (!this.arguments.includes(argument)) {
				this.#sources.push({
					argument,
					scan: {paths: [], listing: false, directories: []},
					members: [],
				});
			}
		}
	}

	/** The arguments, as given. */
	get arguments(): readonly string[] {
		return this.#sources.map(({argument}) => argument);
	}

	/** The paths that the arguments stand for at the moment. */
	get paths(): Iterable<FollowedPath> {
		return this.#paths.values();
	}

	/** Directories in which further files may appear. */
	get directories(): Iterable<string> {
		return this.#sources.flatMap(({scan}) => scan.directories);
	}

	/** Returns the states of the paths, and of arguments without files or whose search failed, as shown to the user. */
	states(): readonly PathState[] {
		const members = new Set(this.#sources.flatMap(source => source.members));
		const unfound = this.#sources
			.filter(({members, scan}) => members.length === 0 || (scan.listing && scan.failed))
			.map(({argument, scan: {problem, failed}}): PathState => {
				return {
					path: argument,
					state: failed ? 'unreadable' : 'waiting',
					...(problem !== undefined && {problem}),
				};
			});
		return [...[...members].map(path => path.state), ...unfound];
	}

	/** Searches for new files. Resolves with their paths, which haven't been polled yet. */
	async scan(): Promise<readonly FollowedPath[]> {
		const found = await Promise.all(this.#sources.map(source => this.#scan(source)));
		this.#forget();
		return found.flat();
	}

	async #scan(source: Source): Promise<readonly FollowedPath[]> {
		// A plain path with a file needs no scan: its follower notices changes.
		if (!source.scan.listing && source.members.some(path => path.occupied)) {
			return [];
		}
		const before = source.members.map(({path}) => path);
		const scan = stillListing(await scanSource(source.argument, before), source.scan);
		const fresh: FollowedPath[] = [];
		const found = scan.paths.map(path => {
			const key = resolve(path);
			let member = this.#paths.get(key);
			if (member === undefined) {
				member = this.#make(path);
				this.#paths.set(key, member);
				fresh.push(member);
			}
			member.lasting ||= !scan.listing;
			return member;
		});
		// Keep members that are still read or present: they may have been moved away, and with too many open files a pattern seems to
		// match nothing.
		const isFound = new Set(found);
		const members = [...found, ...source.members.filter(member => !isFound.has(member) && member.present)];
		const {problem, directories} = source.scan;
		const same =
			members.length === source.members.length &&
			members.every((member, index) => member === source.members[index]) &&
			scan.problem === problem &&
			scan.directories.join('\n') === directories.join('\n');
		source.scan = scan;
		source.members = members;
		if (!same) {
			this.#onChange();
		}
		return fresh;
	}

	/** Drops paths that no argument stands for, once they have nothing left to read. */
	#forget(): void {
		const members = new Set(this.#sources.flatMap(source => source.members));
		for (const [key, path] of this.#paths) {
			if (!members.has(path) && !path.present) {
				this.#paths.delete(key);
				void path.stop();
			}
		}
	}
}

/** Treats an argument that was a directory or pattern as one while a scan of it fails. */
function stillListing(scan: DirectoryScan, before: DirectoryScan): DirectoryScan {
	return before.listing && scan.failed
		? {...scan, paths: [], listing: true, directories: before.directories}
		: scan;
}
