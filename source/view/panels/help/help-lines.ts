import {wrapText} from '../../../format/fit-width.js';
import type {Command, KeySection} from '../../../keys/command.js';
import {allKeysOf, bindings, haveDefaultKeys, keysOf} from '../../../keys/key-bindings.js';
import {fieldNames} from '../../../query/field-names.js';
import {copyHints} from '../../copy-and-save/copier.js';
import {wordTable, wordTerm} from '../../palette/palette-items.js';
import type {OpenedFrom, Panel} from '../../panel/open-panel.js';
import {type PanelLine, textLine, wrappedLines} from '../../panel/panel-lines.js';

/**
 * An explanation with keys, and the commands to which these keys belong by default. It is hidden if the user has changed one of
 * them.
 */
type HelpRow = readonly [keys: string, text: string, commands: readonly Command[]];

/** Typical tasks, and the keys for them. */
const recipes: readonly HelpRow[] = [
	[
		'5 d',
		'the culprit: differences of the 5xx from other requests; + - use a finding, and / finds others than 5xx',
		['status5', 'differences', 'wanted', 'unwanted', 'search'],
	],
	[
		'T T d',
		'what has changed: compares the last hour with the hour before; t d: the last 5 min; i Space: any range',
		['windowPrevious', 'windowNext', 'differences', 'timeline', 'pageDown'],
	],
	[
		'4 f',
		'which clients cause most 4xx; only 404: /status:404 Enter f. + shows one of them, - hides it',
		['status4', 'facets', 'search', 'open', 'wanted', 'unwanted'],
	],
	[
		'5 i',
		'when the 5xx started: ← → choose a column, + zooms in, Enter searches in it',
		['status5', 'timeline', 'cellLeft', 'cellRight', 'wanted', 'open'],
	],
	[
		'j Enter',
		'requests of this client before and after; in the listing o O step through them',
		['rowDown', 'open', 'sameClientNext', 'sameClientPrevious'],
	],
	[
		'l ← ↑',
		'how durations changed; ↑ ↓ choose some of a column, Enter searches for them',
		['latency', 'cellLeft', 'rowUp', 'rowDown', 'open'],
	],
	[
		'f w',
		'whose addresses these are: their owners, f y: their countries; needs a file, "geo" in the config',
		['facets'],
	],
	[
		'f s s',
		'which clients take the most bytes; s again: the slowest ones, if durations are logged; f u s s s: the slowest URLs',
		['facets', 'find'],
	],
	['f g', 'which versions of apps and browsers: whole user agents; f a: only their names', ['facets']],
];

const remarks: ReadonlyArray<string | readonly [text: string, commands: readonly Command[]]> = [
	'2xx 97 % … p95 95 ms: of all matches. 2.5/s: requests per second in the last minute. z: a bar is half a minute.',
	[
		'i, f and r count the matches of the search; 2 3 4 5 0, t T, Backspace and / change it there, too.',
		['timeline', 'facets', 'routes', 'status2', 'windowNext', 'dropTerm', 'search'],
	],
	'! at a route: some of its requests have an unusual status or query for URLs of that shape.',
	'p50, p95, p99: 50, 95 or 99 of 100 requests took at most that long.',
	['38 new ↑: 38 requests arrived while the page stayed in place. g shows them.', ['newest']],
	'Token: the name of a request; it stays the same after a restart or a rotation.',
	'• before a request: it has a bookmark (◘: and is selected). ─ before a request: a separator is above it.',
	'A ! after a time: more than five minutes ahead of the clock, or from 1970.',
	'A ~ before a time: the line has no time; this is when it was read.',
	'A … after a time: the line was cut off: it had no line end, or is longer than 64 KiB.',
	'n/a: the line doesn’t have that part.',
];

const aboutSearching = [
	'All terms must match; with OR between them: one of them; (…): a group; - before a term: without.',
	'status:404 method:post -ip:203.0.113.9 duration:>1s since:15m (bot:yes OR agent:curl)',
	'A plain word matches a part of the URL: checkout, "two words". Tab in the search bar lists these fields:',
];

/** An entry of the help: about a key or a name, or without a lead. */
type Row = readonly [lead: string, text: string];

type Section = {
	readonly name: OpenedFrom | KeySection | 'other';
	readonly heading: string;
	readonly rows: readonly Row[];
};

function textRow(text: string): Row {
	return ['', text];
}

/** Keys for editing any line. */
const editing: readonly Row[] = [
	['← → ^B ^F', 'a character to the left, to the right'],
	['Home End ^A ^E', 'to the beginning, to the end'],
	['Backspace ^H', 'delete the character before'],
	['Del ^D', 'delete the character there'],
	['^W', 'delete the word before'],
	['^U', 'delete the whole line'],
	['^K', 'delete to the end'],
];

const barKeys: readonly Row[] = [
	['Enter', 'keep the search; take the one chosen in the list'],
	['Esc', 'leave the list; return to the previous search'],
	['Tab', 'complete, or choose in the list'],
	['↑ ↓', 'earlier searches and back; choose in the list'],
	['^R', 'find an earlier search by a part of it'],
	...editing,
];

