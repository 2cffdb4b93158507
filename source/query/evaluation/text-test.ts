import type {Escapes} from '../../entries/values/decode-text.js';
import {decodeText} from '../../entries/values/decode-text.js';
import type {TextSpan} from '../../index/dictionary.js';
import {parseAddress} from '../address-range.js';
import type {TextMatch} from '../expression.js';
import {compileRegexp} from '../regexp.js';
import {costs} from './node.js';

/** A question about a text of a log. */
export type TextTest = {
	readonly cost: number;
	isMatch(span: TextSpan, escapes: Escapes): boolean;
};

/** Answers for a decoded text; `lower` gives it in lower case. */
type Decoded = (text: string, lower: () => string) => boolean;

/** Answers for bytes that mean what they are: ASCII without escapes. */
type Plain = (bytes: Uint8Array, start: number, end: number) => boolean;

type Compiled = {readonly cost: number; readonly decoded: Decoded; readonly plain?: Plain};

/** Upper case of ASCII as lower case, all others as they are. */
const folded = Uint8Array.from({length: 256}, (_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte));
const unfolded = Uint8Array.from({length: 256}, (_, byte) => byte);

/** 0 for bytes that mean themselves in a text with these escapes. */
const specialBytes = (introducer: string): Uint8Array =>
	Uint8Array.from({length: 256}, (_, byte) => (byte >= 128 || byte === introducer.charCodeAt(0) ? 1 : 0));

const special: Readonly<Record<Escapes, Uint8Array>> = {
	none: specialBytes(''),
	clf: specialBytes('\\'),
	json: specialBytes('\\'),
	haproxy: specialBytes('#'),
};

const isPlain = ({bytes, start, end}: TextSpan, escapes: Escapes): boolean => {
	const marks = special[escapes];
	for (let index = start; index < end; index++) {
		if (marks[bytes[index] ?? 0] === 1) {
			return false;
		}
	}
	return true;
};

/** The question whether a text is like one of these. */
export const textTest = (matches: readonly TextMatch[]): TextTest => {
	const compiled = matches.map(compile);
	const plains = compiled.map(({plain}) => plain).filter(plain => plain !== undefined);
	const hasPlain = plains.length === compiled.length;
	return {
		cost: costOf(compiled),
		isMatch(span, escapes) {
			const {bytes, start, end} = span;
			const plain = isPlain(span, escapes);
			if (plain && hasPlain) {
				return plains.some(test => test(bytes, start, end));
			}
			const text = plain
				? bytes.toString('latin1', start, end)
				: decodeText(bytes.subarray(start, end), escapes);
			return isDecodedMatch(compiled, text);
		},
	};
};

/** A question about a text that isn't one of the log: the path of a file, the shape of a URL. */
export type DecodedTest = {
	/** Of `costs`: what it takes to ask once. */
	readonly cost: number;
	isMatch(text: string): boolean;
};

/** The same question of a text that isn't one of the log. */
export const decodedTest = (matches: readonly TextMatch[]): DecodedTest => {
	const compiled = matches.map(compile);
	return {
		cost: costOf(compiled),
		isMatch: text => isDecodedMatch(compiled, text),
	};
};

const costOf = (compiled: readonly Compiled[]): number => Math.max(0, ...compiled.map(({cost}) => cost));

const isDecodedMatch = (compiled: readonly Compiled[], text: string): boolean => {
	let lower: string | undefined;
	const inLowerCase = (): string => {
		lower ??= text.toLowerCase();
		return lower;
	};
	return compiled.some(({decoded}) => decoded(text, inLowerCase));
};

const compile = (match: TextMatch): Compiled => {
	switch (match.kind) {
		case 'network': {
			const {address, bits} = match;
			return {
				cost: costs.decoded,
				decoded(text) {
					const given = parseAddress(text);
					return given !== null && isInNetwork(given, address, bits);
				},
			};
		}
		case 'regexp': {
			const isMatch = compileRegexp(match.source, match.isExact);
			return {cost: costs.regexp, decoded: isMatch};
		}
		case 'whole':
			return {
				cost: costs.decoded,
				decoded: (text, lower) => isWhole(match.isExact ? text : lower(), match.parts),
			};
		case 'contains':
		case 'equals': {
			const {kind, text: wanted, isExact} = match;
			return {
				cost: costs.text,
				decoded(text, lower) {
					const given = isExact ? text : lower();
					return kind === 'contains' ? given.includes(wanted) : given === wanted;
				},
				plain: plainTest(kind, wanted, isExact ? unfolded : folded),
			};
		}
	}
};

/** Text that isn't ASCII stands in no plain text. */
const plainTest = (kind: 'contains' | 'equals', text: string, fold: Uint8Array): Plain => {
	const wanted = Uint8Array.from(text, character => Math.min(255, character.charCodeAt(0)));
	const {length} = wanted;
	if (wanted.some(byte => byte >= 128)) {
		return () => false;
	}
	const isAt = (bytes: Uint8Array, at: number): boolean => {
		for (let index = 0; index < length; index++) {
			if (fold[bytes[at + index] ?? 0] !== wanted[index]) {
				return false;
			}
		}
		return true;
	};
	if (kind === 'equals') {
		return (bytes, start, end) => end - start === length && isAt(bytes, start);
	}
	const [first = 0] = wanted;
	return (bytes, start, end) => {
		if (length === 0) {
			return true;
		}
		for (let at = start, last = end - length; at <= last; at++) {
			if (fold[bytes[at] ?? 0] === first && isAt(bytes, at)) {
				return true;
			}
		}
		return false;
	};
};

/** Whether the parts make up the text with anything between them: each is taken where it comes first. */
const isWhole = (text: string, parts: readonly string[]): boolean => {
	const [first = '', ...others] = parts;
	const last = others.pop();
	if (last === undefined) {
		return text === first;
	}
	if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) {
		return false;
	}
	let from = first.length;
	for (const part of others) {
		const found = text.indexOf(part, from);
		if (found === -1) {
			return false;
		}
		from = found + part.length;
	}
	return from <= text.length - last.length;
};

const isInNetwork = (address: Uint8Array, network: Uint8Array, bits: number): boolean => {
	const whole = bits >>> 3;
	for (let index = 0; index < whole; index++) {
		if (address[index] !== network[index]) {
			return false;
		}
	}
	const rest = bits & 7;
	return rest === 0 || ((address[whole] ?? 0) ^ (network[whole] ?? 0)) >>> (8 - rest) === 0;
};
