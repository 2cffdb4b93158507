import test from 'ava';
import {paint} from '../../../source/view/spans/paint.js';

function escaped(text: string): string {
	return text.replaceAll('\x1b', '^');
}

test("applies the style of each span on top of the line's style", t => {
	const spans = [{text: '404', style: {color: 'magenta'}}, {text: ''}, {text: ' rest'}];
	t.is(escaped(paint({spans, style: {}})), '^[35m404^[39m rest');
	t.is(
		escaped(paint({spans, style: {dimColor: true, inverse: true}})),
		'^[2m^[7m^[35m404^[39m^[27m^[22m^[2m^[7m rest^[27m^[22m',
	);
	const marked = [{text: 'x', style: {bold: true, underline: true}}];
	t.is(escaped(paint({spans: marked})), '^[1m^[4mx^[24m^[22m');
});

test('does not end a colour that the next span replaces', t => {
	const [red, blue] = [{color: 'red'}, {color: 'blue', backgroundColor: 'black'}];
	const colours = [{text: 'a', style: red}, {text: 'b', style: blue}, {text: 'c', style: red}, {text: 'd'}];
	t.is(escaped(paint({spans: colours})), '^[31ma^[34m^[40mb^[49m^[39m^[31mc^[39md');
	const bold = [
		{text: 'a', style: {color: 'red', bold: true}},
		{text: 'b', style: red},
	];
	t.is(escaped(paint({spans: bold})), '^[1m^[31ma^[39m^[22m^[31mb^[39m');
});
