import {addressText, mappedBits} from '../../../entries/values/address-range.js';
import {isSearchOfBytes} from '../../../query/evaluation/line-matches.js';
import type {TextMatch} from '../../../query/expression.js';
import {onTextOfUrl} from '../../../query/url-text.js';
import type {ParameterList} from './parameter-list.js';

/**
 * Compiles a `TextMatch` to an SQL condition. `lowerUTF8` returns the same as `toLowerCase` (tried with each character and with
 * the characters that depend on their neighbours), and is as fast as `lower` for ASCII.
 */
export function textCondition(column: string, match: TextMatch, parameters: ParameterList): string {
	if (match.kind === 'network') {
		return networkCondition(match.address, match.bits, parameters);
	}
	if (match.kind === 'url') {
		// The text of a URL: see `textOfUrl`.
		const read = `normalizeUTF8NFC(toValidUTF8(decodeURLFormComponent(${column})))`;
		return `(${textCondition(column, match.of, parameters)} OR ${textCondition(read, onTextOfUrl(match.of), parameters)})`;
	}
	if (match.kind === 'regexp') {
		// By default, a dot matches line ends, too, but only in `match`.
		const flags = match.isExact ? '(?-s)' : '(?i-s)';
		return `match(${column}, ${parameters.add('String', `${flags}${match.source}`)})`;
	}
	const text = match.isExact ? column : `lowerUTF8(${column})`;
	switch (match.kind) {
		case 'equals':
			return `${text} = ${parameters.add('String', match.text)}`;
		case 'contains':
			return `position(${text}, ${parameters.add('String', match.text)}) > 0`;
		case 'whole': {
			const [only = '', ...others] = match.parts;
			return others.length === 0
				? `${text} = ${parameters.add('String', only)}`
				: `${text} LIKE ${parameters.add('String', match.parts.map(literal).join('%'))}`;
		}
	}
}

/** Compiles the conditions on the text of a line to an SQL condition, which matches like `LineMatches`. */
export function lineCondition(matches: readonly TextMatch[], parameters: ParameterList): string {
	const isOfBytes = isSearchOfBytes(matches);
	const conditions = matches.map(match =>
		isOfBytes && match.kind === 'contains' && !match.isExact
			? `positionCaseInsensitive(line, ${parameters.add('String', match.text)}) > 0`
			: textCondition('line', match, parameters),
	);
	return conditions.length === 0 ? 'false' : conditions.join(' OR ');
}

/** Escapes a string for `LIKE`. */
function literal(text: string): string {
	return text.replaceAll(/[\\%_]/g, '\\$&');
}

/** The addresses of a network are a range of `address`, a separate column with addresses as numbers. */
function networkCondition(address: Uint8Array, bits: number, parameters: ParameterList): string {
	const first = Uint8Array.from(address, (byte, index) => byte & mask(index, bits));
	const last = Uint8Array.from(first, (byte, index) => byte | (255 & ~mask(index, bits)));
	if (bits === 128) {
		return `address = ${parameters.add('IPv6', addressText(first))}`;
	}
	const within = between(first, last, parameters);
	// A wider IPv6 network that includes the mapped addresses still doesn't match IPv4 clients.
	return bits < mappedBits && isIn(mapped.first, first, last)
		? `(${within} AND NOT (${between(mapped.first, mapped.last, parameters)}))`
		: `(${within})`;
}

/** The range that IPv4 addresses are mapped to. */
const mapped = {
	first: Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0),
	last: Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255),
};

function between(first: Uint8Array, last: Uint8Array, parameters: ParameterList): string {
	return `address >= ${parameters.add('IPv6', addressText(first))} AND address <= ${parameters.add('IPv6', addressText(last))}`;
}

function isIn(address: Uint8Array, first: Uint8Array, last: Uint8Array): boolean {
	return Buffer.compare(address, first) >= 0 && Buffer.compare(address, last) <= 0;
}

/** Returns the mask of the bits in byte `index` that are among the first `bits` of the address. */
function mask(index: number, bits: number): number {
	const wanted = Math.min(8, Math.max(0, bits - index * 8));
	return (255 << (8 - wanted)) & 255;
}
