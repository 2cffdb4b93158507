import {cells} from '../listing/cells.js';
import {type Cells, type Column, columns} from '../listing/columns.js';
import {fitWidth} from '../listing/fit-width.js';
import {header} from '../listing/header.js';
import {sanitise} from '../listing/sanitise.js';
import {terminalWidth} from '../listing/terminal-width.js';
import type {TimeFormatter} from '../listing/time-formatter.js';
import type {Entry} from '../store/store.js';

/** The widest that a column is made; a wider cell stands out of its row. */
const widest = 100;

/** Writes the listing as lines of text, safe for a terminal, in columns that only ever widen. */
export class TextTable {
	readonly #formatTime: TimeFormatter;
	/** Wide enough for most, so that rows that come one by one stand in line. */
	readonly #widths: Record<Column, number> = {status: 6, ip: 15, method: 6, url: 3, time: 20, token: 13};

	constructor(formatTime: TimeFormatter) {
		this.#formatTime = formatTime;
	}

	/** The lines of these entries, after the header line if that is wanted. */
	lines(entries: readonly Entry[], withHeader: boolean): string[] {
		const rows = entries.map(entry => safe(cells(entry, this.#formatTime)));
		for (const row of rows) {
			for (const column of columns) {
				this.#widths[column] = Math.max(this.#widths[column], Math.min(widest, terminalWidth(row[column])));
			}
		}
		return (withHeader ? [header, ...rows] : rows).map(row => this.#line(row));
	}

	#line(row: Cells): string {
		return columns
			.map(column =>
				terminalWidth(row[column]) > widest ? row[column] : fitWidth(row[column], this.#widths[column]),
			)
			.join(' ')
			.trimEnd();
	}
}

const safe = (texts: Cells): Cells => ({
	status: sanitise(texts.status),
	ip: sanitise(texts.ip),
	method: sanitise(texts.method),
	url: sanitise(texts.url),
	time: texts.time,
	token: texts.token,
});
