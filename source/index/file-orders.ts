/** The order of texts by their code units, which no locale changes: for `sort`. */
export function compareTexts(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

/** Files of one name, which stand together in the order: `rank` is their place among the names. */
type Name = {readonly source: string; readonly path: string; rank: number};

/** More files than can be: a place is the rank of the name and within it the number of the file. */
const mostFiles = 2 ** 32;

function compareNames(a: Omit<Name, 'rank'>, b: Omit<Name, 'rank'>): number {
	return compareTexts(a.source, b.source) || compareTexts(a.path, b.path);
}

/**
 * The fixed order between files: by source, then by path, then by number. A rotation makes a new file of an old name,
 * for which hardly more than a reference is kept.
 */
export class FileOrders {
	/** Sorted. */
	readonly #names: Name[] = [];
	readonly #nameOf: Name[] = [];

	/** Makes a file known and returns its number, the one after the last. */
	add(file: {readonly source: string; readonly path: string}): number {
		return this.#nameOf.push(this.#name(file)) - 1;
	}

	/** Where a file stands. The distance from one place to another says nothing; a new name can change all. */
	readonly placeOf = (file: number): number => {
		const rank = this.#nameOf[file]?.rank ?? 0;
		return rank * mostFiles + file;
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
