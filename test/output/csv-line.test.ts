import test from 'ava';
import fc from 'fast-check';
import {sanitise} from '../../source/format/sanitise.js';
import {csvHeader, csvLine} from '../../source/output/csv-line.js';
import {printedFields} from '../../source/output/json-line.js';
import {entry} from '../helpers/entry.js';
import {forAll} from '../helpers/for-all.js';
import {nastyText} from '../helpers/nasty-text.js';

/** Parses the cells of a row according to RFC 4180. */
function cells(row: string): readonly string[] {
	const found: string[] = [];
	let position = 0;
	for (;;) {
		let cell: string;
		if (row[position] === '"') {
			let end = row.indexOf('"', position + 1);
			while (row[end + 1] === '"') {
				end = row.indexOf('"', end + 2);
			}
			cell = row.slice(position + 1, end).replaceAll('""', '"');
			position = end + 1;
		} else {
			const end = row.indexOf(',', position);
			cell = row.slice(position, end === -1 ? row.length : end);
			position += cell.length;
			if (/["\r\n]/.test(cell)) {
				throw new Error(`not quoted: ${cell}`);
			}
		}
		found.push(cell);
		if (position === row.length) {
			return found;
		}
		if (row[position] !== ',') {
			throw new Error(`no comma at ${position}: ${row}`);
		}
		position++;
	}
}

function urlCell(url: string): string {
	return csvLine(entry(0, {url, file: 'f'})).slice('200,203.0.113.9,GET,'.length);
}

test('a header row with all fields, and a row with the fields of an entry', t => {
	t.is(
		csvHeader(),
		'status,ip,method,url,time,token,protocol,bytes,referer,userAgent,user,host,forwardedFor,upstream,durationMs,format,file,offset,peerIp,timeSource,incomplete',
	);
	t.is(
		csvLine(entry(3, {bytes: 0, durationMs: 1.5})),
		'200,203.0.113.9,GET,/en/3,2026-11-05T09:00:03.000Z,0000000000003,HTTP/1.1,0,,,,,,,1.5,combined,access.log,3,,,',
	);
	t.true(csvLine(entry(3, {incomplete: true})).endsWith(',access.log,3,,,true'));
	t.is(csvLine(entry(0, {status: null, time: null})).split(',')[4], '');
});

test('values are quoted if necessary', t => {
	t.true(urlCell('a,b').startsWith('"a,b",'));
	t.true(urlCell('a"b').startsWith('"a""b",'));
	t.true(urlCell('a b').startsWith('a b,'));
});

test('hostile 15: formulas of spreadsheets are neutralised and quoted', t => {
	for (const start of '=+-@＝＋－＠') {
		t.true(urlCell(`${start}1+1`).startsWith(`"'${start}1+1",`), start);
	}
	for (const [start, mark] of Object.entries({'\t': '\\t', '\r': '\\r', '\n': '\\n'})) {
		t.true(urlCell(`${start}=1+1`).startsWith(`"'${mark}=1+1",`), mark);
	}
	t.true(urlCell('=HYPERLINK("x")').startsWith('"\'=HYPERLINK(""x"")",'));
	t.true(urlCell('/a=b').startsWith('/a=b,'), 'only at the beginning');
	t.true(csvLine(entry(0, {durationMs: -1})).includes(',-1,'), 'a number is none');
});

test('hostile 15: formulas after semicolons or spaces are neutralised and quoted', t => {
	for (const start of '=+-@＝＋－＠') {
		t.true(urlCell(`/a;${start}1+1;b`).startsWith(`"/a;'${start}1+1;b",`), start);
		t.true(urlCell(`/a;"${start}1+1;b`).startsWith(`"/a;'""${start}1+1;b",`), start);
		t.true(urlCell(`  ${start}1+1`).startsWith(`"'  ${start}1+1",`), start);
	}
	t.true(urlCell('\u00a0=1;=2').startsWith('"\'\u00a0=1;\'=2",'));
	t.true(urlCell('bot/2.1; +http://x').startsWith('bot/2.1; +http://x,'), 'a space makes it a text');
	t.true(urlCell('/a;b=1').startsWith('/a;b=1,'));
});

test('control characters are visible marks', t => {
	t.true(urlCell('\u001b]0;PWN\u0007').startsWith('"\\x1b]0;PWN\\x07",'));
	t.true(urlCell('a\r\n\tb\0').startsWith('"a\\r\\n\\tb\\x00",'));
	t.true(urlCell('\u007f\u0085\u009b31m').startsWith('"\\x7f\\x85\\x9b31m",'));
	t.true(urlCell('\u202efdp.exe\u2028\u2066').startsWith('"\\u202efdp.exe\\u2028\\u2066",'));
	t.true(
		urlCell('क\u093f é 👩\u200d💻 日本').startsWith('"क\u093f é 👩\u200d💻 日本",'),
		'other characters stay',
	);
});

test('any values can be parsed back, except for their control characters', t => {
	const control = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
	const text = fc.oneof(
		nastyText,
		fc.string(),
		fc.constantFrom(
			'"',
			'""',
			',',
			'\r\n',
			'=1',
			';',
			'-',
			' ',
			"'",
			'"=1"',
			'\n=1',
			'＝1',
			'\u0000',
			'\u009b',
		),
	);
	forAll(100, text, text, text, (url, userAgent, referer) => {
		const line = csvLine(entry(0, {url, userAgent, referer}));
		t.notRegex(line, control);
		const values = cells(line);
		t.is(values.length, printedFields.length);
		for (const [field, value] of Object.entries({url, userAgent, referer})) {
			const cell = values[printedFields.indexOf(field as 'url')] ?? '';
			const isFormula = /^[\s"]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(value);
			t.is(
				(isFormula ? cell.slice(1) : cell).replace(/;'(?="*[=+\-@＝＋－＠])/g, ';'),
				Array.from(value, one => (control.test(one) ? sanitise(one) : one))
					.join('')
					.replace(/;'(?="*[=+\-@＝＋－＠])/g, ';'),
			);
			t.is(isFormula, isFormula && cell.startsWith("'"));
			t.notRegex(cell, /(?:^|;)"*[=+\-@＝＋－＠]/);
		}
	});
});

test('a log field has a column that no spreadsheet runs as a formula', t => {
	t.is(csvHeader(['status', '@cs', '@a "b"']), 'status,fields.cs,"fields.a ""b"""');
	t.is(csvLine(entry(1, {fields: {cs: '=1+1', 'a "b"': null}}), ['status', '@cs', '@a "b"']), `200,"'=1+1",`);
});
