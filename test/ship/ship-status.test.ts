import test from 'ava';
import {Rate, statusText} from '../../source/ship/ship-status.js';
import {StatusLine} from '../../source/ship/status-line.js';

const state = {lag: 12_400_000, rows: 1_203_000, unread: 0, lost: 0, unfinished: 0, rate: 153_200.6};

test('the status says lag, rate, rows, and what is wrong', t => {
	t.is(statusText({...state, problem: undefined}), 'lag 12 MB · 153,201 rows/s · 1,203,000 rows shipped');
	t.is(
		statusText({...state, rows: 1, unread: 3, lost: 2000, problem: 'nothing answers'}),
		'lag 12 MB · 153,201 rows/s · 1 row shipped · 3 lines not recognised · 2.0 kB lost · waiting: nothing answers',
	);
});

test('the rate is that of the last seconds', t => {
	const rate = new Rate(1000);
	t.is(rate.next(0, 0), 0);
	t.is(rate.next(500, 500), 1000);
	t.is(rate.next(500, 1000), 500);
	t.is(rate.next(500, 2000), 0);
});

const output = (isTTY: boolean) => {
	const written: string[] = [];
	return {written, isTTY, columns: 20, write: (text: string | Uint8Array) => written.push(String(text)) > 0};
};

test('on a terminal one line is kept, cut to its width, with nothing in it that acts', t => {
	const out = output(true);
	const line = new StatusLine(out, false);
	line.show('a\u001b[2J', undefined, 0);
	line.show('a\u001b[2J', undefined, 1);
	line.show('x'.repeat(50), undefined, 2);
	line.clear();
	t.deepEqual(out.written, ['\ra\\x1b[2J\u001b[K', `\r${'x'.repeat(18)}…\u001b[K`, '\r\u001b[K']);
});

test('elsewhere a line comes every ten seconds, and when something else is wrong', t => {
	const out = output(false);
	const line = new StatusLine(out, false);
	line.show('1', undefined, 0);
	line.show('2', undefined, 9999);
	line.show('3', undefined, 10_000);
	line.show('4', 'away', 10_001);
	line.show('5', 'away', 10_002);
	line.show('6', undefined, 10_003);
	t.deepEqual(out.written, ['1\n', '3\n', '4\n', '6\n']);
});
