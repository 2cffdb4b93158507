import test from 'ava';
import {oldEvent, sgrEvent} from '../../../source/view/terminal/mouse-report.js';

test('parses clicks and the wheel, with positions from 0', t => {
	t.deepEqual(sgrEvent('\u001B[<0;1;1M'), {type: 'click', x: 0, y: 0, isFar: false});
	t.deepEqual(sgrEvent('\u001B[<64;223;50M'), {type: 'wheelUp', x: 222, y: 49, isFar: false});
	t.deepEqual(sgrEvent('\u001B[<81;3;4M'), {type: 'wheelDown', x: 2, y: 3, isFar: true});
	t.deepEqual(oldEvent('\u001B[M !"'), {type: 'click', x: 0, y: 1, isFar: false});
	t.deepEqual(oldEvent('\u001B[Ma!!'), {type: 'wheelDown', x: 0, y: 0, isFar: false});
});

test('returns null for reports without an action and for garbage', t => {
	for (const report of [
		// Release, other buttons, movement, with Shift (which selects text), with Alt, with Ctrl.
		...['<0;1;1m', '<1;1;1M', '<2;1;1M', '<3;1;1M', '<32;1;1M', '<4;1;1M', '<8;1;1M', '<16;1;1M', '<66;1;1M'],
		// Positions outside any screen.
		...['<0;0;1M', '<0;1;0M', '<0;10001;1M', '<0;99999;1M', '<0;999999999999;1M', '<0;-1;1M'],
		...['<0;1M', '<;;M', '<0;1;1;1M', '<M', '<1000;1;1M', '<128;1;1M'],
	]) {
		t.is(sgrEvent(`\u001B[${report}`), null, report);
	}
	for (const report of ['   ', '#!!', ' \uFFFD!', '  !']) {
		t.is(oldEvent(`\u001B[M${report}`), null, report);
	}
});
