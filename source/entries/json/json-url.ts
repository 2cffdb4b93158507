import {questionMark} from '../../ascii.js';
import type {Arena} from '../arena.js';
import {type EntryRecord, spanOf} from '../entry-record.js';
import {moveTexts} from '../move-texts.js';
import {setText} from '../values/words.js';
import {holds} from './holds.js';
import {slotOf} from './known-names.js';
import type {ObjectScanner} from './object-scanner.js';

/** Sets the URL where the scanner has found it in `bytes` as a path, and perhaps a query that stands apart from it. */
export const setUrl = (
	{chosen, starts, ends}: ObjectScanner,
	bytes: Buffer,
	record: EntryRecord,
	arena: Arena,
): void => {
	if (chosen[slotOf.path] === 0) {
		return;
	}
	const start = starts[slotOf.path] ?? 0;
	const end = ends[slotOf.path] ?? 0;
	setText(record, spanOf.url, bytes, start, end);
	if (chosen[slotOf.query] === 0 || holds(bytes, start, end, questionMark)) {
		return;
	}
	const queryStart = starts[slotOf.query] ?? 0;
	const queryEnd = ends[slotOf.query] ?? 0;
	moveTexts(bytes, record, arena, end - start + 1 + queryEnd - queryStart);
	const place = arena.append(bytes, start, end);
	if (bytes[queryStart] !== questionMark) {
		arena.buffer[arena.used++] = questionMark;
	}
	arena.append(bytes, queryStart, queryEnd);
	record.spans[spanOf.url] = place;
	record.spans[spanOf.url + 1] = arena.used;
};
