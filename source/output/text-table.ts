import {cellText} from '../format/cells.js';
import {type ChosenColumn, defaultChoice} from '../format/chosen-columns.js';
import {headerOf, rulesOf} from '../format/columns.js';
import {fitCell, fitHeader} from '../format/fit-cell.js';
import {terminalWidth} from '../format/fit-width.js';
import {sanitise} from '../format/sanitise.js';
import type {TimeFormatter} from '../format/time-formatter.js';
import {asLogged} from '../query/log-field-name.js';
import type {Entry} from '../store/store.js';

/** Maximum width of a column. A wider cell exceeds its row, unless the user has set a width. */
const widest = 100;

/** Width of a complete IPv4 address, and the minimum width of a URL. */
const commonIpWidth = 15;
const minUrlWidth = 12;

/** Formats the listing as lines of text, safe for a terminal. Columns never become narrower. */
export class TextTable {
	readonly #formatTime: TimeFormatter;
	readonly #chosen: readonly ChosenColumn[];
	/** Initial widths fit typical values, so that rows are aligned even if they are printed one by one. */
	readonly #widths: number[];

	readonly #width: number;
	readonly #headers: readonly string[];

	/**
	 * @param width - maximum length of lines; long addresses and URLs are cut to fit. By default only columns with a set width are cut.
	 * @param shownField - see `Store.shownField`
	 */
	constructor(
		formatTime: TimeFormatter,
		chosen: readonly ChosenColumn[] = defaultChoice,
		width = Number.POSITIVE_INFINITY,
		shownField = asLogged,
	) {
		this.#formatTime = formatTime;
		this.#chosen = chosen;
		this.#width = width;
		this.#headers = chosen.map(({name}) => headerOf(name, shownField));
		this.#widths = chosen.map(
			({name, width: asked}, index) =>
				asked ?? Math.max(this.#headers[index]?.length ?? 0, rulesOf(name).typical),
		);
	}

	/** Returns the lines of entries, after the header if requested. */
	lines(entries: readonly Entry[], withHeader: boolean): string[] {
		const rows = entries.map(entry =>
			this.#chosen.map(({name}) => sanitise(cellText(name, entry, this.#formatTime))),
		);
		for (const row of rows) {
			for (const [index, {width}] of this.#chosen.entries()) {
				const now = this.#widths[index] ?? 0;
				this.#widths[index] = width ?? Math.max(now, Math.min(widest, terminalWidth(row[index] ?? '')));
			}
		}
		const widths = this.#fitting();
		const header = this.#chosen
			.map(({name}, index) => fitHeader(name, this.#headers[index] ?? '', widths[index] ?? 0))
			.join(' ');
		return [...(withHeader ? [header.trimEnd()] : []), ...rows.map(row => this.#line(row))];
	}

	/** Returns the widths of the columns, reduced to the available space. */
	#fitting(): readonly number[] {
		const left = this.#width - (this.#chosen.length - 1);
		if (sumOf(this.#widths) <= left) {
			return this.#widths;
		}
		const isOpen = ({name, width}: ChosenColumn, wanted: string): boolean =>
			name === wanted && width === null;
		const narrowed = this.#widths.map((width, index) => {
			const column = this.#chosen[index];
			return column && isOpen(column, 'ip') ? Math.min(width, commonIpWidth) : width;
		});
		const over = sumOf(narrowed) - left;
		return narrowed.map((width, index) => {
			const column = this.#chosen[index];
			return column && isOpen(column, 'url') ? Math.max(minUrlWidth, Math.min(width, width - over)) : width;
		});
	}

	#line(row: readonly string[]): string {
		const widths = this.#fitting();
		const isCut = Number.isFinite(this.#width);
		return this.#chosen
			.map(({name, width}, index) => {
				const text = row[index] ?? '';
				const isWhole = !isCut && width === null && terminalWidth(text) > widest;
				return isWhole ? text : fitCell(name, text, widths[index] ?? 0);
			})
			.join(' ')
			.trimEnd();
	}
}

function sumOf(widths: readonly number[]): number {
	return widths.reduce((sum, width) => sum + width, 0);
}
