import type {FollowedPath} from './followed-path.js';

/** Which paths are concerned by what happens at a name in a directory. */
export class PlacedPaths {
	readonly #paths: () => Iterable<FollowedPath>;
	readonly #onChange: () => void;
	#directories = new Map<string, Map<string, FollowedPath[]>>();
	#isDue = false;
	readonly #moved = new Set<FollowedPath>();

	/**
	 * @param paths All of them, each with its places.
	 * @param onChange Called when they are known anew.
	 */
	constructor(paths: () => Iterable<FollowedPath>, onChange: () => void) {
		this.#paths = paths;
		this.#onChange = onChange;
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

	/** Another path is there, or one isn't any more: the places are found out anew, soon. */
	changed(): void {
		if (!this.#isDue) {
			this.#isDue = true;
			setImmediate(() => this.#place());
		}
	}

	/** The same for a path that has other places than before. */
	moved(path: FollowedPath): void {
		this.#moved.add(path);
		this.changed();
	}

	#place(): void {
		this.#isDue = false;
		this.#directories = new Map();
		for (const path of this.#paths()) {
			for (const {directory, name} of path.places) {
				const names = this.#directories.get(directory) ?? new Map<string, FollowedPath[]>();
				this.#directories.set(directory, names);
				names.set(name, [...(names.get(name) ?? []), path]);
			}
		}

		// What was written since their look had an event that concerned nobody yet.
		for (const path of this.#moved) {
			path.hint();
		}

		this.#moved.clear();
		this.#onChange();
	}
}
