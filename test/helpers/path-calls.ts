import synchronous from 'node:fs';
import fileSystem from 'node:fs/promises';
import {syncBuiltinESMExports} from 'node:module';

const names = ['stat', 'open', 'readdir', 'readlink', 'realpath'] as const;

/**
 * The calls of `node:fs/promises` that name a path, and `statSync`, of the whole process: counted, and made to fail. A
 * test file that uses it runs alone, see bundle-tests.js, so no other is concerned.
 */
export class PathCalls {
	/** What calls for a path fail with. */
	readonly faults = new Map<string, Error>();
	/** Called before each call for a path. */
	before: (path: string) => void = () => {};
	/** Every call so far, `stat /var/log/access.log`. */
	readonly all: string[] = [];

	constructor() {
		const originals = fileSystem as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
		for (const name of names) {
			const original = originals[name];
			originals[name] = async (...args) => {
				this.#called(name, String(args[0]));
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

	#called(name: (typeof names)[number], path: string): void {
		this.all.push(`${name} ${path}`);
		this.before(path);
		const error = this.faults.get(path);
		if (error !== undefined) {
			throw error;
		}
	}

	/** How many calls there have been. */
	count(call: (typeof names)[number], path: string): number {
		return this.all.filter(one => one === `${call} ${path}`).length;
	}
}
