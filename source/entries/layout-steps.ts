import {backslash, quote} from '../ascii.js';
import {nodeSize} from '../wasm/batch.js';

/**
 * Kinds of the values in lines that WebAssembly reads. Each accepts only values that the TypeScript readers treat in the same way
 * in the place where it is used. They equal those of wasm/assembly/lines.ts, column-values.ts and json-values.ts.
 */
export const kinds = {
	/** The end of the line. Its number is the format. */
	end: 0,
	/** The columns of the common log format. */
	clf: 1,
	/** A quoted referer and a quoted user agent, after the columns. It has no node. */
	agents: 2,
	/** A number of seconds with three decimals: the duration, if it is the largest. */
	seconds: 3,
	/** A number of seconds with a certain number of decimals: the duration. */
	scaled: 4,
	/** A number with a certain number of decimals. */
	number: 5,
	/** A number of µs that can't be anything else: the duration. */
	lone: 6,
	/** An integer of up to three digits. */
	small: 7,
	/** A word that is neither a number nor a unit. */
	id: 8,
	/** A word without quotes and commas. */
	bare: 9,
	/** A text up to a quote. */
	quoted: 10,
	/** The same, without spaces. */
	quotedWord: 11,
	/** A list of IPv4 addresses up to a quote: the forwarded addresses. */
	addresses: 12,
	/** A word up to a closing bracket. */
	bracketed: 13,
	/** An address with a port, or a dash: the upstream server. */
	server: 14,
	/** The rest of the line, without quotes. */
	rest: 15,
	/** A number of ms: the duration. */
	milliseconds: 16,
	/** A time like `2026-11-20T09:03:07.123Z` in a prefix. */
	isoStamp: 17,
	/** A time like `Nov 20 09:03:07` in a prefix. */
	syslogStamp: 18,
	/** The content of an object, see object-layout.ts, and the end of the line. */
	object: 19,
	/** Nothing, after literal text that is too long for a node. */
	nothing: 20,
	/** In an object: the keys of an object in it. */
	within: 21,
	/** A string with or without escapes, except of slashes and by number. */
	text: 22,
	/** A number, or a word without quotes. */
	scalar: 23,
	/** A text without a question mark. */
	path: 24,
	/** A value of any kind. */
	any: 25,
	/** The content of an object, whatever it is. */
	inside: 26,
	/** An address: the client. */
	client: 27,
	/** A method in capitals. */
	verb: 28,
	/** A URL that is a path. */
	target: 29,
	/** A protocol such as `HTTP/1.1`. */
	version: 30,
	/** A host name with a dot and without a port. */
	name: 31,
	/** A method, a URL and a protocol. */
	request: 32,
	/** A status from 100 to 599. */
	status: 33,
	/** A size in digits. */
	size: 34,
	/** A time like `2026-11-20T09:03:07.123Z`, with its zone. */
	isoTime: 35,
	/** A time in seconds since 1970, with or without decimals. */
	epoch: 36,
	/** A time like `20/Nov/2026:09:03:07 +0100`. */
	clfTime: 37,
	/** A duration in a unit. */
	duration: 38,
	/** Nothing: the value is a part of the literal text. */
	exact: 39,
	/** A string with a line and a line feed. */
	wrapped: 40,
	/** The end of a line with such a string. The format is that of the line in it. */
	wrapperEnd: 41,
	/** Nothing. The row has no fields before this. */
	blank: 42,
	/** An IPv4 address with a port: the client. */
	peer: 43,
	/** A time like `20/Nov/2026:09:03:07.655`, in UTC. */
	localTime: 44,
	/** A number of seconds: a part of the duration. */
	addend: 45,
	/** A text up to a space and a quote. */
	loose: 46,
	/** The end of what matters in a line. Its number is the format. */
	openEnd: 47,
} as const;

/** A literal text and the value after it. */
export type Step = {
	readonly literal: string;
	readonly kind: keyof typeof kinds;
	/** Index of a text field, number of decimals, or flags. */
	readonly parameter?: number;
	/** Number of the format. */
	readonly format?: number;
};

export type Value = Pick<Step, 'kind' | 'parameter'>;

/** The parameter of a text that is skipped. */
export const noField = 255;

/** Position of the literal in a node, and its maximum length. */
export const literalAt = 16;
export const maxLiteral = 48;

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
