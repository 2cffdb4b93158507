import test from 'ava';
import {scrolled} from '../../../source/view/panel/text-panel.js';

const length = 27;
const end = length - 10;

for (const [top, command, next] of [
	[0, 'rowDown', 1],
	[0, 'rowUp', 0],
	[end, 'rowDown', end],
	[end, 'rowUp', end - 1],
	[0, 'halfDown', 5],
	[6, 'halfUp', 1],
	[0, 'pageDown', 10],
	[end, 'pageUp', Math.max(0, end - 10)],
	[0, 'oldest', end],
	[end, 'newest', 0],
	[3, 'freeze', 3],
	// The screen has become higher in the meantime.
	[end + 5, 'rowUp', end - 1],
] as const) {
	test(`scrolls with ${command} from line ${top}`, t => {
		t.is(scrolled(top, command, 10, length), next);
	});
}

test("a panel that fits doesn't scroll", t => {
	t.is(scrolled(0, 'oldest', length, length), 0);
});
