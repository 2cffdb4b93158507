import type {Automaton} from '../../wasm/step-table.js';
import {compileWith, type RegexpEngine} from './regexp.js';

/** A state of RE2JS’s automaton. */
type State = {readonly isMatch: boolean; readonly nfaStates: {readonly length: number}};

/** What RE2JS has for the end of a text, in the place of a character. */
const endOfText = -1;

/** Of its flags: the beginning of a text has to stand there. */
const beginningOfText = 4;

/** A search begins anywhere in a text, or only at its beginning. */
const anywhere = 0;
const atBeginning = 1;

/**
 * The automaton that RE2JS walks through a text with, for ASCII. Walked through in WebAssembly, 578,000 URLs are searched in
 * 35 ms; RE2JS takes 500 for them. Undefined for an expression for which it has none.
 */
export function regexpAutomaton(source: string, isExact: boolean): Automaton<State> | undefined {
	const {re2Input}: RegexpEngine = compileWith(source, isExact);
	const {dfa} = re2Input;
	const context = (): number => beginningOfText;
	const start: State | null = dfa.failed ? null : dfa.start({context}, 0);
	if (start === null) {
		return undefined;
	}
	const classes = dfa.latin1Class.slice(0, 128);
	/** A character of each kind. */
	const characters: number[] = [];
	const kindOf = new Map<number, number>();
	const kinds = Uint8Array.from(classes, (one, byte) => {
		const kind = kindOf.get(one) ?? characters.push(byte) - 1;
		kindOf.set(one, kind);
		return kind;
	});
	const anchor = (re2Input.cond & beginningOfText) === 0 ? anywhere : atBeginning;
	return {
		kinds,
		kindCount: characters.length,
		start,
		next(state, kind) {
			const character = characters[kind] ?? endOfText;
			const ofKind = character === endOfText ? dfa.numClasses : (classes[character] ?? 0);
			const next: State | null = dfa.step(state, ofKind, character, anchor);
			if (next === null) {
				return undefined;
			}
			// That there is a match is known by the character behind it.
			return next.isMatch || (character !== endOfText && next.nfaStates.length > 0 ? next : false);
		},
	};
}
