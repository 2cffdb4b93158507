import {shippedUnreadColumns} from '../../clickhouse/schema.js';
import type {RowPart} from './column-part.js';
import {TextColumn, ValueColumn} from './column-writers.js';
import {rowPart} from './row-part.js';
import type {UnreadPlace} from './row-writer.js';
import {TextMap} from './text-map.js';
import {type ViewedBytes, viewed} from './viewed-bytes.js';

/** Writes the rows of lines that no format reads. */
export class UnreadRows {
	readonly #sources = new TextMap();
	readonly #paths = new TextMap();
	readonly #columns = {
		time: new ValueColumn(false, 8),
		source: new TextColumn(this.#sources),
		file: new ValueColumn(false, 8),
		offset: new ValueColumn(false, 8),
		path: new TextColumn(this.#paths),
		line: new ValueColumn(false, 1),
	};
	readonly #file: Buffer;
	#count = 0;

	constructor(source: ViewedBytes, file: Buffer, path: ViewedBytes) {
		this.#sources.numberOf(source, 0, source.bytes.length);
		this.#file = file;
		this.#paths.numberOf(path, 0, path.bytes.length);
	}

	add({line, lineStart, lineEnd, offset, time}: UnreadPlace): void {
		const columns = this.#columns;
		this.#count++;
		columns.time.values.int64(time);
		columns.offset.values.int64(offset);
		columns.line.values.string(viewed(line), lineStart, lineEnd);
	}

	take(): RowPart {
		this.#columns.file.values.repeated(this.#file, this.#count);
		this.#columns.source.repeated(0, this.#count);
		this.#columns.path.repeated(0, this.#count);
		const columns: Readonly<Record<string, ValueColumn | TextColumn>> = this.#columns;
		const parts = shippedUnreadColumns.flatMap(({name}) => columns[name]?.take() ?? []);
		const count = this.#count;
		this.#count = 0;
		return rowPart(count, parts);
	}
}
