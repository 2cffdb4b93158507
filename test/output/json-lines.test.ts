import test from 'ava';
import {FieldsJson} from '../../source/entries/log-fields/fields-json.js';
import {addLogFields} from '../../source/entries/log-fields/log-values.js';
import {JsonLines} from '../../source/output/json-lines.js';

function textOf(pieces: readonly Uint8Array[]): string {
	return pieces.map(piece => `${Buffer.from(piece).toString()}\n`).join('');
}

test('joins lines to pieces, each of which can be printed like a line', t => {
	const lines = new JsonLines();
	for (const size of [1, 70_000, 10, 300_000, 100_000]) {
		const added = Array.from({length: 5}, (_, number) => `{"${number}":"${'ä'.repeat(size)}"}`);
		for (const line of added) {
			lines.add(line);
		}
		const pieces = lines.take();
		t.is(textOf(pieces), added.map(line => `${line}\n`).join(''));
		t.is(pieces.length, size > 10 ? 5 : 1);
	}
	t.deepEqual(lines.take(), []);
});

test('appends the log fields of a line as the last value of its object', t => {
	const fields = new FieldsJson();
	fields.addNone();
	const line =
		'{"time":"2026-11-20T08:03:07Z","ip":"203.0.113.7","method":"GET","url":"/","status":200,"a":"b"}';
	addLogFields(Buffer.from(line), {}, fields);
	const lines = new JsonLines();
	lines.addWithFields('{"x":1}', fields, 0);
	lines.addWithFields('{"x":2}', fields, 1);
	t.is(textOf(lines.take()), '{"x":1}\n{"x":2,"fields":{"a":"b"}}\n');
});
