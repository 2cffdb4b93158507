import {isInNetwork, parseAddress} from '../../entries/values/address-range.js';
import {decodeText, type Escapes} from '../../entries/values/decode-text.js';
import {StepTable} from '../../wasm/step-table.js';
import {networkJudge, partsJudge, stepsJudge, type TextMatcher} from '../../wasm/text-matcher.js';
import type {TextSpan} from '../../wasm/text-span.js';
import type {TextMatch} from '../expression.js';
import {compileRegexp} from '../regexps/regexp.js';
import {regexpAutomaton} from '../regexps/regexp-automaton.js';
import {costs} from './logic-nodes.js';

/** A question about texts of logs. */
export type TextTest = {
	readonly cost: number;
	/** Asks about a text by itself. */
	isMatch(span: TextSpan, escapes: Escapes): boolean;
	/** Asks about many: a text matches when one of them says so. */
	readonly judges: readonly TextMatcher[];
};

/** Answers for a decoded text; `lower` gives it in lower case. */
type Decoded = (text: string, lower: () => string) => boolean;

type Compiled = {readonly cost: number; readonly decoded: Decoded; readonly judge: TextMatcher};

/** The question whether a text is like one of these. */
export function textTest(matches: readonly TextMatch[]): TextTest {
	const compiled = matches.map(compile);
	return {
		cost: costOf(compiled),
		isMatch: ({bytes, start, end}, escapes) =>
			isDecodedMatch(compiled, decodeText(bytes.subarray(start, end), escapes)),
		judges: compiled.map(({judge}) => judge),
	};
}

/** A question about a text that isn't one of the log: the path of a file, the shape of a URL. */
export type DecodedTest = {
	/** Of `costs`: what it takes to ask once. */
	readonly cost: number;
	isMatch(text: string): boolean;
};

/** The same question of a text that isn't one of the log. */
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
				judge: networkJudge(address, bits),
			};
		}
		case 'regexp': {
			const {source, isExact} = match;
			return {
				cost: costs.regexp,
				decoded: compileRegexp(source, isExact),
				judge: judgeOfRegexp(source, isExact),
			};
		}
		case 'whole': {
			const {parts, isExact} = match;
			return {
				cost: costs.text,
				decoded: (text, lower) => isWhole(isExact ? text : lower(), parts),
				judge: judgeOfParts(parts, isExact),
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
				judge: judgeOfParts(kind === 'contains' ? ['', wanted, ''] : [wanted], isExact),
			};
		}
	}
}

/** What isn't ASCII stands in none of the texts that are judged, whatever it is. */
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

/** Whether the parts make up the text with anything between them: each is taken where it comes first. */
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
