import test, {type ExecutionContext} from 'ava';
import fc from 'fast-check';
import {type FacetOrder, type Facets, minSlowRequests, type Quantiles} from '../../source/answers/answers.js';
import {facets} from '../../source/answers/facets.js';
import {heatmap} from '../../source/answers/heatmap.js';
import {histogram} from '../../source/answers/histogram.js';
import {routes} from '../../source/answers/routes.js';
import {EntryScan} from '../../source/answers/scan.js';
import {visits} from '../../source/answers/visits.js';
import {noText} from '../../source/index/dictionary.js';
import {Epoch} from '../../source/index/epoch.js';
import {type IndexLimits, indexLimits} from '../../source/index/index-limits.js';
import type {RowFilter} from '../../source/index/row-bits.js';
import {LineFacts} from '../../source/query/evaluation/line-facts.js';
import type {Expression} from '../../source/query/expression.js';
import type {FacetField} from '../../source/query/facet-field.js';
import {KnownRoutes} from '../../source/routes/known-routes.js';
import type {Entry} from '../../source/store/store.js';
import {facetsOf, heatmapOf, histogramOf, routesOf, visitsOf} from '../helpers/answer-models.js';
import {arbitraryExpression} from '../helpers/arbitrary-expression.js';
import {assertUntil} from '../helpers/assert-until.js';
import {EntryWorld} from '../helpers/entry-world.js';
import {forAllAsync} from '../helpers/for-all.js';
import {knownGeo} from '../helpers/known-geo.js';
import {logLine, logStart} from '../helpers/log-lines.js';
import {lineOf, logged, pools} from '../helpers/logged.js';
import {matches} from '../helpers/query-model.js';

const fields: readonly FacetField[] = [
	...(['ip', 'url', 'route', 'status', 'method', 'host', 'userAgent', 'referer', 'client', 'user'] as const),
	...(['file', 'format', 'family', 'network', 'bot', 'refererHost', 'param'] as const),
	...(['asn', 'country'] as const),
];

/** Returns a scan of the entries of a world with its databases of addresses. */
function geoScan(world: EntryWorld, filter?: RowFilter): EntryScan {
	return new EntryScan(world.index, new KnownRoutes(), filter, undefined, undefined, undefined, knownGeo);
}

const orders: readonly FacetOrder[] = ['n', 'clientErrors', 'errors', 'bytes', 'p95', 'time', 'max'];

/** The same path twice, as after a rotation. */
const files = ['b.log', 'a.log', 'b.log'] as const;
const seconds = 60;

/** URLs of shapes with expectations, and some URLs in other notations. */
const urls = [
	...pools.url,
	...['/en/shoes', '/en/shoes/?p=x', '/en/a/b/1/c?c=', '/de/detail/index/sArticle/1/sCategory/2'],
	...['/u/1', '/u/2', '/u/1?p=x', '/u/#1', '/u/\\x41', '/u/A', '/u/3f2504e0-4f89-11d3-9a0c-0305e82c3301'],
];

/** Returns a line in which some characters are escaped without need. */
const line = fc.tuple(logged(seconds, urls), fc.boolean()).map(([one, isEscaped]) => {
	const text = lineOf(one);
	if (!isEscaped) {
		return text;
	}
	return one.isJson ? text.replaceAll('/', '\\/') : text.replaceAll(/(?<=\/)[eu](?=[n/])/g, escapedCharacter);
});

function escapedCharacter(character: string): string {
	return `\\x${character.charCodeAt(0).toString(16)}`;
}

type Step =
	| {readonly kind: 'add'; readonly file: number; readonly lines: readonly string[]}
	| {readonly kind: 'evict'; readonly cap: number};

const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant('add' as const),
			file: fc.nat({max: files.length - 1}),
			lines: fc.array(line, {minLength: 1, maxLength: 40, size: 'max'}),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('evict' as const),
			cap: fc.oneof(fc.nat({max: 60}), fc.constant(1000)),
		}),
	},
);

