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

const masks: usize = memory.data<u64>([-1, -1, 0, 0], 16);

/** A mask of the first bytes of sixteen, up to all of them. */
export function firstBytes(count: usize): v128 {
	return v128.load(masks + 16 - count);
}

/** A hash of a text. Up to 15 bytes behind it are read, and make no difference. */
export function hashOf(start: usize, length: usize): u32 {
	let hash: u64;
	let other: u64;
	if (length >= 16) {
		const sum = sumOf(start, length);
		hash = (i64x2.extract_lane(sum, 0) ^ length) * one;
		other = i64x2.extract_lane(sum, 1) * two;
	} else {
		const words = v128.and(v128.load(start), firstBytes(length));
		hash = (one ^ length ^ i64x2.extract_lane(words, 0)) * one;
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
 * Sums of products of each two words of a text with keys added that differ from place to place: NH, the universal hash
 * of UMAC (RFC 4418). No step has to wait for the one before, and up to 64 bytes are taken as four times 16 that overlap:
 * branches that depend on the length of each text cost more than that.
 */
function sumOf(start: usize, length: usize): v128 {
	const last = length - 16;
	const step = i64x2.replace_lane(i64x2.splat(one), 1, two);
	let keys = step;
	let sum = i64x2.splat(0);
	let at: usize = 0;
	do {
		const second = i32x4.add(keys, i32x4.shuffle(step, step, 3, 0, 1, 2));
		const third = i32x4.add(second, i32x4.shuffle(step, step, 2, 3, 0, 1));
		const fourth = i32x4.add(third, i32x4.shuffle(step, step, 1, 2, 3, 0));
		sum = i64x2.add(
			sum,
			i64x2.add(
				i64x2.add(products(start + min(at, last), keys), products(start + min(at + 16, last), second)),
				i64x2.add(products(start + min(at + 32, last), third), products(start + min(at + 48, last), fourth)),
			),
		);
		keys = i32x4.add(fourth, step);
		at += 64;
	} while (at < length);
	return sum;
}

function products(at: usize, keys: v128): v128 {
	const keyed = i32x4.add(v128.load(at), keys);
	const evens = i32x4.shuffle(keyed, keyed, 0, 2, 0, 2);
	const odds = i32x4.shuffle(keyed, keyed, 1, 3, 1, 3);
	return i64x2.extmul_low_i32x4_u(evens, odds);
}
