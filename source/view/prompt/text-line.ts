import {graphemes} from '../../format/fit-width.js';
import type {Typed} from '../terminal/key-queue.js';

/** The text and caret of an input line. */
export type TextLine = {
	readonly text: string;
	/** Offset of the next insertion, in UTF-16 units. Never inside a grapheme. */
	readonly caret: number;
	/**
	 * Length of the text that the last insertion dropped because the line was full, in UTF-16 units. Unset if nothing was dropped
	 * or the text has been edited since.
	 */
	readonly left?: number;
};

export const emptyLine: TextLine = {text: '', caret: 0};

/** Maximum length of a line, in UTF-16 units. Longer text was pasted by mistake. */
export const maxLineLength = 2000;

/** Characters that would break the line, and lone surrogates. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
const halfCharacters = /\p{Cs}/gu;

/** Returns a line with the caret at its end. */
export function lineOf(text: string): TextLine {
	return {text, caret: text.length};
}

/** Inserts text at the caret on a single line, up to `maxLineLength` units. */
export function inserted({text, caret}: TextLine, added: string): TextLine {
	const before = text.slice(0, caret) + whole(added, maxLineLength - text.length);
	const line = snapped(before + text.slice(caret), before.length);
	const left = text.length + added.length - maxLineLength;
	return left > 0 ? {...line, left} : line;
}

/** Returns the message about dropped text, or an empty text. The message stays until the line is edited. */
export function tooLongText({left}: TextLine): string {
	return left === undefined ? '' : `too long: ${maxLineLength} characters at most, ${left} more were dropped`;
}

function whole(text: string, maxLength: number): string {
	// One unit more than fits: a surrogate pair at the cut stays whole here and is dropped as a whole below.
	const characters = Array.from(text.slice(0, maxLength + 1));
	let kept = characters.join('');
	while (kept.length > maxLength) {
		kept = kept.slice(0, kept.length - (characters.pop()?.length ?? kept.length));
	}
	return kept.replaceAll(controls, ' ').replaceAll(halfCharacters, '\ufffd');
}

/** Returns the line after a key or text, or null if the key doesn't edit. */
export function typedInto(line: TextLine, typed: Typed): TextLine | null {
	return typed.type === 'text' ? inserted(line, typed.text) : editedBy(line, typed.key);
}

/** Returns the line after a key, or null if the key doesn't edit. */
export function editedBy(line: TextLine, key: string): TextLine | null {
	const {text, caret} = line;
	const moved = (to: number): TextLine => ({...line, caret: to});
	switch (key) {
		case 'left':
		case 'ctrl-b':
			return moved(previous(line));
		case 'right':
		case 'ctrl-f':
			return moved(next(line));
		case 'home':
		case 'ctrl-a':
			return moved(0);
		case 'end':
		case 'ctrl-e':
			return moved(text.length);
		case 'backspace':
		case 'ctrl-h':
			return without(line, previous(line), caret);
		case 'delete':
		case 'ctrl-d':
			return without(line, caret, next(line));
		case 'ctrl-w':
			return without(line, wordStart(line), caret);
		case 'ctrl-u':
			return emptyLine;
		case 'ctrl-k':
			return without(line, caret, text.length);
		default:
			return null;
	}
}

function without({text}: TextLine, from: number, to: number): TextLine {
	return snapped(text.slice(0, from) + text.slice(to), from);
}

/** Moves the caret to the next grapheme boundary, because adjacent characters may combine into one grapheme. */
function snapped(text: string, caret: number): TextLine {
	let end = 0;
	for (const grapheme of graphemes(text)) {
		if (end >= caret) {
			break;
		}
		end += grapheme.length;
	}
	return {text, caret: end};
}

function previous({text, caret}: TextLine): number {
	let last = '';
	for (const grapheme of graphemes(text.slice(0, caret))) {
		last = grapheme;
	}
	return caret - last.length;
}

function next({text, caret}: TextLine): number {
	const [grapheme = ''] = graphemes(text.slice(caret));
	return caret + grapheme.length;
}

/** Returns the offset of the word before the caret. Spaces separate words. */
function wordStart({text, caret}: TextLine): number {
	return text.slice(0, caret).trimEnd().search(/\S*$/);
}