function take(world: EntryWorld, one: Step): void {
	if (one.kind === 'add') {
		world.add(one.file, one.lines);
	} else {
		world.index.evict(one.cap);
	}
}

function isNear(found: number, exact: number): boolean {
	return Object.is(found, exact) || Math.abs(found - exact) <= 0.02 * exact;
}

function assertNear(t: ExecutionContext, found: Quantiles | null, exact: Quantiles | null): void {
	t.is(found === null, exact === null);
	for (const name of ['p50', 'p95', 'p99'] as const) {
		for (const [index, quantile] of (exact?.[name] ?? []).entries()) {
			t.true(isNear(found?.[name][index] ?? -1, quantile), `${found?.[name][index]} for ${quantile}`);
		}
	}
}

/** The figures without their approximate percentiles. */
function exactOf<Of extends {readonly p95: number | null}>(figures: Of): unknown {
	return {...figures, p50: 0, p95: 0};
}

/** Percentiles must be within 2 %. */
function assertPercentiles(
	t: ExecutionContext,
	found: {readonly p50?: number | null; readonly p95: number | null} | undefined,
	exact: typeof found,
	message: string,
): void {
	for (const name of ['p50', 'p95'] as const) {
		const [one, expected] = [found?.[name] ?? Number.NaN, exact?.[name] ?? Number.NaN];
		t.true(isNear(one, expected), `${message}: ${name} ${one} for ${expected}`);
	}
}

/** The durations of these logs differ enough that percentiles within 2 % have the same order as the exact ones. */
function assertValues(t: ExecutionContext, found: Facets, exact: Facets, message: string): void {
	const without = (all: Facets): unknown => ({
		...all,
		values: all.values.map(one => ({...one, ...(one.figures && {figures: exactOf(one.figures)})})),
	});
	t.deepEqual(without(found), without(exact), message);
	for (const [index, value] of found.values.entries()) {
		assertPercentiles(t, value.figures, exact.values[index]?.figures, message);
	}
}

/** The parameters of a query. */
type Asked = {
	readonly field: FacetField;
	readonly n: number;
	readonly containing: string;
	readonly order: FacetOrder;
	readonly withFigures: boolean;
	readonly maxFigured: number;
	readonly from: number;
	readonly length: number;
	readonly step: number;
};

const asked: fc.Arbitrary<Asked> = fc.record({
	field: fc.constantFrom(...fields),
	n: fc.nat({max: 30}),
	containing: fc.oneof(fc.constant(''), fc.constantFrom('e', 'SHO', 'ä', '1', 'bot', '\\', '\u212a')),
	order: fc.constantFrom(...orders),
	withFigures: fc.boolean(),
	maxFigured: fc.constantFrom(0, 1000),
	from: fc.integer({min: -20_000, max: 60_000}).map(offset => logStart + offset),
	length: fc.nat({max: 90_000}),
	step: fc.constantFrom(1000, 700, 12_000, 1 / 3 + 5000, 500_000),
});

/** Bounds at whole and fractional durations, beyond the lookup table, and beyond all durations. */
const bounds = [0.5, 1, 20, 75.5, 300, 1000, 4096, 9000, 1e7];

