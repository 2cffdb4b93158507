import {resolve} from 'node:path';
import {Coalesced} from '../files/coalesced.js';
import {uncompressedName, unrotatedPaths} from '../rotation/rotated-name.js';
import type {FollowedPath} from './followed-path.js';

type Found = Pick<FollowedPath, 'path' | 'look'>;

/** Where files are searched for: see `PathSet`. Resolves with those that are new. */
type Searched = {scan(): Promise<readonly Found[]>};

/** Searches for the files that the arguments stand for, one at a time. Those that are found have their first look. */
export class Searches {
	readonly #paths: Searched;
	readonly #runs: Coalesced;
	#isFirst = true;

	/** @param spacing Milliseconds that lie at least between two that are asked for. */
	constructor(paths: Searched, spacing: number) {
		this.#paths = paths;
		this.#runs = new Coalesced(() => this.#search(), spacing);
	}

	/** True until the first one is done: what it finds was there at the start. */
	get isFirst(): boolean {
		return this.#isFirst;
	}

	/** Resolves when one that began after the call is done; the first one not before what it found has been looked at. */
	run(): Promise<void> {
		return this.#runs.run();
	}

	/** Asks for one. */
	hint(): void {
		this.#runs.hint();
	}

	/** Asks for one if the last began that many milliseconds ago. */
	hintAfter(age: number): void {
		this.#runs.hintAfter(age);
	}

	/** No further ones. Resolves when the one going on is done. */
	stop(): Promise<void> {
		return this.#runs.stop();
	}

	async #search(): Promise<void> {
		const found = await this.#paths.scan();
		const looks = firstLooks(found);
		// Later on, one at a path that doesn't answer mustn't hold up the next search.
		if (this.#isFirst) {
			await looks;
			this.#isFirst = false;
		}
	}
}

/**
 * Looks at paths. A log is looked at before the files that are named like its rotated ones, and a file before those that it
 * may have been compressed to: whether these are copies of it must not depend on which of them is opened first.
 */
async function firstLooks(found: readonly Found[]): Promise<void> {
	const looks = new Map<string, Promise<void>>();
	const shortestFirst = found
		.map(path => ({path, key: resolve(path.path)}))
		.sort((a, b) => a.key.length - b.key.length);
	for (const {path, key} of shortestFirst) {
		const plain = uncompressedName(key) ?? key;
		const logs = [plain, ...unrotatedPaths(plain)].map(log => looks.get(log));
		looks.set(
			key,
			Promise.all(logs).then(() => path.look()),
		);
	}
	await Promise.all(looks.values());
}
