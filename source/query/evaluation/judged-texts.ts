import {decodeText, type Escapes} from '../../entries/values/decode-text.js';
import type {Dictionary} from '../../index/dictionary.js';
import {judgement, judgements, type TextMatcher} from '../../wasm/text-matcher.js';
import {isBotAgent} from '../bots/client-class.js';

/**
 * Creates the `judge` function of a `Question`: see there for its `results`. A string matches if at least one judge matches it.
 * @param introducer - the byte that introduces escapes, or any other byte whose strings must be tested one by one
 */
export function judgeAll(dictionary: Dictionary, introducer: number, judges: readonly TextMatcher[]) {
	return (first: number, end: number, results: Uint8Array): number => {
		const {kernel, table} = dictionary;
		let last = end;
		for (const [judgeIndex, judge] of judges.entries()) {
			const judgedEnd = judge({kernel, table, first, end: last, introducer});
			const found = judgedEnd === undefined ? undefined : judgements(kernel, judgedEnd - first);
			results.fill(judgement.unknown, (judgedEnd ?? last) - first, last - first);
			last = judgedEnd ?? last;
			if (judgeIndex === 0 && found !== undefined) {
				results.set(found);
				continue;
			}
			for (let index = 0; index < last - first; index++) {
				const before = judgeIndex === 0 ? judgement.no : results[index];
				results[index] = joined(before ?? judgement.no, found?.[index] ?? judgement.alone);
			}
		}
		return last;
	};
}

/** Combines the results of two judges. */
function joined(a: number, b: number): number {
	return a === judgement.yes || b === judgement.yes ? judgement.yes : Math.max(a, b);
}

const person = 1;
const bot = 2;

const known = new WeakMap<Dictionary, Map<Escapes, Uint8Array>>();

/** True if the user agent with this number belongs to a program. Caches the result, because the test takes some microseconds. */
export function isBotOf(agents: Dictionary, escapes: Escapes, id: number): boolean {
	const kinds = kindsOf(agents, escapes);
	if (kinds[id] === 0) {
		kinds[id] = isBotAgent(decodeText(agents.bytes(id), escapes)) ? bot : person;
	}
	return kinds[id] === bot;
}

/** Results by number; 0 while unknown. */
function kindsOf(agents: Dictionary, escapes: Escapes): Uint8Array {
	const byEscapes = known.get(agents) ?? new Map<Escapes, Uint8Array>();
	known.set(agents, byEscapes);
	const kinds = byEscapes.get(escapes);
	if (kinds !== undefined && kinds.length > agents.size) {
		return kinds;
	}
	const wider = new Uint8Array(Math.max(agents.size + 1, (kinds?.length ?? 0) * 1.5));
	if (kinds !== undefined) {
		wider.set(kinds);
	}
	byEscapes.set(escapes, wider);
	return wider;
}
