import test from 'ava';
import {changeOf, type SideCounts, shiftOf, type Totals} from '../../source/differences/change.js';
import {measureShift} from '../helpers/measure-shift.js';

const conditions: Totals = {counts: [1000, 0, 10_000, 0], seconds: null};
const hours: Totals = {counts: [1000, 0, 1000, 0], seconds: {selected: 3600, baseline: 3600}};

/** Returns whether the change of a value of people is growth; undefined if it isn't a change. */
function grows(a: number, b: number, totals: Totals): boolean | undefined {
	return changeOf([a, 0, b, 0], totals, true)?.isGrowth;
}

test('growth is a finding only with 1.5 times the share', t => {
	t.is(grows(150, 1000, conditions), undefined);
	t.is(grows(151, 1000, conditions), true);
});

test('growth is a finding only with ten entries more than expected', t => {
	t.is(grows(10, 10, conditions), undefined);
	t.is(grows(11, 10, conditions), true);
});

test('growth is a finding only with 0.2 % of the selection', t => {
	const many: Totals = {counts: [100_000, 0, 100_000, 0], seconds: null};
	t.is(grows(299, 100, many), undefined);
	t.is(grows(301, 100, many), true);
});

test('a value that is missing in the baseline is new', t => {
	t.is(grows(12, 0, conditions), true);
});

test('a fall is a finding only between periods', t => {
	t.is(grows(0, 1000, conditions), undefined);
	t.is(grows(0, 100, hours), false);
	t.is(changeOf([0, 0, 100, 0], hours, false), null);
});

test('a fall is a finding only with half the share and twenty fewer entries', t => {
	t.is(grows(60, 100, hours), undefined);
	t.is(grows(40, 100, hours), false);
	t.is(grows(0, 15, hours), undefined);
});

test('a fall is a finding only with 0.2 % of the selection', t => {
	const many: Totals = {counts: [100_000, 0, 100_000, 0], seconds: {selected: 3600, baseline: 3600}};
	t.is(grows(50, 240, many), undefined);
	t.is(grows(30, 240, many), false);
});

test('twice the traffic with the same shares isn’t a finding', t => {
	const busier: Totals = {counts: [2000, 0, 1000, 0], seconds: {selected: 3600, baseline: 3600}};
	t.is(grows(200, 100, busier), undefined);
});

test('a share that falls because other traffic grows isn’t a finding', t => {
	const flooded: Totals = {counts: [9100, 0, 1000, 0], seconds: {selected: 3600, baseline: 3600}};
	t.is(grows(100, 100, flooded), undefined);
});

test('a share that grows because other traffic stopped isn’t a finding', t => {
	const silent: Totals = {counts: [200, 0, 1000, 0], seconds: {selected: 3600, baseline: 3600}};
	t.is(grows(100, 100, silent), undefined);
});

test('if people leave at night and bots stay, neither is a finding', t => {
	const night: Totals = {counts: [200, 500, 2000, 500], seconds: {selected: 3600, baseline: 3600}};
	// A page that only bots read, and a page that only people read.
	t.is(changeOf([0, 100, 0, 100], night, true), null);
	t.is(changeOf([40, 0, 400, 0], night, true), null);
	// People who don't leave are one.
	t.is(changeOf([160, 0, 100, 0], night, true)?.isGrowth, true);
});

test('a value of people falls although bots stop, too', t => {
	const ended: Totals = {counts: [2000, 300, 2000, 1000], seconds: {selected: 3600, baseline: 3600}};
	t.is(changeOf([150, 0, 400, 0], ended, true)?.isGrowth, false);
	// A page that people and bots read, and a page that only bots read.
	t.is(changeOf([200, 30, 200, 100], ended, true), null);
	t.is(changeOf([0, 30, 0, 100], ended, true), null);
	t.is(changeOf([70, 15, 200, 50], ended, true)?.isGrowth, false);
});

test('a value that most people have isn’t a finding if only their number grows', t => {
	const morning: Totals = {counts: [5600, 2000, 3600, 2000], seconds: {selected: 3600, baseline: 3600}};
	t.is(changeOf([4600, 0, 2600, 0], morning, true), null);
	t.is(changeOf([0, 0, 2600, 0], morning, true)?.isGrowth, false);
});

test('a specific value has a higher score than a broad one', t => {
	const score = (value: SideCounts): number => changeOf(value, conditions, true)?.score ?? 0;
	t.true(score([60, 0, 0, 0]) > score([260, 0, 1700, 0]));
});

test('without entries on a side there is no change', t => {
	t.is(changeOf([10, 0, 0, 0], {counts: [10, 0, 0, 0], seconds: null}, true), null);
});

const slow = {n: 100, a: 60, m: 1000, b: 100, percentiles: measureShift(2000, 100)};
const growth = {isGrowth: true, percentile: 'p95'} as const;
const fall = {isGrowth: false, percentile: 'p95'} as const;

test('finds a measure that has grown', t => {
	const change = shiftOf(slow, growth, 1000);
	t.is(change?.isGrowth, true);
	t.is(change?.expected, 10);
});

test('a measure is a finding only with 1.5 times the percentile and ten more extreme entries', t => {
	t.is(shiftOf({...slow, percentiles: measureShift(149, 100)}, growth, 1000), null);
	t.is(shiftOf({...slow, a: 19}, growth, 1000), null);
	t.is(shiftOf({...slow, percentiles: measureShift(51, 100)}, fall, 1000), null);
	t.not(shiftOf({...slow, percentiles: measureShift(50, 100)}, fall, 1000), null);
});

test('the score of a measure is lower for a small part of the selection', t => {
	t.true((shiftOf(slow, growth, 100)?.score ?? 0) > (shiftOf(slow, growth, 1000)?.score ?? 0));
});
