import {ok, strictEqual} from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import {Epoch} from '../../../source/index/epoch.js';
import {type IndexLimits, indexLimits} from '../../../source/index/index-limits.js';
import type {Ref} from '../../../source/index/walk.js';
import type {Selection} from '../../../source/query/evaluation/selection.js';
import type {Slice} from '../../../source/query/evaluation/slice.js';
import type {Expression} from '../../../source/query/expression.js';
import type {Entry} from '../../../source/store/store.js';
import {arbitraryExpression} from '../../helpers/arbitrary-expression.js';
import {assertUntil} from '../../helpers/assert-until.js';
import {entry} from '../../helpers/entry.js';
import {EntryWorld} from '../../helpers/entry-world.js';
import {forAll} from '../../helpers/for-all.js';
import {logStart} from '../../helpers/log-lines.js';
import {type Logged, lineOf, logged} from '../../helpers/logged.js';
import {matches} from '../../helpers/query-model.js';

const files = ['b.log', 'a.log', 'c.log'] as const;
const seconds = 60;

/** Asserts that two lists contain the identical entries. AVA's assertions would compare their properties. */
function same(found: ReadonlyArray<Entry | undefined>, wanted: readonly Entry[]): void {
	const urls = (entries: ReadonlyArray<Entry | undefined>): string =>
		entries.map(one => `${one?.file} ${one?.offset}`).join();
	ok(
		found.length === wanted.length && found.every((one, index) => one === wanted[index]),
		`${urls(found)} for ${urls(wanted)}`,
	);
}

/** An index that grows while it is queried, and a copy of its entries as plain objects. */
class World extends EntryWorld {
	/** Entries by file and offset. */
	readonly known = files.map(() => new Map<number, Entry>());
	readonly live: Entry[] = [];

	constructor(limits: IndexLimits) {
		super(files, limits, path => path !== 'c.log');
		this.now = logStart + 30_000;
	}

	log(file: number, requests: readonly Logged[]): void {
		const path = files[file] ?? '';
		for (const [index, row] of this.add(file, requests.map(lineOf)).entries()) {
			const request = requests[index];
			if (request === undefined) {
				throw new Error('more lines than requests');
			}
			const {isJson, ...fields} = request;
			const one = entry(0, {
				...fields,
				user: isJson ? request.user : (request.user?.replaceAll(' ', '_') ?? null),
				protocol: isJson ? null : 'HTTP/1.1',
				format: isJson ? 'json' : 'combined',
				file: path,
				...row,
			});
			this.known[file]?.set(row.offset, one);
			if (path !== 'c.log') {
				this.live.push(one);
			}
		}
	}

	entry({segment, row}: Ref): Entry | undefined {
		return this.known[segment.file]?.get(segment.offset(row));
	}

	/** Entries in memory, newest first. The order of the index has a separate model. */
	held(): readonly Entry[] {
		return this.index
			.older(undefined, Number.POSITIVE_INFINITY)
			.refs.map(ref => this.entry(ref))
			.filter(one => one !== undefined);
	}

	check(expression: Expression, selection: Selection, size: number): void {
		this.finish(selection);
		const held = this.held();
		const wanted = held.filter(one => matches(expression, one, this.now));
		strictEqual(selection.count, wanted.length);
		const {refs, newer} = this.index.older(undefined, size, false, selection);
		same(
			refs.map(ref => this.entry(ref)),
			wanted.slice(0, size),
		);
		strictEqual(newer, 0);
		const oldest = this.index.newer(undefined, size, false, selection);
		same(
			oldest.refs.map(ref => this.entry(ref)),
			size === 0 ? [] : wanted.slice(-size),
		);
		strictEqual(oldest.newer, oldest.refs.length === 0 ? 0 : Math.max(0, wanted.length - size));
		this.#checkFrom(held, wanted, selection, size);
	}

	/** Checks pages from any entry, matching or not. */
	#checkFrom(held: readonly Entry[], wanted: readonly Entry[], selection: Selection, size: number): void {
		const all = this.index.older(undefined, Number.POSITIVE_INFINITY).refs;
		const middle = Math.floor(held.length / 2);
		const ref = all[middle];
		if (ref === undefined) {
			return;
		}
		const key = this.index.key(ref);
		const isAbove = new Set(held.slice(0, middle));
		const above = wanted.filter(one => isAbove.has(one));
		const notAbove = wanted.slice(above.length);
		const at = this.index.older(key, size, true, selection);
		same(
			at.refs.map(one => this.entry(one)),
			notAbove.slice(0, size),
		);
		strictEqual(at.newer, at.refs.length === 0 ? 0 : above.length);
		const up = this.index.newer(key, size, false, selection);
		same(
			up.refs.map(one => this.entry(one)),
			size === 0 ? [] : above.slice(-size),
		);
	}
}

type Step =
	| {readonly kind: 'add'; readonly file: number; readonly requests: readonly Logged[]}
	| {readonly kind: 'evict'; readonly cap: number}
	| {readonly kind: 'wait'; readonly milliseconds: number};

const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant('add' as const),
			file: fc.nat({max: files.length - 1}),
			requests: fc.array(logged(seconds), {minLength: 1, maxLength: 40, size: 'max'}),
		}),
	},
	{weight: 1, arbitrary: fc.record({kind: fc.constant('evict' as const), cap: fc.nat({max: 60})})},
	{
		weight: 1,
		arbitrary: fc.record({kind: fc.constant('wait' as const), milliseconds: fc.nat({max: 20_000})}),
	},
);

