import synchronous from 'node:fs';
import fileSystem from 'node:fs/promises';
import {syncBuiltinESMExports} from 'node:module';

const names = ['stat', 'open', 'readdir', 'readlink', 'realpath'] as const;

/**
 * Counts calls of `statSync` and of the functions in `node:fs/promises` that take a path, and can make them fail. Affects the
 * whole process. A test file that uses it therefore runs in its own process: see tools/suite.js.
 */
export class PathCalls {
	/** Errors that calls throw, by path. */
	readonly faults = new Map<string, Error>();
	/** Paths whose asynchronous calls don't end until `answer`, as if a server didn't respond. */
	readonly unanswered = new Set<string>();
	readonly #waiting = new Map<string, Array<() => void>>();
	/** Called before each call, with the path. */
	before: (path: string) => void = () => {};
	/** All calls so far, such as `stat /var/log/access.log`. */
	readonly all: string[] = [];

	constructor() {
		const originals = fileSystem as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
		for (const name of names) {
			const original = originals[name];
			originals[name] = async (...args) => {
				this.#called(name, String(args[0]));
				const path = String(args[0]);
				if (this.unanswered.has(path)) {
					await new Promise<void>(resolve => {
						this.#waiting.set(path, [...(this.#waiting.get(path) ?? []), resolve]);
					});
				}
				return original?.apply(fileSystem, args);
			};
		}
		const {statSync} = synchronous;
		Object.assign(synchronous, {
			statSync: (...args: Parameters<typeof statSync>) => {
				this.#called('stat', String(args[0]));
				return statSync(...args);
			},
		});
		syncBuiltinESMExports();
	}

	/** Completes the pending calls for a path. */
	answer(path: string): void {
		this.unanswered.delete(path);
		for (const resolve of this.#waiting.get(path) ?? []) {
			resolve();
		}
		this.#waiting.delete(path);
	}

	#called(name: (typeof names)[number], path: string): void {
		this.all.push(`${name} ${path}`);
		this.before(path);
		const error = this.faults.get(path);
		if (error !== undefined) {
			throw error;
		}
	}

	/** Returns the number of calls of `call` for `path` so far. */
	count(call: (typeof names)[number], path: string): number {
		return this.all.filter(one => one === `${call} ${path}`).length;
	}
}
