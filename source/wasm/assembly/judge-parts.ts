import {find, isAt, partEnds, parts, setFold} from './find-part';
import {alone, enough, judgements, no, yes} from './judge';
import {aloneEnd, judgeAdjacent} from './judge-adjacent';
import {judgeContained} from './judge-contained';
import {marksIn} from './judge-escaped';
import {buffer, bytesAt, lengthFound} from './text-records';
// biome-ignore lint/style/useImportType: AssemblyScript has no imports of types.
import {addressOf, pagesOf, Texts} from './texts';

/**
 * Judges the strings with ids from `first` up to but excluding `end`: matches strings that consist of the first `count` parts
 * with anything in between. If `isFolded`, the parts have no capitals and case is ignored. `introducer` is the byte that
 * introduces escapes, 255 if strings have no escapes. Returns the first id that hasn't been judged.
 */
export function judgeParts(
	table: usize,
	first: u32,
	end: u32,
	count: i32,
	isFolded: bool,
	introducer: u8,
): u32 {
	const pages = pagesOf(table);
	setFold(isFolded);
	const middle = load<u32>(partEnds, 4);
	if (count === 3 && load<u32>(partEnds) === 0 && middle > 0 && load<u32>(partEnds, 8) === middle) {
		const last = judgeAdjacent(changetype<Texts>(table), first, end, middle, introducer);
		return last > first ? last : judgeContained(pages, first, aloneEnd, middle, introducer);
	}
	let left = enough;
	let id = first;
	for (; id < end && left > 0; id++) {
		const start = bytesAt(addressOf(pages, id), buffer);
		const length = lengthFound;
		left -= <i32>length;
		const isPlain = marksIn(start, length, introducer, introducer) === 0;
		store<u8>(
			judgements + <usize>(id - first),
			isPlain ? (hasParts(start, start + length, count) ? yes : no) : alone,
		);
	}
	return id;
}

function hasParts(start: usize, end: usize, count: i32): bool {
	const first = <usize>load<u32>(partEnds);
	if (count === 1) {
		return end - start === first && isAt(start, parts, first);
	}
	const last = parts + <usize>load<u32>(partEnds + ((<usize>count - 2) << 2));
	const lastLength = parts + <usize>load<u32>(partEnds + ((<usize>count - 1) << 2)) - last;
	const lastAt = end - lastLength;
	if (end - start < first + lastLength || !isAt(start, parts, first) || !isAt(lastAt, last, lastLength)) {
		return false;
	}
	// Uses the first occurrence of each inner part.
	let at = start + first;
	let part = parts + first;
	for (let index: usize = 1; index < <usize>count - 1; index++) {
		const next = parts + <usize>load<u32>(partEnds + (index << 2));
		at = find(at, lastAt, part, next - part);
		if (at === 0) {
			return false;
		}
		at += next - part;
		part = next;
	}
	return true;
}
