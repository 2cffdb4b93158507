import {unreadAdvice} from '../../../entries/unread-advice.js';
import {decodeUtf8} from '../../../entries/values/decode-text.js';
import {breakText} from '../../../format/fit-width.js';
import {pathName} from '../../../format/path-name.js';
import {sanitise} from '../../../format/sanitise.js';
import type {UnrecognisedLine} from '../../../store/store.js';
import {type PanelLine, wrappedLines} from '../../panel/panel-lines.js';

/** The content: lines, newest first; an error; or null while the lines are being read. */
export type FetchedLines = readonly UnrecognisedLine[] | string | null;

/** Maximum number of panel lines per line of a log. */
const maxRows = 4;

/** Maximum number of bytes per column: a base character and three combining marks, each up to four bytes in UTF-8. */
const bytesPerColumn = 16;

/**
 * Returns the panel with the lines in no known format.
 * @param listed - the lines, see `loggedLines`
 * @param total - number of all such lines, including those not listed
 */
export function unrecognisedText(
	fetched: FetchedLines,
	listed: readonly PanelLine[],
	total: number,
	width: number,
): {readonly title: string; readonly lines: readonly PanelLine[]} {
	const title = 'Lines not recognised';
	if (fetched === null) {
		return {title, lines: [{lead: '', text: 'reading …'}]};
	}
	if (typeof fetched === 'string') {
		return {title, lines: wrappedLines('', sanitise(fetched), width)};
	}
	const {length} = fetched;
	const remark =
		length === 0
			? 'Every line that was read is a request.'
			: `${total > length ? `The newest ${length} of ${total}` : `${total}, newest first`}. No known format reads them; the byte is where the line begins in its file.`;
	const advice = unreadAdvice(
		fetched.map(({line}) => line),
		'FILE',
	);
	const advised = advice === undefined ? [] : wrappedLines('', advice, width);
	return {title, lines: [...wrappedLines('', remark, width), ...advised, ...listed]};
}

/** Formats lines of a log for the panel: the file if it differs from the previous one, offsets, and shortened content. */
export function loggedLines(fetched: FetchedLines, width: number): readonly PanelLine[] {
	if (fetched === null || typeof fetched === 'string') {
		return [];
	}
	const digits = Math.max(...fetched.map(({offset}) => String(offset).length));
	const textWidth = Math.max(1, width - digits - 7);
	let fileBefore: string | undefined;
	return fetched.flatMap(({file, offset, line}) => {
		const heading = file === fileBefore ? [] : [{lead: pathName(file, width), text: ''}];
		fileBefore = file;
		return [
			...heading,
			...textOf(line, textWidth).map((text, row) => ({
				lead: row === 0 ? `byte ${String(offset).padStart(digits)}: ` : ' '.repeat(digits + 7),
				text,
			})),
		];
	});
}

function textOf(line: Uint8Array | null, textWidth: number): readonly string[] {
	if (line === null) {
		return breakText('(can no longer be read)', textWidth, maxRows);
	}
	const near = Buffer.from(line.subarray(0, bytesPerColumn * textWidth * maxRows));
	return breakText(sanitise(decodeUtf8(near)), textWidth, maxRows);
}
