import {method, protocol, put, putText, url} from './cells';
import {byte, capitalsEnd, protocolEnd, wordEnd} from './line-pieces';

const space: u32 = 32;
/** `GET ` as a little-endian word. */
const get: u32 = 0x2054_4547;

/** Reads a method, a URL and a protocol. Returns false if a text is something else. */
export function readRequest(start: usize, end: usize, at: usize, delta: usize): bool {
	const methodEnd = load<u32>(start) === get ? start + 3 : capitalsEnd(start, end);
	const urlStart = methodEnd + 1;
	const urlEnd = wordEnd(urlStart, end);
	// Without a protocol, a space at the end of the request belongs to the URL: left to the TypeScript reader.
	if (
		urlEnd + 1 >= end ||
		protocolEnd(urlEnd + 1) !== end ||
		methodEnd === start ||
		byte(methodEnd) !== space
	) {
		return false;
	}
	// These two are never a dash.
	put(method, at, start - delta, methodEnd - delta);
	put(protocol, at, urlEnd + 1 - delta, end - delta);
	putText(url, at, urlStart, urlEnd, delta);
	return true;
}
