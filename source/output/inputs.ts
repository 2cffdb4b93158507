import {type BigIntStats, fstatSync} from 'node:fs';
import {stat} from 'node:fs/promises';
import {type Identity, identityOf} from '../tail/files/open-file.js';
import {scanSource} from '../tail/paths/path-set.js';

/** The files that are read, by device and inode: whatever its name, none of them is to be replaced by what is printed. */
export class Inputs {
	readonly #paths: readonly string[];
	readonly #known = new Set<Identity>();

	private constructor(paths: readonly string[]) {
		this.#paths = paths;
	}

	/**
	 * Those that are there now. Never rejects.
	 * @param paths Paths of files and directories, glob patterns, `-` for standard input.
	 */
	static async of(paths: readonly string[]): Promise<Inputs> {
		const inputs = new Inputs(paths);
		await inputs.#look();
		return inputs;
	}

	/** Whether that file is among those that are there now, or were before: one may be renamed meanwhile. Never rejects. */
	async has(stats: BigIntStats): Promise<boolean> {
		await this.#look();
		return this.#known.has(identityOf(stats));
	}

	async #look(): Promise<void> {
		await Promise.all(
			this.#paths.map(async path => (path === '-' ? this.#addInput() : this.#addFound(path))),
		);
	}

	async #addFound(argument: string): Promise<void> {
		const {paths} = await scanSource(argument);
		for (const path of paths) {
			// What isn't there, or can't be looked at, isn't read.
			const stats = await stat(path, {bigint: true}).catch(() => undefined);
			if (stats !== undefined) {
				this.#known.add(identityOf(stats));
			}
		}
	}

	#addInput(): void {
		try {
			this.#known.add(identityOf(fstatSync(0, {bigint: true})));
		} catch {
			// It is closed.
		}
	}
}
