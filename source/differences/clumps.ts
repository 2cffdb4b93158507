import {inBaseline, inSelection} from './change.js';
import type {Bits, EntryNumbers, EntrySet} from './entry-set.js';

/** Number of clients with the largest changes that are remembered: enough to find the fifth without a value. */
const maxRemembered = 2000;

/** Changes above this are sorted separately. */
const maxWhole = 65_535;

/** Positions among the largest changes of clients without a value. The first one is ordinary for a busy client. */
const [ordinaryPosition, laterPosition] = [5, 20];

/** Factor by which a value of a few clients must exceed the ordinary change. With 2, clients that happen to be busy are found. */
const minExtraordinary = 3;

/**
 * Number of steps, from the later position to the ordinary one, by which it must exceed the ordinary change. If changes have an
 * exponential tail, one client in 200 comparisons exceeds it by chance. If there are few clients, the factor isn't enough.
 */
const minSteps = 5;

/** Minimum change of such a value, in entries. */
const minChange = 10;

/** Entries of a value, or extreme ones of it, for the test. */
type Clump = {
	/** All entries that could have the property. Undefined for all compared entries. */
	readonly of?: EntrySet | undefined;
	/** The entries that have it. */
	readonly set: EntrySet;
	/** Number of entries that could have it, and that have it, on both sides: see `Extremes`. */
	readonly n: number;
	readonly a: number;
	readonly m: number;
	readonly b: number;
	/** For the fall of a value: the number of selected entries that would be ordinary. */
	readonly expected?: number | undefined;
};

/** Numbers by client and side. Sums of squares exceed 32 bits. */
type Counts = Uint32Array | Float64Array;

/**
 * The clients of the compared entries. One client makes many similar requests. A test that treats them as independent finds the
 * habits of busy clients.
 */
export class Clumps {
	readonly #numbers: EntryNumbers;
	/** Client of each entry; 0 if it is unknown. Such entries are independent of each other. */
	readonly #clientOf: Uint32Array;
	/** Entries of each client in the selection and in the baseline. */
	readonly #n: Counts;
	/** Sums of the squares of these numbers. */
	readonly #squares: [number, number];
	/** Entries of each client with the tested property, and entries that could have it; all 0 between tests. */
	readonly #y: Uint32Array;
	readonly #of: Uint32Array;
	readonly #touched: Uint32Array;
	/** Number of all entries. */
	readonly #sizes: [number, number];
	/** The clients with the largest changes; if `#isSorted`, the largest first. */
	readonly #largest: number[];
	#isSorted = false;

	/**
	 * @param n - entries of each client in the selection and in the baseline. The first pair is for unknown clients: the sums of the
	 * squares of their sizes, which are the numbers of their entries
	 */
	constructor(numbers: EntryNumbers, clientOf: Uint32Array, n: Counts) {
		this.#numbers = numbers;
		this.#clientOf = clientOf;
		this.#n = n;
		this.#y = new Uint32Array(n.length);
		this.#of = new Uint32Array(n.length);
		this.#touched = new Uint32Array(n.length);
		this.#squares = squaresOf(this.#n);
		this.#sizes = [inSelection(numbers.counts), inBaseline(numbers.counts)];
		this.#largest = largestOf(changesOf(n, this.#sizes));
	}

	/** Removes entries, except entries that were removed before. */
	remove({words, bits}: EntrySet, before: Bits): void {
		const [n, clientOf, numbers, baseline] = [
			this.#n,
			this.#clientOf,
			this.#numbers,
			this.#numbers.baseline / 32,
		];
		for (let index = 0; index < words.length; index++) {
			const word = words[index] ?? 0;
			const side = word >= baseline ? 1 : 0;
			for (let left = (bits[index] ?? 0) & ~(before[word] ?? 0); left !== 0; left &= left - 1) {
				const entry = word * 32 + 31 - Math.clz32(left & -left);
				const client = clientOf[entry] ?? 0;
				const at = 2 * client + side;
				const known = n[at] ?? 0;
				const size = numbers.size(entry);
				n[at] = known - size;
				// Each entry of an unknown client counts as a client.
				this.#squares[side] = (this.#squares[side] ?? 0) - (client === 0 ? size : size * (2 * known - size));
				this.#sizes[side] = (this.#sizes[side] ?? 0) - size;
			}
		}
		this.#isSorted = false;
	}

