import {fieldNames} from '../../query/field-names.js';
import type {Command} from '../keys/command.js';
import {bindings, haveUsualKeys} from '../keys/keys-in-force.js';
import {wordTable, wordTerm} from '../palette/word-table.js';
import type {PanelLine} from '../panel/panel-line.js';
import {wrappedLines} from '../panel/wrapped-lines.js';

/** A text that names keys, and the commands whose usual keys these are: with others it would be wrong. */
type Told = readonly [keys: string, text: string, commands: readonly Command[]];

/** What one has come for, and the keys that lead there. */
const recipes: readonly Told[] = [
	[
		'4 f',
		'which clients cause most 4xx; of 404 alone: /status:404 Enter f. + only one of them, - without',
		['status4', 'facets', 'search', 'open', 'wanted', 'unwanted'],
	],
	[
		'5 i',
		'when the 5xx started: ← → choose a column, + looks into it, Enter searches in it',
		['status5', 'timeline', 'cellLeft', 'cellRight', 'wanted', 'open'],
	],
	[
		'j Enter',
		'what this client did before, and after; in the listing o O go along its requests',
		['rowDown', 'open', 'sameClientNext', 'sameClientPrevious'],
	],
	[
		'f → s',
		'which URLs are slowest, where the log says how long they took; r Enter f s: of one route',
		['facets', 'cellRight', 'find', 'routes', 'open'],
	],
];

const remarks: ReadonlyArray<string | readonly [text: string, commands: readonly Command[]]> = [
	'',
	'2.5/s 2xx 97% …: requests a second and their answers in the last minute; bars of half a minute.',
	[
		'In i, f and r: what is searched for is counted; 2 3 4 5 0, t T, Backspace and / change that there too.',
		['timeline', 'facets', 'routes', 'status2', 'windowNext', 'dropTerm', 'search'],
	],
	'! at a route: some of its requests are odd: their status or their query isn’t what URLs of that shape expect.',
	'p50, p95, p99: so many of 100 requests took no longer.',
	['38 new ↑: so many came while the page was held. g shows them.', ['newest']],
	'Token: the name of a request; it stays the same after a restart or a rotation.',
	'• before a request (◘: it is selected too): it is marked. ─ there: a separator stands above it.',
	'A ! after a time: more than five minutes ahead of the clock, or from 1970.',
	'A … after a time: the line was cut: it had no line end, or is longer than 64 KiB.',
	'n/a: the line doesn’t have that part.',
];

const aboutSearching = [
	'',
	'Searching (/): terms side by side must all hold; OR between them: one of them; (…): a group; - before: without.',
	'status:404 method:post -ip:203.0.113.9 duration:>1s since:15m (bot:yes OR agent:curl)',
	'A word alone is a part of the URL: checkout, "two words". Tab in the search bar lists these fields:',
];

const fields = Object.entries(fieldNames).map(([name, {explained}]) => ({name: `${name}:`, explained}));
const fieldWidth = Math.max(...fields.map(({name}) => name.length)) + 2;

const wordWidth = Math.max(...wordTable.map(row => wordTerm(row).length)) + 2;

/** All that the help says. */
export function helpLines(width: number): readonly PanelLine[] {
	const told = bindings().filter(({help, shown}) => help !== '' && shown !== '');
	const keyWidth = Math.max(...told.map(({shown}) => shown.length)) + 2;
	const right = recipes.filter(([, , commands]) => haveUsualKeys(...commands));
	const remarked = remarks.flatMap(remark =>
		typeof remark === 'string' ? [remark] : haveUsualKeys(...remark[1]) ? [remark[0]] : [],
	);
	return [
		...right.flatMap(([keys, text]) => wrappedLines(keys.padEnd(keyWidth), text, width)),
		...wrappedLines('', '', width),
		...told.flatMap(({shown, help}) => wrappedLines(shown.padEnd(keyWidth), help, width)),
		...wrappedLines('', '', width),
		...wordTable.flatMap(row => wrappedLines(wordTerm(row).padEnd(wordWidth), row.help, width)),
		...aboutSearching.flatMap(text => wrappedLines('', text, width)),
		...fields.flatMap(({name, explained}) => wrappedLines(name.padEnd(fieldWidth), explained, width)),
		...remarked.flatMap(text => wrappedLines('', text, width)),
	];
}
