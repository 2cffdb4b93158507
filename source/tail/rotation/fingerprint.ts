import {newline} from '../../ascii.js';
import {headSize} from '../files/magic-bytes.js';
import type {ByteSource} from '../files/open-file.js';
import {readFully} from '../log-file.js';

/** Bytes before its end that are remembered, too: whoever restores or edits a file may leave its beginning alone. */
const tailLength = 256;

/** Bytes at the end of a copy that are compared with what the original has there. */
const comparedEnd = 4096;

/** Less of a line than that, another may begin with, too: so much holds an address and a time. */
const tellingLength = 64;

/**
 * What a generation of a file is recognised by: its first bytes and those before the size that it was last known to have.
 * A file that was truncated and has grown past that size again has others.
 */
export class Fingerprint {
	#head: Uint8Array = new Uint8Array();
	#tail: Uint8Array = new Uint8Array();
	#size = 0;

	/** The first bytes, as many as there were. */
	get head(): Uint8Array {
		return this.#head;
	}

	/** The size that it was last known to have. */
	get size(): number {
		return this.#size;
	}

	/** Whether what is known of it is enough to tell it from others. */
	get isDistinctive(): boolean {
		return this.#head.includes(newline) || this.#size >= tellingLength;
	}

	/**
	 * Whether the file still begins and goes on as it did; if so, it is remembered as it is at that size. Rejects when
	 * it can't be read.
	 */
	async advance(source: ByteSource, size: number): Promise<boolean> {
		if (!(await this.#goesOn(source))) {
			return false;
		}

		const length = Math.min(tailLength, size);
		const wholeHead = Math.min(headSize, size);
		const before = this.#head.length < wholeHead ? await bytesAt(source, 0, wholeHead) : this.#head;
		const tail = await bytesAt(source, size - length, length);
		// The head last: if it is as it was, then nothing that was read in between is of another generation.
		const head = await bytesAt(source, 0, wholeHead);
		if (tail.length < length || !same(head, before) || !startsWith(head, this.#head)) {
			return false;
		}

		this.#head = head;
		this.#tail = tail;
		this.#size = size;
		return true;
	}

	/** Nothing of it was made known: it is to be recognised by what it holds from now on. */
	forget(): void {
		this.#head = new Uint8Array();
		this.#tail = new Uint8Array();
		this.#size = 0;
	}

	/** Whether the file still begins as it did. What was read of it before is of this generation, then. */
	async begins(source: ByteSource): Promise<boolean> {
		// It may become longer meanwhile.
		const head = this.#head;
		return startsWith(await bytesAt(source, 0, head.length), head);
	}

	/**
	 * Whether the file still begins as it did, and goes on so up to the size that it was last known to have. What was read
	 * of it before is of this generation, then, also where it may have been truncated to a part of what it was.
	 */
	async isWhole(source: ByteSource): Promise<boolean> {
		const [goesOn, begins] = await Promise.all([this.#goesOn(source), this.begins(source)]);
		return goesOn && begins;
	}

	/** Whether another file holds all that this one held, if that is enough to tell: a copy, which may be longer. */
	async isIn(copy: ByteSource): Promise<boolean> {
		return this.isDistinctive && this.isWhole(copy);
	}

	/**
	 * Whether a file of that size is a copy of this one as far as it goes, a line at least: it may be written just now,
	 * or this one was written on after it was copied. Then nothing but the beginning can be compared.
	 */
	async isCopiedBy(copy: ByteSource, size: number): Promise<boolean> {
		if (size >= this.#size) {
			return this.isIn(copy);
		}

		const length = Math.min(headSize, size);
		const head = await bytesAt(copy, 0, length);
		return head.length === length && head.includes(newline) && startsWith(this.#head, head);
	}

	/**
	 * Whether another file of that size is the beginning of this one, which can be read by `original`: its first bytes are the
	 * same, and so are its last.
	 */
	async isBegunBy(copy: ByteSource, size: number, original: ByteSource): Promise<boolean> {
		if (size > this.#size || !(await this.isCopiedBy(copy, size))) {
			return false;
		}

		const from = Math.max(0, size - comparedEnd);
		const [end, other] = await Promise.all(
			[copy, original].map(source => bytesAt(source, from, size - from)),
		);
		return end !== undefined && other !== undefined && same(end, other);
	}

	async #goesOn(source: ByteSource): Promise<boolean> {
		// Another one may be remembered meanwhile.
		const tail = this.#tail;
		return same(await bytesAt(source, this.#size - tail.length, tail.length), tail);
	}
}

async function bytesAt(source: ByteSource, position: number, length: number): Promise<Uint8Array> {
	const bytes = new Uint8Array(length);
	return bytes.subarray(0, await readFully(source, bytes, position));
}

function same(a: Uint8Array, b: Uint8Array): boolean {
	return Buffer.compare(a, b) === 0;
}

function startsWith(bytes: Uint8Array, beginning: Uint8Array): boolean {
	return bytes.length >= beginning.length && same(bytes.subarray(0, beginning.length), beginning);
}
