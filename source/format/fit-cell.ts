import type {ColumnRules} from '../fields/fields.js';
import {missing} from './amounts.js';
import {type Column, rulesOf} from './columns.js';
import {cutAgent} from './cut-agent.js';
import {type CommonPath, cutPathApart} from './cut-path.js';
import {fitWidth, graphemes, terminalWidth} from './fit-width.js';
import {clockOf} from './time-texts.js';

/**
 * Truncates or pads a sanitised text to exactly `width` columns, aligned as defined for the column.
 * @param shift - terminal columns scrolled out at the left side, replaced by a `…`
 * @param apart - common part of paths, see `commonPathOf`
 */
export function fitCell(column: Column, text: string, width: number, shift = 0, apart?: CommonPath): string {
	const rules = rulesOf(column);
	const isShifted = shift > 0 && text !== missing && text !== '';
	return aligned(
		isShifted ? `…${textFrom(text, shift + 1)}` : shortened(rules, text, width, apart),
		width,
		rules,
	);
}

/** Returns the header of a column; with the offset while its cells are scrolled. */
export function fitHeader(column: Column, header: string, width: number, shift = 0): string {
	return aligned(shift > 0 ? `${header} from ${shift + 1}` : header, width, rulesOf(column));
}

/** Shortens a long text to its most informative part. */
function shortened(
	{cut, width: {min}}: ColumnRules,
	text: string,
	width: number,
	apart: CommonPath | undefined,
): string {
	switch (cut) {
		case 'clock':
			if (width >= min) {
				return text;
			}

			// The mark after a time is more important than the space before it.
			return tightened(clockOf(text) ?? text, width);
		case 'path':
			return cutPathApart(text, width, apart);
		case 'agent':
			return cutAgent(text, width);
		default:
			return text;
	}
}

function tightened(clock: string, width: number): string {
	return clock.length > width ? clock.replace(' ', '') : clock;
}

function aligned(text: string, width: number, {isRight}: ColumnRules): string {
	const fitted = fitWidth(text, width);
	return isRight ? fitted.trimEnd().padStart(fitted.length) : fitted;
}

/** Returns the part of a sanitised text from a terminal column on. Half a wide character becomes a space. */
function textFrom(text: string, from: number): string {
	let left = from;
	let length = 0;
	for (const grapheme of graphemes(text)) {
		if (left <= 0) {
			break;
		}
		left -= terminalWidth(grapheme);
		length += grapheme.length;
	}
	return ' '.repeat(Math.max(0, -left)) + text.slice(length);
}
