import {newline} from '../../ascii.js';
import {headSize} from '../files/magic-bytes.js';
import type {ByteSource} from '../files/open-file.js';
import {bytesAt} from '../log-file.js';

/** Number of bytes remembered before the end: an edited or restored file may have the same beginning. */
const tailLength = 256;

/**
 * Minimum length of a partial line that identifies a file: enough for an address and a time. Other files may start with a shorter
 * one.
 */
const tellingLength = 64;

/**
 * Identifies a generation of a file: its first bytes and the bytes before its last known size. They differ in a file that was
 * truncated and has grown past that size again.
 */
export class Fingerprint {
	#head: Uint8Array = new Uint8Array();
	#tail: Uint8Array = new Uint8Array();
	#size = 0;

	/** The first bytes, at most `headSize`. */
	get head(): Uint8Array {
		return this.#head;
	}

	/** Last known size in bytes. */
	get size(): number {
		return this.#size;
	}

	/** True if the known bytes are enough to identify the file. */
	get isDistinctive(): boolean {
		return this.#head.includes(newline) || this.#size >= tellingLength;
	}

	/**
	 * Checks that the file still has the known bytes. If so, updates the fingerprint to `size`.
	 *
	 * @throws If the file can't be read.
	 */
	async advance(source: ByteSource, size: number): Promise<boolean> {
		if (!(await this.#goesOn(source))) {
			return false;
		}
		const length = Math.min(tailLength, size);
		const wholeHead = Math.min(headSize, size);
		const before = this.#head.length < wholeHead ? await bytesAt(source, 0, wholeHead) : this.#head;
		const tail = await bytesAt(source, size - length, length);
		// Read the head last: if it hasn't changed, no bytes read in between belong to another generation.
		const head = await bytesAt(source, 0, wholeHead);
		if (tail.length < length || !same(head, before) || !startsWith(head, this.#head)) {
			return false;
		}
		this.#head = head;
		this.#tail = tail;
		this.#size = size;
		return true;
	}

	/** Resets the fingerprint. Allowed only while no bytes of the generation have been published. */
	forget(): void {
		this.#head = new Uint8Array();
		this.#tail = new Uint8Array();
		this.#size = 0;
	}

	/** Checks that the file still has the same first bytes. If so, bytes read before the call belong to this generation. */
	async begins(source: ByteSource): Promise<boolean> {
		// A concurrent `advance` may make the head longer.
		const head = this.#head;
		return startsWith(await bytesAt(source, 0, head.length), head);
	}

	/**
	 * Checks that the file still has the same first bytes and the same bytes before its last known size. If so, bytes read before
	 * the call belong to this generation, even if the file may have been truncated to a part of its content.
	 */
	async isWhole(source: ByteSource): Promise<boolean> {
		const [goesOn, begins] = await Promise.all([this.#goesOn(source), this.begins(source)]);
		return goesOn && begins;
	}

	/**
	 * Returns true if another file contains this whole generation: a copy, which may be longer. False if the generation is too
	 * short to decide.
	 */
	async isIn(copy: ByteSource): Promise<boolean> {
		return this.isDistinctive && this.isWhole(copy);
	}

	/**
	 * Returns true if a file of `size` bytes is a copy of the beginning of this one, with at least one line. A shorter copy may
	 * still be in progress, or this file has grown since; then only the first bytes can be compared.
	 */
	async isCopiedBy(copy: ByteSource, size: number): Promise<boolean> {
		if (size >= this.#size) {
			return this.isIn(copy);
		}
		const length = Math.min(headSize, size);
		const head = await bytesAt(copy, 0, length);
		return head.length === length && head.includes(newline) && startsWith(this.#head, head);
	}

	async #goesOn(source: ByteSource): Promise<boolean> {
		// A concurrent `advance` may replace the tail.
		const tail = this.#tail;
		return same(await bytesAt(source, this.#size - tail.length, tail.length), tail);
	}
}

function same(a: Uint8Array, b: Uint8Array): boolean {
	return Buffer.compare(a, b) === 0;
}

function startsWith(bytes: Uint8Array, beginning: Uint8Array): boolean {
	return bytes.length >= beginning.length && same(bytes.subarray(0, beginning.length), beginning);
}
