import type {LogValue} from '../../../../entries/log-fields/log-value.js';
import {terminalWidth} from '../../../../format/fit-width.js';
import {sanitise} from '../../../../format/sanitise.js';
import {termFor} from '../../../../query/terms.js';
import type {RawLine} from '../facts/raw-reads.js';
import {type DetailLine, heading, minNameWidth, named, type Page} from './detail-line.js';

/** Spaces before and after a name. */
const margins = 3;

/** Returns the log fields of a line, in its order. The user can search for them. */
export function logFieldLines(raw: RawLine, page: Page): readonly DetailLine[] {
	if (raw.state !== 'read' || raw.logFields.length === 0) {
		return [];
	}
	const widest = Math.max(...raw.logFields.map(({shownName}) => terminalWidth(sanitise(shownName))));
	const nameWidth = Math.max(minNameWidth, Math.min(widest + margins, Math.floor(page.width / 3)));
	return [
		heading('Log fields', '', page),
		...raw.logFields.flatMap(field => {
			const [first, ...more] = named(field.shownName, field.text, page, {nameWidth});
			return first === undefined ? [] : [{...first, ...searching(field)}, ...more];
		}),
	];
}

function searching({name, text}: LogValue): Pick<DetailLine, 'key' | 'term'> {
	return {key: `@${name}`, term: isWanted => termFor(`@${name.toLowerCase()}`, text, isWanted)};
}
