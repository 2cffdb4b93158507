import type {BigIntStats} from 'node:fs';
import {OpenFile} from '../../source/tail/files/open-file.js';

export type DiskCall = 'open' | 'stat' | 'read';

/** Opens real files, counts their calls and can make them fail. Its `open` is a value for `settings.open`. */
export class FaultyDisk {
	/**
	 * Returns the error of a call, or undefined if it succeeds. `generation` is the value of the field when the file was opened.
	 */
	fault: (call: DiskCall, path: string, generation: number) => Error | undefined = () => undefined;
	/** Minimum size that `stat` reports for every file, in bytes. Kernel files in /sys report too large sizes in the same way. */
	claimed = 0;
	/** Incremented by a test to make all open descriptors stale. */
	generation = 0;
	readonly #calls: Array<readonly [DiskCall, string]> = [];

	readonly open = async (path: string): Promise<OpenFile | undefined> => {
		const {generation} = this;
		this.#call('open', path, generation);
		const open = await OpenFile.open(path);
		return (
			open &&
			new Proxy(open, {
				get: (target, name) => {
					if (name === 'stat' || name === 'read') {
						return async (...args: Parameters<OpenFile['read']>) => {
							this.#call(name, path, generation);
							return name === 'stat' ? this.#stat(target) : target.read(...args);
						};
					}
					const value: unknown = Reflect.get(target, name, target);
					return typeof value === 'function' ? value.bind(target) : value;
				},
			})
		);
	};

	/** Returns the number of such calls for a path. */
	count(call: DiskCall, path: string): number {
		return this.#calls.filter(([name, of]) => name === call && of === path).length;
	}

	async #stat(open: OpenFile): Promise<BigIntStats> {
		const stats = await open.stat();
		const size = BigInt(Math.max(this.claimed, Number(stats.size)));
		return new Proxy(stats, {get: (target, name) => (name === 'size' ? size : Reflect.get(target, name))});
	}

	#call(call: DiskCall, path: string, generation: number): void {
		this.#calls.push([call, path]);
		const error = this.fault(call, path, generation);
		if (error !== undefined) {
			throw error;
		}
	}
}
