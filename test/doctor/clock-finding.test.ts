import test from 'ava';
import {clockFinding} from '../../source/doctor/machine-findings.js';

const minute = 60_000;
const hour = 60 * minute;
const now = Date.UTC(2026, 10, 20, 12);

function said(newest: number, modified = now): string {
	const finding = clockFinding('a.log', newest, modified, now);
	return finding.state === 'ok' ? finding.text : `${finding.text} -> ${finding.advice}`;
}

test('accepts a new line in a live file, and an old line in an old file', t => {
	t.is(said(now - 300), 'newest line now');
	t.is(said(now - 3000), 'newest line 3 s ago');
	t.is(said(now - 3 * hour, now - 3 * hour), 'newest line 3 h ago');
	t.is(said(now - 3 * hour - 11 * minute), 'newest line 3 h ago');
	t.is(said(now - 48 * hour), 'newest line 2 days ago');
});

test('distinguishes a wrong time zone from a wrong clock if lines are ahead of the clock', t => {
	t.is(said(now + 4 * minute), 'newest line now');
	t.regex(said(now + 2 * hour), /^its newest line is 2 h ahead of the clock -> .*--tz/);
	t.regex(said(now + 2 * hour + 30 * minute - 5000), /--tz/);
	t.regex(said(now + 70 * minute), /^its newest line is 70 min ahead of the clock -> set the clocks/);
	t.regex(said(now + 100 * hour), /set the clocks/);
});

test('reports lines that are one time zone behind the clock, in a live file', t => {
	t.regex(said(now - 2 * hour), /^the time in its newest line is 2 h before it was written -> .*--tz/);
	t.is(said(now - 4 * hour, now - 2 * hour), 'newest line 4 h ago');
});

test('reports a clock that was never set', t => {
	t.regex(said(5000), /1970/);
});
