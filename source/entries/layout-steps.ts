import {backslash, quote} from '../ascii.js';
import {textFields} from '../fields/fields.js';
import {nodeSize} from '../wasm/batch.js';
import type {Field} from './entry-record.js';

/**
 * Kinds of the values in lines that WebAssembly reads. Each accepts only values that the TypeScript readers always treat alike in
 * its position. The numbers are the same in wasm/assembly/lines.ts, column-values.ts and json-values.ts.
 */
export const kinds = {
	/** The end of the line. Its number is the format. */
	end: 0,
	/** The columns of the common log format. */
	clf: 1,
	/** A quoted referer and a quoted user agent, after the columns. It has no node. */
	agents: 2,
	/** The content of an object, see object-layout.ts, and the end of the line. */
	object: 3,
	/** A string with a line and a line feed. */
	wrapped: 4,
	/** The end of a line with such a string. The line in it gives the format. */
	wrapperEnd: 5,
	/** The end of the columns that count. Others without a request may follow. Its number is the format. */
	openEnd: 6,
	/** Empty. The row has only the fields whose bits aren't in its number. */
	blank: 7,
	/** A line of columns whose names are in a header: see wasm/assembly/w3c-line.ts. The kinds after it are its columns. */
	w3c: 8,
	/** A number of seconds with three decimals: the duration, if it is the largest. */
	seconds: 9,
	/** A number of seconds with a certain number of decimals: the duration. */
	scaled: 10,
	/** A number with a certain number of decimals. */
	number: 11,
	/** A number of µs that can't be anything else: the duration. */
	lone: 12,
	/** An integer of up to three digits. */
	small: 13,
	/** A word that is neither a number nor a unit. */
	id: 14,
	/** A word without quotes and commas. */
	bare: 15,
	/** A string up to a quote. */
	quoted: 16,
	/** The same, without spaces. */
	quotedWord: 17,
	/** A list of IPv4 addresses up to a quote: the forwarded addresses. */
	addresses: 18,
	/** A word up to a closing bracket. */
	bracketed: 19,
	/** An address with a port, or a dash: the upstream server. */
	server: 20,
	/** The rest of the line, without quotes. */
	rest: 21,
	/** A number of ms: the duration. */
	milliseconds: 22,
	/** A time like `2026-11-20T09:03:07.123Z` in a prefix. */
	isoStamp: 23,
	/** A time like `Nov 20 09:03:07` in a prefix. */
	syslogStamp: 24,
	/** Empty, after a part of literal text that is too long for a node. */
	nothing: 25,
	/** An IPv4 address with a port: the client. */
	peer: 26,
	/** A time like `20/Nov/2026:09:03:07.655`, in UTC. */
	localTime: 27,
	/** Numbers of seconds between single spaces: their number is the parameter, and the duration is their sum. */
	addend: 28,
	/** A string up to a space and a quote. */
	loose: 29,
	/** Integers with slashes between them: their number is the parameter. */
	slashed: 30,
	/** Words between single spaces: their number is the parameter. */
	words: 31,
	/** In a line of columns: a text field. */
	term: 32,
	/** In a line of columns: the query of the URL before it, or a dash. */
	query: 33,
	/** In an object: the keys of an inner object. */
	within: 34,
	/** A string. It may have escapes, except escaped slashes and numbers (`\u0041`). */
	text: 35,
	/** A number, or a word without quotes. */
	scalar: 36,
	/** A string without a question mark. */
	path: 37,
	/** A value of any kind. */
	any: 38,
	/** Any content of an object. */
	inside: 39,
	/** An address: the client. */
	client: 40,
	/** A method in capitals. */
	verb: 41,
	/** A URL that is a path. */
	target: 42,
	/** A protocol such as `HTTP/1.1`. */
	version: 43,
	/** A host name with a dot and without a port. */
	name: 44,
	/** A method, a URL and a protocol. */
	request: 45,
	/** A status from 100 to 599. */
	status: 46,
	/** A size in digits. */
	size: 47,
	/** A time like `2026-11-20T09:03:07.123Z`, with its zone. */
	isoTime: 48,
	/** A time in seconds since 1970, with or without decimals. */
	epoch: 49,
	/** A time like `20/Nov/2026:09:03:07 +0100`. */
	clfTime: 50,
	/** A duration in a unit. */
	duration: 51,
	/** Empty: the value is a part of the literal text. */
	exact: 52,
	/** Like `openEnd`, after a request: no status may follow, because the line could be in the combined format. */
	requestEnd: 53,
} as const;

/** A literal text and the value after it. */
export type Step = {
	readonly literal: string;
	readonly kind: keyof typeof kinds;
	/** Index of a text field, number of decimals, or flags. */
	readonly parameter?: number;
	/** Number of the format, or bits of the fields that lines lack. */
	readonly format?: number;
};

export type Value = Pick<Step, 'kind' | 'parameter'>;

/** The parameter of a string that is skipped. */
export const noField = 255;

/** The parameter of a client, a method, a URL, a protocol and a host that are words. Without it, they are strings in quotes. */
export const asWord = 1;

/** Position of the literal in a node, and its maximum length. */
export const literalAt = 16;
export const maxLiteral = 48;

/** Kinds of the values of fields other than plain strings, times and durations. */
export const fieldKinds: Readonly<Partial<Record<Field, Value['kind']>>> = {
	ip: 'client',
	method: 'verb',
	url: 'target',
	protocol: 'version',
	host: 'name',
	status: 'status',
	bytes: 'size',
};

/** Returns the bits of the fields that lines lack, as in wasm/assembly/json-values.ts. */
export function emptyFields(hasField: (field: Field) => boolean): number {
	const clearable: readonly Field[] = [...textFields, 'bytes', 'durationMs'];
	return clearable.reduce((bits, field, index) => bits | (hasField(field) ? 0 : 1 << index), 0);
}

/** Returns the node of a step, without links: see wasm/assembly/nodes.ts. */
export function nodeOf({literal, kind, parameter = 0, format = 0}: Step): Buffer {
	const node = Buffer.alloc(nodeSize);
	const text = Buffer.from(literal, 'latin1');
	// WebAssembly marks these bytes: see wasm/assembly/marks.ts.
	const marks = text.filter(byte => byte === quote || byte === backslash).length;
	node.set([kinds[kind], parameter, text.length, marks]);
	node.writeUInt32LE(format, 8);
	node.set(text, literalAt);
	return node;
}
