import {isDigit, slash} from '../../ascii.js';
import type {Arena} from '../arena.js';
import {type EntryRecord, spanOf} from '../entry-record.js';
import {moveTexts} from '../move-texts.js';
import {setText} from '../values/words.js';
import {holds} from './holds.js';

const httpSlash = Buffer.from('HTTP/');

/**
 * Sets the protocol that `bytes[start, end)` say; a version alone is HTTP's, a scheme is none. The texts that are set
 * already may stand elsewhere, in the arena.
 */
export const setProtocol = (
	bytes: Buffer,
	start: number,
	end: number,
	record: EntryRecord,
	arena: Arena,
): void => {
	const source = record.source ?? bytes;
	const first = bytes[start] ?? 0;
	const isVersion = isDigit(first);
	if (!isVersion && !holds(bytes, start, end, slash)) {
		return;
	}
	if (!isVersion && source === bytes) {
		setText(record, spanOf.protocol, bytes, start, end);
		return;
	}
	moveTexts(source, record, arena, httpSlash.length + end - start);
	const place = arena.used;
	if (isVersion) {
		arena.append(httpSlash, 0, httpSlash.length);
	}
	arena.append(bytes, start, end);
	record.spans[spanOf.protocol] = place;
	record.spans[spanOf.protocol + 1] = arena.used;
};
