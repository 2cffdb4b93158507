import {shippedUnreadColumns} from '../../clickhouse/schema.js';
import type {RowPart} from './column-part.js';
import {TextColumn, ValueColumn} from './column-writers.js';
import {rowPart} from './row-part.js';
import type {UnreadPlace} from './row-writer.js';
import {TextMap, type ViewedBytes} from './text-map.js';

/** Writes the rows of lines that no format reads. */
export class UnreadRows {
	readonly #columns = {
		time: new ValueColumn(false, 8),
		source: new TextColumn(new TextMap()),
		file: new ValueColumn(false, 8),
		offset: new ValueColumn(false, 8),
		path: new TextColumn(new TextMap()),
		line: new ValueColumn(false, 1),
	};
	readonly #source: ViewedBytes;
	readonly #file: Buffer;
	readonly #path: ViewedBytes;
	#count = 0;

	constructor(source: ViewedBytes, file: Buffer, path: ViewedBytes) {
		this.#source = source;
		this.#file = file;
		this.#path = path;
	}

	add({line, lineStart, lineEnd, offset, time}: UnreadPlace): void {
		const columns = this.#columns;
		this.#count++;
		columns.time.values.int64(time);
		columns.source.write(this.#source, 0, this.#source.bytes.length);
		columns.file.values.fixed(this.#file);
		columns.offset.values.int64(offset);
		columns.path.write(this.#path, 0, this.#path.bytes.length);
		columns.line.values.string(line, lineStart, lineEnd);
	}

	take(): RowPart {
		const columns: Readonly<Record<string, ValueColumn | TextColumn>> = this.#columns;
		const parts = shippedUnreadColumns.flatMap(({name}) => columns[name]?.take() ?? []);
		const count = this.#count;
		this.#count = 0;
		return rowPart(count, parts);
	}
}
