import {isCapital, isDigit, percent, slash, star} from '../../ascii.js';
import {isAddress, isNoNumber} from '../values/words.js';
import type {Check} from './w3c-layout.js';

const areAll = (bytes: Buffer, start: number, end: number, is: (byte: number) => boolean): boolean => {
	for (let index = start; index < end; index++) {
		if (!is(bytes[index] ?? 0)) {
			return false;
		}
	}
	return end > start;
};

/** Whether a column holds what it must where no header says which column it is. */
export const holds = (check: Check, bytes: Buffer, start: number, end: number): boolean => {
	switch (check) {
		case 'number':
			return areAll(bytes, start, end, isDigit) || isNoNumber(bytes, start, end);
		case 'status':
			return (end === start + 3 && areAll(bytes, start, end, isDigit)) || isNoNumber(bytes, start, end);
		case 'capitals':
			return areAll(bytes, start, end, isCapital);
		case 'path':
			return bytes[start] === slash || (bytes[start] === star && end === start + 1);
		case 'edge':
			return (
				areAll(bytes, start, Math.min(start + 3, end), isCapital) &&
				start + 3 < end &&
				isDigit(bytes[start + 3] ?? 0)
			);
		case 'address':
			return isAddress(bytes, start, zoneStart(bytes, start, end));
	}
};

/** Where the zone of an address like `fe80::1%12` begins, or `end`. */
const zoneStart = (bytes: Buffer, start: number, end: number): number => {
	let index = start;
	while (index < end && bytes[index] !== percent) {
		index++;
	}
	return index;
};
