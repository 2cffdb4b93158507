import test from 'ava';
import fc from 'fast-check';
import stringWidth from 'string-width';
import {timeFormatter} from '../../../../../source/format/time-formatter.js';
import type {Entry} from '../../../../../source/store/store.js';
import type {DetailLine} from '../../../../../source/view/panels/request-details/lines/detail-line.js';
import {
	detailLines,
	type RequestDetails,
} from '../../../../../source/view/panels/request-details/lines/detail-lines.js';
import {entry, start} from '../../../../helpers/entry.js';
import {forAll} from '../../../../helpers/for-all.js';
import {nastyText} from '../../../../helpers/nasty-text.js';
import {nastyUnits} from '../../../../helpers/nasty-units.js';
import {plainTheme} from '../../../../helpers/themes.js';
import {timeOf} from '../../../../helpers/time-of.js';

const page = {width: 80, theme: plainTheme, formatTime: timeFormatter('utc'), now: start, room: 22};

function detailsOf(of: Entry, text: string): RequestDetails {
	return {
		entry: of,
		around: {entries: [{...of, token: 'other'}, of], newer: 3, total: 9},
		redirects: {before: [{entry: of, reason: 'the same path', rank: 1}], after: []},
		raw: {state: 'read', text, bytes: text.length, logFields: []},
		problem: null,
	};
}

function textOf({line}: DetailLine): string {
	return 'pieces' in line ? line.pieces.map(({text}) => text).join('') : line.lead + line.text;
}

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