	/**
	 * Checks that a value is more than the habits of a few clients: G, divided by the design effect of the clumps (Rao and Scott,
	 * 1984), is at least `minimum`, or its clients agree on a fall that clearly, or the few clients are extraordinary.
	 * @param without - entries to ignore
	 */
	hold(g: number, minimum: number, clump: Clump, without: Bits): boolean {
		const touched = this.#collect(clump.set, this.#y, without);
		const effect = this.#effectOf(clump, touched, without);
		const isFound =
			g / effect >= minimum ||
			this.#agreement(clump, touched) >= minimum ||
			this.#areExtraordinary(clump, touched);
		this.#clear(this.#y, touched);
		return isFound;
	}

	#effectOf({of, n, a, m, b}: Clump, touched: number, without: Bits): number {
		const [p, q] = [a / n, b / m];
		const simple = (p * (1 - p)) / n + (q * (1 - q)) / m;
		if (simple === 0) {
			return 1;
		}
		let sizes: Counts = this.#n;
		let squares = this.#squares;
		let others = 0;
		if (of !== undefined) {
			// Clients that have the property follow those that were touched before.
			sizes = this.#of;
			others = this.#collect(of, sizes, without, touched);
			squares = squaresOf(sizes, this.#touched.subarray(touched, touched + others));
		}
		const [having, clients] = [this.#y, this.#touched];
		let selected = p * p * squares[0];
		let baseline = q * q * squares[1];
		for (let index = 0; index < touched; index++) {
			const at = 2 * (clients[index] ?? 0);
			const y = having[at] ?? 0;
			const z = having[at + 1] ?? 0;
			selected += y * y - 2 * p * y * (sizes[at] ?? 0);
			baseline += z * z - 2 * q * z * (sizes[at + 1] ?? 0);
		}
		// Each entry of an unknown client counts as a separate client.
		selected += (having[0] ?? 0) * (1 - 2 * p);
		baseline += (having[1] ?? 0) * (1 - 2 * q);
		if (of !== undefined) {
			this.#clear(sizes, others, touched);
		}
		return Math.max(1, (selected / (n * n) + baseline / (m * m)) / simple);
	}

	/**
	 * Returns how clearly the clients of a value agree on its fall, as χ² with one degree of freedom. Clients that are on both sides
	 * vary less than clients that come and go: it isn't chance if each of ten sends a third. The residue of a client is the difference
	 * between its entries, scaled to the ordinary number of all, and its ordinary number. Few clients tell little about their variance,
	 * hence the likelihood ratio of Student’s t.
	 */
	#agreement({a, b, expected}: Clump, touched: number): number {
		if (expected === undefined) {
			return 0;
		}
		const [scale, growth] = [expected / (a + 0.5), expected / b];
		// Each entry of an unknown client counts as a separate client.
		let variance = (this.#y[0] ?? 0) * scale * scale + (this.#y[1] ?? 0) * growth * growth;
		let [sum, squares] = [0, 0];
		for (let index = 0; index < touched; index++) {
			const at = 2 * (this.#touched[index] ?? 0);
			const scaled = (this.#y[at] ?? 0) * scale;
			const ordinary = (this.#y[at + 1] ?? 0) * growth;
			variance += (scaled - ordinary) ** 2;
			sum += scaled + ordinary;
			squares += (scaled + ordinary) ** 2;
		}
		// The number of equally large clients that vary as much.
		const freedom = sum ** 2 / squares - 1;
		return freedom > 0 ? freedom * Math.log(1 + (expected - a) ** 2 / variance / freedom) : 0;
	}

	#areExtraordinary({n, m}: Clump, touched: number): boolean {
		let [sum, squares] = [0, 0];
		for (let index = 0; index < touched; index++) {
			const at = 2 * (this.#touched[index] ?? 0);
			const change = Math.abs((this.#y[at] ?? 0) - ((this.#y[at + 1] ?? 0) * n) / m);
			sum += change;
			squares += change * change;
		}
		const typical = sum === 0 ? 0 : squares / sum;
		const {ordinary, later} = this.#ordinaryChanges();
		return (
			typical >= Math.max(minChange, minExtraordinary * ordinary, ordinary + minSteps * (ordinary - later))
		);
	}

	/** Returns the changes at the two positions among the clients without the property; 0 if there are fewer. */
	#ordinaryChanges(): {readonly ordinary: number; readonly later: number} {
		if (!this.#isSorted) {
			// Removed entries let hardly any other client become one of them.
			const changes = changesOf(this.#n, this.#sizes, this.#largest);
			this.#largest.sort((a, b) => (changes[b] ?? 0) - (changes[a] ?? 0));
			this.#isSorted = true;
		}
		let [position, ordinary] = [0, 0];
		for (const client of this.#largest) {
			const hasIt = (this.#y[2 * client] ?? 0) + (this.#y[2 * client + 1] ?? 0) > 0;
			position += hasIt ? 0 : 1;
			if (!hasIt && position === ordinaryPosition) {
				ordinary = this.#changeOf(client);
			} else if (!hasIt && position === laterPosition) {
				return {ordinary, later: this.#changeOf(client)};
			}
		}
		return {ordinary, later: 0};
	}

	#changeOf(client: number): number {
		return changeOf(this.#n, client, this.#sizes[0], this.#sizes[1]);
	}

	/** Counts the entries of a set by client and side. Writes the clients to `#touched` from `first` on; returns their number. */
	#collect({words, bits}: EntrySet, counts: Counts, without: Bits, first = 0): number {
		const [clientOf, touched, numbers] = [this.#clientOf, this.#touched, this.#numbers];
		const baseline = numbers.baseline / 32;
		let end = first;
		for (let index = 0; index < words.length; index++) {
			const word = words[index] ?? 0;
			const side = word >= baseline ? 1 : 0;
			for (let left = (bits[index] ?? 0) & ~(without[word] ?? 0); left !== 0; left &= left - 1) {
				const entry = word * 32 + 31 - Math.clz32(left & -left);
				const client = clientOf[entry] ?? 0;
				const at = 2 * client;
				if (client > 0 && counts[at] === 0 && counts[at + 1] === 0) {
					touched[end++] = client;
				}
				counts[at + side] = (counts[at + side] ?? 0) + numbers.size(entry);
			}
		}
		return end - first;
	}

	#clear(counts: Counts, touched: number, first = 0): void {
		const clients = this.#touched;
		counts[0] = 0;
		counts[1] = 0;
		for (let index = first; index < first + touched; index++) {
			const at = 2 * (clients[index] ?? 0);
			counts[at] = 0;
			counts[at + 1] = 0;
		}
	}
}

// The loops over all clients have no arrays for pairs: until V8 has compiled them, each takes a microsecond.

/** Sums the squares of the entries of clients on both sides. Each entry of an unknown client counts as a client. */
function squaresOf(counts: Counts, clients?: Uint32Array): [number, number] {
	let [selected, baseline] = [counts[0] ?? 0, counts[1] ?? 0];
	const length = clients === undefined ? counts.length / 2 : clients.length;
	for (let index = clients === undefined ? 1 : 0; index < length; index++) {
		const at = 2 * (clients === undefined ? index : (clients[index] ?? 0));
		const a = counts[at] ?? 0;
		const b = counts[at + 1] ?? 0;
		selected += a * a;
		baseline += b * b;
	}
	return [selected, baseline];
}

/** Returns by how many entries a client changed. */
function changeOf(counts: Counts, client: number, selected: number, baseline: number): number {
	const ordinary = baseline === 0 ? 0 : ((counts[2 * client + 1] ?? 0) * selected) / baseline;
	return Math.abs((counts[2 * client] ?? 0) - ordinary);
}

/** Returns the changes of clients, by default of all. */
function changesOf(
	counts: Counts,
	sizes: readonly [number, number],
	clients?: readonly number[],
): Float64Array {
	const [selected, baseline] = sizes;
	const changes = new Float64Array(counts.length / 2);
	const length = clients === undefined ? changes.length : clients.length;
	for (let index = clients === undefined ? 1 : 0; index < length; index++) {
		const client = clients === undefined ? index : (clients[index] ?? 0);
		changes[client] = changeOf(counts, client, selected, baseline);
	}
	return changes;
}

/** Returns the clients with the largest changes. */
function largestOf(changes: Float64Array): number[] {
	// Sorting a million clients would take 80 ms.
	const byWhole = new Uint32Array(maxWhole + 1);
	for (let client = 1; client < changes.length; client++) {
		const whole = Math.min(maxWhole, Math.floor(changes[client] ?? 0));
		byWhole[whole] = (byWhole[whole] ?? 0) + 1;
	}
	let minWhole = maxWhole;
	let count = byWhole[minWhole] ?? 0;
	while (minWhole > 0 && count < maxRemembered) {
		count += byWhole[--minWhole] ?? 0;
	}
	const largest: number[] = [];
	for (let client = 1; client < changes.length; client++) {
		const change = changes[client] ?? 0;
		if (change >= minWhole + 1 || (change >= minWhole && largest.length < maxRemembered)) {
			largest.push(client);
		}
	}
	return largest;
}
