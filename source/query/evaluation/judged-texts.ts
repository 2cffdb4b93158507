import {decodeText, type Escapes} from '../../entries/values/decode-text.js';
import type {Dictionary} from '../../index/dictionary.js';
import {judgement, judgements, type TextMatcher} from '../../wasm/text-matcher.js';
import {isBotAgent} from '../bots/client-class.js';
import {introducers} from './introducers.js';

/** Makes what judges the texts of a dictionary: see `Question.judge`. A text matches when one of the judges says so. */
export function judgeAll(dictionary: Dictionary, escapes: Escapes, judges: readonly TextMatcher[]) {
	return (first: number, end: number, judged: Uint8Array): number => {
		const {kernel, table} = dictionary;
		let last = end;
		for (const [place, judge] of judges.entries()) {
			const come = judge({kernel, table, first, end: last, introducer: introducers[escapes]});
			const found = come === undefined ? undefined : judgements(kernel, come - first);
			judged.fill(judgement.unknown, come ?? last, last);
			last = come ?? last;
			if (place === 0 && found !== undefined) {
				judged.set(found, first);
				continue;
			}
			for (let id = first; id < last; id++) {
				const before = place === 0 ? judgement.no : judged[id];
				judged[id] = joined(before ?? judgement.no, found?.[id - first] ?? judgement.alone);
			}
		}
		return last;
	};
}

/** What two judges say together. */
function joined(a: number, b: number): number {
	return a === judgement.yes || b === judgement.yes ? judgement.yes : Math.max(a, b);
}

const person = 1;
const bot = 2;

const known = new WeakMap<Dictionary, Map<Escapes, Uint8Array>>();

/** Whether the user agent with that number is a program's; each is looked at once, which takes some microseconds. */
export function isBotOf(agents: Dictionary, escapes: Escapes, id: number): boolean {
	const kinds = kindsOf(agents, escapes);
	if (kinds[id] === 0) {
		kinds[id] = isBotAgent(decodeText(agents.bytes(id), escapes)) ? bot : person;
	}
	return kinds[id] === bot;
}

/** By number: 0 while it isn't known. */
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
