import test from 'ava';
import fc from 'fast-check';
import {briefText, isLong} from '../../source/redaction/brief-text.js';
import {actualEntry, briefEntry, EntryRedactor} from '../../source/redaction/redact-entry.js';
import {entry} from '../helpers/entry.js';
import {plantedSecrets} from '../helpers/planted-secrets.js';

const redactor = new EntryRedactor();

function brief(text: string): string {
	return briefText(text, part => redactor.texts.hiddenIn(part, 'text'));
}

test('shows the start of a long string, and hides the rest', t => {
	const text = `${'words and '.repeat(6000)}token=s3cret`;
	t.true(isLong(text));
	t.is(brief(text), `${text.slice(0, 2048)}REDACTED`);
	t.false(isLong('x'.repeat(6144)));
});

test('a secret at the end of the shown part is hidden as in the whole text', t => {
	for (const secret of [
		'token=s3cretvalue',
		'anna.s3cretvalue@shop.example',
		'https://anna:s3cretvalue@shop.example/',
		`https://anna:s3cretvalue${'p'.repeat(9000)}@shop.example/`,
		`s3cretvalue${'p'.repeat(9000)}%40shop.example`,
		'{"name":"Cookie","value":"s3cretvalue"}',
	]) {
		for (let before = 2020; before < 2060; before++) {
			const text = `${'x'.repeat(before)} ${secret} ${'y'.repeat(9000)}`;
			t.notRegex(brief(text), /s3cret/, `${before} ${secret.slice(0, 40)}`);
		}
	}
});

test('a secret that is hidden in the whole text is hidden in its start', t => {
	const secrets = plantedSecrets(300, 5).map(({line}) => line);
	fc.assert(
		fc.property(fc.constantFrom(...secrets), fc.integer({min: 0, max: 2100}), (line, before) => {
			const text = `${'x'.repeat(before)} ${line} ${'y '.repeat(5000)}`;
			const whole = redactor.texts.redact(text, 'text');
			const start = brief(text).replace(/REDACTED$/, '');
			t.true(whole.startsWith(start) || !/zq7\w*k7z/.test(start), `${before} ${line}`);
		}),
		{numRuns: 200, seed: 1},
	);
});

test('long strings of an entry are redacted on reading, and the screen reads only their start', t => {
	const userAgent = `${'a=b; '.repeat(12_000)}token=s3cret`;
	const whole = entry(1, {userAgent, fields: {note: userAgent, short: 'x'}});
	const shown = redactor.entry(whole);
	t.truthy(Object.getOwnPropertyDescriptor(shown, 'userAgent')?.get);
	t.is(briefEntry(shown).userAgent, `${userAgent.slice(0, 2048)}REDACTED`);
	t.is(briefEntry(shown).fields.note, `${userAgent.slice(0, 2048)}REDACTED`);
	t.is(briefEntry(shown), briefEntry(shown));
	t.is(actualEntry(briefEntry(shown)), whole);
	t.truthy(Object.getOwnPropertyDescriptor(shown, 'userAgent')?.get, 'not computed yet');
	const text = `${'a=b; '.repeat(12_000)}token=REDACTED`;
	t.is(shown.userAgent, text);
	t.is(shown.fields.note, text);
	t.is({...shown}.userAgent, text);
	t.is(briefEntry(whole), whole);
});

test('an entry without a long string is redacted once, and the screen shows this redacted entry', t => {
	for (const fields of [{}, {note: 'token=s3cret', none: null}]) {
		const shown = redactor.entry(entry(1, {url: '/a?token=s3cret', fields}));
		t.is(briefEntry(shown), shown);
		t.is(Object.getOwnPropertySymbols(shown).length, 1, 'it has only the key of the actual entry');
	}
	const long = redactor.entry(entry(1, {fields: {note: 'words and '.repeat(6000)}}));
	t.not(briefEntry(long), long, 'a long log field');
});

test('redacts the visible part of a long line in an unknown format', t => {
	const line = (text: string): string => Buffer.from(redactor.briefLine(Buffer.from(text))).toString();
	const long = `anna@shop.example caf\u00e9 ${'words and '.repeat(6000)}`;
	t.regex(line(long), /^REDACTED café (?:words and )+\w* ?\w*REDACTED$/);
	t.true(line(long).length < 2200);
	t.is(line('password=s3cret'), 'password=REDACTED');
});
