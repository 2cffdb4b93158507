import {allFormats} from '../../entries/chosen-readers.js';
import type {EntryRecord} from '../../entries/entry-record.js';
import {TokenKey} from '../../index/token.js';
import type {LogName} from '../checkpoints/log-name.js';
import type {RowPart} from './column-part.js';
import {EntryRows} from './entry-rows.js';
import {fileNumber} from './file-number.js';
import {keptBytes} from './kept-bytes.js';
import type {RowTarget} from './row-target.js';
import type {RowPlace, RowWriter, UnreadPlace} from './row-writer.js';
import {SharedColumns} from './shared-columns.js';
import {UnreadRows} from './unread-rows.js';
import {type ViewedBytes, viewed} from './viewed-bytes.js';

/** Where rows are of. */
export type RowOrigin = LogName & {
	readonly source: string;
	/** Of the file, as given. */
	readonly path: string;
};

const shared = new SharedColumns();

const entryRows = new EntryRows();

/** Writes the rows of a log column by column; they are to be taken before those of another log are added. */
export class NativeRows implements RowWriter {
	readonly #unread: UnreadRows;
	readonly #key: TokenKey;
	readonly #source: ViewedBytes;
	readonly #file: Buffer;
	readonly #path: ViewedBytes;
	#target: RowTarget;
	/** The numbers of what is the same in all rows, or in most. */
	#sourceNumber = 0;
	#pathNumber = 0;
	#formatNumbers: number[] = [];
	#count = 0;

	constructor({source, fingerprint, ordinal, path}: RowOrigin) {
		this.#key = new TokenKey(source, fingerprint, ordinal);
		this.#source = viewed(keptBytes(Buffer.from(source)));
		this.#file = fileNumber({fingerprint, ordinal});
		this.#path = viewed(keptBytes(Buffer.from(path)));
		this.#unread = new UnreadRows(this.#source, this.#file, this.#path);
		this.#target = this.#newTarget();
	}

	add(bytes: Buffer, record: EntryRecord, place: RowPlace): void {
		this.#begin();
		this.#count++;
		entryRows.add(bytes, record, place, this.#target);
	}

	addUnread(place: UnreadPlace): void {
		this.#unread.add(place);
	}

	take(): {readonly rows: RowPart; readonly unread: RowPart} {
		this.#begin();
		const count = this.#count;
		const {values, texts} = shared;
		values.file.values.repeated(this.#file, count);
		texts.source.repeated(this.#sourceNumber, count);
		texts.path.repeated(this.#pathNumber, count);
		this.#count = 0;
		entryRows.release();
		return {rows: shared.take(count), unread: this.#unread.take()};
	}

	/** Begins to write, unless it has; the texts that are known may have become others since. */
	#begin(): void {
		shared.begin(this);
		if (this.#target.known !== shared.known) {
			this.#target = this.#newTarget();
		}
	}

	/** Has numbers for what is the same in all rows, or in most. */
	#newTarget(): RowTarget {
		const {values, texts, known} = shared;
		const {source, path} = known.columns;
		this.#sourceNumber = source.numberOf(this.#source, 0, this.#source.bytes.length);
		this.#pathNumber = path.numberOf(this.#path, 0, this.#path.bytes.length);
		this.#formatNumbers = [];
		return {values, texts, known, key: this.#key, formatNumber: format => this.#formatNumber(format)};
	}

	#formatNumber(format: number): number {
		let number = this.#formatNumbers[format];
		if (number === undefined) {
			const name = viewed(Buffer.from(allFormats[format]?.name ?? 'unknown'));
			number = shared.known.columns.format.numberOf(name, 0, name.bytes.length);
			this.#formatNumbers[format] = number;
		}
		return number;
	}
}
