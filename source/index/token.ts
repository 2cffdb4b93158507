import {sha256} from '@noble/hashes/sha2.js';

const halfBits = 26;
const halfMask = 2 ** halfBits - 1;
const half = 2 ** halfBits;
const rounds = 6;

/** Range of a token's last six hexadecimal digits. The first seven digits are the quotient. */
const lowRange = 16 ** 6;
const highRange = 16 ** 7;

/**
 * Creates the tokens of a file's lines: 52 bits, as 13 hexadecimal digits, from the line's byte offset. A Feistel network (Luby
 * and Rackoff, 1988), keyed with the source's name and the file's fingerprint, permutes offsets under 2^52. So all lines of a
 * file have different tokens, and a token can be converted back to its offset.
 */
export class TokenKey {
	readonly #keys: Int32Array;

	/**
	 * Creates a key. `fingerprint` identifies the file's first request line. `ordinal` distinguishes simultaneously open files
	 * with the same fingerprint.
	 */
	constructor(source: string, fingerprint: string, ordinal: number) {
		// Loading node:crypto for this takes 10 ms.
		const digest = sha256(new TextEncoder().encode(JSON.stringify([source, fingerprint, ordinal])));
		const words = new DataView(digest.buffer, digest.byteOffset);
		this.#keys = Int32Array.from({length: rounds}, (_, index) => words.getInt32(index * 4, true));
	}

	/** The round keys: a 32-bit word for each round. */
	get words(): Int32Array {
		return this.#keys;
	}

	/** Returns the token of the line at an offset: 13 lower-case hexadecimal digits. */
	token(offset: number): string {
		// Formats two parts: V8 formats numbers of more than 31 bits digit by digit, which takes ten times as long.
		const number = this.number(offset);
		const high = Math.floor(number / lowRange) + highRange;
		return high.toString(16).slice(1) + ((number % lowRange) + lowRange).toString(16).slice(1);
	}

	/** Returns the token of the line at an offset as a number. */
	number(offset: number): number {
		let left = Math.floor(offset / half);
		let right = offset % half;
		for (const key of this.#keys) {
			const next = left ^ scramble(right, key);
			left = right;
			right = next;
		}
		return left * half + right;
	}

	/** Returns the offset of a token. Every token has one, but a line need not start there. */
	offset(token: string): number {
		const value = Number.parseInt(token, 16);
		let left = Math.floor(value / half);
		let right = value % half;
		for (const key of this.#keys.toReversed()) {
			const next = right ^ scramble(left, key);
			right = left;
			left = next;
		}
		return left * half + right;
	}
}

/** Checks that a string has the form of a token. */
export function isToken(text: string): boolean {
	return /^[0-9a-f]{13}$/.test(text);
}

/** Returns the fingerprint of a first request line. */
export function fingerprintOf(line: Uint8Array): string {
	return Buffer.from(sha256(line)).toString('hex');
}

/**
 * Returns 26 bits computed from 26 bits and a key, with the finalizer of MurmurHash3: every output bit depends on every input
 * bit.
 */
function scramble(value: number, key: number): number {
	let hash = value ^ key;
	hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
	return (hash ^ (hash >>> 16)) & halfMask;
}
