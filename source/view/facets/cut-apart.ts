import {cutMiddle} from '../../listing/cut-middle.js';
import {fitWidth, unitsPerColumn} from '../../listing/fit-width.js';
import {terminalWidth} from '../../listing/terminal-width.js';

/**
 * Brings sanitised texts that stand in a list to at most `width` columns. What is cut of one is what others begin with
 * too: of `/shop/detail/1042/21` and `/shop/detail/1043/21` the number stays, of which `cutMiddle` would leave nothing.
 */
export function cutApart(texts: readonly string[], width: number): readonly string[] {
	const long = texts.filter(text => !fits(text, width)).toSorted();
	const shared = long.map((text, index) => lengthShared(text, long[index - 1] ?? ''));
	const cut = new Map(long.map((text, index) => [text, cutAt(text, partings(shared, index), width)]));
	return texts.map(text => cut.get(text) ?? text);
}

/** Where a text of a sorted list parts from the others, ascending; `shared`: how much each shares with the one before. */
function partings(shared: readonly number[], index: number): readonly number[] {
	const found = new Set<number>();
	let length = Number.POSITIVE_INFINITY;
	for (let before = index; before > 0; before--) {
		length = Math.min(length, shared[before] ?? 0);
		found.add(length);
	}

	length = Number.POSITIVE_INFINITY;
	for (let after = index + 1; after < shared.length; after++) {
		length = Math.min(length, shared[after] ?? 0);
		found.add(length);
	}

	return [...found].sort((a, b) => a - b);
}

/** The beginning, and all from the first parting on that there is room for; without one, the middle is cut. */
function cutAt(text: string, places: readonly number[], width: number): string {
	const starts = places
		.map(place => partBefore(text, place))
		.filter(start => start > 0 && start < text.length);
	const start = starts.find(from => fits(text.slice(from), width - 1)) ?? starts.at(-1);
	if (start === undefined || width < 9) {
		return cutMiddle(text, width);
	}

	const end = cutMiddle(text.slice(start), width - 1);
	const head = fitWidth(text.slice(0, start), width - terminalWidth(end)).trimEnd();
	return head.endsWith('…') ? head + end : cutMiddle(text, width);
}

/** A part of a path or of a query shows what it is only as a whole, as far as it is short. */
function partBefore(text: string, place: number): number {
	const part = /[/?&][^/?&]{0,20}$/.exec(text.slice(0, place));
	const start = part ? part.index : place;
	return /[\uDC00-\uDFFF]/.test(text.charAt(start)) ? start - 1 : start;
}

function lengthShared(a: string, b: string): number {
	let length = 0;
	while (length < a.length && a[length] === b[length]) {
		length++;
	}

	return length;
}

function fits(text: string, width: number): boolean {
	return text.length <= unitsPerColumn * width && terminalWidth(text) <= width;
}
