import {resolve} from 'node:path';
import type {Identity} from '../files/identity.js';
import {unrotatedPaths} from '../rotation/rotated-name.js';
import type {FollowedFile} from './followed-file.js';

/** What is looked up of an open file. */
type Named = Pick<FollowedFile, 'identity' | 'names'>;

/** Every open file, by its identity and by its names: there may be thousands, and each is asked about when one comes. */
export class OpenFiles<File extends Named = FollowedFile> {
	readonly #byIdentity = new Map<Identity, File>();
	/** By absolute path. */
	readonly #byName = new Map<string, Set<File>>();

	/** All of them. */
	get all(): Iterable<File> {
		return this.#byIdentity.values();
	}

	/** The one with that identity. */
	find(identity: Identity): File | undefined {
		return this.#byIdentity.get(identity);
	}

	/** Takes the place of another one that is the same file. */
	add(file: File): void {
		const before = this.#byIdentity.get(file.identity);
		if (before !== undefined) {
			this.remove(before);
		}

		this.#byIdentity.set(file.identity, file);
		for (const name of file.names) {
			const path = resolve(name);
			this.#byName.set(path, (this.#byName.get(path) ?? new Set()).add(file));
		}
	}

	/** Does nothing when another one has taken its place. */
	remove(file: File): void {
		if (this.#byIdentity.get(file.identity) !== file) {
			return;
		}

		this.#byIdentity.delete(file.identity);
		for (const name of file.names) {
			const path = resolve(name);
			const files = this.#byName.get(path);
			files?.delete(file);
			if (files?.size === 0) {
				this.#byName.delete(path);
			}
		}
	}

	/** Those that have that name. */
	at(path: string): readonly File[] {
		return [...(this.#byName.get(resolve(path)) ?? [])];
	}

	/** The logs whose rotated file may be the one at that path, going by its name. */
	unrotated(path: string): readonly File[] {
		return unrotatedPaths(path).flatMap(log => this.at(log));
	}
}
