import {cutPathApart, pathsApart} from '../../format/cut-path.js';
import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import {pathName} from '../../format/path-name.js';
import {sanitise} from '../../format/sanitise.js';
import type {StoreStatus} from '../../store/store.js';
import type {Theme} from '../../themes/theme.js';
import {drawn, type PartSize} from '../spans/lines.js';
import type {PieceLine} from '../spans/piece.js';

/** Space between the names and the facts after them. */
const gap = '  ';

/** Maximum number of formats listed by name. */
const namedFormats = 2;

/** Returns the formats of the requests read so far; '' before the first line. */
export function formatsText({
	formats = [],
	unrecognised,
}: Pick<StoreStatus, 'formats' | 'unrecognised'>): string {
	if (formats.length === 0) {
		return unrecognised > 0 ? 'no known format' : '';
	}
	const more = formats.length - namedFormats;
	return formats.slice(0, namedFormats).join(', ') + (more > 0 ? ` +${more}` : '');
}

/**
 * Describes the watched files in at most `width` columns.
 * @param facts - facts to show after the names: the first ones that fit next to the name of the first file
 */
export function titleText(watched: readonly string[], width: number, facts: readonly string[] = []): string {
	const [first = ''] = watched;
	const whole = pathName(first, Number.POSITIVE_INFINITY);
	const shared = pathsApart(watched)?.directory.length ?? whole.lastIndexOf('/') + 1;
	const name = `…${whole.slice(Math.max(0, shared - 1))}`;
	const least =
		Math.min(terminalWidth(whole), terminalWidth(name)) + terminalWidth(andMore(watched.length - 1));
	const told = facts.filter(fact => fact !== '');
	for (let n = told.length; n > 0; n--) {
		const text = gap + told.slice(0, n).join(' · ');
		const room = width - terminalWidth(text);
		if (least <= room) {
			return namesText(watched, room) + text;
		}
	}
	return namesText(watched, width);
}

/** Lists the watched files in at most `width` columns: the complete names that fit, and the number of the rest. */
function namesText(watched: readonly string[], width: number): string {
	let fitting: string | undefined;
	let names = '';
	for (const [index, path] of watched.entries()) {
		names += (index > 0 ? ', ' : '') + pathName(path, width);
		if (terminalWidth(names) > width) {
			break;
		}
		const text = names + andMore(watched.length - index - 1);
		if (terminalWidth(text) <= width) {
			fitting = text;
		}
	}
	const rest = andMore(watched.length - 1);
	const [first = ''] = watched;
	const apart = pathsApart(watched);
	const room = width - rest.length;
	return fitting ?? (apart ? cutPathApart(sanitise(first), room, apart) : pathName(first, room)) + rest;
}

function andMore(n: number): string {
	return n > 0 ? ` and ${n} more` : '';
}

type TitleLineState = {
	/** The watched paths, as given or as found. */
	readonly watched: readonly string[];
	/** The formats of the requests read so far; '' for none. */
	readonly formats: string;
	/** Hint about rotated files that aren't read; '' for none. */
	readonly hint: string;
	/** The firing rules as text; '' for none. */
	readonly alert: string;
	readonly theme: Theme;
};

const name = 'reqscope';
/** Maximum share of the line for an alert. */
const alertShare = 0.7;

/** Draws the name of the program, the watched files and alerts. */
export function drawTitleLine(
	{watched, formats, hint, alert, theme}: TitleLineState,
	{width}: PartSize,
): readonly PieceLine[] {
	const most = Math.floor(width * alertShare);
	const alarm = alert === '' ? '' : gap + (terminalWidth(alert) > most ? fitWidth(alert, most) : alert);
	const room = Math.max(0, width - terminalWidth(alarm));
	const left = room - name.length - gap.length;
	const files = gap + titleText(watched, Math.max(1, left), [formats, hint]);
	return [
		{
			pieces: [
				{text: fitWidth(name, Math.min(name.length, room)), style: theme.title},
				{text: fitWidth(files, room - name.length).trimEnd()},
				{text: alarm, style: theme.problem},
			],
		},
	];
}

/** The title of the screen. */
export const TitleLine = drawn(drawTitleLine);
