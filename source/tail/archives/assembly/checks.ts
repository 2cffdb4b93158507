/** Checksums of the xz file format 1.2.1, 2.1.1.2, computed incrementally. */

/**
 * CRC-32 and CRC-64 of ISO 3309 and ECMA-182, with the lowest bit first. Processes eight bytes at a time, with one table for
 * each.
 */
const tables32: usize = memory.data(8 * 256 * 4, 16);
const tables64: usize = memory.data(8 * 256 * 8, 16);
const polynomial32: u32 = 0xedb88320;
const polynomial64: u64 = (0xc96c5795 << 32) | 0xd7870f42;

export function openChecks(): void {
	for (let byte: u32 = 0; byte < 256; byte++) {
		let word = byte;
		let long = <u64>byte;
		for (let bit = 0; bit < 8; bit++) {
			word = (word >> 1) ^ (word & 1 ? polynomial32 : 0);
			long = (long >> 1) ^ (long & 1 ? polynomial64 : 0);
		}
		store<u32>(tables32 + ((<usize>byte) << 2), word);
		store<u64>(tables64 + ((<usize>byte) << 3), long);
	}
	for (let index: u32 = 256; index < 8 * 256; index++) {
		const word = load<u32>(tables32 + ((<usize>(index - 256)) << 2));
		const long = load<u64>(tables64 + ((<usize>(index - 256)) << 3));
		store<u32>(
			tables32 + ((<usize>index) << 2),
			(word >> 8) ^ load<u32>(tables32 + ((<usize>(word & 0xff)) << 2)),
		);
		store<u64>(
			tables64 + ((<usize>index) << 3),
			(long >> 8) ^ load<u64>(tables64 + ((<usize>(<u32>long & 0xff)) << 3)),
		);
	}
}

function of32(table: usize, byte: u32): u32 {
	return load<u32>(tables32 + (table << 10) + ((<usize>byte) << 2));
}

function of64(table: usize, byte: u32): u64 {
	return load<u64>(tables64 + (table << 11) + ((<usize>byte) << 3));
}

/** @param before CRC of the preceding bytes; 0 at the beginning. */
export function crc32(before: u32, from: usize, to: usize): u32 {
	let value = ~before;
	let at = from;
	for (; at + 8 <= to; at += 8) {
		const low = load<u32>(at) ^ value;
		const high = load<u32>(at + 4);
		value =
			of32(7, low & 0xff) ^
			of32(6, (low >> 8) & 0xff) ^
			of32(5, (low >> 16) & 0xff) ^
			of32(4, low >> 24) ^
			of32(3, high & 0xff) ^
			of32(2, (high >> 8) & 0xff) ^
			of32(1, (high >> 16) & 0xff) ^
			of32(0, high >> 24);
	}
	for (; at < to; at++) {
		value = (value >> 8) ^ of32(0, (value ^ load<u8>(at)) & 0xff);
	}
	return ~value;
}

/** @param before CRC of the preceding bytes; 0 at the beginning. */
export function crc64(before: u64, from: usize, to: usize): u64 {
	let value = ~before;
	let at = from;
	for (; at + 8 <= to; at += 8) {
		value ^= load<u64>(at);
		const low = <u32>value;
		const high = <u32>(value >> 32);
		value =
			of64(7, low & 0xff) ^
			of64(6, (low >> 8) & 0xff) ^
			of64(5, (low >> 16) & 0xff) ^
			of64(4, low >> 24) ^
			of64(3, high & 0xff) ^
			of64(2, (high >> 8) & 0xff) ^
			of64(1, (high >> 16) & 0xff) ^
			of64(0, high >> 24);
	}
	for (; at < to; at++) {
		value = (value >> 8) ^ of64(0, (<u32>value ^ load<u8>(at)) & 0xff);
	}
	return ~value;
}

/** SHA-256, FIPS 180-4. */
const sums: usize = memory.data<u32>([
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
	0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
	0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
	0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
	0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
	0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
	0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
	0xc67178f2,
]);
const firstHash: usize = memory.data<u32>([
	0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]);
const hash: usize = memory.data(8 * 4, 16);
const schedule: usize = memory.data(64 * 4, 16);
const block: usize = memory.data(64, 16);
let hashed: u64 = 0;

export function startSha256(): void {
	memory.copy(hash, firstHash, 32);
	hashed = 0;
}

export function addSha256(from: usize, to: usize): void {
	let at = from;
	while (at < to) {
		const held = <usize>hashed & 63;
		const length = min<usize>(64 - held, to - at);
		memory.copy(block + held, at, length);
		hashed += length;
		at += length;
		if (held + length === 64) {
			hashBlock();
		}
	}
}

/** Returns true if `expected` is the hash of all added bytes. This call finishes the hash. */
export function isSha256(expected: usize): bool {
	const held = <usize>hashed & 63;
	store<u8>(block + held, 0x80);
	memory.fill(block + held + 1, 0, 63 - held);
	if (held >= 56) {
		hashBlock();
		memory.fill(block, 0, 56);
	}
	store<u64>(block + 56, bswap<u64>(hashed << 3));
	hashBlock();
	for (let index: usize = 0; index < 32; index += 4) {
		if (bswap<u32>(load<u32>(hash + index)) !== load<u32>(expected + index)) {
			return false;
		}
	}
	return true;
}

function hashBlock(): void {
	for (let index: usize = 0; index < 64; index += 4) {
		store<u32>(schedule + index, bswap<u32>(load<u32>(block + index)));
	}
	for (let index: usize = 64; index < 256; index += 4) {
		const near = load<u32>(schedule + index - 8);
		const far = load<u32>(schedule + index - 60);
		store<u32>(
			schedule + index,
			load<u32>(schedule + index - 64) +
				(rotr<u32>(far, 7) ^ rotr<u32>(far, 18) ^ (far >> 3)) +
				load<u32>(schedule + index - 28) +
				(rotr<u32>(near, 17) ^ rotr<u32>(near, 19) ^ (near >> 10)),
		);
	}
	let a = load<u32>(hash);
	let b = load<u32>(hash, 4);
	let c = load<u32>(hash, 8);
	let d = load<u32>(hash, 12);
	let e = load<u32>(hash, 16);
	let f = load<u32>(hash, 20);
	let g = load<u32>(hash, 24);
	let h = load<u32>(hash, 28);
	for (let index: usize = 0; index < 256; index += 4) {
		const one =
			h +
			(rotr<u32>(e, 6) ^ rotr<u32>(e, 11) ^ rotr<u32>(e, 25)) +
			((e & f) ^ (~e & g)) +
			load<u32>(sums + index) +
			load<u32>(schedule + index);
		const two = (rotr<u32>(a, 2) ^ rotr<u32>(a, 13) ^ rotr<u32>(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
		h = g;
		g = f;
		f = e;
		e = d + one;
		d = c;
		c = b;
		b = a;
		a = one + two;
	}
	store<u32>(hash, load<u32>(hash) + a);
	store<u32>(hash, load<u32>(hash, 4) + b, 4);
	store<u32>(hash, load<u32>(hash, 8) + c, 8);
	store<u32>(hash, load<u32>(hash, 12) + d, 12);
	store<u32>(hash, load<u32>(hash, 16) + e, 16);
	store<u32>(hash, load<u32>(hash, 20) + f, 20);
	store<u32>(hash, load<u32>(hash, 24) + g, 24);
	store<u32>(hash, load<u32>(hash, 28) + h, 28);
}
