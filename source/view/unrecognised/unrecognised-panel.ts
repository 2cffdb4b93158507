import {decodeUtf8} from '../../entries/values/decode-text.js';
import {breakText} from '../../format/fit-width.js';
import {pathName} from '../../format/path-name.js';
import {sanitise} from '../../format/sanitise.js';
import type {UnrecognisedLine} from '../../store/store.js';
import {type PanelLine, wrappedLines} from '../panel/panel-lines.js';

/** What there is to show: lines, newest first; why there are none; or null, as long as they are being read. */
export type FetchedLines = readonly UnrecognisedLine[] | string | null;

/** Lines of the panel that one line of a log takes at most. */
const mostRows = 4;

/** UTF-8 takes at most four bytes for a base, and as many for each of the three marks on it. */
const bytesPerColumn = 16;

/**
 * The panel with the lines that no format reads.
 * @param listed - the lines themselves: see `loggedLines`
 * @param total - how many there are, those not listed included
 */
export function unrecognisedPanel(
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
			: `${total > length ? `The newest ${length} of ${total}` : `${total}, newest first`}: the number before a line is the byte of the file at which it begins. No known format reads it.`;
	return {title, lines: [...wrappedLines('', remark, width), ...listed]};
}

/** Lines of a log as lines of a panel: the file where it is another one than before, offsets, and texts cut short. */
export function loggedLines(fetched: FetchedLines, width: number): readonly PanelLine[] {
	if (fetched === null || typeof fetched === 'string') {
		return [];
	}

	const digits = Math.max(...fetched.map(({offset}) => String(offset).length));
	const room = Math.max(1, width - digits - 2);
	let fileBefore: string | undefined;
	return fetched.flatMap(({file, offset, line}) => {
		const heading = file === fileBefore ? [] : [{lead: pathName(file, width), text: ''}];
		fileBefore = file;
		return [
			...heading,
			...textOf(line, room).map((text, row) => ({
				lead: `${row === 0 ? String(offset).padStart(digits) : ' '.repeat(digits)}  `,
				text,
			})),
		];
	});
}

function textOf(line: Uint8Array | null, room: number): readonly string[] {
	if (line === null) {
		return breakText('(can no longer be read)', room, mostRows);
	}

	const near = Buffer.from(line.subarray(0, bytesPerColumn * room * mostRows));
	return breakText(sanitise(decodeUtf8(near)), room, mostRows);
}
