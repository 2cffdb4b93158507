import test from 'ava';
import {asciiCharacters} from '../../../source/themes/chart-characters.js';
import {drawPager, type PagerState} from '../../../source/view/components/pager.js';
import {plainText} from '../../../source/view/spans/span.js';
import {colorTheme as theme} from '../../helpers/themes.js';

const state: PagerState = {
	day: '5 Nov 2026',
	text: '1–10 of 207767',
	counts: [0, 0, 173_282, 14_484, 14_086, 5915],
	isPast: false,
	bars: [],
	isRule: true,
	theme,
};

function text(changes: Partial<PagerState>, width: number): string {
	const [line] = drawPager({...state, ...changes}, {width});
	return line === undefined ? '' : plainText(line);
}

test('the rule below the rows ends with the shares of the classes; if space is short, it hides the day, 3xx and 2xx', t => {
	for (const [width, expected] of [
		[80, '─ 5 Nov 2026 · 1–10 of 207767 ── ■ 2xx 83%  ■ 3xx 7.0%  ■ 4xx 6.8%  ■ 5xx 2.8% ─'],
		[72, '─ 1–10 of 207767 ────────── ■ 2xx 83%  ■ 3xx 7.0%  ■ 4xx 6.8%  ■ 5xx 2.8% ─'.slice(-72)],
		[55, '─ 1–10 of 207767 ── ■ 2xx 83%  ■ 4xx 6.8%  ■ 5xx 2.8% ─'],
		[43, '─ 1–10 of 207767 ─ ■ 4xx 6.8%  ■ 5xx 2.8% ─'],
		[33, '─ 1–10 of 207767 ─── ■ 5xx 2.8% ─'],
		[20, '─ 1–10 of 207767'],
	] as const) {
		const shown = text({}, width);
		t.true(shown.length <= width);
		t.is(width === 72 ? shown.slice(-50) : shown, width === 72 ? expected.slice(-50) : expected);
	}
});

test('without an overview, the rule ends with a chart of the last minutes', t => {
	const bars = Array.from({length: 60}, (_, n) => ({requests: n, errors: n === 59 ? 1 : 0}));
	const shown = text({bars, counts: null}, 80);
	t.is(shown.length, 80);
	t.regex(shown, /^─ 5 Nov 2026 · 1–10 of 207767 ─+ [▁-▇]{30}$/);
});

test('for screen readers, the pager is a line of text with the same shares', t => {
	t.is(text({isRule: false}, 100), '5 Nov 2026 · 1–10 of 207767 · 2xx 83%  3xx 7.0%  4xx 6.8%  5xx 2.8%');
	t.is(text({isRule: false, counts: null, day: ''}, 100), '1–10 of 207767');
	t.is(text({isRule: false}, 60), '1–10 of 207767 · 2xx 83%  3xx 7.0%  4xx 6.8%  5xx 2.8%');
	t.is(text({isRule: false}, 30), '1–10 of 207767 · 5xx 2.8%');
	t.is(text({isRule: false}, 10), '1–10 of 2…');
});

test('in terminals without blocks, the shares have the characters of the chart', t => {
	const ascii = {...theme, chart: asciiCharacters};
	t.is(
		text({theme: ascii}, 80),
		'─ 5 Nov 2026 · 1–10 of 207767 ── 2 2xx 83%  3 3xx 7.0%  4 4xx 6.8%  5 5xx 2.8% ─',
	);
});

test('shares of the previous search are dim', t => {
	const [line] = drawPager({...state, isPast: true}, {width: 100});
	const shares = line?.spans.filter(({text: of}) => /xx|%/.test(of)) ?? [];
	t.true(shares.length === 8 && shares.every(({style}) => style === theme.pastRow));
});
