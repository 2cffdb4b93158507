/** The constants of MurmurHash3's finalizer, `fmix64`. */
const firstFactor: u64 = ((<u64>0xff51_afd7) << 32) | 0xed55_8ccd;
const secondFactor: u64 = ((<u64>0xc4ce_b9fe) << 32) | 0x1a85_ec53;

/** The seed. It makes hashes unpredictable, because strangers choose most of the hashed strings. */
let one: u64 = 1;
let two: u64 = 1;

/** Independent keys for 16 positions of a string, u32. */
const keys: usize = memory.data(64, 16);

/** Sets the seed of the hash, four random words. Must be called first. */
export function seed(a: u32, b: u32, c: u32, d: u32): void {
	one = ((<u64>a) << 32) | b | 1;
	two = ((<u64>c) << 32) | d | 1;
	for (let offset: usize = 0; offset < 64; offset += 8) {
		store<u64>(keys + offset, mixed(one + two * (<u64>offset + 8)));
	}
}

/** MurmurHash3's finalizer. */
function mixed(word: u64): u64 {
	let hash = (word ^ (word >> 33)) * firstFactor;
	hash = (hash ^ (hash >> 33)) * secondFactor;
	return hash ^ (hash >> 33);
}

const masks: usize = memory.data<u64>([-1, -1, 0, 0], 16);

/** Returns a mask of the first `count` bytes of 16. */
export function firstBytes(count: usize): v128 {
	return v128.load(masks + 16 - count);
}

/** Returns the hash of a string. Reads up to 15 bytes after it, which don't affect the hash. */
export function hashOf(start: usize, length: usize): u32 {
	let hash: u64 = length;
	let other: u64 = 0;
	if (length >= 16) {
		const last = length - 16;
		let at: usize = 0;
		do {
			const sum = sumOf(start, at, last);
			hash = (rotl(hash, 29) ^ i64x2.extract_lane(sum, 0)) * one;
			other = (rotl(other, 31) ^ i64x2.extract_lane(sum, 1)) * two;
			at += 64;
		} while (at < length);
	} else {
		const words = v128.and(v128.load(start), firstBytes(length));
		hash = (one ^ hash ^ i64x2.extract_lane(words, 0)) * one;
		hash ^= hash >> 29;
		other = (two ^ i64x2.extract_lane(words, 1)) * two;
		other ^= other >> 31;
	}
	// As in MurmurHash3's finalizer.
	hash = (hash ^ rotl(other, 23)) * firstFactor;
	hash = (hash ^ (hash >> 33)) * secondFactor;
	return <u32>(hash >> 32);
}

/**
 * Sums the products of pairs of words, with keys added, in 64 bytes of a string: NH, the universal hash of UMAC (RFC 4418). Its
 * keys must be independent: if one were the sum of other keys, an attacker could construct strings that collide under every seed.
 * No step depends on the previous one. A shorter string is read as four overlapping groups of 16 bytes, because branches on its
 * length cost more.
 */
function sumOf(start: usize, at: usize, last: usize): v128 {
	return i64x2.add(
		i64x2.add(products(start + min(at, last), 0), products(start + min(at + 16, last), 16)),
		i64x2.add(products(start + min(at + 32, last), 32), products(start + min(at + 48, last), 48)),
	);
}

function products(at: usize, offset: usize): v128 {
	const keyed = i32x4.add(v128.load(at), v128.load(keys + offset));
	const evens = i32x4.shuffle(keyed, keyed, 0, 2, 0, 2);
	const odds = i32x4.shuffle(keyed, keyed, 1, 3, 1, 3);
	return i64x2.extmul_low_i32x4_u(evens, odds);
}
