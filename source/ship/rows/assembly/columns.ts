/**
 * Columns of so many rows of a batch, from the first on, as ClickHouse has them in its binary formats: each is written to
 * the output, and how many bytes it takes is returned. Places are those in the input.
 */
import {
	batchRows,
	input,
	offsets,
	sizes,
	statuses,
	textEnds,
	textStarts,
	times,
	zones,
} from '../../../kernel/assembly/batch';
import {zoneBias} from '../../../kernel/assembly/clf-time';
import {output, putString} from './output';

const carriageReturn: u32 = 13;

/** Int64: milliseconds. */
export function writeTimes(first: i32, count: i32): i32 {
	for (let row = 0; row < count; row++) {
		store<i64>(output + eights(row), <i64>load<f64>(times + eights(first + row)));
	}
	return count << 3;
}

/** UInt64: `base` is the offset of the input. */
export function writeOffsets(first: i32, count: i32, base: f64): i32 {
	for (let row = 0; row < count; row++) {
		store<u64>(output + eights(row), <u64>base + <u64>load<u32>(offsets + fours(first + row)));
	}
	return count << 3;
}

/** Int16: minutes east of UTC. */
export function writeZones(first: i32, count: i32): i32 {
	for (let row = 0; row < count; row++) {
		store<u16>(output + twos(row), <u16>(<i32>load<u32>(zones + fours(first + row)) - zoneBias));
	}
	return count << 1;
}

/** UInt16. */
export function writeStatuses(first: i32, count: i32): i32 {
	for (let row = 0; row < count; row++) {
		store<u16>(output + twos(row), <u16>load<u32>(statuses + fours(first + row)));
	}
	return count << 1;
}

/** UInt64, 0 where a line has no size. */
export function writeSizes(first: i32, count: i32): i32 {
	for (let row = 0; row < count; row++) {
		const size = load<f64>(sizes + eights(first + row));
		store<u64>(output + eights(row), size >= 0 ? <u64>size : 0);
	}
	return count << 3;
}

/** UInt8: 1 where a line has no size. */
export function writeSizeNulls(first: i32, count: i32): i32 {
	for (let row = 0; row < count; row++) {
		const size = load<f64>(sizes + eights(first + row));
		store<u8>(output + <usize>row, size >= 0 ? 0 : 1);
	}
	return count;
}

/** String: a field's texts. */
export function writeTexts(field: i32, first: i32, count: i32): i32 {
	let at = output;
	const place = fours(field * batchRows + first);
	for (let index: usize = 0; index < fours(count); index += 4) {
		const start = <usize>load<u32>(textStarts + place + index);
		at = putString(at, start + input, <usize>load<u32>(textEnds + place + index) - start);
	}
	return <i32>(at - output);
}

/** UInt8: 1 where a line has no such text. */
export function writeTextNulls(field: i32, first: i32, count: i32): i32 {
	const place = fours(field * batchRows + first);
	for (let row = 0; row < count; row++) {
		const index = place + fours(row);
		store<u8>(output + <usize>row, load<u32>(textStarts + index) === load<u32>(textEnds + index) ? 1 : 0);
	}
	return count;
}

/** String: the lines, without their line ends. Where the next one begins stands behind the last offset. */
export function writeLines(first: i32, count: i32): i32 {
	let at = output;
	for (let row = first; row < first + count; row++) {
		const start = <usize>load<u32>(offsets + fours(row)) + input;
		const newline = <usize>load<u32>(offsets + fours(row + 1)) + input - 1;
		const end = load<u8>(newline - 1) === carriageReturn ? newline - 1 : newline;
		at = putString(at, start, end - start);
	}
	return <i32>(at - output);
}

function twos(count: i32): usize {
	return (<usize>count) << 1;
}

function fours(count: i32): usize {
	return (<usize>count) << 2;
}

function eights(count: i32): usize {
	return (<usize>count) << 3;
}
