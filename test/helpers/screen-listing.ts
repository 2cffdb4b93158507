import type {ExpectedRow} from './expected-listing.js';
import type {Condition, Terminal} from './terminal.js';

/** A row read from the screen. */
export type ScreenRow = ExpectedRow & {
	readonly token: string;
	/** Screen line, counted from 0. */
	readonly line: number;
};

export type ScreenListing = {
	/** The number in the count line, or null if there is no count line. */
	readonly count: number | null;
	/** The rest of the count line. */
	readonly beside: string;
	readonly headerLine: number;
	readonly rows: readonly ScreenRow[];
};

const countLine = /^\W*?(\d+) results found(?:\s+(.*))?$/;
const header = /^\W*Status\s+IP\s+Method\s+URL\s+Time\s+Token(?:\s+[A-Z][a-z]+)*\W*$/;
const row =
	/^\W*?(\d+|n\/a)\s+(\S+)\s+(\S+)\s+(.*?)\s+((?:\d{1,2} [A-Z][a-z]{2} \d{4} )?\d{1,2}:\d\d:\d\d|n\/a)(?: ?…)?\s+([0-9a-f]{13})(?:\s.*)?\W*$/;

const pagerDay = /^\W*(\d{1,2} [A-Z][a-z]{2} \d{4})(?: and before)? · \d/;
const clock = /^\d{1,2}:/;

/** Parses the listing on a screen or in printed text: the count line, the header line and the rows below it. */
export function readListing(lines: readonly string[]): ScreenListing {
	const [, n, beside = ''] = lines.map(line => countLine.exec(line)).find(match => match !== null) ?? [];
	const headerLine = lines.findIndex(line => header.test(line));
	const rows: ScreenRow[] = [];
	// If rows show only the time of day, the day is on the pager line and on the first row of each later day in the list.
	let [, day = ''] = lines.map(line => pagerDay.exec(line)).find(match => match !== null) ?? [];
	for (let line = headerLine + 1; headerLine !== -1 && line < lines.length; line++) {
		const [, status, ip, method, url, time, token] = row.exec(lines[line] ?? '') ?? [];
		if (status && ip && method && url && time && token) {
			const isClock = clock.test(time);
			day = isClock || time === 'n/a' ? day : time.slice(0, time.lastIndexOf(' '));
			rows.push({status, ip, method, url, time: isClock ? `${day} ${time}` : time, token, line});
		} else if (rows.length > 0) {
			break;
		}
	}
	return {count: n === undefined ? null : Number(n), beside, headerLine, rows};
}

/** Checks that `shown` displays `whole`, either complete or shortened with an ellipsis. */
function shows(shown: string, whole: string): boolean {
	const [before = '', after] = shown.split('…');
	return after === undefined
		? shown === whole
		: whole.startsWith(before) && whole.endsWith(after) && whole.length > before.length + after.length;
}

/** Returns true if the rows are the expected ones in this order. Otherwise describes the first difference. */
export function compareRows(rows: readonly ScreenRow[], expected: readonly ExpectedRow[]): true | string {
	for (const [index, wanted] of expected.entries()) {
		const found = rows[index];
		const same =
			found &&
			found.status === wanted.status &&
			found.ip === wanted.ip &&
			shows(found.method, wanted.method) &&
			found.time === wanted.time &&
			shows(found.url, wanted.url);
		if (!same) {
			return `row ${index}: expected ${JSON.stringify(wanted)}, found ${JSON.stringify(found)}`;
		}
	}
	return rows.length === expected.length || `${rows.length} rows instead of ${expected.length}`;
}

/** Returns a condition: the screen shows this count and exactly these rows. */
export function shownListing(count: number, expected: readonly ExpectedRow[]): Condition {
	return lines => {
		const {count: found, rows} = readListing(lines);
		return found === count ? compareRows(rows, expected) : `count ${found} instead of ${count}`;
	};
}

/** Returns a condition: the screen has exactly these lines. The failure names the first line that differs. */
export function showing(expected: readonly string[]): Condition {
	return lines => {
		const at = expected.findIndex((line, index) => line !== lines[index]);
		return (at === -1 && lines.length === expected.length) || `line ${at} was: ${expected[at]}`;
	};
}

/** Returns the rows that differ from all other rows in their background, inverse style or leading sign. */
export function selectedRows(terminal: Terminal): ScreenRow[] {
	const lines = terminal.screen();
	const painting = terminal.painting();
	const {rows} = readListing(lines);
	// Compares the cell of the address, because status codes may have their own colours.
	const shapes = rows.map(({line, ip}) => {
		const text = lines[line] ?? '';
		return `${/^\W*/.exec(text)?.[0].trim()} ${painting[line]?.[text.indexOf(ip)]}`;
	});
	return rows.filter(
		(_, index) => shapes.filter(look => look === shapes[index]).length === 1 && rows.length > 2,
	);
}
