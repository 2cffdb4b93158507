import {type BigIntStats, fstatSync} from 'node:fs';
import {stat} from 'node:fs/promises';
import {type Identity, identityOf} from '../tail/files/open-file.js';
import {scanSource} from '../tail/paths/path-set.js';

/** The input files, by device and inode. Output must not replace any of them, regardless of its name. */
export class Inputs {
	readonly #paths: readonly string[];
	readonly #known = new Set<Identity>();

	private constructor(paths: readonly string[]) {
		this.#paths = paths;
	}

	/**
	 * Finds the files that exist now. Never rejects.
	 * @param paths Paths of files and directories, glob patterns, `-` for standard input.
	 */
	static async of(paths: readonly string[]): Promise<Inputs> {
		const inputs = new Inputs(paths);
		await inputs.#poll();
		return inputs;
	}

	/** Checks whether a file is or was an input, because an input may have been renamed. Never rejects. */
	async has(stats: BigIntStats): Promise<boolean> {
		await this.#poll();
		return this.#known.has(identityOf(stats));
	}

	async #poll(): Promise<void> {
		await Promise.all(
			this.#paths.map(async path => (path === '-' ? this.#addInput() : this.#addFound(path))),
		);
	}

	async #addFound(argument: string): Promise<void> {
		const {paths} = await scanSource(argument);
		for (const path of paths) {
			// Missing or inaccessible files aren't read.
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
			// Standard input is closed.
		}
	}
}
