import test from 'ava';
import type {PaneView} from '../../../source/view/panel/open-panel.js';
import {drawTitle, hintsOf} from '../../../source/view/panel/panel-title.js';
import {plainText} from '../../../source/view/spans/span.js';
import {unstyledTheme as theme} from '../../helpers/themes.js';

const view: PaneView = {
	...{title: 'Most frequent', command: 'facets', body: [], mark: ''},
	hints: [
		['s sort: requests, 5xx', null, 'Enter only it', 'Z whole screen', 'Esc closes'],
		['s sort', 'Enter only it', 'Z whole screen', 'Esc closes'],
	],
	...{isEnlarged: false, hasFocus: true, isFollowing: false, isSpoken: false},
};

/** Returns a title as text. */
function drawn(changes: Partial<PaneView>, width: number, message = ''): string {
	return plainText({spans: drawTitle({...view, ...changes}, message, width, theme)});
}

test('the title line has as many hints as fit; the hint for leaving goes last', t => {
	t.is(
		drawn({}, 89),
		'━ f  Most frequent  ━━ s sort: requests, 5xx  Enter only it  Z whole screen  Esc closes ━',
	);
	t.is(drawn({}, 73), '━ f  Most frequent  ━ s sort  Enter only it  Z whole screen  Esc closes ━');
	t.is(drawn({}, 60), '━ f  Most frequent  ━━━━ s sort  Enter only it  Esc closes ━');
	t.is(drawn({}, 36), '━ f  Most frequent  ━━━ Esc closes ━');
	t.is(drawn({}, 24), '━ f  Most frequent  ━━━━');
	t.is(drawn({}, 12), '━ f  Most f…');
});

test('without the focus, a title has the key for it, but not the key that closes the panel', t => {
	t.is(drawn({hasFocus: false}, 50), '─ f Most frequent ────────────────── Tab into it ─');
	t.is(
		drawn({hasFocus: false, isFollowing: true}, 60),
		'─ f Most frequent ─────────────── follows j k  Tab into it ─',
	);
	t.is(drawn({hasFocus: false, isFollowing: true}, 40), '─ f Most frequent ──────── Tab into it ─');
});

test('on the whole screen, the title names the key that leads back', t => {
	t.is(
		drawn({isEnlarged: true}, 70),
		'━ f  Most frequent  ━━━━━━ s sort  Enter only it  Z back  Esc closes ━',
	);
	t.is(
		drawn({isEnlarged: true, hints: [['Esc closes']]}, 50),
		'━ f  Most frequent  ━━━━━━━━━ Z back  Esc closes ━',
	);
	t.is(drawn({isEnlarged: true}, 36), '━ f  Most frequent  ━━━ Esc closes ━');
});

test('states of the program are before the title', t => {
	t.is(drawn({mark: 'ALERT  Frozen', hints: []}, 50), '━ ALERT  Frozen  f  Most frequent  ━━━━━━━━━━━━━━━');
});

test('a message replaces the hints, and on narrow screens the title', t => {
	t.is(drawn({}, 50, 'Copied'), '━ f  Most frequent  ━━━━━━━━━━━━━━━━━━━━━ Copied ━');
	t.is(drawn({remark: 'nothing to open'}, 50), '━ f  Most frequent  ━━━━━━━━━━━━ nothing to open ━');
	t.is(drawn({}, 20, 'Copied'), 'Copied');
});

test('a screen reader gets no rule', t => {
	t.is(drawn({isSpoken: true}, 70), 'Most frequent  s sort  Enter only it  Z whole screen  Esc closes');
	t.is(drawn({isSpoken: true, mark: 'ALERT', hints: []}, 30).trimEnd(), 'ALERT  Most frequent');
});

test('the keys of hints are highlighted', t => {
	const spans = drawTitle(view, '', 60, theme);
	t.deepEqual(
		spans.filter(({style}) => style === theme.key).map(({text}) => text),
		['s', 'Enter', 'Esc'],
	);
	t.deepEqual(
		spans.filter(({style}) => style === theme.focus).map(({text}) => text),
		[' Most frequent '],
	);
	t.deepEqual(hintsOf(view, 60), {start: 25, text: 's sort  Enter only it  Esc closes'});
});
