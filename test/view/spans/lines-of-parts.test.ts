import test from 'ava';
import {timeFormatter} from '../../../source/format/time-formatter.js';
import {noSeparators} from '../../../source/view/bookmarks/separators.js';
import {drawCompletionLines} from '../../../source/view/components/completion-lines.js';
import {drawCountLine} from '../../../source/view/components/count-line.js';
import {drawFooter} from '../../../source/view/components/footer.js';
import {drawListing} from '../../../source/view/components/listing.js';
import {drawStatus} from '../../../source/view/components/status-lines.js';
import {drawTitleLine} from '../../../source/view/components/title-line.js';
import {columnWidths} from '../../../source/view/layout/column-widths.js';
import type {FiringText} from '../../../source/view/listing/firing-text.js';
import {initialListing, type ListingState} from '../../../source/view/listing/listing-state.js';
import {toRow} from '../../../source/view/listing/row.js';
import {drawPanel} from '../../../source/view/panel/panel.js';
import {drawPromptLine} from '../../../source/view/prompt/prompt-line.js';
import {drawSearchLine} from '../../../source/view/search/search-line.js';
import {plainText, type SpanLine, sideBySide} from '../../../source/view/spans/span.js';
import {entries, start} from '../../helpers/entry.js';
import {fakeStore} from '../../helpers/fake-store.js';
import {colorTheme} from '../../helpers/themes.js';

const theme = colorTheme;
const formatTime = timeFormatter('utc');

/** Returns the drawn lines as text, with the spans of these styles in brackets. */
function shown(lines: readonly SpanLine[], ...styles: ReadonlyArray<SpanLine['style']>): readonly string[] {
	return lines.map(({spans}) =>
		spans.map(({text, style}) => (style && styles.includes(style) ? `[${text}]` : text)).join(''),
	);
}

function listing(changes: Partial<ListingState> = {}): ListingState {
	const rows = entries(1, 3)
		.toReversed()
		.map(entry => toRow(entry, formatTime, start));
	return {
		...initialListing(3, fakeStore().status()),
		rows,
		count: {n: 3, partial: false, arrived: 3},
		...changes,
	};
}

const alert: FiringText = {brief: '! 1 alert', whole: '! 1 alert  errors: 3', within: () => ''};

test('the title names the program and the files, and ends in figures, alerts and the state', t => {
	const live = {text: '● live', style: theme.status['2']};
	const state = {watched: ['access.log'], formats: 'combined', hint: '', activity: live, theme};
	const title = (alert: FiringText | null, facts: readonly string[], width: number) =>
		drawTitleLine({...state, alert, facts}, {width});
	t.deepEqual(shown(title(null, ['p95 2.1 s', '52/s'], 60), theme.accent), [
		' [reqscope]  access.log  combined   p95 2.1 s   52/s   ● live ',
	]);
	t.deepEqual(shown(title(null, ['p95 2.1 s', '52/s'], 50)), [
		' reqscope  access.log  combined     52/s   ● live ',
	]);
	t.deepEqual(shown(title(alert, ['p95 2.1 s', '52/s'], 80), theme.badge), [
		' reqscope  access.log  combined           52/s   [ ! 1 alert  errors: 3 ]  ● live ',
	]);
	t.deepEqual(shown(title(alert, ['p95 2.1 s', '52/s'], 64), theme.badge), [
		' reqscope  access.log  combined  [ ! 1 alert  errors: 3 ]  ● live ',
	]);
	t.deepEqual(shown(title(alert, ['52/s'], 60), theme.badge), [
		' reqscope  access.log  combined  52/s   [ ! 1 alert ]  ● live ',
	]);
	t.deepEqual(shown(title(alert, ['52/s'], 40), theme.badge), [' reqscope  access.log        [ ! 1 alert ]']);
	t.deepEqual(shown(title(alert, [], 7), theme.badge), [' [ ! 1 … ]']);
	t.deepEqual(shown(title(null, [], 7)), [' reqsc…']);
});

const noExclude = {exclude: '', isExcluding: true, isSpoken: false};

test('the exclude is at the end of the search line, with its key, and off while it hides nothing', t => {
	const state = {
		text: '',
		offer: '',
		problem: '',
		exclude: '-url:/a',
		isExcluding: true,
		isSpoken: false,
		theme,
	};
	const drawnAs = (changes: Partial<typeof state>, width = 40) =>
		shown(drawSearchLine({...state, ...changes}, {width}), theme.chip, theme.unwantedChip);
	t.deepEqual(drawnAs({}), [`/ search${' '.repeat(21)}X [ -url:/a ]`]);
	t.deepEqual(drawnAs({isExcluding: false}), [`/ search${' '.repeat(18)}X  -url:/a off`]);
	t.deepEqual(drawnAs({isSpoken: true}, 200), ['/ search  excluded: [ -url:/a ]']);
	t.deepEqual(drawnAs({isSpoken: true, isExcluding: false}, 200), ['/ search  not excluded now:  -url:/a ']);
	// Long terms are cut: both remain visible.
	const long = {text: 'status:404 url:/some/long/part', exclude: '-url:/health,/ready,/metrics'};
	t.deepEqual(drawnAs(long, 58), [`[ status:404 ] [ url:/some/long/pa… ]  X [ -url:/health,/read… ]`]);
	t.deepEqual(drawnAs({text: 'status:404'}, 25), ['[ status:404 ]']);
});

