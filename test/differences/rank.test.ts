import test from 'ava';
import {minimumG} from '../../source/differences/chance.js';
import {Clumps} from '../../source/differences/clumps.js';
import {EntryNumbers, type EntrySet} from '../../source/differences/entry-set.js';
import {type Candidate, causesOf} from '../../source/differences/rank.js';
import {entriesOf, entrySetOf} from '../helpers/entry-set-of.js';
import {measureShift} from '../helpers/measure-shift.js';

/** 1,000 entries of different clients on each side. */
const numbers = new EntryNumbers([1000, 0, 1000, 0]);
const totals = {counts: numbers.counts, seconds: null};

function between(selected: readonly [number, number], baseline: readonly [number, number]): EntrySet {
	const range = ([from, end]: readonly [number, number], offset: number): readonly number[] =>
		Array.from({length: end - from}, (_, index) => offset + from + index);
	return entrySetOf([...range(selected, 0), ...range(baseline, numbers.baseline)]);
}

async function causes(
	candidates: ReadonlyArray<readonly [name: string, set: EntrySet, order: number]>,
	limit = 10,
): Promise<ReadonlyArray<readonly string[]>> {
	return causesAmong(
		candidates.map(([value, set, order]) => ({value, set, order, canFall: true})),
		limit,
	);
}

async function causesAmong(
	candidates: readonly Candidate<string>[],
	limit = 10,
): Promise<ReadonlyArray<readonly string[]>> {
	const clientOf = new Uint32Array(numbers.words * 32).map((_, entry) => entry + 1);
	const found = await causesOf(candidates, {
		numbers,
		totals,
		clumps: new Clumps(numbers, clientOf, entriesOf(numbers, clientOf)),
		minimumG: minimumG(100),
		limit,
		async rest() {},
	});
	return found.map(({lead, others}) => [lead.value, ...others.map(({value}) => value)]);
}

test('if a cause has several names, the name with the highest rank is first', async t => {
	const same = between([0, 100], [0, 0]);
	t.deepEqual(
		await causes([
			['status 503', same, 3],
			['route /cart', between([0, 95], [0, 0]), 1],
			['address', same, 2],
		]),
		[['route /cart', 'status 503', 'address']],
	);
});

test('a name with a higher rank that other requests blur isn’t first', async t => {
	t.deepEqual(
		await causes([
			['host', between([0, 400], [0, 200]), 1],
			['@app', between([0, 390], [0, 170]), 2],
		]),
		[['@app', 'host']],
	);
});

test('a finding that follows from a cause is listed after that cause', async t => {
	t.deepEqual(
		await causes([
			['status', between([0, 160], [0, 60]), 1],
			['network', between([0, 100], [0, 0]), 2],
		]),
		[['network', 'status']],
	);
});

test('a finding that follows from a cause and is mostly other entries isn’t listed', async t => {
	t.deepEqual(
		await causes([
			['upstream', between([0, 250], [0, 120]), 1],
			['network', between([0, 100], [0, 0]), 2],
		]),
		[['network']],
	);
});

test('two independent causes are separate findings', async t => {
	t.deepEqual(
		await causes([
			['route', between([0, 100], [0, 10]), 1],
			['agent', between([500, 700], [500, 510]), 2],
		]),
		[['agent'], ['route']],
	);
});

test('there are no more causes than the limit', async t => {
	t.deepEqual(
		await causes(
			[
				['route', between([0, 100], [0, 10]), 1],
				['agent', between([500, 700], [500, 510]), 2],
			],
			1,
		),
		[['agent']],
	);
});

test('a difference by chance isn’t a cause', async t => {
	t.deepEqual(await causes([['route', between([0, 22], [0, 9]), 1]]), []);
});

/** A shift of the durations of entries: how many of them are slow on both sides. */
function slower(
	value: string,
	[from, end]: readonly [number, number],
	[selected, baseline]: readonly [number, number],
	isAll = false,
): Candidate<string> {
	const measured = between([from, end], [from, end]);
	const shift: Candidate<string>['shift'] = {
		...{measure: 'durationMs', isGrowth: true, measured},
		extreme: between([from, from + selected], [from, from + baseline]),
		...{percentile: 'p95', percentiles: () => measureShift(400, 100)},
	};
	return {value, set: measured, order: isAll ? 99 : 1, canFall: true, isAll, shift};
}

test('if nearly all requests are slower, and the rest too, the finding for all requests leads', async t => {
	const all = slower('all', [0, 1000], [400, 100], true);
	const get = slower('GET', [0, 900], [700, 90]);
	t.deepEqual(await causesAmong([get, all, slower('POST', [900, 1000], [80, 10])]), [['all', 'GET']]);
	t.deepEqual(await causesAmong([get, all]), [['GET', 'all']], 'the others aren’t slower');
});

test('if all selected requests have a value, and are slower, the finding for all requests leads', async t => {
	const {shift, ...get} = slower('GET', [0, 900], [700, 50]);
	const set = between([0, 1000], [0, 900]);
	t.deepEqual(
		await causesAmong([
			{...get, set, ...(shift && {shift: {...shift, measured: set}})},
			slower('all', [0, 1000], [700, 100], true),
		]),
		[['all', 'GET']],
	);
});