const lineKeys: readonly Row[] = [
	['Enter', 'done'],
	['Esc', 'leave the line'],
	['Tab', 'file name: change the format; command: complete'],
	['↑ ↓', 'command: choose in the list'],
	...editing,
];

function keyRows(section: KeySection): readonly Row[] {
	return bindings().flatMap(({shown, help, ...binding}): readonly Row[] =>
		binding.section !== section || help === undefined || shown === '' ? [] : [[shown, help]],
	);
}

/** Returns a name followed by the key that opens it. */
function withKey(name: string, command: Command): string {
	const key = keysOf(command);
	return key === null ? name : `${name} (${key})`;
}

/** Returns all sections, starting with the one for the origin of the help. */
function sectionsFor(panels: readonly Panel[], from: OpenedFrom): readonly Section[] {
	const examples = recipes.filter(([, , commands]) => haveDefaultKeys(...commands));
	const remarked = remarks.flatMap(remark =>
		typeof remark === 'string' ? [remark] : haveDefaultKeys(...remark[1]) ? [remark[0]] : [],
	);
	const sections: readonly Section[] = [
		{name: 'listing', heading: 'Listing', rows: keyRows('listing')},
		{name: 'other', heading: 'Examples', rows: examples.map(([keys, text]) => [keys, text])},
		{name: 'row', heading: 'Selected request', rows: keyRows('row')},
		{
			name: 'other',
			heading: withKey('What to copy', 'chooseCopy'),
			rows: copyHints.map(({key, text}) => [key, text]),
		},
		{name: 'search', heading: 'Search', rows: keyRows('search')},
		{name: 'bar', heading: withKey('Search bar', 'search'), rows: barKeys},
		{name: 'line', heading: 'Other lines', rows: lineKeys},
		{name: 'panels', heading: 'Panels', rows: keyRows('panels')},
		...panels.map(({command, name, keys}) => ({
			name: command,
			heading: withKey(name, command),
			rows: keys
				.map(([commands, help]): Row => [allKeysOf(...commands), help])
				.filter(([lead]) => lead !== ''),
		})),
	];
	return [
		...sections.filter(({name}) => name === from),
		...sections.filter(({name}) => name !== from),
		{name: 'everywhere', heading: 'Everywhere', rows: keyRows('everywhere')},
		{
			name: 'other',
			heading: withKey('Commands', 'palette'),
			rows: wordTable.map(row => [wordTerm(row), row.help]),
		},
		{
			name: 'other',
			heading: 'Search syntax',
			rows: [
				...aboutSearching.map(textRow),
				...Object.entries(fieldNames).map(([name, {explained}]): Row => [`${name}:`, explained]),
			],
		},
		{name: 'other', heading: 'Signs and words', rows: remarked.map(textRow)},
	];
}

/** Ignores case and the kind of apostrophe. */
function folded(text: string): string {
	return text.toLowerCase().replaceAll('’', "'");
}

/** Minimum length of a filter that also applies to headings: a shorter one is a key. */
const minHeadingFilter = 3;

/** True if a filter selects the whole section: a word of the heading begins with it. */
function isNamed({heading}: Section, wanted: string): boolean {
	return wanted.length >= minHeadingFilter && ` ${folded(heading)}`.includes(` ${wanted}`);
}

/** Minimum width of the text next to its key. With less, it is on separate lines. */
const minTextWidth = 16;

function rowLines([lead, text]: Row, leadWidth: number, width: number): readonly PanelLine[] {
	return lead === '' || width - leadWidth >= minTextWidth
		? wrappedLines(lead === '' ? '' : lead.padEnd(leadWidth), text, width)
		: [...wrapText(lead, width).map(key => ({lead: key, text: ''})), ...wrappedLines('  ', text, width)];
}

/**
 * Returns the lines of the help, in sections.
 * @param from - the origin of the help, whose section is first
 * @param filter - shows first the sections whose headings have a word that begins with this, then rows that contain this in their
 *   keys or text, with their headings; '' shows everything
 * @param isSpoken - true for a screen reader: headings then have no rules, which would be read out
 */
export function helpLines(
	panels: readonly Panel[],
	width: number,
	from: OpenedFrom = 'listing',
	filter = '',
	isSpoken = false,
): readonly PanelLine[] {
	const wanted = folded(filter.trim());
	const all = sectionsFor(panels, from);
	const named = all.filter(section => isNamed(section, wanted));
	return [...named, ...all.filter(section => !named.includes(section))]
		.flatMap(section => {
			const {heading, rows} = section;
			const leadWidth = Math.max(0, ...rows.map(([lead]) => lead.length)) + 2;
			const isWhole = named.includes(section);
			const found = rows.filter(row => isWhole || row.some(part => folded(part).includes(wanted)));
			return found.length === 0
				? []
				: [
						textLine(''),
						{lead: isSpoken ? heading : `── ${heading} ──`, text: ''},
						...found.flatMap(row => rowLines(row, leadWidth, width)),
					];
		})
		.slice(1);
}
