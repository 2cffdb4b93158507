import type {BigIntStats} from 'node:fs';
import {OpenFile} from '../../source/tail/files/open-file.js';

export type DiskCall = 'open' | 'stat' | 'read';

/** Opens real files, whose calls are counted and can be made to fail: what `settings.open` takes. */
export class FaultyDisk {
	/** What a call fails with, if anything. `generation` is how often descriptors were lost before it was opened. */
	fault: (call: DiskCall, path: string, generation: number) => Error | undefined = () => undefined;
	/** Bytes that every file is said to have at least, as files of the kernel (/sys) do. */
	claimed = 0;
	/** Counted up by the test when all descriptors that are open shall be stale. */
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

	/** How many calls there have been for a path. */
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
