import {breakText, fitWidth, unitsPerColumn, wrapText} from '../../../format/fit-width.js';
import {sanitise} from '../../../format/sanitise.js';
import {durationText, roughly} from '../../../format/time-texts.js';
import type {Entry} from '../../../store/store.js';
import type {Style, Theme} from '../../../themes/theme.js';
import type {PanelLine} from '../../panel/panel-lines.js';

/** A duration for reading: `12.5 ms`, `1.234 s`. */
export function exactDuration(milliseconds: number): string {
	return milliseconds < 1000
		? `${Number(milliseconds.toPrecision(6))} ms`
		: `${Number((milliseconds / 1000).toFixed(3))} s`;
}

/** A line of a request details, and where it leads. */
export type DetailLine = {
	readonly line: PanelLine;
	/** The request that Enter opens here. */
	readonly opens?: Entry;
	/** The address whose requests Enter searches for here. */
	readonly searches?: string;
	/** What tells it from the other lines that open something, also when it has moved. */
	readonly key?: string;
};

/** What all sections of a request details are drawn with. */
export type Page = {readonly width: number; readonly theme: Theme};

/** Columns of the names that stand before texts. */
const nameWidth = 16;

/** Lines that a text takes at most, unless said otherwise. */
const mostRows = 4;

/** Remarks are short, but for what the system says. */
const remarkLimit = 2000;

/** What stands above a section, and, dimmer, what there is to say of it. */
export function heading(text: string, remark: string, {width, theme}: Page): DetailLine {
	const lead = fitWidth(sanitise(text), Math.min(width, text.length));
	const rest =
		remark === ''
			? ''
			: fitWidth(`  ${sanitise(remark.slice(0, remarkLimit))}`, width - lead.length).trimEnd();
	return {
		line: {
			pieces: [
				{text: lead, style: theme.title},
				{text: rest, style: theme.aside},
			],
		},
	};
}

/** Any text with its name before it, on as many lines as it takes. */
export function named(
	name: string,
	text: string,
	{width, theme}: Page,
	style?: Style,
	most = mostRows,
): readonly DetailLine[] {
	const room = Math.max(1, width - nameWidth);
	return broken(text, room, most).map((part, row) => ({
		line: {
			pieces: [
				{
					text: fitWidth(
						row === 0 ? `  ${sanitise(name.slice(0, remarkLimit))}` : '',
						Math.min(width, nameWidth - 1),
					),
					style: theme.aside,
				},
				{text: nameWidth <= width ? ` ${part}` : '', style},
			],
		},
	}));
}

/** A remark in a section, broken at its spaces. */
export function remark(text: string, {width, theme}: Page, indent = '  '): readonly DetailLine[] {
	return wrapText(sanitise(text.slice(0, remarkLimit)), Math.max(1, width - indent.length)).map(part => ({
		line: {pieces: [{text: fitWidth(indent + part, width).trimEnd(), style: theme.aside}]},
	}));
}

/** Any text as lines of at most `width` columns, safe for the terminal; of more than `most`, the last ends in `…`. */
export function broken(text: string, width: number, most: number): readonly string[] {
	return breakText(sanitise(text.slice(0, unitsPerColumn * width * (most + 1))), width, most);
}

/** From the first to the second of these tenths of a second are told, where a log has them; milliseconds. */
const tenths = {from: 100, to: 9950};

/** How long after a request another one was logged: `+0.2 s`, `−3 min`; `` where one of them has no time. */
export function apart(of: Entry, from: Entry): string {
	if (of.time === null || from.time === null) {
		return '';
	}

	const later = of.time - from.time;
	return `${later < 0 ? '−' : later > 0 ? '+' : ' '}${lengthText(later)}`;
}

/** The same in words, for a redirect and its target: `0.2 s later`. */
export function laterText(to: Entry, from: Entry): string {
	if (to.time === null || from.time === null) {
		return '';
	}

	return to.time === from.time ? 'in the same second' : `${lengthText(to.time - from.time)} later`;
}

function lengthText(difference: number): string {
	const length = Math.abs(difference);
	// In tenths of a second it would read as none at all.
	if (length > 0 && length < tenths.from) {
		return durationText(length);
	}

	return length % 1000 !== 0 && length < tenths.to ? `${(length / 1000).toFixed(1)} s` : roughly(length);
}
