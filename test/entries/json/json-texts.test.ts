import test from 'ava';
import {Arena} from '../../../source/entries/arena.js';
import {EntryRecord, spanOf} from '../../../source/entries/entry-record.js';
import {setProtocol} from '../../../source/entries/json/json-texts.js';

const url = [spanOf.url, spanOf.url + 1] as const;
const protocol = [spanOf.protocol, spanOf.protocol + 1] as const;

/** Returns the URL, which is set first, and the protocol read from `text`. */
function read(text: string, isMoved = false): readonly [url: string, protocol: string] {
	const record = new EntryRecord();
	const arena = new Arena();
	const bytes = Buffer.from(`/en/ ${text}`);
	record.spans[url[1]] = 4;
	if (isMoved) {
		arena.reserve(4);
		arena.append(bytes, 0, 4);
		record.source = arena.buffer;
	}
	setProtocol(bytes, 5, bytes.length, record, arena);
	const source = record.source ?? bytes;
	const at = ([start, end]: readonly [number, number]): string =>
		source.toString('latin1', record.spans[start], record.spans[end]);
	return [at(url), at(protocol)];
}

for (const isMoved of [false, true]) {
	test(`sets the protocol from a protocol or a version, not from a scheme, if the URL ${isMoved ? 'was assembled' : 'is in the line'}`, t => {
		t.deepEqual(read('HTTP/1.1', isMoved), ['/en/', 'HTTP/1.1']);
		t.deepEqual(read('1.1', isMoved), ['/en/', 'HTTP/1.1']);
		t.deepEqual(read('2', isMoved), ['/en/', 'HTTP/2']);
		t.deepEqual(read('https', isMoved), ['/en/', '']);
	});
}