async function check(
	t: ExecutionContext,
	world: EntryWorld,
	expression: Expression,
	{field, n, containing, order, withFigures, maxFigured, from, length, step}: Asked,
): Promise<readonly Entry[]> {
	const filter = world.select(expression);
	const scan = (): EntryScan => geoScan(world, filter);
	const wanted = world.entries().filter(one => matches(expression, one, world.now));
	const {pathOf} = world;
	assertValues(
		t,
		await facets(scan(), {field, n, containing, order, withFigures, maxFigured, pathOf}),
		facetsOf(wanted, field, n, containing, order, withFigures),
		`${field} of ${wanted.length} by ${order}`,
	);

	const found = await histogram(scan(), {from, to: from + length, step}, true);
	const exact = histogramOf(wanted, from, from + length, step, true);
	t.deepEqual({...found, durations: null}, {...exact, durations: null});
	assertNear(t, found.durations, exact.durations);

	const range = {from, to: from + length, step};
	t.deepEqual(await heatmap(scan(), range, bounds), heatmapOf(wanted, range, bounds));

	t.deepEqual(await visits(scan()), visitsOf(wanted));

	const shapes = await routes(scan(), n);
	const exactShapes = routesOf(wanted, n);
	const without = (all: typeof shapes): unknown => ({...all, routes: all.routes.map(exactOf)});
	t.deepEqual(without(shapes), without(exactShapes));
	for (const [index, route] of shapes.routes.entries()) {
		assertPercentiles(t, route, exactShapes.routes[index], route.route);
	}
	return wanted;
}

const bareEpoch = new Epoch().memory;

/** An epoch ends with each eviction, and there are no spare rows, so that segments are rewritten. */
const small: IndexLimits = {textMemory: Number.POSITIVE_INFINITY, epoch: () => bareEpoch - 1, spareRows: 0};

for (const [name, limits] of [
	['in one era', indexLimits(Number.POSITIVE_INFINITY)],
	['in small eras', small],
] as const) {
	test(`answers agree with a plain model while late entries arrive and old ones are evicted, ${name}`, async t => {
		let seen = 0;
		let epochs = 0;
		await assertUntil(
			() => seen > 200 && epochs > 1 === (limits === small),
			fc.asyncProperty(
				fc.array(fc.tuple(step, asked), {minLength: 1, maxLength: 10, size: 'max'}),
				fc.oneof(fc.constant<Expression>({type: 'and', of: []}), arbitraryExpression),
				async (steps, expression) => {
					const world = new EntryWorld(files, limits);
					world.now = logStart + 30_000;
					for (const [one, question] of steps) {
						take(world, one);
						seen += (await check(t, world, expression, question)).length;
						epochs = Math.max(epochs, world.index.epochs.length);
					}
				},
			),
			15,
		);
		t.pass();
	});
}

test('the values of every field agree with a plain model, in every order', async t => {
	await forAllAsync(10, fc.array(step, {minLength: 3, maxLength: 8, size: 'max'}), async steps => {
		const world = new EntryWorld(files, small);
		for (const one of steps) {
			take(world, one);
		}
		const entries = world.entries();
		for (const field of fields) {
			for (const order of orders) {
				for (const maxFigured of [0, 1000]) {
					const question = {field, n: 1000, containing: '', order, maxFigured, pathOf: world.pathOf};
					const found = await facets(geoScan(world), question);
					assertValues(t, found, facetsOf(entries, field, 1000, '', order), `${field} by ${order}`);
				}
			}
		}
	});
});

