import test from 'ava';
import fc from 'fast-check';
import {ComparedEntries} from '../../source/differences/compared-entries.js';
import {EntryLists, eachIn} from '../../source/differences/entry-set.js';
import {everyEntry, Measures} from '../../source/differences/measures.js';
import {Marked, markAll} from '../../source/differences/values.js';
import {indexLimits} from '../../source/index/index-limits.js';
import {LineFacts} from '../../source/query/evaluation/line-facts.js';
import {KnownRoutes} from '../../source/routes/known-routes.js';
import {quantileOf} from '../helpers/answer-models.js';
import {EntryWorld} from '../helpers/entry-world.js';
import {forAllAsync} from '../helpers/for-all.js';
import {logStart} from '../helpers/log-lines.js';

/** Durations in ms of one request in the selection and one in the rest; null for a line without a duration. */
const durations = fc.array(
	fc.option(fc.oneof(fc.double({min: 0.001, max: 90_000, noNaN: true}), fc.nat(40)), {freq: 9}),
	{minLength: 40, maxLength: 200, size: 'max'},
);

test('percentiles of shifts are within 2 % of a plain model, and extreme entries are beyond the bound', async t => {
	let shifted = 0;
	await forAllAsync(
		60,
		durations,
		durations,
		fc.double({min: 0.1, max: 20, noNaN: true}),
		async (selected, others, factor) => {
			const world = new EntryWorld(['a.log'], indexLimits(Number.POSITIVE_INFINITY));
			const slow = selected.map(duration => duration && duration * factor);
			const lineOf =
				(status: number) =>
				(duration: number | null): string =>
					`${JSON.stringify({time: new Date(logStart).toISOString(), request_uri: '/', status, duration_ms: duration})}\n`;
			world.add(0, [...slow.map(lineOf(200)), ...others.map(lineOf(404))]);
			const isSelected = {type: 'number', field: 'status', ranges: [{from: 200, to: 200}]} as const;
			const entries = await ComparedEntries.of(
				{selection: world.select(isSelected), within: undefined, baseline: undefined},
				{index: world.index, routes: new KnownRoutes(), facts: new LineFacts(world.index), signal: undefined},
			);
			const {numbers} = entries;
			const measures = await Measures.of(entries);
			const found = await measures.shiftsOf(everyEntry(numbers.counts), {canFall: true, isAll: true});
			const all = new EntryLists([numbers.counts]);
			const marked = new Marked();
			await entries.each((_, {rows, ...compared}) => {
				markAll(rows, 1, marked);
				entries.eachMarkedKind({rows, ...compared}, marked, rows.length, (kind, first, end, offset) =>
					all.addAll(kind, marked, first, end, offset),
				);
			});
			const near = (value: number, exact: number | null): void => {
				t.true(Math.abs(value - (exact ?? 0)) <= 0.02 * (exact ?? 0) + 1e-9, `${value} for ${exact}`);
			};
			const [slowest, ordinary] = [slow, others].map(list => list.filter(duration => duration !== null));
			for (const shift of found.shifts) {
				shifted++;
				const {isGrowth} = shift.change;
				const boundShare = {p50: 0.5, p75: 0.75, p95: isGrowth ? 0.9 : 0.1}[shift.percentile];
				const bound = quantileOf(ordinary ?? [], boundShare) ?? 0;
				const {measured, extreme, percentiles} = measures.shift(shift, all.set(0));
				const of = percentiles(numbers.none());
				t.deepEqual(of, shift.percentiles);
				for (const [name, share] of [
					['p50', 0.5],
					['p75', 0.75],
					['p95', 0.95],
				] as const) {
					near(of.selected[name], quantileOf(slowest ?? [], share));
					near(of.baseline[name], quantileOf(ordinary ?? [], share));
				}
				const sizeOf = (set: typeof measured): number => {
					let size = 0;
					eachIn(set, () => size++);
					return size;
				};
				t.is(sizeOf(measured), (slowest?.length ?? 0) + (ordinary?.length ?? 0));
				const beyond = (share: number): number =>
					[...(slowest ?? []), ...(ordinary ?? [])].filter(duration =>
						isGrowth ? duration > bound * (1 + share) : duration < bound / (1 + share),
					).length;
				t.true(sizeOf(extreme) >= beyond(0.03) && sizeOf(extreme) <= beyond(-0.03), `${sizeOf(extreme)}`);
			}
		},
	);
	t.true(shifted > 10, `${shifted} shifts`);
});
