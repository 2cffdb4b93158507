import {breakText, fitWidth, unitsPerColumn, wrapText} from '../../../../format/fit-width.js';
import {sanitise} from '../../../../format/sanitise.js';
import {durationText, roughly} from '../../../../format/time-texts.js';
import type {Entry} from '../../../../store/store.js';
import type {Style, Theme} from '../../../../themes/theme.js';
import type {PanelLine} from '../../../panel/panel-lines.js';

/** Formats a duration: `12.5 ms`, `1.234 s`. */
export function exactDuration(milliseconds: number): string {
	return milliseconds < 1000
		? `${Number(milliseconds.toPrecision(6))} ms`
		: `${Number((milliseconds / 1000).toFixed(3))} s`;
}

/** A line of the request details, and the target it opens. */
export type DetailLine = {
	readonly line: PanelLine;
	/** The request that Enter opens. */
	readonly opens?: Entry;
	/** The IP address that Enter searches for. */
	readonly searches?: string;
	/**
	 * Returns the search term for requests with the value of the line or, unless `isWanted`, without it; null if there is no such
	 * term. Enter searches for it, too.
	 */
	readonly term?: (isWanted: boolean) => string | null;
	/** Identifies a line that opens or searches something, even after it has moved. */
	readonly key?: string;
};

/** Width and theme for all sections of the request details. */
export type Page = {readonly width: number; readonly theme: Theme};

/** Width of the column of names. */
export const minNameWidth = 16;

/** Maximum number of lines per value by default. */
const maxRows = 4;

/** Maximum length of a remark before sanitising. Only messages of the system may be longer. */
const remarkLimit = 2000;

/** Returns the heading of a section, followed by a dim remark. */
export function heading(text: string, remark: string, {width, theme}: Page): DetailLine {
	const lead = fitWidth(sanitise(text), Math.min(width, text.length));
	const rest =
		remark === ''
			? ''
			: fitWidth(`  ${sanitise(remark.slice(0, remarkLimit))}`, width - lead.length).trimEnd();
	return {
		line: {
			spans: [
				{text: lead, style: theme.title},
				{text: rest, style: theme.aside},
			],
		},
	};
}

/** Returns a value with its name before it, on up to `maxLines` lines. */
export function named(
	name: string,
	text: string,
	{width, theme}: Page,
	{
		style,
		maxLines = maxRows,
		nameWidth = minNameWidth,
	}: {readonly style?: Style; readonly maxLines?: number; readonly nameWidth?: number} = {},
): readonly DetailLine[] {
	const valueWidth = Math.max(1, width - nameWidth);
	return broken(text, valueWidth, maxLines).map((part, row) => ({
		line: {
			spans: [
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

/** Returns a remark, wrapped at spaces. */
export function remark(text: string, {width, theme}: Page, indent = '  '): readonly DetailLine[] {
	return wrapText(sanitise(text.slice(0, remarkLimit)), Math.max(1, width - indent.length)).map(part => ({
		line: {spans: [{text: fitWidth(indent + part, width).trimEnd(), style: theme.aside}]},
	}));
}

/**
 * Breaks any string into lines of at most `width` columns, safe for the terminal. If there are more than `maxLines` lines, the last
 * one ends in `…`.
 */
export function broken(text: string, width: number, maxLines: number): readonly string[] {
	return breakText(sanitise(text.slice(0, unitsPerColumn * width * (maxLines + 1))), width, maxLines);
}

/** Range of durations shown in tenths of a second, if they aren't whole seconds; in ms. */
const tenths = {from: 100, to: 9950};

/** Returns the time from one request to a different one: `+0.2 s`, `−3 min`; '' if one of them has no time. */
export function apart(of: Entry, from: Entry): string {
	if (of.time === null || from.time === null) {
		return '';
	}
	const later = of.time - from.time;
	return `${later < 0 ? '−' : later > 0 ? '+' : ' '}${lengthText(later)}`;
}

/** Returns the time between a redirect and its target in words: `0.2 s later`. */
export function laterText(to: Entry, from: Entry): string {
	if (to.time === null || from.time === null) {
		return '';
	}
	return to.time === from.time ? 'in the same second' : `${lengthText(to.time - from.time)} later`;
}

function lengthText(difference: number): string {
	const length = Math.abs(difference);
	// Tenths of a second would round to zero.
	if (length > 0 && length < tenths.from) {
		return durationText(length);
	}
	return length % 1000 !== 0 && length < tenths.to ? `${(length / 1000).toFixed(1)} s` : roughly(length);
}