test('entries that arrive or are evicted between two slices do no harm', async t => {
	const everything = {from: logStart - 1e9, to: logStart + 1e9, step: 1e6};
	let rests = 0;
	await assertUntil(
		() => rests > 300,
		fc.asyncProperty(
			fc.array(step, {minLength: 2, maxLength: 6, size: 'max'}),
			fc.array(step, {minLength: 1, maxLength: 30, size: 'max'}),
			fc.constantFrom(...fields),
			fc.constantFrom(...orders),
			async (before, meanwhile, field, order) => {
				const world = new EntryWorld(files, small);
				for (const one of before) {
					take(world, one);
				}
				let left = [...meanwhile];
				const restless = {
					isOver: true,
					async next() {
						rests++;
						const one = left.shift();
						if (one !== undefined) {
							take(world, one);
							world.index.evict(40);
						}
					},
				};
				const most = (): number => world.index.count + world.index.evicted;
				const scan = new EntryScan(world.index, new KnownRoutes(), undefined, undefined, restless);
				const question = {field, n: 1000, containing: '', order, maxFigured: 20, pathOf: world.pathOf};
				const {values, total} = await facets(scan, question);
				t.true(total <= 2 * most());
				t.true(values.reduce((sum, {n}) => sum + n, 0) <= total);
				left = [...meanwhile];
				const shapes = await routes(scan, 1000);
				t.true(shapes.routes.reduce((sum, {n}) => sum + n, 0) <= shapes.total);
				left = [...meanwhile];
				const counted = await histogram(scan, everything);
				t.true(counted.classes.flatMap(counts => [...counts]).reduce((sum, n) => sum + n, 0) <= 2 * most());
				left = [...meanwhile];
				const found = await visits(scan);
				t.true(found.clients <= found.visits && found.visits <= found.n);
				t.true(found.n <= 2 * most());
				// Afterwards the answers are right.
				t.deepEqual(await visits(new EntryScan(world.index, new KnownRoutes())), visitsOf(world.entries()));
				const afterwards = await facets(geoScan(world), question);
				assertValues(
					t,
					afterwards,
					facetsOf(world.entries(), field, 1000, '', order),
					`${field} by ${order}`,
				);
			},
		),
		20,
	);
	t.pass();
});

test('an aborted query rejects at its next slice', async t => {
	const world = new EntryWorld(files, indexLimits(Number.POSITIVE_INFINITY));
	world.add(0, fc.sample(line, 1));
	const reason = new Error('given up');
	const over = {
		isOver: true,
		async next(signal?: AbortSignal) {
			signal?.throwIfAborted();
		},
	};
	const scan = new EntryScan(world.index, new KnownRoutes(), undefined, AbortSignal.abort(reason), over);
	await t.throwsAsync(routes(scan, 1), {is: reason});
	await t.throwsAsync(visits(scan), {is: reason});
	await t.throwsAsync(histogram(scan, {from: 0, to: 1, step: 1}), {is: reason});
	await t.throwsAsync(facets(scan, {field: 'ip', n: 1, containing: '', pathOf: world.pathOf}), {is: reason});
});

test('rejects more buckets than fit on any screen', async t => {
	const {index} = new EntryWorld(files, small);
	for (const [from, to, step] of [
		[0, 1, 0],
		[0, 1, -1],
		[0, 1, Number.NaN],
		[0, 20_001, 1],
		[0, Number.POSITIVE_INFINITY, 1],
		[Number.NaN, 1, 1],
	] as const) {
		await t.throwsAsync(histogram(new EntryScan(index, new KnownRoutes()), {from, to, step}), {
			instanceOf: RangeError,
		});
	}
	t.is(
		(await histogram(new EntryScan(index, new KnownRoutes()), {from: 5, to: 5, step: 1})).classes[0]?.length,
		1,
	);
});

test('the figures of a log field count only the lines that have been read', async t => {
	const world = new EntryWorld(files, indexLimits(Number.POSITIVE_INFINITY));
	world.add(
		0,
		[0, 1, 2].map(n => `{"status":503,"request_uri":"/${n}"}\n`),
	);
	const facts = new LineFacts(world.index);
	for (const segment of world.index.epochs[0]?.segments ?? []) {
		facts.columnOf('cs').rowsOf(segment).set(Uint16Array.of(1), Uint32Array.of(noText));
	}
	const scan = new EntryScan(world.index, new KnownRoutes(), undefined, undefined, undefined, facts);
	const {values} = await facets(scan, {
		...{field: '@cs', n: 9, containing: '', pathOf: world.pathOf},
		withFigures: true,
	});
	t.deepEqual(
		values.map(({value, n, figures}) => [value, n, figures?.classes[5]]),
		[[null, 1, 1]],
	);
});

