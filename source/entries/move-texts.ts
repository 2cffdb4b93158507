import {textFields} from '../fields/fields.js';
import type {Arena} from './arena.js';
import type {EntryRecord} from './entry-record.js';

/** Copies the strings of a record from `source` to the arena, and reserves `extra` bytes there for another string. */
export function moveTexts(source: Buffer, record: EntryRecord, arena: Arena, extra: number): void {
	const {spans} = record;
	if (source === arena.buffer && arena.used + extra <= source.length) {
		return;
	}
	let size = extra;
	for (let span = 0; span < textFields.length * 2; span += 2) {
		size += (spans[span + 1] ?? 0) - (spans[span] ?? 0);
	}
	arena.reserve(size);
	for (let span = 0; span < textFields.length * 2; span += 2) {
		const start = spans[span] ?? 0;
		const end = spans[span + 1] ?? 0;
		if (end > start) {
			spans[span] = arena.append(source, start, end);
			spans[span + 1] = arena.used;
		}
	}
	record.source = arena.buffer;
}
