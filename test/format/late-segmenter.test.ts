import test from 'ava';
import fc from 'fast-check';
import {LateSegmenter} from '../../source/format/late-segmenter.js';
import {blockCharacters} from '../../source/themes/chart-characters.js';
import {anyText} from '../helpers/any-text.js';
import {forAll} from '../helpers/for-all.js';
import {nastyText} from '../helpers/nasty-text.js';

const real = new Intl.Segmenter();
const late = new LateSegmenter(undefined, {granularity: 'grapheme'});

/** From the first to the last character. Except for a few, each is a separate grapheme. */
const ranges: readonly (readonly [number, number])[] = [
	[0, 0x2ff],
	[0x2010, 0x2027],
	[0x2190, 0x25ff],
];

const characters = ranges.flatMap(([first, last]) =>
	Array.from({length: last - first + 1}, (_, index) => String.fromCharCode(first + index)),
);

const ownText = fc.string({unit: fc.constantFrom(...characters), maxLength: 40});

test('returns the same graphemes as Intl.Segmenter for any string', t => {
	const texts = fc.oneof(
		ownText,
		nastyText,
		anyText({maxLength: 40}),
		fc.array(fc.oneof(ownText, nastyText), {maxLength: 4}).map(parts => parts.join('')),
	);
	forAll(1000, texts, text => {
		t.deepEqual([...late.segment(text)], [...real.segment(text)]);
	});
});

test('returns the same grapheme as Intl.Segmenter at any index', t => {
	const offsets = fc.oneof(
		fc.integer({min: -2, max: 42}),
		fc.double(),
		fc.constantFrom(undefined, Number.NaN, -0.5, -1, Number.POSITIVE_INFINITY),
	);
	forAll(1000, fc.oneof(ownText, nastyText), offsets, (text, offset) => {
		t.deepEqual(late.segment(text).containing(offset), real.segment(text).containing(offset));
	});
});

test('each character of the ranges is a separate grapheme next to itself and to a different one, as for Intl.Segmenter', t => {
	const text = characters.map(character => `${character}${character}a${character}`).join('');
	const wrong: string[] = [];
	for (const {segment} of real.segment(text)) {
		if (segment.length > 1) {
			wrong.push(segment);
		}
	}
	t.deepEqual(wrong, []);
	t.deepEqual([...late.segment('a\r\nb')], [...real.segment('a\r\nb')]);
});

test('the symbols of charts, of the pulse and of sorted columns need no Intl.Segmenter', t => {
	const {hasBlocks: _, ...characters} = blockCharacters;
	for (const symbols of [...Object.values(characters), '●○', '▾▴']) {
		t.is(Object.getPrototypeOf(late.segment(symbols)), Object.getPrototypeOf(late.segment('a')), symbols);
	}
});

test('leaves other granularities and languages to Intl.Segmenter, including its errors', t => {
	const words = new LateSegmenter('de', {granularity: 'word'});
	t.deepEqual(
		Array.from(words.segment('Guten Tag'), ({segment}) => segment),
		['Guten', ' ', 'Tag'],
	);
	t.is(words.resolvedOptions().locale, 'de');
	t.deepEqual(late.resolvedOptions(), real.resolvedOptions());
	const granularity = 'letter' as 'word';
	t.throws(() => new LateSegmenter(undefined, {granularity}), {instanceOf: RangeError});
});
