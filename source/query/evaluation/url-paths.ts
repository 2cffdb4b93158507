import type {Dictionary} from '../../index/dictionary.js';

/** So many URLs are looked at together. */
const block = 256;

/** What the kernel has for the length of the path of a URL without a `?`. */
const noQuery = 2 ** 32 - 1;

/** Of the URLs of a dictionary, which have the same path and differ only from their `?` on. An open hash table. */
export class UrlPaths {
	readonly #urls: Dictionary;
	/** The first URL of each path, by its hash, and that hash; 0 is free. A power of two, at least twice the paths. */
	#slots = new Uint32Array(1024);
	#hashes = new Uint32Array(1024);
	#size = 0;
	/** The URLs that were looked at last. */
	#first = 0;
	#end = 0;
	readonly #lengths = new Uint32Array(block);
	readonly #pathHashes = new Uint32Array(block);

	constructor(urls: Dictionary) {
		this.#urls = urls;
	}

	/** The URL that was asked about first of those with the same path and a `?`: itself if it is that, or has no `?`. */
	firstOf(url: number): number {
		if (url < this.#first || url >= this.#end) {
			this.#look(url);
		}
		const length = this.#lengths[url - this.#first] ?? noQuery;
		if (length === noQuery) {
			return url;
		}
		const hash = this.#pathHashes[url - this.#first] ?? 0;
		const {kernel, table} = this.#urls;
		const mask = this.#slots.length - 1;
		for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
			const other = this.#slots[slot] ?? 0;
			if (other === 0) {
				this.#add(slot, url, hash);
				return url;
			}
			if (
				this.#hashes[slot] === hash &&
				(other === url || kernel.exports.isSamePath(table, url, other, length) !== 0)
			) {
				return other;
			}
		}
	}

	#look(url: number): void {
		const {kernel, table, size} = this.#urls;
		const {exports, words} = kernel;
		this.#first = Math.max(1, url - (url % block));
		this.#end = Math.min(size + 1, this.#first + block);
		exports.findPaths(table, this.#first, this.#end);
		const lengths = exports.pathLengths.value / 4;
		const hashes = exports.pathHashes.value / 4;
		this.#lengths.set(words.subarray(lengths, lengths + block));
		this.#pathHashes.set(words.subarray(hashes, hashes + block));
	}

	#add(slot: number, url: number, hash: number): void {
		this.#slots[slot] = url;
		this.#hashes[slot] = hash;
		if (++this.#size * 2 > this.#slots.length) {
			this.#widen();
		}
	}

	#widen(): void {
		const [slots, hashes] = [this.#slots, this.#hashes];
		this.#slots = new Uint32Array(slots.length * 2);
		this.#hashes = new Uint32Array(slots.length * 2);
		const mask = this.#slots.length - 1;
		for (let old = 0; old < slots.length; old++) {
			const url = slots[old] ?? 0;
			if (url !== 0) {
				const hash = hashes[old] ?? 0;
				let slot = hash & mask;
				while (this.#slots[slot] !== 0) {
					slot = (slot + 1) & mask;
				}
				this.#slots[slot] = url;
				this.#hashes[slot] = hash;
			}
		}
	}
}
