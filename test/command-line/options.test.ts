import test from 'ava';
import {options} from '../../source/command-line/options.js';

test('no name and no short form is given twice', t => {
	const names = options.map(({name}) => name);
	const shorts = options.flatMap(option => ('short' in option ? [option.short] : []));
	t.is(new Set<string>(names).size, names.length);
	t.is(new Set<string>(shorts).size, shorts.length);
});

test('names are words with hyphens, short forms single letters', t => {
	for (const option of options) {
		t.regex(option.name, /^[a-z]+(-[a-z]+)*$/);
		t.regex('short' in option ? option.short : 'x', /^[a-zA-Z]$/);
	}
});
