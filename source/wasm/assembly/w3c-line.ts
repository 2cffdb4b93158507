/** Lines of the W3C extended format: columns with single spaces between them, whose names are in a header. */

import {readAddress} from './address';
import {durations, flags, formats, sizes, statuses, textEnds, times, zones} from './batch';
import {fieldSize, ip, method, put, putText, url} from './cells';
import {zoneBias} from './clf-time';
import {clearFields} from './json-values';
import {byte, capitalsEnd, isPlainIpv4, statusAt} from './line-pieces';
import {markAt, passTo} from './marks';
import {nodeSize} from './nodes';
// biome-ignore lint/style/useImportType: AssemblyScript has no imports of types.
import {Size} from './request';
import {isoSeconds, isoStampEnd} from './stamp';

const newline: u32 = 10;
const carriageReturn: u32 = 13;
const space: u32 = 32;
const quote: u32 = 34;
const dash: u32 = 45;
const slash: u32 = 47;
const questionMark: u32 = 63;
const backslash: u32 = 92;

/** Kinds: see entries/layout-steps.ts. */
const end: u32 = 0;
const milliseconds: u32 = 22;
const words: u32 = 31;
const term: u32 = 32;
const query: u32 = 33;
const client: u32 = 40;
const verb: u32 = 41;
const target: u32 = 42;
const status: u32 = 46;
const size: u32 = 47;

/** Length of `2026-11-20`, and of `2026-11-20 09:03:07`. */
const dateLength: usize = 10;
const timeLength: usize = 19;

/** One week in ms. Equals `maxDuration` in entries/values/words.ts. */
const maxDuration: f64 = 604_800_000;

/** Maximum length of a method. */
const maxMethodLength: usize = 12;

/**
 * Reads a line that begins with a date and a time. The nodes of its other columns follow `first`. Spaces are marks, because
 * searching for the end of each column, on which the next column depends, takes longer. Returns the address of the line feed, or
 * 0; sets `markAfter` to its mark.
 */
export function readW3c(first: usize, start: usize, marks: usize, at: usize, delta: usize): usize {
	let from = start + timeLength + 1;
	let mark = marks + 8;
	if (
		markAt(marks, 0) !== start + dateLength ||
		markAt(marks, 1) !== from - 1 ||
		byte(from - 1) !== space ||
		isoStampEnd(start) !== from - 1
	) {
		return 0;
	}
	clearFields(load<u32>(first, 8), at);
	store<f64>(times + (at << 1), isoSeconds);
	store<u32>(zones + at, zoneBias);
	let node = first + nodeSize;
	for (; ; node += nodeSize) {
		const kind = <u32>load<u8>(node);
		const parameter = <u32>load<u8>(node, 1);
		let stop = markAt(mark, 0);
		if (byte(stop) !== space) {
			mark = markBehind(from, mark);
			stop = markAt(mark, 0);
		}
		const isLast = byte(stop) !== space;
		const valueEnd = isLast && byte(stop - 1) === carriageReturn ? stop - 1 : stop;
		mark += 4;
		if (valueEnd <= from) {
			return 0;
		}
		switch (kind) {
			case words:
				break;
			case term:
				putText(parameter, at, from, valueEnd, delta);
				break;
			case query:
				if (valueEnd !== from + 1 || byte(from) !== dash) {
					if (byte(from) === questionMark) {
						return 0;
					}
					store<u8>(from - 1, <u8>questionMark);
					store<u32>(textEnds + <usize>(url * fieldSize) + at, <u32>(valueEnd - delta));
				}
				break;
			case target:
				if (byte(from) !== slash) {
					return 0;
				}
				put(url, at, from - delta, valueEnd - delta);
				break;
			case verb:
				if (capitalsEnd(from, valueEnd) !== valueEnd || valueEnd - from >= maxMethodLength) {
					return 0;
				}
				put(method, at, from - delta, valueEnd - delta);
				break;
			case client:
				if (!isPlainIpv4(from, valueEnd) && !readAddress(from, valueEnd)) {
					return 0;
				}
				put(ip, at, from - delta, valueEnd - delta);
				break;
			case status: {
				const read = statusAt(from - 1);
				if (read < 0) {
					return 0;
				}
				store<u32>(statuses + at, <u32>read);
				break;
			}
			case size:
				if (!changetype<Size>(from).read(valueEnd, sizes + (at << 1))) {
					return 0;
				}
				break;
			case milliseconds: {
				const duration = durations + (at << 1);
				if (!changetype<Size>(from).read(valueEnd, duration) || load<f64>(duration) >= maxDuration) {
					return 0;
				}
				break;
			}
			default:
				// There are more columns than names.
				return 0;
		}
		from = stop + 1;
		if (isLast) {
			break;
		}
	}
	const lineEnd = from - 1;
	passTo(mark - 4);
	store<u32>(formats + at, load<u32>(node + nodeSize, 8));
	store<u32>(flags + at, 0);
	return <u32>load<u8>(node, nodeSize) === end && byte(lineEnd) === newline ? lineEnd : 0;
}

/** Returns the mark after a column with quotes or backslashes; the mark before it if it is quoted, because it may contain spaces. */
function markBehind(start: usize, first: usize): usize {
	let mark = first;
	while (byte(markAt(mark, 0)) === quote || byte(markAt(mark, 0)) === backslash) {
		mark += 4;
	}
	return byte(start) === quote ? first - 4 : mark;
}
