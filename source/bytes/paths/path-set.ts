import {resolve} from 'node:path';
import type {PathState} from '../follow-types.js';
import type {FollowedPath} from './followed-path.js';
import {type Scan, scanSource} from './source-scan.js';

type Source = {readonly argument: string; scan: Scan; members: readonly FollowedPath[]};

/** The paths that the arguments stand for, each once, as they come and go. */
export class PathSet {
	readonly #make: (path: string) => FollowedPath;
	readonly #sources: Source[] = [];
	readonly #paths = new Map<string, FollowedPath>();
	readonly #onChange: () => void;

	/**
	 * @param make Makes the follower of a path that was found.
	 * @param onChange Called when an argument stands for something else than before.
	 */
	constructor(paths: readonly string[], make: (path: string) => FollowedPath, onChange: () => void) {
		this.#make = make;
		this.#onChange = onChange;
		this.add(paths);
	}

	/** Further arguments: the next scan finds what they stand for. */
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

	/** What was given. */
	get arguments(): readonly string[] {
		return this.#sources.map(({argument}) => argument);
	}

	/** All that the arguments stand for now. */
	get paths(): Iterable<FollowedPath> {
		return this.#paths.values();
	}

	/** Directories in which further files may appear. */
	get directories(): Iterable<string> {
		return this.#sources.flatMap(({scan}) => scan.directories);
	}

	/** What the user is told of these, and of arguments that stand for nothing. */
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

	/** Looks for files that have appeared. Resolves with those that are new; they haven't been looked at yet. */
	async scan(): Promise<readonly FollowedPath[]> {
		const found = await Promise.all(this.#sources.map(source => this.#scan(source)));
		this.#forget();
		return found.flat();
	}

	async #scan(source: Source): Promise<readonly FollowedPath[]> {
		// A plain path with a file needs no scan: its follower sees what becomes of it.
		if (!source.scan.listing && source.members.some(path => path.occupied)) {
			return [];
		}

		const scan = stillListing(await scanSource(source.argument), source.scan);
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
		// What is still read or known to be there stays: it may have been moved away, and with too many open files
		// a pattern seems to match nothing.
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

	/** Lets go of paths that nothing stands for any more, once there is nothing left to read. */
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

/** What was a directory or pattern before stays one while it can't be found out what it is. */
function stillListing(scan: Scan, before: Scan): Scan {
	return before.listing && scan.failed
		? {...scan, paths: [], listing: true, directories: before.directories}
		: scan;
}
