import type {EntryRecord} from '../entry-record.js';
import type {Format} from '../format.js';

/**
 * Reads what stands after the common or combined format, from the space at `position` on. False when it isn't what
 * this format has there; nothing of the record has been set then.
 */
export type ReadTail = (bytes: Buffer, position: number, end: number, record: EntryRecord) => boolean;

/** A format that is the common or combined one with further fields behind it. */
export type ClfTail = {readonly format: Format; readonly readTail: ReadTail};
