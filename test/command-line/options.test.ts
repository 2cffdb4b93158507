import test from 'ava';
import {keyOf, options} from '../../source/command-line/options.js';

test('no name and no short form is given twice', t => {
	const names = options.map(({name}) => name);
	const shorts = options.flatMap(({short = []}) => short);
	t.is(new Set<string>(names).size, names.length);
	t.is(new Set<string>(shorts).size, shorts.length);
});

test('names are words with hyphens, short forms single letters', t => {
	for (const {name, short = 'x'} of options) {
		t.regex(name, /^[a-z]+(-[a-z]+)*$/);
		t.regex(short, /^[a-zA-Z]$/);
	}
});

test('an option that sets the value of a different option comes after it', t => {
	const values = options.map(keyOf);
	const late = options.filter(
		(option, index) =>
			option.sets !== undefined &&
			!('otherwise' in option) &&
			!values.slice(0, index).includes(keyOf(option)),
	);
	t.deepEqual(late, []);
});
