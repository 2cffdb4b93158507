import type {FacetField} from './facet-field.js';
import type {FieldName} from './field-names.js';
import {literal} from './quoted.js';
import {redactedMark} from './redacted-mark.js';
import {piecesOf} from './tokens/piece.js';

/** A term of a search, or a group of them, as it was written. */
export type Term = {
	readonly text: string;
	/** Where it stands in the search. */
	readonly start: number;
	readonly end: number;
	/** The field that it asks for, `url` for a bare word; null for a group. */
	readonly field: FieldName | null;
};

/**
 * The terms of a search that all must hold, in their order; one for the whole where they are joined with `OR`. None
 * for a search that can't be understood.
 */
export function termsOf(text: string): readonly Term[] {
	const pieces = piecesOf(text);
	const terms: Term[] = [];
	let depth = 0;
	let isOr = false;
	let start = 0;
	for (const piece of pieces) {
		if (piece.kind === 'open') {
			start = depth++ === 0 ? piece.start : start;
		} else if (piece.kind === 'close') {
			depth--;
			if (depth === 0) {
				terms.push(termOf(text, start, piece.end, null));
			}
		} else if (depth === 0 && piece.kind === 'or') {
			isOr = true;
		} else if (depth === 0 && piece.kind === 'term') {
			terms.push(termOf(text, piece.start, piece.end, piece.field ?? 'url'));
		}
	}
	const first = terms[0];
	const last = terms.at(-1);
	return isOr && first !== undefined && last !== undefined
		? [termOf(text, first.start, last.end, null)]
		: terms;
}

/** A search as it is written beside other terms, which bind tighter than its `OR` would. */
export function besideOthers(text: string): string {
	let depth = 0;
	const isOr = piecesOf(text).some(({kind}) => {
		depth += kind === 'open' ? 1 : kind === 'close' ? -1 : 0;
		return depth === 0 && kind === 'or';
	});
	return isOr ? `(${text})` : text;
}

function termOf(text: string, start: number, end: number, field: FieldName | null): Term {
	return {
		text: text.slice(start, end),
		start,
		end,
		field,
	};
}

/** The fields of the language that hold the values of the others. */
const fieldOf: Readonly<Record<FacetField, FieldName>> = {
	ip: 'ip',
	url: 'url',
	route: 'route',
	status: 'status',
	method: 'method',
	host: 'host',
	userAgent: 'agent',
	referer: 'referer',
	client: 'bot',
	user: 'user',
	file: 'file',
	source: 'source',
	format: 'format',
};

/**
 * The term for the entries with exactly that value of a field, or, unless `isWanted`, for those without it. Null where
 * there is no such term.
 */
export function termFor(field: FacetField, value: string | null, isWanted: boolean): string | null {
	if (value === null) {
		// What tells bots from people is the user agent.
		const name = field === 'client' ? 'agent' : fieldOf[field];
		return `${isWanted ? '-' : ''}${name}:*`;
	}
	const term = valueText(field, value);
	return term === null ? null : `${isWanted ? '' : '-'}${fieldOf[field]}:${term}`;
}

/** How a value of a field is written after its name, so that no other is meant; null where that can’t be. */
export function valueText(field: FacetField, value: string): string | null {
	switch (field) {
		case 'client':
			return value === 'bot' ? 'yes' : value === 'person' ? 'no' : null;
		case 'status':
			return /^\d+$/.test(value) ? value : null;
		case 'method':
		case 'route':
			// Methods and routes are asked for whole.
			return `${isTold(value) && value !== '' ? '' : sign(value)}${literal(value)}`;
		case 'ip':
			// A network is what an address is shown as where it is shortened.
			return shortened.test(value) ? value : exactly(value);
		default:
			return exactly(value);
	}
}

/** Such a network: of IPv4, or of IPv6. */
const shortened = /^(?:(?:\d{1,3}\.){3}0\/24|[\da-f:]*::\/48)$/;

/** Where a part of a value is hidden, anything may stand there. */
function exactly(value: string): string {
	return value.includes(redactedMark) ? pattern(value) : `${sign(value)}${literal(value)}`;
}

function pattern(value: string): string {
	return value
		.replaceAll(redactedMark, '*')
		.replaceAll(/^[=~]|[\s"\\,*()\p{C}\p{Z}\p{M}]+/gu, '*')
		.replaceAll(/\*+/g, '*');
}

function sign(value: string): string {
	return isTold(value) ? '=' : '==';
}

/** Whether case makes a difference already: with a capital it does, without letters there is none. */
function isTold(value: string): boolean {
	return value !== value.toLowerCase() || value === value.toUpperCase();
}
