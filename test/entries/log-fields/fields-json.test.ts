import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {FieldsJson} from '../../../source/entries/log-fields/fields-json.js';
import {addLogFields, logValues} from '../../../source/entries/log-fields/log-values.js';
import {harmlessJson} from '../../../source/harmless-json.js';
import {unrulyLine} from '../../helpers/arbitrary-lines.js';
import {forAll} from '../../helpers/for-all.js';
import {wrappedLines} from '../../helpers/log-field-lines.js';

process.env.TZ = 'UTC';

/** Returns the objects of lines that were added. */
function objectsIn({bytes, ends}: FieldsJson): readonly string[] {
	return ends.map((end, index) => bytes.toString('utf8', ends[index - 1] ?? 0, end));
}

function objectOf(line: Buffer): string {
	const json = new FieldsJson();
	addLogFields(line, {}, json);
	return objectsIn(json)[0] ?? '';
}

/** Checks that an object has the same values as the list of a line's values. */
function assertSame(t: ExecutionContext, line: Buffer): void {
	const values = logValues(line).filter(({isRead}) => !isRead);
	const pairs = values.map(({name, text, elements}) => {
		const json = elements === null ? harmlessJson(text) : `[${elements.map(harmlessJson).join(',')}]`;
		return `${harmlessJson(name)}:${json}`;
	});
	t.is(
		objectOf(line),
		pairs.length === 0 ? '' : `{${pairs.join(',')}}`,
		JSON.stringify(line.toString('latin1')),
	);
}

const request = '"time":"2026-11-20T08:03:07Z","ip":"203.0.113.7","method":"GET","url":"/","status":200';

test('has the values from which no field was read', t => {
	t.is(
		objectOf(
			Buffer.from(
				`{${request},"a":"x","n":1.50,"list":["y","-",2],"of":[{"k":1,"l":"z"},{"k":2}],"none":null}`,
			),
		),
		'{"a":"x","n":"1.50","list":["y","2"],"of.k":["1","2"],"of.l":["z"]}',
	);
	t.is(objectOf(Buffer.from(`{${request}}`)), '');
});

test('writes each value like JSON.stringify, and no character that acts on a terminal', t => {
	const value = '\\"q\\"\\\\ \\/ \\u0041 \\u202e \\ud800 \\n \\x1e #2D ä \u007F \u200B';
	t.is(
		objectOf(Buffer.from(`{${request},"ä\\u001b":"${value}","upstream_status":"502, \\"-\\""}`)),
		'{"ä\\u001b":"\\"q\\"\\\\ / A \\u202e \\\\ud800 \\n \\\\x1E #2D ä \\u007f \\u200b","upstream_status":["502","\\"-\\""]}',
	);
	assertSame(
		t,
		Buffer.concat([Buffer.from(`{${request},"a":"`), Buffer.from([0xff, 0, 0x1e]), Buffer.from('"}')]),
	);
});

test('keeps the lines apart, and counts those that can no longer be read', t => {
	const json = new FieldsJson();
	const long = 'x'.repeat(200_000);
	for (const value of ['a', long, 'b']) {
		addLogFields(Buffer.from(`{${request},"v":"${value}"}`), {}, json);
		json.addNone();
		json.addLost();
	}
	t.deepEqual(objectsIn(json), ['{"v":"a"}', '', '', `{"v":"${long}"}`, '', '', '{"v":"b"}', '', '']);
	t.is(json.lost, 3);
	json.clear();
	t.deepEqual([objectsIn(json), json.lost], [[], 0]);
});

test('has the same values as the list of all values, in all samples and in any line', t => {
	for (const name of readdirSync('samples').filter(file => file.endsWith('.log'))) {
		for (const line of new Set(readFileSync(join('samples', name), 'latin1').split('\n').slice(0, 60))) {
			assertSame(t, Buffer.from(line, 'latin1'));
		}
	}
	forAll(500, unrulyLine, line => assertSame(t, line));
	forAll(1000, wrappedLines, line => assertSame(t, line));
});
