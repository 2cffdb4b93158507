/** Compares strings by code units, independent of the locale, for `sort`. */
export function compareTexts(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

/** Files with the same name, adjacent in the order. `rank` is the position among the names. */
type Name = {readonly source: string; readonly path: string; rank: number};

/** Exceeds the possible number of files. A position combines the rank of the name with the file number. */
const maxFiles = 2 ** 32;

function compareNames(a: Omit<Name, 'rank'>, b: Omit<Name, 'rank'>): number {
	return compareTexts(a.source, b.source) || compareTexts(a.path, b.path);
}

/**
 * The fixed order of files: by source, path and number. A rotation creates a new file with an old name, which costs hardly more
 * than a reference.
 */
export class FileOrders {
	/** Sorted. */
	readonly #names: Name[] = [];
	readonly #nameOf: Name[] = [];

	/** Registers a file and returns its number: the next one. */
	add(file: {readonly source: string; readonly path: string}): number {
		return this.#nameOf.push(this.#name(file)) - 1;
	}

	/** Returns the sort position of a file. Differences between positions have no meaning; a new name can change all positions. */
	readonly orderOf = (file: number): number => {
		const rank = this.#nameOf[file]?.rank ?? 0;
		return rank * maxFiles + file;
	};

	#name({source, path}: {readonly source: string; readonly path: string}): Name {
		const names = this.#names;
		let low = 0;
		let high = names.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			const other = names[middle];
			if (other !== undefined && compareNames(other, {source, path}) < 0) {
				low = middle + 1;
			} else {
				high = middle;
			}
		}
		const found = names[low];
		if (found !== undefined && compareNames(found, {source, path}) === 0) {
			return found;
		}
		const name = {source, path, rank: low};
		names.splice(low, 0, name);
		for (let rank = low + 1; rank < names.length; rank++) {
			(names[rank] ?? name).rank = rank;
		}
		return name;
	}
}
