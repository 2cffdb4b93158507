import test from 'ava';
import fc from 'fast-check';
import {costliest} from '../../source/answers/costliest.js';
import {EntryScan} from '../../source/answers/scan.js';
import {Epoch} from '../../source/index/epoch.js';
import type {IndexLimits} from '../../source/index/index-limits.js';
import type {Ref} from '../../source/index/walk.js';
import type {Selection} from '../../source/query/evaluation/selection.js';
import type {Expression} from '../../source/query/expression.js';
import type {CostOrder} from '../../source/query/order.js';
import {KnownRoutes} from '../../source/routes/known-routes.js';
import type {Position} from '../../source/store/store.js';
import {EntryWorld} from '../helpers/entry-world.js';
import {forAllAsync} from '../helpers/for-all.js';
import {lineOf, logged} from '../helpers/logged.js';
import {comparePositions} from '../helpers/order-model.js';

const files = ['a.log', 'b.log', 'c.log'] as const;
const lines = fc.array(logged(30).map(lineOf), {minLength: 1, maxLength: 30, size: 'max'});
const orders = ['duration', 'bytes'] as const;

/** Lines that are written to a file; afterwards, at most `cap` entries stay in memory. */
const step = fc.record({
	file: fc.nat({max: files.length - 1}),
	lines,
	cap: fc.oneof({weight: 3, arbitrary: fc.constant(10_000)}, fc.nat({max: 50})),
});

/** An epoch ends with each eviction, and there are no spare rows, so that segments are rewritten. */
const bareEpoch = new Epoch().memory;
const small: IndexLimits = {textMemory: Number.POSITIVE_INFINITY, epoch: () => bareEpoch - 1, spareRows: 0};

const failing: Expression = {type: 'number', field: 'status', ranges: [{from: 400, to: 599}]};

type Slice = ConstructorParameters<typeof EntryScan>[4];

/** Queries pages of a world, as a store does. */
function pagesOf(world: EntryWorld, order: CostOrder, size: number, selection?: Selection, slice?: Slice) {
	const ask = async (from: 'newest' | 'oldest' | 'at' | 'older' | 'newer', position?: Position) => {
		const scan = new EntryScan(world.index, new KnownRoutes(), selection, undefined, slice);
		const cursor =
			position === undefined
				? {from: from === 'oldest' ? from : ('newest' as const)}
				: {
						from: from as 'at' | 'older' | 'newer',
						key: world.index.keyOf(position.time, position.file, position.offset),
						cost: order === 'duration' ? position.durationMs : position.bytes,
					};
		const {refs, newer} = await costliest(scan, world.index, order, cursor, size);
		return {ids: refs.map(idOf), newer};
	};
	return ask;
}

function idOf({segment, row}: Ref): string {
	return `${segment.file}:${segment.offset(row)}`;
}

function idAt({file, offset}: Position): string {
	return `${file}:${offset}`;
}

test('pages agree with a plain model while late entries arrive and old ones are evicted', async t => {
	let evicted = 0;
	await forAllAsync(
		60,
		fc.array(step, {minLength: 1, maxLength: 8, size: 'max'}),
		fc.constantFrom(...orders),
		fc.integer({min: 1, max: 12}),
		fc.boolean(),
		fc.array(fc.nat(), {maxLength: 3}),
		async (steps, order, size, isSearched, picks) => {
			const world = new EntryWorld(files, small);
			const selection = isSearched ? world.begin(failing) : undefined;
			/** The position of a page that is kept from the first step on. Its entry may be evicted. */
			let held: Position | undefined;
			for (const one of steps) {
				world.add(one.file, one.lines);
				world.index.evict(one.cap);
				evicted += world.index.evicted;
				if (selection) {
					world.finish(selection);
				}
				const model = world
					.entries()
					.filter(({status}) => !isSearched || (status !== null && status >= 400))
					.map(({position}) => position)
					.toSorted((a, b) => comparePositions(order, a, b));
				const ask = pagesOf(world, order, size, selection);
				const ids = model.map(idAt);
				const from = (start: number, end = start + size) => ({
					ids: ids.slice(Math.max(0, start), end),
					newer: Math.max(0, start) < end && start < ids.length ? Math.max(0, start) : 0,
				});
				t.deepEqual(await ask('newest'), from(0));
				t.deepEqual(await ask('oldest'), from(ids.length - size, ids.length));
				held ??= model[Math.floor(model.length / 2)];
				const positions = [held, ...picks.map(nat => model[nat % Math.max(1, model.length)])];
				for (const position of positions.filter(position => position !== undefined)) {
					const before = model.filter(other => comparePositions(order, other, position) < 0).length;
					const isHere = ids.includes(idAt(position));
					t.deepEqual(await ask('at', position), from(before));
					t.deepEqual(await ask('older', position), from(before + (isHere ? 1 : 0)));
					t.deepEqual(await ask('newer', position), from(before - size, before));
				}
			}
		},
	);
	t.true(evicted > 0);
});

test('entries that arrive or are evicted between two slices do no harm', async t => {
	let rests = 0;
	await forAllAsync(
		40,
		fc.array(step, {minLength: 2, maxLength: 6, size: 'max'}),
		fc.array(step, {minLength: 1, maxLength: 30, size: 'max'}),
		fc.constantFrom(...orders),
		async (before, meanwhile, order) => {
			const world = new EntryWorld(files, small);
			for (const one of before) {
				world.add(one.file, one.lines);
			}
			const left = [...meanwhile];
			const restless = {
				isOver: true,
				async next() {
					rests++;
					const one = left.shift();
					if (one !== undefined) {
						world.add(one.file, one.lines);
						world.index.evict(one.cap);
					}
				},
			};
			const {ids} = await pagesOf(world, order, 10, undefined, restless)('newest');
			const positions = new Map(world.entries().map(({position}) => [idAt(position), position]));
			const found = ids.map(id => positions.get(id));
			t.false(found.includes(undefined), 'no evicted entry');
			const known = found.filter(position => position !== undefined);
			t.deepEqual(
				known.toSorted((a, b) => comparePositions(order, a, b)),
				known,
				'in the order',
			);
		},
	);
	t.true(rests > 100);
});