test('by p95, values are sorted by the given percentile, then by requests, with few and with many values', async t => {
	// Bins of durations are 2 % wide: each percentile is one of a few bins, or the longest duration if that is shorter.
	const milliseconds = fc.oneof(fc.integer({min: 1000, max: 1030}), fc.constantFrom(101, 101.4, 900));
	await forAllAsync(
		50,
		fc.array(fc.tuple(fc.nat({max: 12}), milliseconds), {minLength: 20, maxLength: 120, size: 'max'}),
		async requests => {
			const world = new EntryWorld(files, indexLimits(Number.POSITIVE_INFINITY));
			world.add(
				0,
				requests.map(
					([n, duration]) => `{"status":200,"request_uri":"/${n}","request_time":${duration / 1000}}\n`,
				),
			);
			const question = {field: 'url', containing: '', order: 'p95', pathOf: world.pathOf} as const;
			const [few, many] = [1000, 0].map(maxFigured =>
				facets(geoScan(world), {...question, n: 100, withFigures: true, maxFigured}),
			);
			const {values} = (await few) ?? {values: []};
			t.deepEqual((await many)?.values, values);
			for (const [index, {n, figures}] of values.entries()) {
				const next = values[index + 1];
				const isRare = n < minSlowRequests;
				if (next !== undefined && next.n < minSlowRequests === isRare) {
					const difference = (figures?.p95 ?? 0) - (next.figures?.p95 ?? 0);
					t.true(difference > 0 || (difference === 0 && n >= next.n), `${index} ${difference}`);
				}
			}
		},
	);
});

test('no percentile of a value exceeds its maximum duration', async t => {
	const world = new EntryWorld(files, indexLimits(Number.POSITIVE_INFINITY));
	for (let n = 10; n < 60; n++) {
		world.add(0, [`{"status":200,"request_uri":"/${n}","request_time":0.1${n}}\n`]);
	}
	const question = {field: 'url', n: 99, containing: '', pathOf: world.pathOf, withFigures: true} as const;
	const {values} = await facets(new EntryScan(world.index, new KnownRoutes()), question);
	t.is(values.filter(({figures}) => figures?.p95 && figures.p95 <= (figures.max ?? 0)).length, 50);
});

test('entries without a time are in no bucket, even if there are no other entries', async t => {
	const world = new EntryWorld(files, indexLimits(Number.POSITIVE_INFINITY));
	world.add(0, ['{"status":200,"request_uri":"/"}\n', '{"status":404,"request_uri":"/"}\n']);
	t.is(world.entries().length, 2);
	const {classes} = await histogram(new EntryScan(world.index, new KnownRoutes()), {
		from: 0,
		to: 1000,
		step: 1000,
	});
	t.deepEqual(
		classes.map(([n]) => n),
		[0, 0, 0, 0, 0, 0],
	);
});

test('a bucket includes its first millisecond', async t => {
	const world = new EntryWorld(files, indexLimits(Number.POSITIVE_INFINITY));
	world.add(0, [logLine({time: logStart, status: 404})]);
	const counted = async (from: number): Promise<unknown> =>
		(await histogram(new EntryScan(world.index, new KnownRoutes()), {from, to: from + 1000, step: 1000}))
			.classes[4]?.[0];
	t.is(await counted(logStart), 1);
	t.is(await counted(logStart + 1), 0);
	t.is(await counted(logStart - 999), 1);
	t.is(await counted(logStart - 1000), 0);
});

test('a size that a number cannot represent exactly is not part of a sum, and not printed', async t => {
	const world = new EntryWorld(files, indexLimits(Number.POSITIVE_INFINITY));
	world.add(0, [
		logLine({time: logStart, bytes: 7}),
		logLine({time: logStart, bytes: '1152921504606846976'}),
		logLine({time: logStart, bytes: '-'}),
	]);
	const {routes: all} = await routes(new EntryScan(world.index, new KnownRoutes()), 1);
	t.deepEqual(
		all.map(({n, bytes}) => [n, bytes]),
		[[3, 7]],
	);
	t.is(routesOf(world.entries(), 1).routes[0]?.bytes, 7);
});
