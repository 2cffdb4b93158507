import test from 'ava';
import fc from 'fast-check';
import {EntryScan} from '../../source/answers/scan.js';
import {visits} from '../../source/answers/visits.js';
import {Epoch} from '../../source/index/epoch.js';
import {type IndexLimits, indexLimits} from '../../source/index/index-limits.js';
import {KnownRoutes} from '../../source/routes/known-routes.js';
import {visitsOf} from '../helpers/answer-models.js';
import {EntryWorld} from '../helpers/entry-world.js';
import {forAllAsync} from '../helpers/for-all.js';
import {logLine, logStart} from '../helpers/log-lines.js';

const tenMinutes = 600_000;
const files = ['a.log', 'b.log', 'c.log'];

const request = fc.record({
	file: fc.nat({max: files.length - 1}),
	time: fc.nat({max: 30}).map(tens => logStart + tens * tenMinutes),
	ip: fc.constantFrom('203.0.113.9', '2001:db8::7', '-'),
	// Escaped in two ways, and missing.
	userAgent: fc.constantFrom('curl/8.5.0', '\\x63url/8.5.0', 'ä', '-'),
});

/** Requests that arrive in any time order, and the number of entries that stay in memory afterwards. */
const step = fc.record({
	requests: fc.array(request, {minLength: 1, maxLength: 30, size: 'max'}),
	cap: fc.option(fc.nat({max: 40})),
});

/** An epoch ends with each eviction. */
const small: IndexLimits = {
	textMemory: Number.POSITIVE_INFINITY,
	epoch: () => new Epoch().memory - 1,
	spareRows: 0,
};

for (const [name, limits] of [
	['in one epoch', indexLimits(Number.POSITIVE_INFINITY)],
	['in small epochs', small],
] as const) {
	test(`visits agree with a plain model while late entries of several files arrive and old ones are evicted, ${name}`, async t => {
		await forAllAsync(100, fc.array(step, {minLength: 1, maxLength: 6}), async steps => {
			const world = new EntryWorld(files, limits);
			for (const {requests, cap} of steps) {
				for (const {file, ...others} of requests) {
					world.add(file, [logLine(others)]);
				}
				if (cap !== null) {
					world.index.evict(cap);
				}
				const scan = new EntryScan(world.index, new KnownRoutes());
				t.deepEqual(await visits(scan), visitsOf(world.entries()));
			}
		});
	});
}

test('with more visits than the limit, the answer is an estimate', async t => {
	const world = new EntryWorld(files, indexLimits(Number.POSITIVE_INFINITY));
	const lines = Array.from({length: 200}, (_, n) =>
		logLine({time: logStart + n * 1000, ip: `203.0.113.${n}`, userAgent: 'curl/8.5.0'}),
	);
	world.add(0, lines);
	const scan = new EntryScan(world.index, new KnownRoutes());
	const {n, clients, isExact} = await visits(scan, 100);
	t.is(n, 200, 'the number of requests is exact');
	t.false(isExact);
	t.true(clients > 100 && clients < 300, String(clients));
	t.true((await visits(scan, 200)).isExact);
});
