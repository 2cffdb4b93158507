import test from 'ava';
import {fitSpans} from '../../../source/view/spans/span.js';

const spans = ['5xx', ' 12', '  ', '4xx', ' 345'].map(text => ({text}));
function fitted(width: number): string {
	return fitSpans(spans, width)
		.map(({text}) => text)
		.join('');
}

test('keeps all spans if they fit', t => {
	t.is(fitted(20), '5xx 12  4xx 345');
	t.is(fitted(15), '5xx 12  4xx 345');
});

test('marks omitted spans, even if a span ends at the edge', t => {
	t.is(fitted(12), '5xx 12  4xx…');
	t.is(fitted(11), '5xx 12  4x…');
	t.is(fitted(8), '5xx 12 …');
	t.is(fitted(7), '5xx 12…');
});

test('never cuts a number to a different number', t => {
	t.is(fitted(14), '5xx 12  4xx …');
	t.is(fitted(6), '5xx …');
	t.is(fitted(5), '5xx …');
});

test('keeps the style of a cut span', t => {
	t.deepEqual(fitSpans([{text: 'abc', style: {bold: true}}, {text: 'd'}], 3), [
		{text: 'ab…', style: {bold: true}},
	]);
	t.deepEqual(fitSpans([{text: 'abc'}, {text: ''}], 3), [{text: 'abc'}]);
	t.deepEqual(fitSpans([{text: 'abc'}], 0), []);
});
