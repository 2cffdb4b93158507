import test from 'ava';
import {columns} from '../../../source/fields/fields.js';
import {fitWidth} from '../../../source/format/fit-width.js';
import {timeFormatter} from '../../../source/format/time-formatter.js';
import {toRow} from '../../../source/view/listing/row.js';
import {entry, start} from '../../helpers/entry.js';
import {nastyUnits} from '../../helpers/nasty-units.js';
import {timeOf} from '../../helpers/time-of.js';

const formatTime = timeFormatter('utc');

for (const unit of nastyUnits) {
	// Time for the visible beginning. Processing the whole URL would take seconds.
	test.serial(`hostile 10: a URL of 4 MB of ${JSON.stringify(unit)} is shown within 250 ms`, t => {
		const url = unit.repeat(4_000_000 / unit.length);
		const time = timeOf(() => {
			const row = toRow(entry(1, {url, method: url, ip: url}), formatTime, start);
			t.true(fitWidth(row.text('url'), 200).length >= 100);
		}, 250);
		t.true(time < 250, `${time} ms`);
	});
}

test('marks implausible times', t => {
	t.is(toRow(entry(1), formatTime, start + 2000).text('time'), '5 Nov 2026 9:00:01');
	t.is(toRow(entry(1, {time: 0}), formatTime, start).text('time'), '1 Jan 1970 0:00:00 !');
});

test('no column contains control characters for the terminal', t => {
	const hostile = '\u001b]0;a\u0007\u202eb\nc';
	const texts = {ip: hostile, method: hostile, url: `/${hostile}`, host: hostile, user: hostile};
	const row = toRow(
		entry(1, {...texts, referer: hostile, userAgent: hostile, protocol: hostile, file: hostile}),
		formatTime,
		start,
	);
	for (const column of columns) {
		t.notRegex(row.text(column), /[\p{Cc}\p{Cf}]/u, column);
	}
});
