/** Of MurmurHash3's finalizer, `fmix64`. */
const firstFactor: u64 = ((<u64>0xff51_afd7) << 32) | 0xed55_8ccd;
const secondFactor: u64 = ((<u64>0xc4ce_b9fe) << 32) | 0x1a85_ec53;

/** They keep the hash from being known before the process runs: most of what is hashed was chosen by strangers. */
let one: u64 = 1;
let two: u64 = 1;

/** Sets the seed of the hash, four random words. To be called before all else. */
export function seed(a: u32, b: u32, c: u32, d: u32): void {
	one = ((<u64>a) << 32) | b | 1;
	two = ((<u64>c) << 32) | d | 1;
}

/** A mask of the lowest bytes of a word, 1 to 7 of them. */
export function upTo(bytes: usize): u64 {
	return ((<u64>1) << ((<u64>bytes) << 3)) - 1;
}

/** A hash of a text. Up to seven bytes behind it are read, and make no difference. */
export function hashOf(start: usize, length: usize): u32 {
	let hash: u64;
	let other: u64;
	if (length >= 16) {
		const sum = sumOf(start, length);
		hash = (i64x2.extract_lane(sum, 0) ^ length) * one;
		other = i64x2.extract_lane(sum, 1) * two;
	} else {
		const first: u64 = length < 8 ? 0 : load<u64>(start);
		const rest = length & 7;
		hash = (one ^ length ^ first) * one;
		hash ^= hash >> 29;
		other = (two ^ (load<u64>(start + length - rest) & upTo(rest))) * two;
		other ^= other >> 31;
	}
	// As in MurmurHash3's finalizer.
	hash = (hash ^ rotl(other, 23)) * firstFactor;
	hash = (hash ^ (hash >> 33)) * secondFactor;
	return <u32>(hash >> 32);
}

/**
 * Sums of products of each two words of a text with keys added that differ from place to place: NH, the universal hash
 * of UMAC (RFC 4418). No step has to wait for the one before.
 */
function sumOf(start: usize, length: usize): v128 {
	const last = start + length - 16;
	let keys = i64x2.replace_lane(i64x2.splat(one), 1, two);
	const step = i32x4.shuffle(keys, keys, 3, 0, 1, 2);
	let sum = products(v128.load(last), keys);
	for (let at = start; at < last; at += 16) {
		keys = i32x4.add(keys, step);
		sum = i64x2.add(sum, products(v128.load(at), keys));
	}
	return sum;
}

function products(words: v128, keys: v128): v128 {
	const keyed = i32x4.add(words, keys);
	const evens = i32x4.shuffle(keyed, keyed, 0, 2, 0, 2);
	const odds = i32x4.shuffle(keyed, keyed, 1, 3, 1, 3);
	return i64x2.extmul_low_i32x4_u(evens, odds);
}
