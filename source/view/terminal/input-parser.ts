import {StringDecoder} from 'node:string_decoder';
import {type MouseEvent, oldEvent, sgrEvent} from './mouse-report.js';

/** What a terminal has sent. */
export type InputEvent =
	/** Keys that were typed at once: `j`, `G`, `space`, `ctrl-d`, `down`, `f1`. */
	| {readonly type: 'keys'; readonly names: readonly string[]}
	/** What was pasted, as it is. */
	| {readonly type: 'paste'; readonly text: string}
	| {readonly type: 'mouse'; readonly event: MouseEvent}
	/** A sequence that stands for no key, without its Escape: an answer of the terminal, or one that nobody knows. */
	| {readonly type: 'reply'; readonly text: string};

/** What the parser waits for: the rest of what may be the Escape key, of a sequence, of one with a text in it, or of a paste. */
type Pending = 'nothing' | 'escape' | 'sequence' | 'text' | 'paste';

export type InputParser = {
	/** The events in a chunk; its end may be kept until the next one. */
	push(chunk: string | Uint8Array): readonly InputEvent[];
	readonly pending: Pending;
	/**
	 * Gives up waiting. An Escape is a key then, and a paste ends where it is; the beginning of a longer sequence is
	 * dropped.
	 */
	flush(): readonly InputEvent[];
};

const esc = '\u001B';
const pasteBegin = '[200~';
const pasteEnd = '\u001B[201~';

/** No more is kept of a sequence that goes on and on. */
const maxLength = 256;

