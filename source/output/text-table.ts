import {cellText} from '../listing/cells.js';
import {type ChosenColumn, usualChoice} from '../listing/chosen-columns.js';
import {rulesOf} from '../listing/columns.js';
import {fitCell, fitHeader} from '../listing/fit-cell.js';
import {sanitise} from '../listing/sanitise.js';
import {terminalWidth} from '../listing/terminal-width.js';
import type {TimeFormatter} from '../listing/time-formatter.js';
import type {Entry} from '../store/store.js';

/** The widest that a column is made; a wider cell stands out of its row, unless a width was asked for. */
const widest = 100;

/** Writes the listing as lines of text, safe for a terminal, in columns that only ever widen. */
export class TextTable {
	readonly #formatTime: TimeFormatter;
	readonly #chosen: readonly ChosenColumn[];
	/** Wide enough for most, so that rows that come one by one stand in line. */
	readonly #widths: number[];

	constructor(formatTime: TimeFormatter, chosen: readonly ChosenColumn[] = usualChoice) {
		this.#formatTime = formatTime;
		this.#chosen = chosen;
		this.#widths = chosen.map(({name, width}) => {
			const {header, typical} = rulesOf(name);
			return width ?? Math.max(header.length, typical);
		});
	}

	/** The lines of these entries, after the header line if that is wanted. */
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
		const header = this.#chosen.map(({name}, index) => fitHeader(name, this.#widths[index] ?? 0)).join(' ');
		return [...(withHeader ? [header.trimEnd()] : []), ...rows.map(row => this.#line(row))];
	}

	#line(row: readonly string[]): string {
		return this.#chosen
			.map(({name, width}, index) => {
				const text = row[index] ?? '';
				const isWhole = width === null && terminalWidth(text) > widest;
				return isWhole ? text : fitCell(name, text, this.#widths[index] ?? 0);
			})
			.join(' ')
			.trimEnd();
	}
}
