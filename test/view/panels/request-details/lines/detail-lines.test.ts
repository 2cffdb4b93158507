import test from 'ava';
import fc from 'fast-check';
import stringWidth from 'string-width';
import {timeFormatter} from '../../../../../source/format/time-formatter.js';
import {everything} from '../../../../../source/query/query.js';
import type {Entry} from '../../../../../source/store/store.js';
import type {DetailLine} from '../../../../../source/view/panels/request-details/lines/detail-line.js';
import {
	type DetailScene,
	detailLines,
	type RequestDetails,
} from '../../../../../source/view/panels/request-details/lines/detail-lines.js';
import {entry, start} from '../../../../helpers/entry.js';
import {forAll} from '../../../../helpers/for-all.js';
import {nastyText} from '../../../../helpers/nasty-text.js';
import {nastyUnits} from '../../../../helpers/nasty-units.js';
import {plainTheme} from '../../../../helpers/themes.js';
import {timeOf} from '../../../../helpers/time-of.js';

const page = {
	...{width: 80, theme: plainTheme, formatTime: timeFormatter('utc'), now: start, height: 22},
	...{search: everything, took: {p50: 10, p95: 200, p99: 1000}, routeP95: 2200, isOldestFirst: false},
};

function detailsOf(of: Entry, text: string): RequestDetails {
	return {
		entry: of,
		around: {entries: [{...of, token: 'other'}, of], newer: 3, total: 9, failed: 2},
		redirects: {before: [{entry: of, reason: 'the same path', rank: 1}], after: []},
		raw: {state: 'read', text, bytes: text.length, logFields: []},
		problem: null,
	};
}

function textOf({line}: DetailLine): string {
	return 'spans' in line ? line.spans.map(({text}) => text).join('') : line.lead + line.text;
}

test('the owner and the country of the address are next to it, if they are known', t => {
	const linesOf = (of: Entry): readonly string[] => detailLines()(detailsOf(of, ''), page).map(textOf);
	const known = linesOf(entry(1, {asn: 'AS64496 Example Cloud, Inc.', country: 'DE'}));
	const at = known.findIndex(line => /^ +IP /.test(line));
	t.regex(known[at + 1] ?? '', /^ +owner +AS64496 Example Cloud, Inc\.$/);
	t.regex(known[at + 2] ?? '', /^ +country +DE, Germany$/);
	t.true(linesOf(entry(1, {country: 'QX'})).some(line => /^ +country +QX$/.test(line)));
	t.false(linesOf(entry(1)).some(line => /owner|country/.test(line)));
});

for (const unit of nastyUnits) {
	test.serial(
		`hostile 10: details of a request with 64 KiB of ${JSON.stringify(unit)} take under 800 ms, then far less`,
		t => {
			const text = unit.repeat(65_536 / unit.length);
			const of = entry(1, {
				url: `/${text}?${text}`,
				method: text,
				referer: text,
				userAgent: text,
				host: text,
				ip: text,
			});
			const details = detailsOf(of, text);
			const first = timeOf(() => t.true(detailLines()(details, page).length < 1000), 0, 3);
			t.true(first < 800, `${first} ms`);
			const tell = detailLines();
			tell(details, page);
			let {now} = page;
			// Formatting everything again would take as long as the first time.
			const most = first / 2 + 2;
			const again = timeOf(() => {
				now += 1000;
				tell(details, {...page, now});
			}, most);
			t.true(again < most, `${again} ms, ${first} ms at first`);
		},
	);
}

test('any request has details whose lines fit the screen', t => {
	const text = fc.option(nastyText);
	const any = fc.record({
		url: text,
		method: text,
		ip: text,
		user: text,
		host: text,
		referer: text,
		userAgent: text,
		protocol: text,
		status: fc.option(fc.integer({min: -1, max: 70_000})),
		bytes: fc.option(fc.nat()),
		durationMs: fc.option(fc.double({noNaN: true, min: 0})),
		time: fc.option(fc.oneof(fc.integer(), fc.constantFrom(8.64e15, -8.64e15, 9e15))),
		zone: fc.option(fc.integer({min: -900, max: 900})),
		incomplete: fc.boolean(),
	});
	forAll(100, any, nastyText, fc.integer({min: 20, max: 200}), (changes, raw, width) => {
		const lines = detailLines()(detailsOf(entry(1, changes), raw), {...page, width});
		for (const line of lines) {
			t.true(stringWidth(textOf(line)) <= width, JSON.stringify(textOf(line)));
			t.notRegex(textOf(line), /\p{C}/u);
		}
	});
});

test('a duration is compared with the matches, and with its route', t => {
	const compared = (durationMs: number | null, changes: Partial<DetailScene> = {}): string => {
		const of = entry(1, {durationMs});
		return textOf(detailLines()(detailsOf(of, ''), {...page, ...changes})[2] ?? never());
	};
	t.is(compared(2100), 'slower than 99 % of all requests; p95 of this route: 2.2 s');
	t.is(compared(200), 'slower than 95 % of all requests; p95 of this route: 2.2 s');
	t.is(compared(11), 'slower than 50 % of all requests; p95 of this route: 2.2 s');
	t.is(compared(10), 'p95 of this route: 2.2 s');
	const search = {...everything, expression: {type: 'bot', isBot: true}} as const;
	t.is(compared(2100, {search}), 'slower than 99 % of all matches; p95 of this route: 2.2 s');
	t.is(compared(2100, {routeP95: null}), 'slower than 99 % of all requests');
	t.is(compared(null), 'Redirect  inferred: logs don’t contain the target');
});

test('details have a badge for 5xx, the agent above the user agent, cut to a line with its version, and one line of time if zones agree', t => {
	const text = (changes: Partial<Entry>, zone = 'utc'): readonly string[] =>
		detailLines()(detailsOf(entry(1, {time: start + 1000, ...changes}), ''), {
			...page,
			formatTime: timeFormatter(zone),
			now: start + 4000,
		}).map(textOf);
	const agent =
		'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
	const lines = text({status: 502, durationMs: 2108, bytes: 552, zone: 0, userAgent: agent});
	t.is(lines[1], ' 502 Bad Gateway    2.1 s   552 B   9:00:01, 3 s ago');
	const at = lines.findIndex(line => line.startsWith('  agent'));
	t.is(lines[at], '  agent         Chrome');
	t.is(lines[at + 1]?.trim(), 'Mozilla/5.0 (X11; Linux x86_64)…Chrome/130.0.0.0 Safari/537.36');
	const times = (of: readonly string[]): readonly string[] =>
		of.filter(line => /^ {2}(?:time|your time|UTC)/.test(line));
	t.deepEqual(times(lines), ['  time          5 Nov 2026 9:00:01 +00:00']);
	t.deepEqual(times(text({zone: 60}, 'Europe/Vienna')), [
		'  time          5 Nov 2026 10:00:01 +01:00; 5 Nov 2026 9:00:01 +00:00',
	]);
	t.deepEqual(times(text({zone: 0}, 'Europe/Vienna')), [
		'  time          5 Nov 2026 9:00:01 +00:00',
		'  your time     5 Nov 2026 10:00:01 +01:00 Europe/Vienna',
	]);
	t.deepEqual(times(text({zone: 60}, 'utc')), [
		'  time          5 Nov 2026 10:00:01 +01:00',
		'  UTC           5 Nov 2026 9:00:01 +00:00',
	]);
});

function never(): never {
	throw new Error('There is no such line');
}
