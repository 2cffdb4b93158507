import test from 'ava';
import fc from 'fast-check';
import {decodeText, decodeTextAt, decodeUtf8} from '../../../source/entries/values/decode-text.js';
import {anyText} from '../../helpers/any-text.js';
import {apacheEscaped, nginxEscaped} from '../../helpers/arbitrary-lines.js';
import {forAll} from '../../helpers/for-all.js';
import {timeOf} from '../../helpers/time-of.js';

const escapes: ReadonlyArray<readonly [logged: string, text: string]> = [
	['', ''],
	['plain', 'plain'],
	['\\"', '"'],
	['\\\\', '\\'],
	['\\b\\f\\n\\r\\t\\v', '\b\f\n\r\t\v'],
	['\\x22\\x5C\\x5c', '"\\\\'],
	['\\x00\\x1b[2J\\x7f', '\0\u001b[2J\u007f'],
	['\\xc3\\xa4\\xC3\\xA4', 'ää'],
	['\\xf0\\x9f\\x9b\\x92', '🛒'],
	['ä\\xc3\\xa4', 'ää'],
	// Escapes are undone only once: the result isn't decoded again.
	['\\\\x22', '\\x22'],
	['\\x5cx22', '\\x22'],
	['\\x5c\\x22', '\\"'],
	['\\\\\\"', '\\"'],
	['\\\\\\\\', '\\\\'],
	['\\x5cn', '\\n'],
	['\\\\n', '\\n'],
	// Invalid escapes stay unchanged.
	['\\', '\\'],
	['a\\', 'a\\'],
	['\\\\\\', '\\\\'],
	['\\a\\0\\u00e4\\X22\\/', '\\a\\0\\u00e4\\X22\\/'],
	['\\x', '\\x'],
	['\\x2', '\\x2'],
	['\\xg2', '\\xg2'],
	['\\x2g', '\\x2g'],
	['\\x/2\\x:2\\x@2\\x`2', '\\x/2\\x:2\\x@2\\x`2'],
	['\\x2\\x22', '\\x2"'],
	['\\x\\x22', '\\x"'],
	["\\'", "\\'"],
	// The log doesn't add percent-encoding, so it stays.
	['%22%C3%A4+', '%22%C3%A4+'],
	// An escaped byte that isn't UTF-8 looks the same as an unescaped byte in its visible form.
	['\\xff', '\\xFF'],
	['\\xc3', '\\xC3'],
	['\\xc3\\x22', '\\xC3"'],
];

for (const [logged, text] of escapes) {
	test(`clf: ${JSON.stringify(logged)} is ${JSON.stringify(text)}`, t => {
		t.is(decodeText(Buffer.from(logged), 'clf'), text);
	});
	test(`without escapes, ${JSON.stringify(logged)} stays unchanged`, t => {
		t.is(decodeText(Buffer.from(logged), 'none'), logged);
	});
}

const broken: ReadonlyArray<readonly [what: string, hex: string, text: string]> = [
	['a lone continuation byte', '61 80 62', 'a\\x80b'],
	['a lead byte at the end', 'c3', '\\xC3'],
	['a lead byte before ASCII', 'c3 41', '\\xC3A'],
	['a truncated sequence of three', 'e2 82', '\\xE2\\x82'],
	['a truncated sequence of four', 'f0 9f 9b', '\\xF0\\x9F\\x9B'],
	['a truncated sequence and a whole one', 'e2 82 e2 82 ac', '\\xE2\\x82€'],
	['an overlong slash of two bytes', 'c0 af', '\\xC0\\xAF'],
	['an overlong slash of three bytes', 'e0 80 af', '\\xE0\\x80\\xAF'],
	['an overlong slash of four bytes', 'f0 80 80 af', '\\xF0\\x80\\x80\\xAF'],
	['an overlong NUL', 'c1 80', '\\xC1\\x80'],
	['a surrogate', 'ed a0 80', '\\xED\\xA0\\x80'],
	['a surrogate pair', 'ed a0 bd ed b8 80', '\\xED\\xA0\\xBD\\xED\\xB8\\x80'],
	['beyond Unicode', 'f4 90 80 80', '\\xF4\\x90\\x80\\x80'],
	['bytes that never occur', 'fe ff f5', '\\xFE\\xFF\\xF5'],
	['C1 controls as raw bytes', '9d 35 32', '\\x9D52'],
	['the last of each length', 'c2 80 df bf ef bf bf f4 8f bf bf', '\u0080\u07ff\uffff\u{10ffff}'],
	['a byte order mark', 'ef bb bf 61', '\ufeffa'],
	['an invalid byte between valid ones', 'c3 a4 ff c3 b6', 'ä\\xFFö'],
];

for (const [what, hex, text] of broken) {
	test(what, t => {
		const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex');
		t.is(decodeUtf8(bytes), text);
		t.is(decodeText(bytes, 'none'), text);
		t.is(decodeText(bytes, 'clf'), text);
		t.is(decodeText(Buffer.from(apacheEscaped(bytes)), 'clf'), text);
	});
}

