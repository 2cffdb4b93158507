import {graphemes} from '../../format/fit-width.js';
import type {Typed} from '../terminal/key-queue.js';

/** A line of text that is being written. */
export type TextLine = {
	readonly text: string;
	/** Where the next character goes, in UTF-16 units; never within a grapheme. */
	readonly caret: number;
	/** How much of what was put in last there was no room for, UTF-16 units; not set where there was, or is by now. */
	readonly left?: number;
};

/** Nothing written. */
export const emptyLine: TextLine = {text: '', caret: 0};

/** What is longer was pasted by mistake. UTF-16 units. */
export const longest = 2000;

/** What would not stay on one line, or is no character by itself. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
const halfCharacters = /\p{Cs}/gu;

/** A text with the caret at its end. */
export function lineOf(text: string): TextLine {
	return {text, caret: text.length};
}

/** Puts a text in at the caret, on one line and as much of it as there is room for. */
export function inserted({text, caret}: TextLine, added: string): TextLine {
	const before = text.slice(0, caret) + whole(added, longest - text.length);
	const line = snapped(before + text.slice(caret), before.length);
	const left = text.length + added.length - longest;
	return left > 0 ? {...line, left} : line;
}

/** What is told of a line that wasn't long enough for what was put in, until it is changed; empty where it was. */
export function tooLongText({left}: TextLine): string {
	return left === undefined ? '' : `too long: ${longest} characters at most, ${left} more were left out`;
}

function whole(text: string, room: number): string {
	// One more: the cut may go through a character, which is no half of one then.
	const characters = Array.from(text.slice(0, room + 1));
	let kept = characters.join('');
	while (kept.length > room) {
		kept = kept.slice(0, kept.length - (characters.pop()?.length ?? kept.length));
	}

	return kept.replaceAll(controls, ' ').replaceAll(halfCharacters, '\ufffd');
}

/** What a line becomes by what is typed; null for a key that edits nothing. */
export function typedInto(line: TextLine, typed: Typed): TextLine | null {
	return typed.type === 'text' ? inserted(line, typed.text) : editedBy(line, typed.key);
}

/** What a key of the keyboard makes of a line; null when it is none that edits. */
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

/** What comes together may become one grapheme: the caret is put behind it. */
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

/** The beginning of the word before the caret: of what stands between spaces. */
function wordStart({text, caret}: TextLine): number {
	return text.slice(0, caret).trimEnd().search(/\S*$/);
}
