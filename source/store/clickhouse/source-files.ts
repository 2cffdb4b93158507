/** What a row is of: the name of its source, and the fingerprint of its file, 64 bits in decimal. */
export type SourceFile = {readonly source: string; readonly file: string};

/** Numbers the files of a fleet, so that positions are as short as those of one machine. */
export class SourceFiles {
	readonly #numbers = new Map<string, number>();
	readonly #files: SourceFile[] = [];

	/** The number of a file: the next one where it has none yet. */
	numberOf(source: string, file: string): number {
		// A fingerprint is digits, so that nothing else ends in the same way.
		const name = `${source} ${file}`;
		let number = this.#numbers.get(name);
		if (number === undefined) {
			number = this.#files.length;
			this.#numbers.set(name, number);
			this.#files.push({source, file});
		}
		return number;
	}

	/** The file with that number. */
	of(number: number): SourceFile {
		return this.#files[number] ?? {source: '', file: '0'};
	}
}