/** What comes after an Escape that was given up, and can only be the rest of a report or an answer. */
const lateRest = /^(?:\[[<?]\d|\[\d+;\d+R|\]\d+;)/;

/**
 * Takes apart what a terminal sends. Sequences follow ECMA-48 and
 * https://invisible-island.net/xterm/ctlseqs/ctlseqs.html; a chunk may begin and end anywhere in them.
 */
export function inputParser(): InputParser {
	const decoder = new StringDecoder('utf8');
	/** What was received and not yet understood; begins with Escape, if it isn't empty. */
	let held = '';
	let paste: string | undefined;
	/** What was given up last, if its rest may still come. */
	let late = '';

	/** Takes what belongs to a paste; returns what comes after it. */
	const pasted = (text: string, events: InputEvent[]): string => {
		// The end mark may have begun in the chunk before.
		const from = Math.max(0, (paste ?? '').length - pasteEnd.length + 1);
		const all = (paste ?? '') + text;
		const end = all.indexOf(pasteEnd, from);
		if (end === -1) {
			paste = all;
			return '';
		}

		paste = undefined;
		events.push({type: 'paste', text: all.slice(0, end)});
		return all.slice(end + pasteEnd.length);
	};

	return {
		push(chunk) {
			const events: InputEvent[] = [];
			const text = typeof chunk === 'string' ? chunk : decoder.write(Buffer.from(chunk));
			if (text === '') {
				return events;
			}

			const begun = late !== '' && lateRest.test((late + text).slice(1)) ? late : '';
			late = '';
			let rest = begun + held + text;
			held = '';
			while (rest !== '') {
				if (paste !== undefined) {
					rest = pasted(rest, events);
					continue;
				}

				const at = rest.indexOf(esc);
				if (at !== 0) {
					const end = at === -1 ? rest.length : at;
					events.push(...typed(rest.slice(0, end)));
					rest = rest.slice(end);
					continue;
				}

				const length = sequenceLength(rest);
				if (length === undefined) {
					held = rest.length > maxLength ? rest.slice(0, maxLength) : rest;
					break;
				}

				const sequence = rest.slice(1, length);
				rest = rest.slice(length);
				if (sequence === pasteBegin) {
					paste = '';
				} else {
					events.push(...eventsOf(sequence));
				}
			}

			return events;
		},
		get pending() {
			if (paste !== undefined) {
				return 'paste';
			}

			if (held === '') {
				return 'nothing';
			}

			return isKey(held) ? 'escape' : stringBegin.test(held) ? 'text' : 'sequence';
		},
		flush() {
			const text = paste;
			const left = held;
			paste = undefined;
			held = '';
			if (text !== undefined) {
				return [{type: 'paste', text}];
			}

			late = isKey(left) ? left : '';
			return left === esc
				? [{type: 'keys', names: ['escape']}]
				: left === esc + esc
					? [{type: 'keys', names: ['escape', 'escape']}]
					: [];
		},
	};
}

/** Whether the beginning of a sequence may be a key by itself: Escape, or another key with Alt. */
function isKey(text: string): boolean {
	return text.length > 0 && text.length <= 2;
}

/** What begins a text that goes on up to its end mark; else the second character is a key with Alt. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are sequences
const stringBegin = /^\u001B(?:\]\d|P[\d>!]|_G)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are sequences
const stringBody = /^\u001B[\]P_][^\u0000-\u001F]*/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are sequences
const csi = /^\u001B?\u001B\[(?:\[[\d;]*|[0-?]*[ -/]*)/;
/** Keys with Shift as rxvt sends them end with what stands before the end elsewhere. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are sequences
const rxvt = /^\u001B?\u001B\[[235678]\$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are sequences
const ss3 = /^\u001B?\u001BO[\d;]*/;

/** The length of the sequence that a text begins with, broken off or not; undefined where it has no end yet. */
function sequenceLength(text: string): number | undefined {
	if (text.length === 1 || text === esc + esc) {
		return undefined;
	}

	const mark = text[1] === esc ? text[2] : text[1];
	if (mark === '[') {
		// The oldest form of a report has three characters behind it.
		if (text.startsWith('\u001B[M')) {
			return text.length < 6 ? undefined : 6;
		}

		return rxvt.exec(text)?.[0].length ?? finalAt(text, csi.exec(text)?.[0].length ?? 2);
	}

	if (mark === 'O') {
		return finalAt(text, ss3.exec(text)?.[0].length ?? 2);
	}

	if (text[1] === esc) {
		return 2;
	}

	if (mark === ']' || mark === 'P' || mark === '_') {
		if (text.length === 2) {
			return undefined;
		}

		if (stringBegin.test(text)) {
			return stringLength(text);
		}
	}

	// A key with Alt: a character may be two units long.
	return 1 + ((text.codePointAt(1) ?? 0) > 0xff_ff ? 2 : 1);
}

/** The end of a sequence whose last character stands at `at`; where something else stands, the sequence breaks off. */
function finalAt(text: string, at: number): number | undefined {
	const final = text[at];
	if (final === undefined) {
		return undefined;
	}

	return final >= '@' && final <= '~' ? at + 1 : at;
}

function stringLength(text: string): number | undefined {
	const at = stringBody.exec(text)?.[0].length ?? 2;
	if (at === text.length || (at === text.length - 1 && text[at] === esc)) {
		return undefined;
	}

	return text[at] === '\u0007' ? at + 1 : text.startsWith('\u001B\\', at) ? at + 2 : at;
}

/** Control characters that have a key of their own. */
const named: ReadonlyMap<string, string> = new Map([
	['\b', 'backspace'],
	['\t', 'tab'],
	['\r', 'return'],
	['\u007F', 'backspace'],
	[' ', 'space'],
	['\u0000', 'ctrl-space'],
]);

/** Keys that never are a part of a text typed at once: a held Backspace comes several times in one chunk. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are keys
const alone = /([\u0003\u0008\u007F])/;

/** The keys of characters without an Escape. */
function typed(text: string): readonly InputEvent[] {
	return text
		.split(alone)
		.filter(part => part !== '')
		.map(part => ({type: 'keys', names: Array.from(part, nameOf)}));
}

function nameOf(character: string): string {
	const code = character.charCodeAt(0);
	return (
		named.get(character) ??
		(code < 32 ? `ctrl-${String.fromCharCode(code + (code < 27 ? 96 : 64))}` : character)
	);
}

/** By the last character, behind `CSI`, `CSI 1 ; modifiers` or `SS3`. */
const byLetter: Readonly<Record<string, string>> = {
	...{A: 'up', B: 'down', C: 'right', D: 'left', F: 'end', H: 'home'},
	...{P: 'f1', Q: 'f1', R: 'f1', S: 'f1', M: 'return', Z: 'tab', a: 'up', b: 'down', c: 'right', d: 'left'},
};

/** By the number in front of `~` (and of `$`, which rxvt sends with Shift). */
const byNumber: Readonly<Record<string, string>> = {
	...{1: 'home', 3: 'delete', 4: 'end', 5: 'pageup', 6: 'pagedown', 7: 'home', 8: 'end'},
	// All function keys count as F1.
	...Object.fromEntries([11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24].map(n => [n, 'f1'])),
};

/** What a whole sequence means, given without its Escape. */
function eventsOf(sequence: string): readonly InputEvent[] {
	if (sequence.startsWith('[<') || (sequence.startsWith('[M') && sequence.length === 5)) {
		const event = sequence.startsWith('[<') ? sgrEvent(esc + sequence) : oldEvent(esc + sequence);
		return event ? [{type: 'mouse', event}] : [];
	}

	if (sequence === esc) {
		return [{type: 'keys', names: ['escape', 'escape']}];
	}

	const name = keyOf(sequence);
	if (name !== undefined) {
		return [{type: 'keys', names: [name]}];
	}

	return /^[[\]P_]./.test(sequence) ? [{type: 'reply', text: sequence}] : [];
}

/** The bits that Caps Lock, Num Lock and Shift add to a modifier: they make no other key. */
const harmless = 1 | 64 | 128;
const withCtrl = 4;

/** The name of a key that is sent as a sequence; undefined for none, and for keys with Alt or Ctrl that have no name. */
function keyOf(sequence: string): string | undefined {
	const [, kind, first = '', second, event, last = ''] =
		/^(\[\[?|O)(\d*)(?::[\d:]*)?(?:;(\d*)(?::(\d))?(?:;[\d:]*)?)?([A-Za-z~$])$/.exec(sequence) ?? [];
	if (kind === undefined || event === '3') {
		return undefined;
	}

	// In SS3 the number in front of a letter is the modifier, where there is one alone.
	const modifiers = (Number(second ?? (kind === 'O' ? first : '')) || 1) - 1;
	const isPlain = (modifiers & ~harmless) === 0;
	if (last === 'u' && kind === '[' && first !== '') {
		return isPlain || (modifiers & ~harmless) === withCtrl ? byCode(Number(first), !isPlain) : undefined;
	}

	if (!isPlain) {
		return undefined;
	}

	if (last === '~' || (last === '$' && kind === '[')) {
		return byNumber[first];
	}

	if (kind === '[[') {
		return last >= 'A' && last <= 'E' && first === '' ? 'f1' : undefined;
	}

	const isOne = first === '' || first === '1' || kind === 'O';
	// `CSI 1 ; 1 R` is where the cursor is, and `CSI c` asks for attributes: rxvt sends that for Shift and right.
	const isOther = kind === 'O' ? /[a-dZ]/.test(last) : last === 'M' || (last === 'R' && second !== undefined);
	return isOne && !isOther ? byLetter[last] : undefined;
}

/** A key that the terminal sends by its code point: https://sw.kovidgoyal.net/kitty/keyboard-protocol/ */
function byCode(code: number, isCtrl: boolean): string | undefined {
	if (code === 27) {
		return isCtrl ? undefined : 'escape';
	}

	// From there on Kitty's own numbers of keys that are no characters.
	if (code > 0x10_ff_ff || (code >= 0xd8_00 && code <= 0xf8_ff) || (code < 32 && code !== 9 && code !== 13)) {
		return undefined;
	}

	const name = nameOf(String.fromCodePoint(code));
	return isCtrl ? `ctrl-${name}` : name;
}
