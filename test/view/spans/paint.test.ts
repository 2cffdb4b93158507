import test from 'ava';
import {paint} from '../../../source/view/spans/paint.js';

function escaped(text: string): string {
	return text.replaceAll('\x1b', '^');
}

test("applies the style of each piece on top of the line's style", t => {
	const pieces = [{text: '404', style: {color: 'magenta'}}, {text: ''}, {text: ' rest'}];
	t.is(escaped(paint({pieces, style: {}})), '^[35m404^[39m rest');
	t.is(
		escaped(paint({pieces, style: {dimColor: true, inverse: true}})),
		'^[2m^[7m^[35m404^[39m^[27m^[22m^[2m^[7m rest^[27m^[22m',
	);
	const marked = [{text: 'x', style: {bold: true, underline: true}}];
	t.is(escaped(paint({pieces: marked})), '^[1m^[4mx^[24m^[22m');
});
