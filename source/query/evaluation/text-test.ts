import {percent, plus} from '../../ascii.js';
import {isInNetwork, parseAddress} from '../../entries/values/address-range.js';
import {decodeText, type Escapes} from '../../entries/values/decode-text.js';
import {StepTable} from '../../wasm/step-table.js';
import {
	escapesJudge,
	networkJudge,
	partsJudge,
	stepsJudge,
	type TextMatcher,
} from '../../wasm/text-matcher.js';
import type {TextSpan} from '../../wasm/text-span.js';
import type {PartsMatch, TextMatch} from '../expression.js';
import {compileRegexp} from '../regexps/regexp.js';
import {regexpAutomaton} from '../regexps/regexp-automaton.js';
import {onTextOfUrl, textOfUrl} from '../url-text.js';
import {costs} from './logic-nodes.js';

/** A test of strings from logs. */
export type TextTest = {
	readonly cost: number;
	/** Tests a single string. */
	isMatch(span: Pick<TextSpan, 'bytes' | 'start' | 'end'>, escapes: Escapes): boolean;
	/** Tests many strings. A string matches if at least one judge matches it. */
	readonly judges: readonly TextMatcher[];
};

/** Tests a decoded string; `lower` returns it in lower case. */
type Decoded = (text: string, lower: () => string) => boolean;

type Compiled = {readonly cost: number; readonly decoded: Decoded; readonly judges: readonly TextMatcher[]};

/** Creates the test for several alternatives. */
export function textTest(matches: readonly TextMatch[]): TextTest {
	const compiled = matches.map(compile);
	return {
		cost: costOf(compiled),
		isMatch: ({bytes, start, end}, escapes) =>
			isDecodedMatch(compiled, decodeText(bytes.subarray(start, end), escapes)),
		judges: compiled.flatMap(({judges}) => judges),
	};
}

/** A test of strings that don't come from a log line: paths of files, shapes of URLs. */
export type DecodedTest = {
	/** One of `costs`: the cost of one test. */
	readonly cost: number;
	isMatch(text: string): boolean;
};

/** Creates the same test for strings that don't come from a log line. */
export function decodedTest(matches: readonly TextMatch[]): DecodedTest {
	const compiled = matches.map(compile);
	return {
		cost: costOf(compiled),
		isMatch: text => isDecodedMatch(compiled, text),
	};
}

function costOf(compiled: readonly Compiled[]): number {
	return Math.max(0, ...compiled.map(({cost}) => cost));
}

function isDecodedMatch(compiled: readonly Compiled[], text: string): boolean {
	let lower: string | undefined;
	const inLowerCase = (): string => {
		lower ??= text.toLowerCase();
		return lower;
	};
	return compiled.some(({decoded}) => decoded(text, inLowerCase));
}

function compile(match: TextMatch): Compiled {
	switch (match.kind) {
		case 'network': {
			const {address, bits} = match;
			return {
				cost: costs.decoded,
				decoded(text) {
					const given = parseAddress(text);
					return given !== null && isInNetwork(given, match);
				},
				judges: [networkJudge(address, bits)],
			};
		}
		case 'regexp': {
			const {source, isExact} = match;
			return {
				cost: costs.regexp,
				decoded: compileRegexp(source, isExact),
				judges: [judgeOfRegexp(source, isExact)],
			};
		}
		case 'url':
			return compileForUrl(match.of);
		case 'whole': {
			const {parts, isExact} = match;
			return {
				cost: costs.text,
				decoded: (text, lower) => isWhole(isExact ? text : lower(), parts),
				judges: [judgeOfParts(parts, isExact)],
			};
		}
		case 'contains':
		case 'equals': {
			const {kind, text: wanted, isExact} = match;
			return {
				cost: costs.text,
				decoded(text, lower) {
					const given = isExact ? text : lower();
					return kind === 'contains' ? given.includes(wanted) : given === wanted;
				},
				judges: [judgeOfParts(kind === 'contains' ? ['', wanted, ''] : [wanted], isExact)],
			};
		}
	}
}

/** Only URLs with a `%`, a `+` or characters beyond ASCII need to be decoded. All other URLs equal their decoded form. */
function compileForUrl(match: PartsMatch): Compiled {
	const logged = compile(match);
	const read = compile(onTextOfUrl(match));
	return {
		cost: costs.decoded,
		decoded(text, lower) {
			if (logged.decoded(text, lower)) {
				return true;
			}
			const given = textOfUrl(text);
			return read.decoded(given, () => given.toLowerCase());
		},
		judges: [...logged.judges, ...read.judges, escapesJudge(percent), escapesJudge(plus)],
	};
}

/** The judges test only ASCII strings. No such string contains a character beyond ASCII, so all of these become byte 255. */
function judgeOfParts(parts: readonly string[], isExact: boolean): TextMatcher {
	return partsJudge(
		parts.map(part => Uint8Array.from(part, character => Math.min(255, character.charCodeAt(0)))),
		!isExact,
	);
}

function judgeOfRegexp(source: string, isExact: boolean): TextMatcher {
	const automaton = regexpAutomaton(source, isExact);
	return automaton === undefined ? () => undefined : stepsJudge(new StepTable(automaton));
}

/** True if the parts occur in the string in this order, from its start to its end. Uses the first occurrence of each. */
function isWhole(text: string, parts: readonly string[]): boolean {
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
}
