import {sha256} from '@noble/hashes/sha2.js';

const halfBits = 26;
const halfMask = 2 ** halfBits - 1;
const half = 2 ** halfBits;
const rounds = 6;

/** A token's last six digits are those of its number within this; its first seven have a digit before them. */
const lowRange = 16 ** 6;
const highRange = 16 ** 7;

/**
 * Gives each line of a file its token: 52 bits, as 13 hexadecimal digits, from the line's byte offset. A Feistel
 * network (Luby and Rackoff, 1988) keyed with the source's name and the file's fingerprint turns offsets under 2^52
 * into each other one to one, so that no two lines of a file share a token, and the offset can be had back.
 */
export class TokenKey {
	readonly #keys: Int32Array;

	/**
	 * `fingerprint` is that of the file's first request line; `ordinal` tells files with the same fingerprint apart
	 * that are open at the same time.
	 */
	constructor(source: string, fingerprint: string, ordinal: number) {
		// Loading node:crypto for it takes 10 ms.
		const digest = sha256(new TextEncoder().encode(JSON.stringify([source, fingerprint, ordinal])));
		const words = new DataView(digest.buffer, digest.byteOffset);
		this.#keys = Int32Array.from({length: rounds}, (_, index) => words.getInt32(index * 4, true));
	}

	/** What it makes tokens with: a word of 32 bits for each round. */
	get words(): Int32Array {
		return this.#keys;
	}

	/** The token of the line at an offset, 13 lower-case hexadecimal digits. */
	token(offset: number): string {
		// In two parts: V8 writes a number of more than 31 bits digit by digit, in ten times the time.
		const number = this.number(offset);
		const high = Math.floor(number / lowRange) + highRange;
		return high.toString(16).slice(1) + ((number % lowRange) + lowRange).toString(16).slice(1);
	}

	/** The token of the line at an offset as a number. */
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

	/** The offset that has this token. Every token has one; whether a line begins there is another question. */
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

/** Whether a text can be a token at all. */
export function isToken(text: string): boolean {
	return /^[0-9a-f]{13}$/.test(text);
}

/** The fingerprint of a first request line. */
export function fingerprintOf(line: Uint8Array): string {
	return Buffer.from(sha256(line)).toString('hex');
}

/** 26 bits of 26 bits and a key: the finalizer of MurmurHash3, whose bits all depend on all. */
function scramble(value: number, key: number): number {
	let hash = value ^ key;
	hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
	return (hash ^ (hash >>> 16)) & halfMask;
}
