import {commonPathOf, cutPathApart} from '../../format/cut-path.js';
import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import {pathName} from '../../format/path-name.js';
import {sanitise} from '../../format/sanitise.js';
import type {StoreStatus} from '../../store/store.js';
import type {Theme} from '../../themes/theme.js';
import type {Activity} from '../listing/activity.js';
import type {FiringText} from '../listing/firing-text.js';
import {drawn, type PartSize} from '../spans/lines.js';
import {type Span, type SpanLine, widthOf} from '../spans/span.js';

/** Space between the names and the facts after them. */
const gap = '  ';

/** Returns the formats of the requests read so far; '' before the first line. */
export function formatsText({
	formats = [],
	unrecognised,
}: Pick<StoreStatus, 'formats' | 'unrecognised'>): string {
	if (formats.length === 0) {
		return unrecognised > 0 ? 'no known format' : '';
	}
	// Names contain commas.
	return formats.length > 2 ? `${formats[0]}${andMore(formats.length - 1)}` : formats.join(' and ');
}

/**
 * Describes the watched files in at most `width` columns.
 * @param facts - facts to show after the names: the first ones that fit next to the name of the first file
 */
export function titleText(watched: readonly string[], width: number, facts: readonly string[] = []): string {
	const [first = ''] = watched;
	const whole = pathName(first, Number.POSITIVE_INFINITY);
	const shared = commonPathOf(watched)?.directory.length ?? whole.lastIndexOf('/') + 1;
	const name = `…${whole.slice(Math.max(0, shared - 1))}`;
	const minNamesWidth =
		Math.min(terminalWidth(whole), terminalWidth(name)) + terminalWidth(andMore(watched.length - 1));
	const shown = facts.filter(fact => fact !== '');
	for (let n = shown.length; n > 0; n--) {
		const text = gap + shown.slice(0, n).join(' · ');
		const namesWidth = width - terminalWidth(text);
		if (minNamesWidth <= namesWidth) {
			return namesText(watched, namesWidth) + text;
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
	const apart = commonPathOf(watched);
	const left = width - rest.length;
	return fitting ?? (apart ? cutPathApart(sanitise(first), left, apart) : pathName(first, left)) + rest;
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
	readonly alert: FiringText | null;
	/** p95 of the matches and their rate, the more important one last; '' if unknown. */
	readonly facts: readonly string[];
	readonly activity: Activity;
	readonly theme: Theme;
};

const name = 'reqscope';
/** Minimum width of the details of alerts where they are cut. */
const minDetails = 16;
/** Width that facts leave for the name of the program and the files. */
const minLeft = 30;

/** Draws the name of the program and the watched files, and at the right end figures, alerts and the state. */
export function drawTitleLine(
	{watched, formats, hint, alert, facts, activity, theme}: TitleLineState,
	{width}: PartSize,
): readonly SpanLine[] {
	const shortest = 1 + name.length + gap.length + terminalWidth(titleText(watched, minLeft));
	const right = rightSpans(alert, facts, activity, {width, shortest}, theme);
	const leftWidth = Math.max(0, width - 1 - widthOf(right));
	const namesWidth = leftWidth - name.length - gap.length;
	const files = gap + titleText(watched, Math.max(1, namesWidth), [formats, hint]);
	const shown = fitWidth(files, Math.max(0, leftWidth - name.length));
	const [names, after] = splitFacts(shown, watched);
	return [
		{
			spans: [
				{text: ' '},
				{text: fitWidth(name, Math.min(name.length, leftWidth)), style: theme.accent},
				{text: names, style: theme.title},
				{text: after, style: theme.muted},
				...right,
			].filter(({text}) => text !== ''),
			style: theme.top,
		},
	];
}

/** Splits the description of the files into their names and the facts after them. */
function splitFacts(text: string, watched: readonly string[]): readonly [string, string] {
	const start = text.search(/\S/);
	const end = watched.length === 0 || start === -1 ? -1 : text.indexOf(gap, start);
	return end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end)];
}

/**
 * Returns the state after the alerts and the figures that fit. Details of alerts are more important than figures.
 * @param shortest - width that the name of the program and the files need: names of alerts are cut only if they need more
 */
function rightSpans(
	alert: FiringText | null,
	facts: readonly string[],
	activity: Activity,
	{width, shortest}: {readonly width: number; readonly shortest: number},
	theme: Theme,
): readonly Span[] {
	const state = [{text: activity.text, style: activity.style}, {text: ' '}];
	const known = facts.filter(fact => fact !== '');
	const badgeOf = (text: string) => [{text: ` ${text} `, style: theme.badge}, {text: gap}];
	const badges: Array<readonly Span[]> = alert ? [badgeOf(alert.whole), badgeOf(alert.brief)] : [[]];
	const widthBeside = (left: number): number =>
		width - left - gap.length - widthOf([...badgeOf(''), ...state]);
	const isCut = alert?.within(widthBeside(minLeft)).includes('…') ?? false;
	const left = isCut ? Math.min(minLeft, shortest) : minLeft;
	const alertWidth = widthBeside(left);
	if (alert && alertWidth >= alert.brief.length + minDetails) {
		badges.splice(1, 0, badgeOf(alert.within(alertWidth)));
	}
	for (const badge of badges) {
		for (let from = 0; from <= known.length; from++) {
			const figures = known.slice(from).map(fact => fact + factGap);
			const spans = [{text: gap + figures.join('')}, ...badge, ...state];
			if (widthOf(spans) + left <= width) {
				return spans;
			}
		}
	}
	const brief = alert?.brief ?? '';
	const shown = fitWidth(brief, Math.min(terminalWidth(brief), width - 2)).trimEnd();
	return shown === '' ? [] : [{text: ` ${shown} `, style: theme.badge}];
}

/** Space between two figures. */
const factGap = '   ';

/** The title of the screen. */
export const TitleLine = drawn(drawTitleLine);
