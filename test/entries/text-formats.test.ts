import test from 'ava';
import {rowPattern} from '../../source/entries/pattern/nginx-log-format.js';
import {textFormats} from '../../source/entries/text-formats.js';

for (const {name, patterns, others = [], source} of textFormats) {
	test(`${name}: its patterns have known variables only`, t => {
		for (const pattern of [...patterns, ...others]) {
			t.notThrows(() => rowPattern(pattern.replace(/…$/, '')), pattern);
		}
	});

	test(`${name}: the table says where it is defined`, t => {
		t.regex(source, /^https:\/\/\S+$/);
	});
}
