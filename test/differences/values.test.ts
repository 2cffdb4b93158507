import test from 'ava';
import fc from 'fast-check';
import {inBaseline, inSelection, kinds} from '../../source/differences/change.js';
import {ComparedEntries} from '../../source/differences/compared-entries.js';
import {comparedFields, type DifferenceField} from '../../source/differences/fields.js';
import {Marked, ValueCounter, type Values} from '../../source/differences/values.js';
import {shortAddress} from '../../source/entries/values/network.js';
import {agentFamily} from '../../source/fields/agent-family.js';
import {Epoch} from '../../source/index/epoch.js';
import {type IndexLimits, indexLimits} from '../../source/index/index-limits.js';
import {clientClass, isBotAgent} from '../../source/query/bots/client-class.js';
import {LineFacts} from '../../source/query/evaluation/line-facts.js';
import type {Expression} from '../../source/query/expression.js';
import {KnownRoutes} from '../../source/routes/known-routes.js';
import type {Entry} from '../../source/store/store.js';
import {TextSpan} from '../../source/wasm/text-span.js';
import {arbitraryExpression} from '../helpers/arbitrary-expression.js';
import {assertUntil} from '../helpers/assert-until.js';
import {knownRoutes} from '../helpers/entry.js';
import {EntryWorld} from '../helpers/entry-world.js';
import {knownGeo} from '../helpers/known-geo.js';
import {logStart} from '../helpers/log-lines.js';
import {lineOf, logged, pools} from '../helpers/logged.js';
import {matches, paramsOf, refererHostOf} from '../helpers/query-model.js';

const files = ['b.log', 'a.log', 'b.log'] as const;

const urls = [
	...pools.url,
	...['/blog/tea', '/blog/', '/blog/2026/tea?x=/', '/blog/café/tea/', '/blog', '//blog/a', '/a/7/b/'],
	...['/?a=1', '/?a=1&b=2', '/?b=2&a=1&a=1', '/?a=1#x', '/?', '/?&&c', '/?a=%20&a=\\x41', '/?a=1&b=ä'],
];
const referers = [
	'https://shop.example/a',
	'http://SHOP.example:8080/?q=//b',
	'android-app://com.example/',
	'/x',
];

const line = fc
	.tuple(logged(60, urls), fc.option(fc.constantFrom(...referers), {freq: 2}))
	.map(([one, referer]) => lineOf({...one, referer: referer ?? one.referer}));

