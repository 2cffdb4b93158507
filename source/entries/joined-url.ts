import {Arena} from './arena.js';
import {type EntryRecord, spanOf, textFields} from './entry-record.js';

const questionMark = 63;

/** Makes one URL of a path and a query that stand apart in a line. */
export class UrlJoiner {
	readonly #arena = new Arena();

	/** Puts the query behind the path: all texts of the record then stand in its `source`. */
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
		const arena = this.#arena;
		arena.reserve(textLength(spans) + 1 + to - from);
		for (let span = 0; span < textFields.length * 2; span += 2) {
			const start = spans[span] ?? 0;
			const end = spans[span + 1] ?? 0;
			if (span !== spanOf.url && end > start) {
				spans[span] = arena.append(bytes, start, end);
				spans[span + 1] = arena.used;
			}
		}
		spans[spanOf.url] = arena.append(bytes, path, pathEnd);
		arena.buffer[arena.used++] = questionMark;
		arena.append(bytes, from, to);
		spans[spanOf.url + 1] = arena.used;
		spans[spanOf.query] = 0;
		spans[spanOf.query + 1] = 0;
		record.source = arena.buffer;
	}
}

/** Bytes of all texts. */
const textLength = (spans: Int32Array): number => {
	let length = 0;
	for (let span = 0; span < textFields.length * 2; span += 2) {
		length += (spans[span + 1] ?? 0) - (spans[span] ?? 0);
	}
	return length;
};
