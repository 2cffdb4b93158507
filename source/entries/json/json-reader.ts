import {Arena} from '../arena.js';
import {noRequest} from '../entry-record.js';
import type {FormatReader} from '../format.js';
import {JsonEntry} from './json-entry.js';
import {jsonFormats} from './json-formats.js';
import {type NamedField, NameTable, usualTable} from './name-table.js';
import {ObjectScanner} from './object-scanner.js';

/**
 * Reads lines that are JSON objects. `own` are names of fields that aren't known, or known for something else. A line that
 * was cut is read as far as it goes, if it says enough.
 */
export const jsonReader = (own: readonly NamedField[] = []): FormatReader => {
	// One for all files, made when the first of them has a line that may be an object: it is large.
	let table: NameTable | undefined;
	return {
		formats: jsonFormats,
		open() {
			table ??= own.length === 0 ? usualTable() : new NameTable(own);
			const scanner = new ObjectScanner(table);
			const entry = new JsonEntry(table, scanner, new Arena());
			return (bytes, start, end, record) => {
				if (!entry.look(bytes, start, end)) {
					return record.stop(scanner.failedAt, scanner.expected);
				}
				const kind = entry.kind();
				if (kind === 'request') {
					return entry.fill(record);
				}
				return kind === 'other'
					? noRequest
					: record.stop(end, scanner.isCut ? 'the rest of the object' : 'a method or a URL, and a status');
			};
		},
	};
};

/** The JSON logs with the names that are known. */
export const json = jsonReader();
