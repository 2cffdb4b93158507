import {breakText} from '../../../listing/break-text.js';
import {fitWidth, unitsPerColumn} from '../../../listing/fit-width.js';
import {sanitise} from '../../../listing/sanitise.js';
import {wrapText} from '../../../listing/wrap-text.js';
import type {Entry} from '../../../store/store.js';
import type {PanelLine} from '../../panel/panel-line.js';
import type {Look, Theme} from '../../themes/theme.js';

/** A line of a story, and where it leads. */
export type StoryLine = {
	readonly line: PanelLine;
	/** The request that Enter opens here. */
	readonly opens?: Entry;
	/** The address whose requests Enter searches for here. */
	readonly searches?: string;
	/** What tells it from the other lines that open something, also when it has moved. */
	readonly key?: string;
};

/** What all sections of a story are drawn with. */
export type Page = {readonly width: number; readonly theme: Theme};

/** Columns of the names that stand before texts. */
const nameWidth = 16;

/** Lines that a text takes at most, unless said otherwise. */
const mostRows = 4;

/** Remarks are short, but for what the system says. */
const remarkLimit = 2000;

/** What stands above a section, and, dimmer, what there is to say of it. */
export function heading(text: string, remark: string, {width, theme}: Page): StoryLine {
	const lead = fitWidth(sanitise(text), Math.min(width, text.length));
	const rest =
		remark === ''
			? ''
			: fitWidth(`  ${sanitise(remark.slice(0, remarkLimit))}`, width - lead.length).trimEnd();
	return {
		line: {
			pieces: [
				{text: lead, look: theme.title},
				{text: rest, look: theme.aside},
			],
		},
	};
}

/** Any text with its name before it, on as many lines as it takes. */
export function named(
	name: string,
	text: string,
	{width, theme}: Page,
	look?: Look,
	most = mostRows,
): readonly StoryLine[] {
	const room = Math.max(1, width - nameWidth);
	return broken(text, room, most).map((part, row) => ({
		line: {
			pieces: [
				{
					text: fitWidth(
						row === 0 ? `  ${sanitise(name.slice(0, remarkLimit))}` : '',
						Math.min(width, nameWidth - 1),
					),
					look: theme.aside,
				},
				{text: nameWidth <= width ? ` ${part}` : '', look},
			],
		},
	}));
}

/** A remark in a section, broken at its spaces. */
export function remark(text: string, {width, theme}: Page, indent = '  '): readonly StoryLine[] {
	return wrapText(sanitise(text.slice(0, remarkLimit)), Math.max(1, width - indent.length)).map(part => ({
		line: {pieces: [{text: fitWidth(indent + part, width).trimEnd(), look: theme.aside}]},
	}));
}

/** Any text as lines of at most `width` columns, safe for the terminal; of more than `most`, the last ends in `…`. */
export function broken(text: string, width: number, most: number): readonly string[] {
	return breakText(sanitise(text.slice(0, unitsPerColumn * width * (most + 1))), width, most);
}
