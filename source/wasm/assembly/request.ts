import {method, protocol, put, putText, url} from './cells';
import {byte, capitalsEnd, protocolEnd, readLongSize, wordEnd} from './line-pieces';

const space: u32 = 32;
/** `GET ` as a little-endian word. */
const get: u32 = 0x2054_4547;

/** Eight digits 0. The second constant carries a byte above 9 into high bits that the value of a digit doesn't have. */
export const zeros: u64 = ((<u64>0x3030_3030) << 32) | 0x3030_3030;
const aboveNine: u64 = ((<u64>0x0606_0606) << 32) | 0x0606_0606;
const notDigits: u64 = ((<u64>0xf0f0_f0f0) << 32) | 0xf0f0_f0f0;

/**
 * A method, a URL and a protocol. With calls instead of inlined methods, a line of the combined format takes 6 % longer. TypeScript's
 * syntax has no decorators of functions.
 */
@unmanaged
export class Request {
	/** Reads a request up to `end`. Returns false for anything else. */
	@inline
	read(end: usize, at: usize, delta: usize): bool {
		const start = changetype<usize>(this);
		const methodEnd = load<u32>(start) === get ? start + 3 : capitalsEnd(start, end);
		const urlStart = methodEnd + 1;
		const urlEnd = wordEnd(urlStart, end);
		// Without a protocol, a space at the end of the request belongs to the URL: left to the TypeScript reader.
		if (protocolEnd(urlEnd + 1) !== end || methodEnd === start || byte(methodEnd) !== space) {
			return false;
		}
		// These two are never a dash.
		put(method, at, start - delta, methodEnd - delta);
		put(protocol, at, urlEnd + 1 - delta, end - delta);
		putText(url, at, urlStart, urlEnd, delta);
		return true;
	}
}

/** A size, which is inlined, too. */
@unmanaged
export class Size {
	/** Reads digits, or the `-` or `-1` of a missing size. Returns false for anything else. */
	@inline
	read(end: usize, target: usize): bool {
		const start = changetype<usize>(this);
		if (end - start - 1 >= 8) {
			return readLongSize(start, end, target);
		}
		// Pads the digits with leading zeros to eight, one per byte: see Daniel Lemire, "Quickly parsing eight digits".
		const missing = (8 - <u64>(end - start)) << 3;
		const digits = (load<u64>(start) << missing) ^ (zeros << missing);
		if (((digits | (digits + aboveNine)) & notDigits) !== 0) {
			return readLongSize(start, end, target);
		}
		const pairs = (digits * 10 + (digits >> 8)) & (((<u64>0x00ff_00ff) << 32) | 0x00ff_00ff);
		const fours = (pairs * 100 + (pairs >> 16)) & (((<u64>0x0000_ffff) << 32) | 0x0000_ffff);
		store<f64>(target, <f64>(<u32>(fours * 10_000 + (fours >> 32))));
		return true;
	}
}
