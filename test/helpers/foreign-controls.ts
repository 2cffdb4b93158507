import {isUtf8} from 'node:buffer';
import {readControls} from './control-sequences.js';

/** All that the program itself has to say to a terminal, and nothing that only looks like it. */
const own = [
	// Bold, dim, inverse, and what ends these; the four colours of a status, and the terminal's own.
	/^CSI (?:1|2|7|22|27|31|32|35|36|39)m$/,
	// Cursor to a column, up, to the next line, to a place. No terminal has more lines or columns.
	/^CSI (?:\d{1,4}[AG]|\d{0,4}E|G|H|\d{1,4};\d{1,4}H)$/,
	// Erase to the end of the line or screen, the line, the screen.
	/^CSI (?:K|2K|J|2J)$/,
	// Wrapping, the cursor, the mouse, the screen of its own, bracketed paste, updates that are drawn at once.
	/^CSI \?(?:7|25|1000|1006|1049|2004|2026)[hl]$/,
	// What the background is.
	/^OSC 11;\?$/,
];

/** Lines are inserted or taken out at the top of a region of the screen, which is all of it again after that. */
const moving = [/^CSI \d{1,4};\d{1,4}r$/, /^CSI \d{1,4};1H$/, /^CSI \d{1,4}[LM]$/, /^CSI r$/];

function isMoveAt(sequences: readonly string[], at: number): boolean {
	return moving.every((form, place) => form.test(sequences[at + place] ?? ''));
}

/** The sequences but for those that have the terminal move lines. */
function withoutMoves(sequences: readonly string[]): readonly string[] {
	return sequences.filter((_, at) => !moving.some((_form, place) => isMoveAt(sequences, at - place)));
}

const lineEnds: ReadonlySet<number> = new Set([0x0a, 0x0d]);

/** What a terminal shows nowhere, or shows elsewhere than it stands. */
const invisible = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufffe\uffff]/gu;
const stacked = /\p{M}{4,}/gu;

function name(character: string): string {
	return `U+${character.codePointAt(0)?.toString(16).padStart(4, '0')}`;
}

/** Everything in what was written to a terminal that is neither plain text nor a sequence of the program's own. */
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
