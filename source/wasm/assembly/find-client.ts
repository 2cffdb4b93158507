import {isInNetwork, readAddress} from './address';
import {textEnds, textStarts} from './batch';
import {ip, peerIp, put} from './cells';
import {byte} from './line-pieces';
import {nodes} from './nodes';

const space: u32 = 32;
const comma: u32 = 44;
const dash: u32 = 45;

/** Modes of a `ClientChoice`, see entries/client-choice.ts. */
const peer: u32 = 0;
const forwarded: u32 = 1;

/** Offset of the networks in a rule, and size of a network: two u64 and the number of bits, u32. */
const networksAt: usize = 16;
const networkSize: usize = 24;

/**
 * Chooses the client of a row from a list of forwarded addresses or a dash, like `ClientChooser` in entries/client-choice.ts. A
 * rule has its mode, u8, and its number of trusted networks, u8. Returns false if the list or the peer is anything else.
 */
export function findClient(start: usize, end: usize, at: usize, delta: usize): bool {
	const rule = nodes;
	put(peerIp, at, 0, 0);
	if (end === start || (end === start + 1 && byte(start) === dash)) {
		return true;
	}
	const mode = <u32>load<u8>(rule);
	let client = start;
	let clientEnd: usize = 0;
	for (let position = start; ; ) {
		const stop = itemEnd(position, end);
		if (!readAddress(position, stop)) {
			return false;
		}
		// Chooses the last address that isn't trusted; the first one if all are trusted.
		if (clientEnd === 0 || !isTrusted(rule)) {
			client = position;
			clientEnd = stop;
		}
		if (stop === end) {
			break;
		}
		position = stop + (byte(stop + 1) === space ? 2 : 1);
	}
	if (mode === peer) {
		return true;
	}
	const peerStart = <usize>load<u32>(textStarts + at) + delta;
	const peerEnd = <usize>load<u32>(textEnds + at) + delta;
	if (peerEnd === delta || !readAddress(peerStart, peerEnd)) {
		return false;
	}
	if (mode === forwarded || isTrusted(rule)) {
		const length = clientEnd - client;
		put(ip, at, client - delta, clientEnd - delta);
		if (length !== peerEnd - peerStart || memory.compare(client, peerStart, length) !== 0) {
			put(peerIp, at, peerStart - delta, peerEnd - delta);
		}
	}
	return true;
}

/** Returns the address of the next comma, or `end`. */
function itemEnd(start: usize, end: usize): usize {
	let at = start;
	while (at < end && byte(at) !== comma) {
		at++;
	}
	return at;
}

/** Checks that the address read last belongs to a trusted network. */
function isTrusted(rule: usize): bool {
	const end = rule + networksAt + <usize>load<u8>(rule, 1) * networkSize;
	for (let network = rule + networksAt; network < end; network += networkSize) {
		if (isInNetwork(load<u64>(network), load<u64>(network, 8), load<u32>(network, 16))) {
			return true;
		}
	}
	return false;
}