test('the search is shown as chips, followed by its error', t => {
	const state = {...noExclude, text: 'status:404 -ip:1.2.3.4', offer: '', problem: 'no line has @x', theme};
	t.deepEqual(shown(drawSearchLine(state, {width: 60}), theme.chip, theme.unwantedChip, theme.problem), [
		'[ status:404 ] [ -ip:1.2.3.4 ][  no line has @x]',
	]);
});

test('an alert has priority over the notes next to the count', t => {
	const state = {state: listing({status: {...listing().status, evicted: 5}}), isBehind: false, theme};
	t.deepEqual(shown(drawCountLine({...state, alert: null}, {width: 60}), theme.aside), [
		'3 results found   [5 older dropped]',
	]);
	t.deepEqual(shown(drawCountLine({...state, alert}, {width: 36})), ['3 results found   ! 1 alert   5 old…']);
});

test('the listing draws rows up to its height, or the reason for their absence', t => {
	const state = {
		...{
			searched: null,
			hint: '',
			termCounts: [],
			isPast: false,
			hasFocus: true,
			isWriting: false,
			needle: null,
			separators: noSeparators,
			formatTime,
			theme,
		},
		bookmarks: {tokens: new Set<string>(), at: null},
		layout: columnWidths(80, listing().widest),
		took: null,
	};
	const rows = drawListing({...state, state: listing()}, {width: 80, height: 2});
	t.is(rows.length, 2);
	t.true(rows.every(line => plainText(line).length <= 80));
	const none = listing({rows: [], count: {n: 0, partial: false, arrived: 0}});
	t.deepEqual(shown(drawListing({...state, searched: 'x', state: none}, {width: 80, height: 1})), [
		'No request matches.',
	]);
});

test('the chosen completion is marked; a list that is cut ends with its length', t => {
	const items = ['status:', 'ip:', 'url:', 'since:'].map(name => ({name, detail: `a ${name}`}));
	const completions = {kind: 'words' as const, items, chosen: 1, take: () => ({text: '', caret: 0})};
	t.deepEqual(
		shown(drawCompletionLines({completions, theme}, {width: 40, height: 3})).map(line => line.trimEnd()),
		[' status:  a status:', '▌ip:      a ip:', ' 1–2 of 4  (Tab ↓ choose)'],
	);
});

test('a message replaces the status, and is cut if there are too few lines', t => {
	const state = {
		...{state: listing(), isEndWanted: false, notice: null, welcome: 'Welcome', formatTime, theme},
		maxLines: 2,
	};
	t.deepEqual(shown(drawStatus({...state, message: ''}, {width: 20})), ['Welcome']);
	t.deepEqual(shown(drawStatus({...state, message: '', welcome: 'o other; : every command'}, {width: 20})), [
		'o other',
	]);
	const message = 'Nothing is selected here';
	t.deepEqual(shown(drawStatus({...state, message}, {width: 20})), ['Nothing is selected', 'here']);
	t.deepEqual(shown(drawStatus({...state, message, maxLines: 1}, {width: 20})), ['Nothing is selected…']);
	t.deepEqual(shown(drawStatus({...state, message, maxLines: 1, isEndWanted: true}, {width: 20})), [
		'…ng is selected here',
	]);
});

test('the footer highlights the keys', t => {
	const hints = [
		{key: '/', text: 'search'},
		{key: '?', text: 'help'},
	];
	t.deepEqual(shown(drawFooter({hints, theme}), theme.key), ['[/] search  [?] help']);
	t.deepEqual(shown(drawFooter({hints: [], theme})), ['']);
});

test('an input line shows its caret', t => {
	const line = {text: 'status:404', caret: 7};
	t.deepEqual(shown(drawPromptLine({label: 'find: ', line, theme}, {width: 40}), theme.prompt, theme.caret), [
		'[find: ]status:[4]04',
	]);
});

test('a panel has a title with hints or a message, and fits the screen', t => {
	const view = {
		...{title: 'Notices', hints: [['Esc closes']], command: 'notices' as const, theme},
		...{mark: '', isEnlarged: false, hasFocus: true, isFollowing: false, isSpoken: false},
		body: [{lead: 'now ', text: 'a long text'}, {spans: [{text: '1200│▁▁▁'}]}, {lead: '', text: 'below'}],
	};
	t.deepEqual(shown(drawPanel(view, {width: 12, height: 3}), theme.key), [
		'━ !  Notice…',
		'[now ]a long …',
		'1200│▁▁▁',
	]);
	t.deepEqual(shown(drawPanel({...view, message: 'Copied'}, {width: 26, height: 1}), theme.problem), [
		'━[ ]!  Notices  ━━━ [Copied] ━',
		'now a long text',
	]);
	t.is(shown(drawPanel(view, {width: 6, height: 3}))[2], '1200│…');
});

test('parts side by side begin at the same columns in each line, and the last one isn’t padded', t => {
	const parts = [[[{text: 'ab'}], []], [[{text: 'c'}]], [[{text: 'd'}], [{text: 'e'}]]];
	t.deepEqual(sideBySide(parts, [3, 2, 4], 1, 3).map(plainText), ['ab  c  d', '       e', '       ']);
});
