import test from 'ava';
import fc from 'fast-check';
import {rubyHash} from '../../../source/entries/wrappers/ruby-hash.js';
import {InnerLine} from '../../../source/entries/wrappers/wrapper.js';
import {forAll} from '../../helpers/for-all.js';
import {readLine} from '../../helpers/line-fields.js';

process.env.TZ = 'UTC';

const line = '203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET /en/ HTTP/1.1" 200 5 "-" "curl/8.5.0"';

function unwrapped(text: string): string | undefined {
	const inner = new InnerLine();
	inner.set(Buffer.from(text), 0, Buffer.byteLength(text));
	return rubyHash.open()(inner) ? inner.bytes.toString('utf8', inner.start, inner.end) : undefined;
}

test('reads lines in the standard output of Fluent Bit', t => {
	for (const record of [
		`[0] nginx.access: [1795165387.123456789, {"log"=>"${line}"}]`,
		`[0] nginx.access: [[1795165387.123456789, {}], {"log"=>"${line}"}]`,
		`[12] kube.var.log: [[1795165387.123456789, {"a"=>1}], {"stream"=>"stdout", "log"=>"${line}", "n"=>nil}]`,
		`[0] app: [1795165387, {"log"=>${JSON.stringify(line)}, "kubernetes"=>{"pod_name"=>"web"}}]`,
	]) {
		t.deepEqual(readLine(record), readLine(line), record);
	}
	t.like(
		readLine(
			'[0] nginx: [1795165387.123456789, {"remote"=>"203.0.113.7", "method"=>"GET", "path"=>"/en/", "code"=>"200", "size"=>"5"}]',
		)?.fields,
		{ip: '203.0.113.7', method: 'GET', url: '/en/', status: 200, time: '2026-11-20T09:03:07.123Z'},
	);
});

test('turns a hash into the same JSON, with quotes that are not escaped', t => {
	const text = fc
		.stringMatching(/^[a-z0-9 [\]{}:=,\\"/.-]{0,20}$/)
		.filter(one => !/(?:=>|[\]},]|\\)/.test(one));
	const value = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null));
	forAll(300, fc.array(fc.tuple(fc.stringMatching(/^[a-z_]{1,8}$/), value), {minLength: 1}), pairs => {
		const hash = pairs.map(([key, one]) => {
			const written = one === null ? 'nil' : typeof one === 'string' ? `"${one}"` : String(one);
			return `"${key}"=>${written}`;
		});
		t.deepEqual(JSON.parse(unwrapped(`{${hash.join(', ')}}`) ?? ''), Object.fromEntries(pairs));
	});
});

test('leaves other lines unchanged', t => {
	for (const text of ['{"a":1}', '{"a"=>"b"', '{}', '', '{"a"=>"b', '["a"=>1]']) {
		t.is(unwrapped(text), undefined, text);
	}
});

test('hostile: a line of quotes or spaces takes time in proportion to its length', t => {
	const begun = performance.now();
	for (const text of ['"a'.repeat(32_000), `"${' '.repeat(64_000)}x`, `"${']'.repeat(64_000)}x`]) {
		t.is(unwrapped(`{"a"=>${text}}`), undefined);
	}
	// Quadratic time would take half a minute.
	t.true(performance.now() - begun < 5000);
});
