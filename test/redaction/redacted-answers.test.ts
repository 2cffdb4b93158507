import test from 'ava';
import fc from 'fast-check';
import type {FacetOrder, ValueFigures} from '../../source/answers/answers.js';
import {facets} from '../../source/answers/facets.js';
import {routes} from '../../source/answers/routes.js';
import {EntryScan} from '../../source/answers/scan.js';
import {indexLimits} from '../../source/index/index-limits.js';
import {
	redactedDifferences,
	redactedFacets,
	redactedRoutes,
	valueRedactor,
} from '../../source/redaction/redacted-answers.js';
import {makeRedaction} from '../../source/redaction/redaction.js';
import {KnownRoutes} from '../../source/routes/known-routes.js';
import {facetsOf, figuresOf} from '../helpers/answer-models.js';
import {EntryWorld} from '../helpers/entry-world.js';
import {forAllAsync} from '../helpers/for-all.js';

const {redactor} = makeRedaction(true, []);
const known = new KnownRoutes();

const line = fc
	.record({
		url: fc.oneof(
			fc.nat({max: 4}).map(n => `/a?token=k${n}`),
			fc.nat({max: 3}).map(n => `/item/${n}`),
			fc.constantFrom('/files/10.1.2.3/a', '/files/10.1.9.3/a', '/b'),
		),
		ip: fc.nat({max: 3}).map(n => `203.0.${n % 2}.${n}`),
		status: fc.constantFrom(200, 404, 503),
		seconds: fc.option(
			fc.oneof(
				fc.constantFrom(0, 0.1, 0.2),
				fc.nat({max: 9000}).map(ms => ms / 1000),
			),
		),
	})
	.map(
		({url, ip, status, seconds}) =>
			`${JSON.stringify({remote_addr: ip, request_uri: url, status, ...(seconds !== null && {request_time: seconds})})}\n`,
	);

/** Returns the figures without approximate ones. The status of merged values is only that of the largest value. */
function exactOf(figures: ValueFigures | undefined): unknown {
	return {...figures, status: 0, p50: 0, p95: 0, total: Math.round(figures?.total ?? -1)};
}

function isNear(found: number | null | undefined, exact: number | null | undefined): boolean {
	return found === exact || Math.abs((found ?? 0) - (exact ?? 0)) <= 0.02 * (exact ?? 0);
}

const orders: readonly FacetOrder[] = ['n', 'clientErrors', 'errors', 'bytes', 'p95', 'time', 'max'];

test('values and routes that are equal after redaction have the figures of their requests', async t => {
	await forAllAsync(
		100,
		fc.array(line, {maxLength: 60, size: 'max'}),
		fc.constantFrom('url' as const, 'ip' as const),
		fc.constantFrom(...orders),
		async (lines, field, order) => {
			const world = new EntryWorld(['a.log'], indexLimits(Number.POSITIVE_INFINITY));
			world.add(0, lines);
			const scan = () => new EntryScan(world.index, new KnownRoutes());
			const question = {field, n: 1000, containing: '', order, pathOf: world.pathOf};
			const found = await redactedFacets(
				await facets(scan(), {...question, withFigures: true, withDurations: true}),
				{field, n: 100, order},
				redactor,
			);
			const shownAs = valueRedactor(field, redactor);
			const entries = world
				.entries()
				.map(entry => ({...entry, [field]: shownAs?.(entry[field] ?? '') ?? entry[field]}));
			const exact = new Map(
				facetsOf(entries, field, 100, '', 'n', true).values.map(value => [value.value, value]),
			);
			t.is(found.values.length, exact.size);
			for (const {value, n, figures} of found.values) {
				const model = exact.get(value);
				t.is(n, model?.n ?? -1);
				t.deepEqual(exactOf(figures), exactOf(model?.figures), value ?? '');
				t.true(isNear(figures?.p50, model?.figures?.p50), `p50 of ${value}`);
				t.true(isNear(figures?.p95, model?.figures?.p95), `p95 of ${value}`);
			}
			if (order === 'p95') {
				const slow = found.values.flatMap(({n, figures}) => (n < 3 ? [] : (figures?.p95 ?? -1)));
				t.deepEqual(
					slow,
					slow.toSorted((a, b) => b - a),
				);
			}

			const shapes = redactedRoutes(await routes(scan(), 1000, true), redactor);
			const shapeOf = valueRedactor('route', redactor);
			for (const {route, n, odd: _, oddity: __, ...figures} of shapes.routes) {
				const own = world.entries().filter(({url}) => shapeOf?.(known.of(url ?? '').route) === route);
				const model = figuresOf(own);
				t.is(n, own.length);
				t.deepEqual(exactOf(figures), exactOf(model), route);
				t.true(isNear(figures.p50, model.p50) && isNear(figures.p95, model.p95), route);
			}
		},
	);
});

test('the path of a finding has no secrets', t => {
	const part = {n: 20, share: 0.5};
	const {findings} = redactedDifferences(
		{
			...{selected: 40, baseline: 40, isTooSmall: false, kind: 'rest', before: null, partial: false},
			...{compared: ['path'], incomparable: [], different: ['path']},
			findings: ['/files/10.1.2.3/*', '/blog/*'].map(value => ({
				...{field: 'path', value, selected: part, baseline: part, also: [], mostly: []},
			})),
		},
		redactor,
	);
	t.deepEqual(
		findings.map(({value}) => value),
		['/files/10.1.2.0/*', '/blog/*'],
	);
});
