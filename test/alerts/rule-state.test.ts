import test from 'ava';
import fc from 'fast-check';
import type {Condition} from '../../source/alerts/rule.js';
import {
	afterCheck,
	comparedValue,
	initialRuleState,
	type Reading,
	type RuleState,
	settleTime,
} from '../../source/alerts/rule-state.js';
import {everything} from '../../source/query/query.js';
import {forAll} from '../helpers/for-all.js';

type Style = {readonly now: number; readonly reading: Reading | null};

/** Returns the state and the event after each check. */
function afterChecks(condition: Condition, checks: readonly Style[]) {
	let state: RuleState = initialRuleState;
	return checks.map(({now, reading}) => {
		const after = afterCheck(condition, state, reading, now);
		({state} = after);
		return after;
	});
}

const over: Condition = {kind: 'count', side: 'over', limit: 5, window: 60_000};
function counted(count: number): Reading {
	return {count, total: null};
}

test('fires once when the limit is crossed, and again only after a quiet time', t => {
	const checks = [5, 6, 7, 6, 5, 6, 5, 5, 6].map((count, index) => ({
		now: [0, 1, 2, 3, 4, 9, 10, 20, 21][index] ?? 0,
		count,
	}));
	const events = afterChecks(
		over,
		checks.map(({now, count}) => ({now: now * 1000, reading: counted(count)})),
	).map(({event}) => event);
	t.deepEqual(events, [null, 'fired', null, null, null, null, null, 'over', 'fired']);
});

test('an alert found at the first check counts as begun before the start, until the rule fires again', t => {
	const checks = [6, 6, 1, 1, 6].map((count, index) => ({now: index * 10_000, reading: counted(count)}));
	const afterwards = afterChecks(over, [{now: 0, reading: null}, ...checks]);
	t.deepEqual(
		afterwards.map(({state: {isLonger}, event}) => [isLonger, event]),
		[
			[false, null],
			[true, 'fired'],
			[true, null],
			[true, null],
			[true, 'over'],
			[false, 'fired'],
		],
	);
});

test('a short window limits the time until an alert ends', t => {
	const checks = [6, 1, 1].map((count, index) => ({now: index * 2000, reading: counted(count)}));
	t.is(afterChecks({...over, window: 2000}, checks).at(-1)?.event, 'over');
});

test('an unknown reading changes nothing', t => {
	const [fired, unknown] = afterChecks(over, [
		{now: 0, reading: counted(6)},
		{now: 60_000, reading: null},
	]);
	t.is(unknown?.event, null);
	t.is(unknown?.state, fired?.state);
});

test('a share is in percent, and unknown with too few requests', t => {
	const share: Condition = {kind: 'share', side: 'over', limit: 5, window: 60_000, of: everything, min: 20};
	t.is(comparedValue(share, {count: 1, total: 1}), null);
	t.is(comparedValue(share, {count: 19, total: 19}), null);
	t.is(comparedValue(share, {count: 1, total: 20}), 5);
	t.is(comparedValue({...share, min: 0}, {count: 0, total: 0}), null);
	const check = (reading: Reading): boolean => afterCheck(share, initialRuleState, reading, 0).state.isFiring;
	t.false(check({count: 19, total: 19}));
	t.false(check({count: 1, total: 20}));
	t.true(check({count: 2, total: 20}));
	// Nor does a share below its limit fire without requests.
	t.false(afterCheck({...share, side: 'under'}, initialRuleState, {count: 0, total: 0}, 0).state.isFiring);
});

test('any: fires at once, then reports the matches of the pause together', t => {
	const any: Condition = {kind: 'any', every: 60_000};
	const checks = [0, 1, 2, 3, 0, 0, 0, 4].map((count, index) => ({
		now: [0, 1, 2, 60, 61, 90, 121, 200][index] ?? 0,
		count,
	}));
	const after = afterChecks(
		any,
		checks.map(({now, count}) => ({now: now * 1000, reading: counted(count)})),
	);
	t.deepEqual(
		after.map(({event, state}) => (event === 'fired' ? state.reading?.count : event)),
		// At 61, the minute after the first match has ended. At 121, no matches have arrived since.
		[null, 1, null, null, 5, null, null, 4],
	);
	t.deepEqual(
		after.map(({state}) => state.isFiring),
		[false, true, true, true, true, true, false, true],
	);
});

test('a clock that is set back doesn’t keep a rule silent', t => {
	const [, set] = afterChecks({kind: 'any', every: 60_000}, [
		{now: 3_600_000, reading: counted(1)},
		{now: 0, reading: counted(1)},
	]);
	t.is(set?.event, 'fired');
	const [, , back] = afterChecks(over, [
		{now: 3_600_000, reading: counted(6)},
		{now: 3_601_000, reading: counted(1)},
		{now: 0, reading: counted(1)},
	]);
	t.true(back?.state.isFiring);
	t.is(back?.state.backSince, 0);
});

test('the state agrees with a model over all readings, for any sequence', t => {
	const check = fc.record({pause: fc.integer({min: 1, max: 15_000}), count: fc.option(fc.nat(10))});
	const side = fc.constantFrom('over' as const, 'under' as const);
	forAll(100, fc.array(check), side, fc.integer({min: 1000, max: 60_000}), (pauses, side, window) => {
		let now = 0;
		const checks = pauses.map(({pause, count}) => {
			now += pause;
			return {now, reading: count === null ? null : counted(count)};
		});
		const condition: Condition = {kind: 'count', side, limit: 5, window};
		const isCrossed = ({reading}: Style): boolean =>
			reading !== null && (side === 'over' ? reading.count > 5 : reading.count < 5);
		// It fires from the last time the limit was crossed until the value has been normal for the required time.
		const isFiring = (upTo: number): boolean => {
			const known = checks.slice(0, upTo + 1).filter(({reading}) => reading !== null);
			const last = known.findLastIndex(isCrossed);
			const back = known[last + 1];
			const end = known.at(-1)?.now ?? 0;
			return last !== -1 && (!back || end - back.now < Math.min(window, settleTime));
		};
		const expected = checks.map((_, index) => {
			const [was, is] = [index > 0 && isFiring(index - 1), isFiring(index)];
			return is === was ? null : is ? 'fired' : 'over';
		});
		t.deepEqual(
			afterChecks(condition, checks).map(({event}) => event),
			expected,
		);
	});
});
