import {StringDecoder} from 'node:string_decoder';
import {type MouseEvent, oldEvent, sgrEvent} from './mouse-report.js';

/** Input from a terminal. */
export type InputEvent =
	/** Keys that were typed at once: `j`, `G`, `space`, `ctrl-d`, `down`, `f1`, `f11`. */
	| {readonly type: 'keys'; readonly names: readonly string[]}
	/** Pasted text, verbatim. */
	| {readonly type: 'paste'; readonly text: string}
	| {readonly type: 'mouse'; readonly event: MouseEvent}
	/** A sequence that isn't a key, without its Escape: a reply of the terminal, or an unknown sequence. */
	| {readonly type: 'reply'; readonly text: string};

/** The possible continuation of the input so far: the Escape key, a sequence, a sequence that contains a string, or a paste. */
type Pending = 'nothing' | 'escape' | 'sequence' | 'text' | 'paste';

export type InputParser = {
	/** Returns the events in a chunk. The end of the chunk may be kept until the next call. */
	push(chunk: string | Uint8Array): readonly InputEvent[];
	readonly pending: Pending;
	/** Stops waiting. A pending Escape becomes a key, a paste ends, and the beginning of a longer sequence is dropped. */
	flush(): readonly InputEvent[];
};

const esc = '\u001B';
const pasteBegin = '[200~';
const pasteEnd = '\u001B[201~';

/** Maximum number of characters kept of a sequence that doesn't end. */
const maxLength = 256;

/**
 * Input after an Escape that `flush` gave up, if it can only be the rest of a report or a reply. A report of the focus, `[I` or
 * `[O`, ends the chunk or precedes another sequence; typed, its characters arrive one by one.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are sequences
const lateRest = /^(?:\[[<?]\d|\[\d+;\d+R|\]\d+;|\[[IO](?:$|\u001B))/;

/**
 * Parses the input from a terminal. Sequences follow ECMA-48 and https://invisible-island.net/xterm/ctlseqs/ctlseqs.html. A chunk
 * may begin and end anywhere within them.
 */
export function inputParser(): InputParser {
	const decoder = new StringDecoder('utf8');
	/** Received input that isn't parsed yet: empty, or begins with Escape. */
	let held = '';
	let paste: string | undefined;
	/** The input that `flush` gave up last, if its rest may still arrive. */
	let late = '';

	/** Consumes the part that belongs to a paste and returns the rest. */
	const pasted = (text: string, events: InputEvent[]): string => {
		// The end mark may have begun in the previous chunk.
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
			// After these characters the rest of a report or reply may still arrive.
			const mayGoOn = /[[\]P_]$/.test(left);
			return left === esc ? [escapeKey] : !isKey(left) || mayGoOn ? [] : eventsOf(left.slice(1));
		},
	};
}

/** True if the beginning of a sequence may be complete: Escape, or Escape and another key. */
function isKey(text: string): boolean {
	return text.length > 0 && text.length <= 2;
}

