import {missing} from '../../../format/amounts.js';
import {cutAgent} from '../../../format/cut-agent.js';
import {cutRoute} from '../../../format/cut-route.js';
import {cutMiddle, fitWidth, terminalWidth, unitsPerColumn} from '../../../format/fit-width.js';
import {sanitise} from '../../../format/sanitise.js';
import type {FacetField} from '../../../query/facet-field.js';

/**
 * Cuts the sanitised values of a list to at most `width` columns. Cuts the prefix that a value shares with other values:
 * `/shop/detail/1042/21` and `/shop/detail/1043/21` keep their number, where `cutMiddle` would remove exactly that.
 */
export function cutApart(texts: readonly string[], width: number): readonly string[] {
	const long = texts.filter(text => !fits(text, width)).toSorted();
	const shared = long.map((text, index) => lengthShared(text, long[index - 1] ?? ''));
	const cut = new Map(long.map((text, index) => [text, cutAt(text, partings(shared, index), width)]));
	return texts.map(text => cut.get(text) ?? text);
}

/**
 * Returns the offsets at which a value of a sorted list starts to differ from the other values, ascending. `shared`: length of
 * the prefix that each value shares with the previous one.
 */
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

/** Returns the beginning, and the rest from the first difference from which it fits. Without a difference, the middle is cut. */
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

/** Moves an offset to the beginning of a part of the path or query, if the part is short: only a whole part is meaningful. */
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

/** Returns some values of a field as shown, cut to `width` columns so that they stay distinguishable. */
export function cutValues(
	field: FacetField,
	values: readonly {readonly value: string | null}[],
	width: number,
): readonly string[] {
	const texts = values.map(({value}) => facetValueText(field, value));
	switch (field) {
		case 'userAgent':
			return cutAgents(texts, width);
		case 'asn':
			// They differ at their beginning.
			return texts.map(text => fitWidth(text, Math.min(width, terminalWidth(text))));
		case 'route':
			return texts.map(text => (fits(text, width) ? text : cutRoute(text, width)));
		default:
			return cutApart(texts, width);
	}
}

/** Cuts user agents to at most `width` columns. Agents that would look the same begin with the word in which they differ. */
export function cutAgents(texts: readonly string[], width: number): readonly string[] {
	const cut = texts.map(text => cutAgent(text, width));
	return cut.map((shown, index) => {
		const text = texts[index] ?? '';
		const same = texts.filter((_, other) => cut[other] === shown).toSorted();
		const start = text.lastIndexOf(' ', lengthShared(same[0] ?? '', same.at(-1) ?? '') - 1) + 1;
		const end = shown.slice(shown.lastIndexOf('…', shown.length - 2));
		const left = width - terminalWidth(end);
		return same.length === 1 || left < 9
			? shown
			: `…${fitWidth(text.slice(start), left - 1).trimEnd()}${end}`.replace('……', '…');
	});
}

/** Maximum length before sanitising. More couldn't reach the screen, and measuring 8192 characters takes up to 0.1 s. */
const maxValueLength = 1024;

/** Returns a value without the middle that can't reach the screen. */
export function nearValue(value: string): string {
	return value.length > maxValueLength
		? `${value.slice(0, maxValueLength / 2)}…${value.slice(-maxValueLength / 2)}`
		: value;
}

/** Formats a value for the screen, sanitised. */
export function facetValueText(field: FacetField, value: string | null): string {
	if (value === null) {
		return field === 'bot' ? 'no bot' : field === 'param' ? 'no parameter' : missing;
	}
	if (value === '') {
		return '(empty)';
	}
	if (field === 'client') {
		return value === 'bot' ? 'bots and tools' : 'people';
	}
	return sanitise(nearValue(value));
}
