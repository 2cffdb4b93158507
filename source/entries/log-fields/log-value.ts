import {decodeTextAt, type Escapes} from '../values/decode-text.js';

/** A named value of a line. */
export type LogValue = {
	/** The name as logged. Names of nested objects are joined with dots. */
	readonly name: string;
	/** The printed form: escapes undone, invalid UTF-8 as `\xNN`, elements of a list joined with commas. */
	readonly text: string;
	/** The elements of a list; null for a single value. */
	readonly elements: readonly string[] | null;
	/** True if reqscope has read a field from it. */
	readonly isRead: boolean;
};

/** A value in a line: a range of bytes, and their escaping. */
export type LoggedValue = {
	readonly bytes: Buffer;
	readonly start: number;
	readonly end: number;
	readonly escapes: Escapes;
};

/** A stored list starts with this character and has it between its elements. */
export const listMark = '\u001E';

/** `listMark` in a value. */
const shownMark = '\\x1E';

/** Longest name, in UTF-16 code units. Values with longer names are ignored: they come from data, not from a configuration. */
export const maxNameLength = 256;

/** Decodes a value to its printed form. */
export function printedText({bytes, start, end, escapes}: LoggedValue): string {
	return withoutMarks(decodeTextAt(bytes, start, end, escapes));
}

/** Returns the text with a visible `listMark`, which would make it a list otherwise. */
export function withoutMarks(text: string): string {
	return text.includes(listMark) ? text.replaceAll(listMark, shownMark) : text;
}

/** Checks that a value is the log's notation for a missing value. */
export function isMissing(text: string): boolean {
	return text === '' || text === '-';
}

/** Names of nginx's variables with one item for each server that it tried. The name may be nested. */
const listNames = /(?:^|\.)upstream_[^.]*$/;

/** Checks that nginx writes lists under a name, which is in lower case. */
export function isListName(name: string): boolean {
	return listNames.test(name);
}

/**
 * Returns the items of a list as nginx writes it, `0.1, 0.2 : 0.3`; null for a single item, or if the value can't be a list.
 * https://nginx.org/en/docs/http/ngx_http_upstream_module.html#variables
 */
export function itemsIn(text: string, mayBeList: boolean): string[] | null {
	return mayBeList && /, | : /.test(text) ? text.split(/, | : /) : null;
}

/** Returns the stored form of a value. */
export function storedValue(text: string, elements: readonly string[] | null): string {
	return elements === null ? text : listMark + elements.join(listMark);
}

/** Returns the printed form of a stored value. */
export function printedValue(stored: string): string {
	return stored.startsWith(listMark) ? stored.slice(1).replaceAll(listMark, ', ') : stored;
}

/** Returns the elements of a stored list, or the single value. Includes elements that are missing (`-`). */
export function elementsOf(stored: string): readonly string[] {
	return stored.startsWith(listMark) ? stored.slice(1).split(listMark) : [stored];
}

/** The number in a value: a plain number, a size in bytes, or a duration in ms. */
export type ValueNumber = {readonly kind: 'plain' | 'size' | 'duration'; readonly value: number};

const plain = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** `12k`, `1.5MB`, `3KiB`. Checked after durations: a lower-case `m` alone means minutes, as in Go. */
const size = /^(-?\d+(?:\.\d+)?)([kmgt]?)(i?)b?$/i;

/** `312ms`, `1.5s`, `1h2m3.5s`: as Go writes durations. */
const clockDuration = /^(-?)(?=\d)(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m)?(?:(\d+(?:\.\d+)?)s)?$/;
const smallDuration = /^(-?\d+(?:\.\d+)?)(ms|us|µs|μs|ns)$/;

/** Small units of durations, in ms. */
const smallUnits: ReadonlyMap<string, number> = new Map([
	['ms', 1],
	['us', 1e-3],
	['µs', 1e-3],
	['μs', 1e-3],
	['ns', 1e-6],
]);

const powers = ['', 'k', 'm', 'g', 't'];

/** Maximum length of a number. */
const maxNumberLength = 64;

/** Returns the number in a printed value, or undefined. */
export function valueNumber(text: string): ValueNumber | undefined {
	const first = text.charCodeAt(0);
	// Most values aren't numbers. A number starts with a digit or a dash.
	if (!((first >= 48 && first <= 57) || first === 45) || text.length > maxNumberLength) {
		return undefined;
	}
	if (plain.test(text)) {
		return {kind: 'plain', value: Number(text)};
	}
	const small = smallDuration.exec(text);
	if (small !== null) {
		return {kind: 'duration', value: Number(small[1]) * (smallUnits.get(small[2] ?? '') ?? 1)};
	}
	const [isDuration, sign, hours = 0, minutes = 0, seconds = 0] = clockDuration.exec(text) ?? [];
	if (isDuration !== undefined) {
		const value = Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000;
		return {kind: 'duration', value: sign === '-' ? -value : value};
	}
	const [isSize, count, letter = '', binary] = size.exec(text) ?? [];
	if (isSize === undefined || (letter === '' && binary !== '')) {
		return undefined;
	}
	return {
		kind: 'size',
		value: Number(count) * (binary === '' ? 1000 : 1024) ** powers.indexOf(letter.toLowerCase()),
	};
}

/** Endings of names that give plain numbers a unit, with the unit in ms. */
const unitEndings: ReadonlyArray<readonly [ending: RegExp, unit: number]> = [
	[/(?:ms|millis)$/, 1],
	[/_us$/, 1e-3],
	[/_ns$/, 1e-6],
	[/(?:_s|_sec|_secs|seconds)$/, 1000],
];

/** Unit in ms that a name, in lower case, gives to plain numbers; undefined if it gives none. */
export function unitOfName(name: string): number | undefined {
	return unitEndings.find(([ending]) => ending.test(name))?.[1];
}

/**
 * Returns the duration in ms that a value means; NaN for anything else. Without a unit in the value or in the name, a number with
 * decimals is in seconds, as nginx and HAProxy write it, and an integer in milliseconds.
 *
 * @param unit The unit that the name gives: see `unitOfName`.
 */
export function durationOf({kind, value}: ValueNumber, text: string, unit: number | undefined): number {
	if (kind !== 'plain') {
		return kind === 'duration' ? value : Number.NaN;
	}
	return value * (unit ?? (text.includes('.') ? 1000 : 1));
}