/**
 * The beginning of a sequence that contains a string up to a terminator. After any other second character, the first two are
 * Escape and another key.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are sequences
const stringBegin = /^\u001B(?:\]\d|P[\d>!]|_G)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are sequences
const stringBody = /^\u001B[\]P_][^\u0000-\u001F]*/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are sequences
const csi = /^\u001B?\u001B\[(?:\[[\d;]*|[0-?]*[ -/]*)/;
/** Keys with Shift in rxvt. Their last character is `$`, which ECMA-48 allows only before the last one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are sequences
const rxvt = /^\u001B?\u001B\[[235678]\$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are sequences
const ss3 = /^\u001B?\u001BO[\d;]*/;

/** Returns the length of the sequence, complete or broken off, at the beginning of `text`; undefined if the sequence continues. */
function sequenceLength(text: string): number | undefined {
	if (text.length === 1 || text === esc + esc) {
		return undefined;
	}
	const mark = text[1] === esc ? text[2] : text[1];
	if (mark === '[') {
		// The oldest form of a mouse report has three more characters.
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
	// Escape and a key, whose character may be two UTF-16 units.
	return 1 + ((text.codePointAt(1) ?? 0) > 0xff_ff ? 2 : 1);
}

/** Returns the end of a sequence whose final character should be at `at`. Any other character there breaks the sequence off. */
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

/** Control characters that have keys. */
const named: ReadonlyMap<string, string> = new Map([
	['\b', 'backspace'],
	['\t', 'tab'],
	['\r', 'return'],
	['\u007F', 'backspace'],
	[' ', 'space'],
	['\u0000', 'ctrl-space'],
]);

/** Keys that always form an event each: a held Backspace arrives several times in one chunk. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are keys
const alone = /([\u0003\u0008\u007F])/;

/** Returns the key events of characters without an Escape. */
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

/** Names by the last character, after `CSI`, `CSI 1 ; modifiers` or `SS3`. */
const byLetter: Readonly<Record<string, string>> = {
	...{A: 'up', B: 'down', C: 'right', D: 'left', F: 'end', H: 'home'},
	...{P: 'f1', Q: 'f1', R: 'f1', S: 'f1', M: 'return', Z: 'tab', a: 'up', b: 'down', c: 'right', d: 'left'},
};

/** Names by the number before `~`, or before `$`, which rxvt sends with Shift. */
const byNumber: Readonly<Record<string, string>> = {
	...{1: 'home', 3: 'delete', 4: 'end', 5: 'pageup', 6: 'pagedown', 7: 'home', 8: 'end'},
	23: 'f11',
	// All other function keys count as F1.
	...Object.fromEntries([11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 24].map(n => [n, 'f1'])),
};

/** Returns the events of a whole sequence, which is given without its Escape. */
function eventsOf(sequence: string): readonly InputEvent[] {
	if (sequence.startsWith('[<') || (sequence.startsWith('[M') && sequence.length === 5)) {
		const event = sequence.startsWith('[<') ? sgrEvent(esc + sequence) : oldEvent(esc + sequence);
		return event ? [{type: 'mouse', event}] : [];
	}
	if (sequence.startsWith(esc)) {
		return [escapeKey, ...(sequence === esc ? [escapeKey] : eventsOf(sequence.slice(1)))];
	}
	const name = keyOf(sequence);
	if (name !== undefined) {
		return [{type: 'keys', names: [name]}];
	}
	if (/^[[\]P_]./.test(sequence)) {
		return [{type: 'reply', text: sequence}];
	}
	if (/^O[\da-d]/.test(sequence)) {
		// Arrows with Ctrl.
		return [];
	}
	// No key uses Alt, so these are Escape and other keys, typed quickly or by a program.
	return [escapeKey, ...typed(sequence)];
}

const escapeKey: InputEvent = {type: 'keys', names: ['escape']};

/** The modifier bits of Caps Lock, Num Lock and Shift, which don't change the key. */
const harmless = 1 | 64 | 128;
const withCtrl = 4;

/** Returns the name of the key that a sequence stands for; undefined if it isn't a key, or if it is an unnamed key with Ctrl. */
function keyOf(sequence: string): string | undefined {
	const [, kind, first = '', second, event, last = ''] =
		/^(\[\[?|O)(\d*)(?::[\d:]*)?(?:;(\d*)(?::(\d))?(?:;[\d:]*)?)?([A-Za-z~$])$/.exec(sequence) ?? [];
	if (kind === undefined || event === '3') {
		return undefined;
	}
	// In SS3 a single number before the letter is the modifier.
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
	// `CSI 1 ; 1 R` reports the cursor position, and `CSI c` is also a query for attributes: rxvt sends it for Shift+Right.
	const isOther = kind === 'O' ? /[a-dZ]/.test(last) : last === 'M' || (last === 'R' && second !== undefined);
	return isOne && !isOther ? byLetter[last] : undefined;
}

/** Returns the name of a key that the terminal sends by its code point: https://sw.kovidgoyal.net/kitty/keyboard-protocol/ */
function byCode(code: number, isCtrl: boolean): string | undefined {
	if (code === 27) {
		return isCtrl ? undefined : 'escape';
	}
	// Kitty's numbers for keys that aren't characters begin at U+E000, in the private use area after the surrogates.
	if (code > 0x10_ff_ff || (code >= 0xd8_00 && code <= 0xf8_ff) || (code < 32 && code !== 9 && code !== 13)) {
		return undefined;
	}
	const name = nameOf(String.fromCodePoint(code));
	return isCtrl ? `ctrl-${name}` : name;
}
