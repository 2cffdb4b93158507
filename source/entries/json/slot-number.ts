import {wholeJsonNumber} from './json-number.js';
import type {ObjectScanner} from './object-scanner.js';

/** The whole number that a slot has; NaN when it has none. `bytes` are what the scanner's places are in. */
export const slotNumber = ({chosen, starts, ends}: ObjectScanner, bytes: Buffer, slot: number): number =>
	chosen[slot] === 0 ? Number.NaN : wholeJsonNumber(bytes, starts[slot] ?? 0, ends[slot] ?? 0);