test('undoes the escapes of Apache and nginx', t => {
	forAll(200, anyText({maxLength: 40}), text => {
		const bytes = Buffer.from(text);
		t.is(decodeText(Buffer.from(apacheEscaped(bytes)), 'clf'), text);
		t.is(decodeText(Buffer.from(nginxEscaped(bytes)), 'clf'), text);
		t.is(decodeText(bytes, 'none'), text);
	});
});

test('fault 23: decodes any bytes, and makes bytes visible that are not UTF-8', t => {
	const bytes = fc.oneof(
		fc.uint8Array({maxLength: 30}),
		fc.array(fc.constantFrom(0x41, 0x7f, 0x80, 0xbf, 0xc2, 0xe0, 0xed, 0xa0, 0xf0, 0xf4, 0x90, 0xff), {
			maxLength: 12,
		}),
	);
	const bytewise = (given: Buffer): string => {
		// Makes every byte visible that the decoder replaces, one by one from the left.
		for (let end = given.length; end > 0; end--) {
			const text = given.toString('utf8', 0, end);
			if (Buffer.from(text).equals(given.subarray(0, end))) {
				const next = given[end];
				const rest = next === undefined ? '' : `\\x${next.toString(16).toUpperCase()}`;
				return text + rest + (end + 1 < given.length ? bytewise(given.subarray(end + 1)) : '');
			}
		}
		const [first] = given;
		return first === undefined ? '' : `\\x${first.toString(16).toUpperCase()}${bytewise(given.subarray(1))}`;
	};
	forAll(200, bytes, given => {
		t.is(decodeUtf8(Buffer.from(given)), bytewise(Buffer.from(given)));
	});
});

test('decodes long values in linear time', t => {
	for (const piece of ['\\', '\\x', '\\x2', '\\"', '\\xff', '"']) {
		const bytes = Buffer.from(piece.repeat(1 << 16));
		t.true(timeOf(() => decodeText(bytes, 'clf'), 500) < 500, piece);
	}
	const invalid = Buffer.alloc(1 << 16, 0xff);
	t.true(timeOf(() => decodeUtf8(invalid), 500) < 500);
});

const jsonEscapes: ReadonlyArray<readonly [logged: string, text: string]> = [
	['', ''],
	['plain', 'plain'],
	['\\"\\\\\\/\\b\\f\\n\\r\\t', '"\\/\b\f\n\r\t'],
	['\\u0041\\u00e4\\u20AC\\ud83d\\ude00', 'Aä€😀'],
	['\\u0000\\u001b', '\0\u001b'],
	// nginx without escape=json.
	['\\x22\\xC3\\xA4', '"ä'],
	// Escapes are undone only once.
	['\\\\u0041\\\\x41\\\\\\"', '\\u0041\\x41\\"'],
	['\\u005cu0041', '\\u0041'],
	// Unpaired surrogates and invalid escapes stay unchanged.
	['\\ud83d', '\\ud83d'],
	['\\ude00\\ud83d', '\\ude00\\ud83d'],
	['\\ud83d\\u0041', '\\ud83dA'],
	['\\ud83d\\ud83d\\ude00', '\\ud83d😀'],
	['\\', '\\'],
	['\\u', '\\u'],
	['\\u004', '\\u004'],
	['\\u004g', '\\u004g'],
	['\\x4', '\\x4'],
	["\\'\\v\\0\\U0041", "\\'\\v\\0\\U0041"],
	['\\xff', '\\xFF'],
];

for (const [logged, text] of jsonEscapes) {
	test(`json: ${JSON.stringify(logged)}`, t => {
		t.is(decodeText(Buffer.from(logged), 'json'), text);
	});
}

test('json: decodes any string like JSON.parse', t => {
	forAll(500, anyText(), fc.boolean(), (text, isAscii) => {
		const logged = JSON.stringify(text).slice(1, -1);
		const escaped = isAscii
			? logged.replaceAll(/[^ -~]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
			: logged;
		fc.pre(!/\p{Surrogate}/u.test(text));
		t.is(decodeText(Buffer.from(escaped), 'json'), text);
	});
});

for (const escapes of ['none', 'clf', 'haproxy', 'json'] as const) {
	test(`${escapes}: surrounding bytes never change how a range of a buffer is decoded`, t => {
		const piece = fc.oneof(
			fc
				.constantFrom('a', '\\x41', '\\u00e4', '\\"', '\\', '#41', '#', 'ä', '\ufffd', '😀', '\ufeff')
				.map(text => Buffer.from(text)),
			fc.uint8Array({maxLength: 4}).map(bytes => Buffer.from(bytes)),
		);
		forAll(300, fc.array(piece, {maxLength: 6}), fc.nat(4), fc.nat(4), (pieces, before, after) => {
			const text = Buffer.concat(pieces);
			const bytes = Buffer.concat([Buffer.alloc(before, '\\'), text, Buffer.alloc(after, 0x80)]);
			t.is(decodeTextAt(bytes, before, before + text.length, escapes), decodeText(text, escapes));
		});
	});
}
