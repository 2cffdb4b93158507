import test from 'ava';
import {type LogLine, liveLines, pastLines, readSample} from '../../source/demo/replay.js';
import {logTime} from '../helpers/log-lines.js';

const minute = 60_000;
const opening = Date.UTC(2027, 0, 1, 0, 3, 7, 250);
const sample = readSample();

/** The backfill and half an hour of live traffic. */
const lines: LogLine[] = [...pastLines(sample, opening)];
for (const line of liveLines(sample, opening)) {
	if (line.time > opening + 30 * minute) {
		break;
	}
	lines.push(line);
}

function within(from: number, to: number): readonly string[] {
	return lines.filter(({time}) => time >= from && time < to).map(({line}) => line);
}

function shareOf5xx(of: readonly string[]): number {
	return of.filter(line => / 5\d\d \d+ "/.test(line)).length / of.length;
}

function medianSeconds(of: readonly string[]): number {
	const seconds = of.map(line => Number(line.slice(line.lastIndexOf(' ')))).sort((a, b) => a - b);
	return seconds[seconds.length >> 1] ?? Number.NaN;
}

test('the last ten minutes always contain an incident: a burst of 5xx, and slow responses', t => {
	for (let now = opening; now <= opening + 30 * minute; now += minute) {
		const minutes = Array.from({length: 10}, (_, index) =>
			within(now - (index + 1) * minute, now - index * minute),
		);
		const failing = minutes.filter(of => shareOf5xx(of) > 0.3);
		const healthy = minutes.filter(of => shareOf5xx(of) < 0.02);
		t.true(failing.length >= 1 && failing.length <= 4, `${failing.length}`);
		t.true(healthy.length >= 5, `${healthy.length}`);
		const slowest = Math.max(...minutes.map(medianSeconds));
		t.true(slowest > 20 * medianSeconds(healthy.flat()), `${slowest}`);
	}
});

test('a few lines a second arrive, as many live as in the backfill', t => {
	for (let from = opening - 10 * minute; from < opening + 30 * minute; from += minute) {
		const rate = within(from, from + minute).length / 60;
		t.true(rate > 1.5 && rate < 5, `${rate} a second ${(from - opening) / minute} minutes from the opening`);
	}
});

test('the backfill covers two hours, and is quiet at first', t => {
	t.is(Math.round((opening - (lines[0]?.time ?? 0)) / minute), 120);
	t.true(within(opening - 120 * minute, opening - 60 * minute).length < 600);
});

test('lines are written in order, at most a minute after their time', t => {
	let last = Number.NEGATIVE_INFINITY;
	for (const {time, line} of lines) {
		t.true(time >= last);
		const isNow = Array.from({length: 61}, (_, seconds) => logTime(time - seconds * 1000)).some(stamp =>
			line.includes(` [${stamp}] "`),
		);
		t.true(isNow, `${logTime(time)} ${line}`);
		last = time;
	}
});
