import {alone, judgements, no, yes} from './judge';
import {headerSize, placesOf} from './texts';

/**
 * Judges texts as `judgeParts` does: whether each is an IPv4 address whose bits are `network` where `mask` has some.
 * Whatever isn't written as such an address is left to be asked about.
 */
export function judgeNetwork(table: usize, first: u32, end: u32, network: u32, mask: u32): u32 {
	const places = placesOf(table);
	for (let id = first; id < end; id++) {
		const place = <usize>load<u32>(places + ((<usize>id) << 2));
		const start = place + headerSize;
		const isAddress = readAddress(start, start + <usize>load<u32>(place, 4));
		store<u8>(
			judgements + <usize>(id - first),
			isAddress ? ((address & mask) === network ? yes : no) : alone,
		);
	}
	return end;
}

/** The address that was read last. */
let address: u32 = 0;

/** Reads `203.0.113.9`: four numbers without zeros before them. */
function readAddress(start: usize, end: usize): bool {
	if (end - start > 15) {
		return false;
	}
	address = 0;
	let count = 0;
	let number: i32 = -1;
	for (let at = start; at <= end; at++) {
		const byte: i32 = at === end ? 46 : <i32>load<u8>(at);
		if (byte === 46) {
			if (number < 0 || ++count > 4) {
				return false;
			}
			address = (address << 8) | number;
			number = -1;
		} else {
			if (byte < 48 || byte > 57 || number === 0) {
				return false;
			}
			number = max(number, 0) * 10 + byte - 48;
			if (number > 255) {
				return false;
			}
		}
	}
	return count === 4;
}
