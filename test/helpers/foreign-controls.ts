import {isUtf8} from 'node:buffer';
import {readControls} from './control-sequences.js';

/** Control sequences that the program itself sends. The patterns match nothing that only resembles them. */
const own = [
	// Bold, dim, underlined, inverse and their ends; the colours of a status, also as backgrounds of charts, of durations and the default ones.
	/^CSI (?:1|2|4|7|22|24|27|3[1245679]|91|4[25679])m$/,
	// Cursor to a column, up, to the next line, to a position. No terminal has more lines or columns than four digits.
	/^CSI (?:\d{1,4}[AG]|\d{0,4}E|G|H|\d{1,4};\d{1,4}H)$/,
	// Erase to the end of the line or screen, the line, the screen.
	/^CSI (?:K|2K|J|2J)$/,
	// Wrapping, cursor, mouse, alternate screen, bracketed paste, synchronised updates.
	/^CSI \?(?:7|25|1000|1004|1006|1049|2004|2026)[hl]$/,
	// Title of the window: save, restore, set.
	/^CSI 2[23];2t$/,
	/^OSC 2;reqscope [^\p{C}]{1,111}$/u,
	// Query of the background colour.
	/^OSC 11;\?$/,
];

/**
 * Sequences that scroll part of the screen: set a scroll region, move the cursor to its top, insert or delete lines, reset the
 * region to the whole screen.
 */
const moving = [/^CSI \d{1,4};\d{1,4}r$/, /^CSI \d{1,4};1H$/, /^CSI \d{1,4}[LM]$/, /^CSI r$/];

function isMoveAt(sequences: readonly string[], at: number): boolean {
	return moving.every((form, index) => form.test(sequences[at + index] ?? ''));
}

/** Removes the sequences that scroll part of the screen. */
function withoutMoves(sequences: readonly string[]): readonly string[] {
	return sequences.filter((_, at) => !moving.some((_form, index) => isMoveAt(sequences, at - index)));
}

const lineEnds: ReadonlySet<number> = new Set([0x0a, 0x0d]);

/** Characters that a terminal doesn't show or shows at a different position. */
const invisible = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufffe\uffff]/gu;
const stacked = /\p{M}{4,}/gu;

function name(character: string): string {
	return `U+${character.codePointAt(0)?.toString(16).padStart(4, '0')}`;
}

/** Returns all parts of terminal output that are neither plain text nor the program's own sequences. */
export function foreignControls(recording: Buffer): string[] {
	const text = recording.toString('utf8');
	const {sequences, controls} = readControls(text);
	return [
		...(isUtf8(recording) ? [] : ['bytes that are no UTF-8']),
		...withoutMoves(sequences).filter(sequence => !own.some(form => form.test(sequence))),
		...controls.filter(code => !lineEnds.has(code)).map(code => name(String.fromCharCode(code))),
		...(text.match(invisible) ?? []).map(name),
		...(text.match(stacked) ?? []).map(marks => `stacked ${name(marks)}`),
	];
}