const steps = fc.array(step, {minLength: 1, maxLength: 12, size: 'max'});

function take(world: World, one: Step): void {
	switch (one.kind) {
		case 'add':
			world.log(one.file, one.requests);
			break;
		case 'evict':
			world.index.evict(one.cap);
			break;
		case 'wait':
			world.now += one.milliseconds;
			break;
	}
}

const bareEpoch = new Epoch().memory;

/** Few strings per epoch and no spare rows, so that segments are rewritten. */
const small: IndexLimits = {
	textMemory: Number.POSITIVE_INFINITY,
	epoch: () => bareEpoch + 4000,
	spareRows: 0,
};

for (const [name, limits] of [
	['in one era', indexLimits(Number.POSITIVE_INFINITY)],
	['in small eras', small],
] as const) {
	test(`any search finds the same as a simple model while entries arrive late and are evicted, ${name}`, async t => {
		let found = 0;
		await assertUntil(
			() => found > 20,
			fc.property(steps, arbitraryExpression, fc.nat({max: 12}), (all, expression, size) => {
				const world = new World(limits);
				const selection = world.begin(expression);
				for (const one of all) {
					take(world, one);
					world.check(expression, selection, size);
				}
				found += selection.count;
				// A selection created now finds the same.
				world.check(expression, world.begin(expression), size);
			}),
			30,
		);
		t.pass();
	});
}

test('the number of arrived matches never decreases and counts matches at their arrival', t => {
	forAll(30, steps, arbitraryExpression, (all, expression) => {
		const world = new World(small);
		const selection = world.begin(expression);
		let expected = 0;
		for (const one of all) {
			const before = world.live.length;
			take(world, one);
			world.finish(selection);
			expected += world.live.slice(before).filter(live => matches(expression, live, world.now)).length;
			t.is(selection.arrived, expected);
		}
	});
});

test('laws: a conjunction is a subset of each part, a disjunction a superset, a negation the complement', t => {
	forAll(30, steps, arbitraryExpression, arbitraryExpression, (all, a, b) => {
		const world = new World(small);
		for (const one of all) {
			take(world, one);
		}
		const found = (expression: Expression): ReadonlySet<Entry | undefined> => {
			const selection = world.begin(expression);
			world.finish(selection);
			const {refs} = world.index.older(undefined, Number.POSITIVE_INFINITY, false, selection);
			return new Set(refs.map(ref => world.entry(ref)));
		};
		const [inA, inB] = [found(a), found(b)];
		const both = found({type: 'and', of: [a, b]});
		const either = found({type: 'or', of: [a, b]});
		t.true([...both].every(one => inA.has(one) && inB.has(one)));
		t.is(both.size + either.size, inA.size + inB.size);
		t.is(found({type: 'not', of: a}).size, world.index.count - inA.size);
	});
});

/** A slice that ends after a few checks. */
function shortSlice(questions: number): Pick<Slice, 'isOver'> {
	let left = questions;
	return {
		get isOver() {
			return left-- <= 0;
		},
	};
}

test('evaluates many rows, some of them late, in slices while entries are added and evicted', t => {
	const world = new World(indexLimits(Number.POSITIVE_INFINITY));
	const random = (n: number): number => (n * 2_654_435_761) % 4096;
	const request = (n: number): Logged => ({
		isJson: false,
		time: logStart + n * 10 - (random(n) < 400 ? random(n) * 7 : 0),
		status: random(n) < 40 ? 500 : 200,
		ip: `198.51.100.${random(n) % 200}`,
		method: 'GET',
		url: `/n/${random(n) % 900}`,
		host: null,
		user: null,
		referer: null,
		userAgent: null,
		forwardedFor: null,
		upstream: null,
		bytes: n,
		durationMs: null,
	});
	const add = (from: number, count: number): void =>
		world.log(
			0,
			Array.from({length: count}, (_, index) => {
				const one = request(from + index);
				return {...one, time: Math.floor((one.time ?? 0) / 1000) * 1000};
			}),
		);
	const expressions: Expression[] = [
		{type: 'number', field: 'status', ranges: [{from: 500, to: 599}]},
		{
			type: 'and',
			of: [
				{type: 'text', field: 'url', matches: [{kind: 'contains', text: '77', isExact: false}]},
				{type: 'not', of: {type: 'time', from: {ago: 200_000}, until: {ago: 100_000}}},
			],
		},
		{type: 'and', of: []},
	];
	const selections = expressions.map(expression => ({expression, selection: world.begin(expression)}));
	let slices = 0;
	for (const [round, count] of [40_000, 3, 30_000, 2047, 1].entries()) {
		add(round * 100_000, count);
		world.now = logStart + round * 1_000_000 + 250_000;
		for (const {expression, selection} of selections) {
			while (!selection.advance(shortSlice(1))) {
				slices++;
				if (slices % 7 === 0) {
					add(round * 100_000 + 50_000 + slices, 5);
				}
			}
			world.check(expression, selection, 25);
		}
		world.index.evict(60_000 - round * 5000);
	}
	for (const {expression, selection} of selections) {
		world.check(expression, selection, 25);
	}
	t.true(slices > 30, `${slices} slices`);
});
