import {Text} from 'ink';
import {memo} from 'react';
import {cutPathApart, pathsApart} from '../../format/cut-path.js';
import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import {pathName} from '../../format/path-name.js';
import {sanitise} from '../../format/sanitise.js';
import type {StoreStatus} from '../../store/store.js';
import type {Theme} from '../../themes/theme.js';

/** Between the names and what is told behind them. */
const gap = '  ';

/** So many formats are named. */
const namedFormats = 2;

/** Names the formats that requests were read in; empty before there is any. */
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
 * Tells what is watched in at most `width` columns.
 * @param facts - what is told behind the names: the first ones that there is room for beside the name of the first file
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

/** Names what is watched in at most `width` columns: as many as fit whole, and how many there are besides. */
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

type Props = {
	/** What is watched: paths as given, or as found. */
	readonly watched: readonly string[];
	/** The formats that requests were read in; empty: none yet. */
	readonly formats: string;
	/** What is told of rotated files that aren't read; empty: nothing. */
	readonly hint: string;
	/** The rules that are firing, in words; empty: none. */
	readonly alert: string;
	readonly width: number;
	readonly theme: Theme;
};

const name = 'reqscope';
/** How much of the line an alert takes at most. */
const alertShare = 0.7;

/** The program, what it watches, and what is alarming. Memoised: it stays the same while rows flow. */
export const TitleLine = memo(function TitleLine({watched, formats, hint, alert, width, theme}: Props) {
	const most = Math.floor(width * alertShare);
	const alarm = alert === '' ? '' : gap + (terminalWidth(alert) > most ? fitWidth(alert, most) : alert);
	const room = Math.max(0, width - terminalWidth(alarm));
	const left = room - name.length - gap.length;
	return (
		<Text wrap="truncate-end">
			<Text {...theme.title}>{fitWidth(name, Math.min(name.length, room))}</Text>
			{fitWidth(gap + titleText(watched, Math.max(1, left), [formats, hint]), room - name.length).trimEnd()}
			<Text {...theme.problem}>{alarm}</Text>
		</Text>
	);
});
