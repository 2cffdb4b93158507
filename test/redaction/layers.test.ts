import test from 'ava';
import fc from 'fast-check';
import {decoded, layersOf} from '../../source/redaction/layers.js';
import {forAll} from '../helpers/for-all.js';

const texts: ReadonlyArray<readonly [text: string, layers: readonly string[]]> = [
	['plain', ['plain']],
	['a%2525b', ['a%2525b', 'a%25b', 'a%b']],
	['{"a":"{\\"b\\":1}"}', ['{"a":"{\\"b\\":1}"}', '{"a":"{"b":1}"}']],
	['\\x22a\\x22', ['\\x22a\\x22', '"a"']],
	['\\"%22\\"', ['\\"%22\\"', '"%22"', '"""']],
	['\\u0074oken \\u00e9', ['\\u0074oken \\u00e9', 'token \u00c3\u00a9']],
	['&quot;a&#61;&#x3d;', ['&quot;a&#61;&#x3d;', '"a==']],
	['%zz \\q &no; #zz', ['%zz \\q &no; #zz']],
	['é', ['\u00c3\u00a9']],
];

for (const [text, layers] of texts) {
	test(`finds the layers of encoding in ${text}`, t => {
		t.deepEqual(
			layersOf(text).map(layer => layer.text),
			layers,
		);
	});
}

test('each character of a layer maps to an offset in the original string', t => {
	const piece = fc.constantFrom(
		'a',
		'é',
		'😀',
		'%',
		'25',
		'%C3%A9',
		'\\',
		'"',
		'u0074',
		'\\ud83d\\ude00',
		'&quot;',
		'#22',
		'x41',
	);
	forAll(100, fc.array(piece, {maxLength: 12}), pieces => {
		const text = pieces.join('');
		for (const {text: layer, starts} of layersOf(text)) {
			const offsets = starts ?? Int32Array.from({length: layer.length + 1}, (_, index) => index);
			t.is(offsets.length, layer.length + 1);
			t.is(offsets.at(-1), text.length);
			t.true(offsets.every((offset, index) => index === 0 || offset >= (offsets[index - 1] ?? 0)));
		}
	});
});

test('undoes all encodings of a string', t => {
	t.is(decoded('to%256ben é \\u00e9'), 'token é é');
	t.is(decoded('plain é'), 'plain é');
});
