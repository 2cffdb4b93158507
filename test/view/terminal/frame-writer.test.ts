import test from 'ava';
import {frameWriter} from '../../../source/view/terminal/frame-writer.js';

const begin = '\x1b[?2026h';
const end = '\x1b[?2026l';
const whole = '\x1b[?25l\x1b[H\x1b[J';

test('writes the first frame completely, then only lines that differ, each frame with one write', t => {
	const written: string[] = [];
	const frame = frameWriter(data => written.push(data));
	frame.show(['one', '', 'three']);
	frame.show(['one', 'two', 'three']);
	frame.show(['1', 'two', '']);
	frame.show(['1']);
	t.deepEqual(written, [
		`${begin}${whole}\x1b[1;1H\x1b[Kone\x1b[3;1H\x1b[Kthree${end}`,
		`${begin}\x1b[2;1H\x1b[Ktwo${end}`,
		`${begin}\x1b[1;1H\x1b[K1\x1b[3;1H\x1b[K${end}`,
		`${begin}\x1b[2;1H\x1b[K${end}`,
	]);
});

test('writes nothing for an unchanged frame, and a whole frame after forget()', t => {
	const written: string[] = [];
	const frame = frameWriter(data => written.push(data));
	frame.show(['one']);
	frame.show(['one']);
	t.is(written.length, 1);
	frame.forget();
	frame.show(['one']);
	t.is(written.length, 2);
	t.is(written[1], written[0]);
});
