import test from 'ava';
import type {Differences, Finding} from '../../../../source/differences/differences.js';
import {findingLines} from '../../../../source/view/panels/differences/difference-lines.js';
import {plainText} from '../../../../source/view/spans/span.js';
import {measureShift} from '../../../helpers/measure-shift.js';
import {plainTheme} from '../../../helpers/themes.js';

const differences: Differences = {
	findings: [],
	...{selected: 1000, baseline: 20_000, isTooSmall: false, kind: 'rest', before: null},
	...{compared: [], incomparable: [], different: [], partial: false},
};

function finding(changes: Partial<Finding>): Finding {
	return {
		...{field: 'route', value: '/checkout', also: [], mostly: []},
		selected: {n: 610, share: 0.61},
		baseline: {n: 400, share: 0.02},
		...changes,
	};
}

function drawn(findings: readonly Finding[], width = 100, selected: number | null = null): readonly string[] {
	const {header, lines} = findingLines(
		{...differences, findings},
		{selected: 'selected', baseline: 'rest'},
		selected,
		{width, theme: plainTheme, isSpoken: false},
	);
	return [header, ...lines].map(line => ('spans' in line ? plainText(line) : '').trimEnd());
}

test('a finding has its shares of both sides, their ratio, and bars', t => {
	t.deepEqual(drawn([finding({})]), [
		'  field    value          selected     rest    times   share of the selected over share of the rest',
		'  route    /checkout          61 %    2.0 %      ×31   █▆▆▆▆▆▆▆▆▆▆▆▆',
	]);
});

test('the bars of the selected finding are never inverse, which would empty a full block', t => {
	const look = {width: 100, theme: plainTheme, isSpoken: false};
	const found = {...differences, findings: [finding({})]};
	const [line] = findingLines(found, {selected: 'selected', baseline: 'rest'}, 0, look).lines;
	const spans =
		line && 'spans' in line ? line.spans.map(({text, style}) => ({text, ...line.style, ...style})) : [];
	const isInverse = (part: RegExp): ReadonlySet<boolean> =>
		new Set(spans.filter(({text}) => part.test(text)).map(({inverse = false}) => inverse));
	t.deepEqual(isInverse(/[█▆]/), new Set([false]));
	t.deepEqual(isInverse(/route|61 %|2.0 %/), new Set([true]));
});

test('the heading of the bars names the baseline, briefly on a narrow screen', t => {
	const look = {theme: plainTheme, isSpoken: false};
	const heading = (width: number): string => {
		const found = {...differences, kind: 'before', findings: [finding({})]} as const;
		const {header} = findingLines(found, {selected: 'selected', baseline: 'before'}, null, {width, ...look});
		return 'spans' in header ? plainText(header) : '';
	};
	t.regex(heading(110), / {3}share of the selected over share before *$/);
	t.regex(heading(80), / {3}selected over before *$/);
});

test('fields have the names of the lists of the most frequent values', t => {
	const also: Finding['also'] = [{field: 'referer-host', value: 'a.example'}];
	const names = (['ip', 'family', 'agent', 'asn', 'protocol', '@tenant'] as const).map(
		field =>
			drawn([finding({field, value: 'x', also})], 140)[1]
				?.trim()
				.split(/ {2,}| x /)[0],
	);
	t.deepEqual(names, ['client', 'agent', 'user agent', 'owner', 'protocol', '@tenant']);
	t.regex(drawn([finding({also})], 140)[1] ?? '', / also referer host a\.example/);
});

test('a narrow screen has no bars, but complete numbers', t => {
	const value = '/de/living-room/sofas/corner-sofas';
	for (const width of [60, 52, 61]) {
		const [, line = ''] = drawn([finding({value})], width);
		t.true(line.endsWith('×31'), line);
		t.true(line.length <= width);
	}
});

test('if a value would be cut to a few letters, its ratio replaces its shares', t => {
	t.deepEqual(drawn([finding({})], 40), [
		'  field    value             times',
		'  route    /checkout           ×31',
	]);
});

test('the shorter bar is in front: a fall shows the selection over the baseline', t => {
	const [, line] = drawn([finding({selected: {n: 100, share: 0.1}, baseline: {n: 8000, share: 0.4}})]);
	t.regex(line ?? '', /10 % {5}40 % {7}×¼ {3}██▆▆▆▆▆▆▆$/);
});

test('a finding of a measure has its percentiles instead of shares', t => {
	const durationMs = measureShift(2100, 90);
	const lines = drawn([
		finding({durationMs}),
		finding({field: 'duration', value: null, durationMs}),
		finding({field: 'bytes', value: null, bytes: measureShift(4e6, 1e6, 'p75')}),
	]);
	t.regex(lines[1] ?? '', /^ {2}route {4}\/checkout, p95 +2\.1 s +90 ms +×23/);
	t.regex(lines[2] ?? '', /^ {2}p95 {6}duration +2\.1 s +90 ms +×23/);
	t.regex(lines[3] ?? '', /^ {2}p75 size bytes +4\.0 MB +1\.0 MB +×4/);
});

test('a size that was 0 has no ratio: its requests aren’t new', t => {
	t.regex(drawn([finding({bytes: measureShift(4e6, 0)})])[1] ?? '', /4\.0 MB +0 B +▆/);
});

test('the values that most requests of a finding have follow its bar', t => {
	const behind = {
		mostly: [{field: 'upstream', value: '10.0.0.13:8080'}],
		also: [
			{field: 'status', value: '502'},
			{field: 'url', value: '/a\u001b'},
		],
	} as const;
	const [, line] = drawn([finding(behind)], 140);
	t.regex(line ?? '', /▆ mostly upstream 10\.0\.0\.13:8080/);
});

test('values are cut to the width, and no line is wider', t => {
	const values = ['/{…}'.repeat(40), '界'.repeat(80), 'x'.repeat(500)];
	for (const width of [20, 40, 60, 80, 120, 220]) {
		const {header, lines} = findingLines(
			{...differences, findings: values.map(value => finding({value}))},
			{selected: 'selected', baseline: 'rest'},
			1,
			{width, theme: plainTheme, isSpoken: false},
		);
		for (const line of [header, ...lines]) {
			t.true('spans' in line && plainText(line).length <= width, `${width}`);
		}
	}
});

test('user agents keep the version of the app, and bars leave them the space', t => {
	const agents = ['5.9.2', '5.10.0'].map(
		version =>
			`Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 ShopApp/${version}`,
	);
	const findings = agents.map(value => finding({field: 'agent', value}));
	t.deepEqual(drawn(findings, 80), [
		'  field      value                                    selected     rest    times',
		'  user agent …(iPhone; CPU iPhone OS 1…ShopApp/5.9.2      61 %    2.0 %      ×31',
		'  user agent …(iPhone; CPU iPhone OS …ShopApp/5.10.0      61 %    2.0 %      ×31',
	]);
});

test('twenty values of 64 KiB are drawn at once', t => {
	const started = performance.now();
	const values = ['日本', 'é ', '\u001b['].map(part => part.repeat(65_536 / part.length));
	const findings = values.map(value => finding({field: 'agent', value, also: [{field: 'referer', value}]}));
	t.is(
		drawn(
			Array.from({length: 20}, (_, index) => findings[index % 3] ?? finding({})),
			160,
		).length,
		21,
	);
	t.true(performance.now() - started < 5000);
});
