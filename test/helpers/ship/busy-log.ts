import {
	appendFileSync,
	existsSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {gunzipSync, gzipSync} from 'node:zlib';
import {logLine} from '../log-lines.js';

/** A log that is written to and rotated as in practice: the file is renamed, and the previous file is compressed. */
export class BusyLog {
	readonly folder: string;
	readonly path: string;
	readonly #name: string;
	#lines = 0;
	#rotations = 0;
	#rest = '';

	/** @param name Part of all its URLs. */
	constructor(folder: string, name = 'n') {
		this.folder = folder;
		this.#name = name;
		this.path = join(folder, 'access.log');
		writeFileSync(this.path, '');
	}

	/** The complete lines that were written. */
	get lines(): number {
		return this.#lines;
	}

	/** Writes lines with the current time, each with a unique URL. The last line may stay unfinished until the next call. */
	write(count: number, isCut = false): void {
		let text = this.#rest;
		for (let index = 0; index < count; index++) {
			text += logLine({time: Date.now(), url: `/${this.#name}/${this.#lines++}`});
		}
		this.#rest = isCut ? text.slice(-20) : '';
		appendFileSync(this.path, text.slice(0, text.length - this.#rest.length));
	}

	rotate(isCompressing = true): void {
		this.write(0);
		const older = `${this.path}.1`;
		if (existsSync(older)) {
			this.#rotations++;
			const name = `${this.path}.${this.#rotations + 1}`;
			renameSync(older, name);
			if (isCompressing) {
				writeFileSync(`${name}.gz`, gzipSync(readFileSync(name)));
				rmSync(name);
			}
		}
		renameSync(this.path, older);
		writeFileSync(this.path, '');
	}

	/** Completes the last line. */
	finish(): void {
		this.write(0);
	}

	/** Returns the lines in all of its files. */
	read(): readonly string[] {
		return readdirSync(this.folder)
			.filter(name => name.startsWith('access.log'))
			.flatMap(name => {
				const bytes = readFileSync(join(this.folder, name));
				const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
				return text.split('\n').filter(line => line !== '');
			});
	}
}
