import {pathName} from '../../../../format/path-name.js';
import type {Entry} from '../../../../store/store.js';
import type {RawLine} from '../facts/raw-reads.js';
import {broken, type DetailLine, heading, type Page, remark} from './detail-line.js';

/** Maximum number of screen lines for the raw line. */
const maxRows = 25;

/** Returns the line as logged with control characters made visible, and its file and offset. */
export function rawLines({file, offset}: Entry, raw: RawLine, page: Page): readonly DetailLine[] {
	const {width} = page;
	const where = `, byte ${offset}`;
	const title = 'Line';
	const name = pathName(file, Math.max(1, width - title.length - 2 - where.length));
	return [heading(title, `${name}${where}`, page), ...textLines(raw, page)];
}

function textLines(raw: RawLine, page: Page): readonly DetailLine[] {
	const {width} = page;
	switch (raw.state) {
		case 'reading':
			return remark(
				raw.share === null ? 'reading back …' : `reading back … ${Math.floor(raw.share * 100)} %`,
				page,
			);
		case 'gone':
			return remark(
				'gone: the file was deleted or overwritten, and no readable rotated file has the line',
				page,
			);
		case 'failed':
			return remark(`can’t be read back: ${raw.problem}`, page);
		case 'read': {
			const rows = broken(raw.text, width, maxRows);
			const isCut = rows.length === maxRows && rows.at(-1)?.endsWith('…') === true;
			return [
				...rows.map(text => ({line: {spans: [{text}]}})),
				...(isCut ? remark(`truncated; the line has ${raw.bytes} B`, page) : []),
			];
		}
	}
}
