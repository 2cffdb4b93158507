import test from 'ava';
import fc from 'fast-check';
import {type PairNotation, PairScanner} from '../../../source/entries/log-fields/pair-scanner.js';
import {forAll} from '../../helpers/for-all.js';

function pairsIn(text: string, notation: PairNotation = 'pairs'): ReadonlyArray<readonly [string, string]> {
	const scanner = new PairScanner(notation);
	const bytes = Buffer.from(text);
	scanner.begin(bytes, 0, bytes.length);
	const pairs: Array<readonly [string, string]> = [];
	while (scanner.next()) {
		pairs.push([
			bytes.toString('utf8', scanner.nameStart, scanner.nameEnd),
			bytes.toString('utf8', scanner.valueStart, scanner.valueEnd),
		]);
	}
	return pairs;
}

const model =
	/(?<=^| )(?:([A-Za-z_][\w.-]*)=(?:"((?:\\.|[^"\\])*)"[^ ]*|(?!")([^ ]*))|"(?:\\.|[^"\\])*"[^ ]*|(?!")[^ ]+)/g;

const word = fc.constantFrom(
	...[
		'a=1',
		'b="x y"',
		'c="\\"q\\""',
		'"a=1 b=2"',
		'plain',
		'-a=1',
		'1a=2',
		'a.b_c-d=3',
		'e=',
		'f=-',
		'g=""',
	],
	...['h=x"y z"', 'i==j', 'ä=1', '_k=ä', 'l="x"y', '"x"m=1', '=', '"', '200', '', '""', 'n=(', 'o=]'],
);

test('finds the same pairs as a model, in words and quoted strings', t => {
	forAll(2000, fc.array(word, {maxLength: 10}), words => {
		const text = words.join(' ');
		const expected: Array<readonly [string, string]> = [];
		let end = 0;
		for (const {0: whole, 1: name, 2: quoted, 3: bare, index} of text.matchAll(model)) {
			// A quote that isn't closed ends the search.
			if (text.slice(end, index).trim() !== '') {
				break;
			}
			end = index + whole.length;
			if (name !== undefined) {
				expected.push([name, quoted ?? bare ?? '']);
			}
		}
		t.deepEqual(pairsIn(text), expected, text);
	});
});

test('brackets that are not closed hide nothing', t => {
	t.deepEqual(pairsIn('[a=1 b=2] c=3'), [['c', '3']]);
	t.deepEqual(pairsIn('[a=1 [b=2] c=3] d=4'), [['d', '4']]);
	t.deepEqual(pairsIn('[ (a=1 b=2 {c=3} d=4'), [
		['b', '2'],
		['d', '4'],
	]);
});

test('scanning takes time in proportion to the length, also of hostile lines', t => {
	for (const [part, notation] of [
		['[ ', 'pairs'],
		["a='x ", 'logfmt'],
		['a=1, ', 'pairs'],
		['a ', 'logfmt'],
		['( [ { ', 'pairs'],
	] as const) {
		const start = process.cpuUsage().user;
		pairsIn(part.repeat(65_536 / part.length), notation);
		t.true(process.cpuUsage().user - start < 1_000_000, part);
	}
});