/** Returns the values of an entry in a field. */
function valuesOf(entry: Entry, field: DifferenceField): readonly (string | null)[] {
	switch (field) {
		case 'route':
			return [entry.url === null ? null : knownRoutes.of(entry.url).route];
		case 'path': {
			const {route} = knownRoutes.of(entry.url ?? '');
			return [/^\/[^/{}]+\//, /^\/[^/{}]+\/[^/{}]+\//]
				.flatMap(prefix => prefix.exec(route)?.[0] ?? [])
				.filter(prefix => Buffer.byteLength(prefix) <= 254)
				.map(prefix => `${prefix}*`);
		}
		case 'family':
			return [agentFamily(entry.userAgent)];
		case 'agent':
			return [entry.userAgent];
		case 'bot': {
			const agent = entry.userAgent;
			return [agent !== null && clientClass(agent) === 'bot' ? agentFamily(agent) : null];
		}
		case 'network':
			return [entry.ip === null ? null : shortAddress(entry.ip)];
		case 'referer-host':
			return [refererHostOf(entry.referer)];
		case 'param':
			return [...new Set(paramsOf(entry.url).filter(({length}) => length <= 255))].slice(0, 8);
		case 'status':
			return [entry.status === null ? null : String(entry.status)];
		case 'forwarded':
			return [entry.forwardedFor];
		case 'duration':
		case 'bytes':
			return [];
		default:
			return field.startsWith('@') ? [] : [entry[field as 'ip']];
	}
}

/** Returns the numbers of entries of people and bots on both sides, by value. */
function modelOf(
	sides: readonly (readonly Entry[])[],
	field: DifferenceField,
): ReadonlyMap<string, readonly number[]> {
	const counts = new Map<string, number[]>();
	for (const [side, entries] of sides.entries()) {
		for (const entry of entries) {
			const kind = 2 * side + (entry.userAgent !== null && isBotAgent(entry.userAgent) ? 1 : 0);
			for (const value of valuesOf(entry, field)) {
				if (value !== null) {
					const numbers = counts.get(value) ?? [0, 0, 0, 0];
					numbers[kind] = (numbers[kind] ?? 0) + 1;
					counts.set(value, numbers);
				}
			}
		}
	}
	return counts;
}

function sorted(
	counts: ReadonlyMap<string, readonly number[]>,
): ReadonlyArray<readonly [string, readonly number[]]> {
	return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

async function countsOf({counts, each}: Values): Promise<ReadonlyMap<string, readonly number[]>> {
	const found = new Map<string, readonly number[]>();
	await each((value, text) => {
		const numbers = [...counts.subarray(kinds * value, kinds * value + kinds)];
		if (numbers.some(n => n > 0)) {
			found.set(text instanceof TextSpan ? text.bytes.toString('utf8', text.start, text.end) : text, numbers);
		}
	});
	return found;
}

/** Returns the numbers of entries by value, from marks of rows. */
async function markedIn(
	entries: ComparedEntries,
	values: Values,
): Promise<ReadonlyMap<number, readonly number[]>> {
	const found = new Map<number, number[]>();
	const finders = values.marked(new Uint32Array(values.counts.length / kinds).map((_, value) => value));
	const marked = new Marked();
	await entries.each((segment, compared) => {
		for (const find of finders) {
			const count = find(segment, compared.rows, marked);
			entries.eachMarkedKind(compared, marked, count, (kind, first, end) => {
				for (const value of marked.marks.subarray(first, end)) {
					const numbers = found.get(value) ?? [0, 0, 0, 0];
					numbers[kind] = (numbers[kind] ?? 0) + 1;
					found.set(value, numbers);
				}
			});
		}
	});
	return found;
}

const bareEpoch = new Epoch().memory;
const small: IndexLimits = {textMemory: Number.POSITIVE_INFINITY, epoch: () => bareEpoch - 1, spareRows: 0};
const everything: Expression = {type: 'and', of: []};

for (const [name, limits] of [
	['in one era', indexLimits(Number.POSITIVE_INFINITY)],
	['in small eras', small],
] as const) {
	test(`the values of both sides agree with a plain model, after eviction too, ${name}`, async t => {
		let seen = 0;
		await assertUntil(
			() => seen > 100,
			fc.asyncProperty(
				fc.array(
					fc.tuple(fc.nat(2), fc.array(line, {minLength: 1, maxLength: 40, size: 'max'}), fc.nat(60)),
					{
						minLength: 1,
						maxLength: 6,
						size: 'max',
					},
				),
				arbitraryExpression,
				fc.oneof(fc.constant(everything), arbitraryExpression),
				fc.oneof(fc.constant(everything), arbitraryExpression),
				async (steps, selection, within, baseline) => {
					const world = new EntryWorld(files, limits);
					world.now = logStart + 30_000;
					for (const [file, lines, cap] of steps) {
						world.index.evict(cap);
						world.add(file, lines);
					}
					const all = world.entries().filter(entry => matches(within, entry, world.now));
					const isSelected = (entry: Entry): boolean => matches(selection, entry, world.now);
					const sides = [
						all.filter(isSelected),
						all.filter(entry => !isSelected(entry) && matches(baseline, entry, world.now)),
					] as const;
					const entries = await ComparedEntries.of(
						{
							selection: world.select(selection),
							within: world.select(within),
							baseline: world.select(baseline),
						},
						{
							index: world.index,
							routes: new KnownRoutes(),
							geo: knownGeo,
							facts: new LineFacts(world.index),
							signal: undefined,
						},
					);
					seen += Math.min(sides[0].length, sides[1].length);
					t.is(inSelection(entries.numbers.counts), sides[0].length);
					t.is(inBaseline(entries.numbers.counts), sides[1].length);
					const counter = new ValueCounter(entries, world.pathOf);
					for (const {name: field, source} of comparedFields(everything, [], knownGeo.fields)) {
						const values = await counter.valuesOf(source);
						t.deepEqual(sorted(await countsOf(values)), sorted(modelOf(sides, field)), field);
						for (const [value, numbers] of await markedIn(entries, values)) {
							t.deepEqual(numbers, [...values.counts.subarray(kinds * value, kinds * value + kinds)], field);
						}
					}
				},
			),
			4,
		);
		t.pass();
	});
}
