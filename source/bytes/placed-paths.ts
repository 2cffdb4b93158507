import type {FollowedPath} from './followed-path.js';

/** Which paths are concerned by what happens at a name in a directory. */
export class PlacedPaths {
	readonly #directories = new Map<string, Map<string, FollowedPath[]>>();

	/** @param paths Each with the places where it is now. */
	constructor(paths: Iterable<FollowedPath> = []) {
		for (const path of paths) {
			for (const {directory, name} of path.places) {
				const names = this.#directories.get(directory) ?? new Map<string, FollowedPath[]>();
				this.#directories.set(directory, names);
				names.set(name, [...(names.get(name) ?? []), path]);
			}
		}
	}

	/** All directories in which paths are. */
	get directories(): Iterable<string> {
		return this.#directories.keys();
	}

	/** Those at a name; undefined when there are none. */
	at(directory: string, name: string): readonly FollowedPath[] | undefined {
		return this.#directories.get(directory)?.get(name);
	}

	/** Those in a directory. */
	in(directory: string): readonly FollowedPath[] {
		return [...(this.#directories.get(directory)?.values() ?? [])].flat();
	}
}
