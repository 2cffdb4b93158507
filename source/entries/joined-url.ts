import {questionMark} from '../ascii.js';
import {Arena} from './arena.js';
import {type EntryRecord, spanOf} from './entry-record.js';
import {moveTexts} from './move-texts.js';

/** Builds one URL from a path and a query that are separate columns of a line. */
export class UrlJoiner {
	readonly #arena = new Arena();

	/** Appends the query to the path. Afterwards all strings of the record are in its `source`. */
	join(bytes: Buffer, record: EntryRecord): void {
		const {spans} = record;
		let from = spans[spanOf.query] ?? 0;
		const to = spans[spanOf.query + 1] ?? 0;
		from += bytes[from] === questionMark ? 1 : 0;
		const path = spans[spanOf.url] ?? 0;
		const pathEnd = spans[spanOf.url + 1] ?? 0;
		if (to <= from || pathEnd <= path) {
			return;
		}
		for (const span of [spanOf.url, spanOf.query]) {
			spans[span] = 0;
			spans[span + 1] = 0;
		}
		const arena = this.#arena;
		moveTexts(bytes, record, arena, pathEnd - path + 1 + to - from);
		spans[spanOf.url] = arena.append(bytes, path, pathEnd);
		arena.buffer[arena.used++] = questionMark;
		arena.append(bytes, from, to);
		spans[spanOf.url + 1] = arena.used;
	}
}
