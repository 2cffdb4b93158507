import {bins} from '../../answers/durations/duration-sketches.js';
import {minimumG} from '../../differences/chance.js';
import {
	type Change,
	changeOf,
	inBaseline,
	inSelection,
	kinds,
	minEntries,
	type SideCounts,
	type Totals,
} from '../../differences/change.js';
import {Clumps} from '../../differences/clumps.js';
import {type Comparison, type ResolvedComparison, resolve} from '../../differences/comparison.js';
import {
	type DifferenceOptions,
	type Differences,
	defaultFindings,
	differentFields,
	findingOf,
} from '../../differences/differences.js';
import {EntryNumbers, type EntrySet, entrySetOf} from '../../differences/entry-set.js';
import {
	comparedFields,
	comparesMeasures,
	type DifferenceField,
	type FieldValue,
	fieldOf,
	type NamedField,
	type NamedValue,
} from '../../differences/fields.js';
import {maxShare, minMeasured, minShare, type ShiftOfBins, shiftIn} from '../../differences/measures.js';
import {type Candidate, type Cause, causesOf, type Measure} from '../../differences/rank.js';
import {maxShared, minOthers, minShare as minSharedShare, minTimes} from '../../differences/shared-values.js';
import {Slice} from '../../query/evaluation/slice.js';
import {logFieldsIn} from '../../query/expression.js';
import type {LogFieldName} from '../../query/log-field-name.js';
import {isEverything, type Query} from '../../query/query.js';
import {UserError} from '../../user-error.js';
import {type ColumnKind, lone} from '../clickhouse/answer-rows.js';
import {condition} from './compile/condition.js';
import type {ParameterList} from './compile/parameter-list.js';
import {binIn} from './duration-sql.js';
import {countedParameters, type FacetValues, facetValues} from './facets-of.js';
import {Question} from './question.js';
import type {Tables} from './tables.js';

/** Maximum number of values of a field that the server sends: the values that differ most. */
const maxValues = 10_000;

/** Maximum number of candidates whose rows are grouped, the best ones first. In groups, many are hardly more expensive than few. */
const maxCandidates = 300;

/** Maximum number of groups of rows: with a client and ten numbers in each, 40 MB. */
const maxGroups = 400_000;

/** Maximum number of clients that are distinguished. If there are more, several count as one, which hardly changes the clumps. */
const maxClients = 65_536;

/** Number of clients with the largest changes, which are always distinguished: see `Clumps`. */
const maxChanged = 2000;

const columnOf = {durationMs: 'duration_ms', bytes: 'bytes'} as const satisfies Record<Measure, string>;

/** A client, of IPv6 by /64: the same as `clumpsOf`. Empty for an unknown one. */
const clientSql = "ifNull(cutIPv6(address, 8, 0), ifNull(ip, ''))";

/**
 * Number of rows up to which expressions of user agents are computed for each row. Otherwise the server computes them for all user
 * agents of a block, which took four times as long for 40,000 of five million rows.
 */
const maxUnpacked = 200_000;
const unpackedAgent = "CAST(agent, 'Nullable(String)') AS agent";

/** A value that changed, or whose measure did, before chance is considered. Its number is the index in the names of its field. */
type Found = FieldValue & {
	readonly change: Change;
	readonly shift?: ShiftOfBins & {readonly measure: Measure};
};

/** The names of a field's values. */
type Names = ReadonlyMap<NamedField | null, readonly string[]>;

/**
 * Compares the rows of two sides: see `differences`. The server counts the values of each field with one statement, and groups the
 * rows by the candidates that they have.
 * @throws UserError if the rows of the candidates are too different to be grouped
 */
export async function differencesOf(
	tables: Tables,
	comparison: Comparison,
	{limit = defaultFindings, logFields = [], signal, progress = () => {}}: DifferenceOptions = {},
): Promise<Differences> {
	const rows = await ComparedRows.of(tables, comparison, signal);
	const {resolved, totals} = rows;
	const [selected, baseline] = [inSelection(totals.counts), inBaseline(totals.counts)];
	const isTooSmall = selected < minEntries || baseline < minEntries;
	const compared: DifferenceField[] = [];
	const incomparable: DifferenceField[] = [];
	const answer = (
		findings: Differences['findings'] = [],
		different: Differences['different'] = [],
	): Differences => ({
		...{findings, selected, baseline, isTooSmall, compared, incomparable, different},
		...{kind: resolved.kind, before: resolved.before, partial: rows.isPartial},
	});
	if (isTooSmall || limit === 0) {
		return answer();
	}
	const named = [comparison.selection, comparison.within].flatMap(query =>
		logFieldsIn(query.expression).map(name => `@${name}` as const),
	);
	const fields = comparedFields(
		resolved.distinct,
		[...new Set<LogFieldName>([...logFields, ...named])],
		'fleet',
	);
	const measures: readonly Measure[] = comparesMeasures(resolved.distinct) ? ['durationMs', 'bytes'] : [];
	const names = new Map<NamedField | null, readonly string[]>([[null, ['']]]);
	const found: Found[] = [];
	let tested = 0;
	const steps = fields.length + 4;
	for (const [index, field] of [...fields, null].entries()) {
		progress(index / steps);
		const values = await rows.valuesOf(field, field === null || field.hasMeasures ? measures : []);
		found.push(...values.found);
		tested += values.tested;
		if (field !== null) {
			names.set(field, values.names);
			(values.names.length > 0 ? compared : incomparable).push(field.name);
		}
	}
	const minimum = minimumG(tested);
	const best = found
		.filter(({change}) => change.g >= minimum)
		.sort((a, b) => b.change.score - a.change.score)
		.slice(0, maxCandidates);
	if (best.length === 0) {
		return answer();
	}
	progress((steps - 3) / steps);
	const {numbers, candidates, clumps} = await rows.grouped(best, names);
	const slice = new Slice();
	const causes = await causesOf(candidates, {
		...{numbers, totals, clumps, minimumG: minimum, limit},
		rest: async () => (slice.isOver ? slice.next(signal) : undefined),
	});
	progress((steps - 2) / steps);
	const shared = await rows.sharedValues(causes, fields, names);
	progress(1);
	return answer(
		causes.map((cause, index) =>
			findingOf(cause, {
				mostly: shared[index] ?? [],
				numbers,
				nameOf: ({field, value}, measure) =>
					field === null
						? {field: measure === 'bytes' ? 'bytes' : 'duration', value: null}
						: {field: field.name, value: names.get(field)?.[value] ?? ''},
			}),
		),
		differentFields(causes),
	);
}

/** A statement about the compared rows. */
type Statement = {
	readonly parameters: ParameterList;
	/** Defines `kind` for the statement: the index of the row's kind, see `SideCounts`. */
	readonly withKind: string;
	/** Clauses from `FROM` on. `join` follows the table. */
	from(join?: string): string;
};

const countsOfKinds = Array.from({length: kinds}, (_, kind) => `countIf(kind = ${kind}) AS n${kind}`).join(
	', ',
);

/** The rows of both sides. */
class ComparedRows {
	readonly resolved: ResolvedComparison;
	/** True if an answer lacks rows of a shard. */
	isPartial = false;
	readonly #tables: Tables;
	readonly #comparison: Comparison;
	readonly #signal: AbortSignal | undefined;
	#counts: SideCounts = [0, 0, 0, 0];
	#client = clientSql;

	private constructor(
		tables: Tables,
		comparison: Comparison,
		resolved: ResolvedComparison,
		signal: AbortSignal | undefined,
	) {
		this.#tables = tables;
		this.#comparison = comparison;
		this.resolved = resolved;
		this.#signal = signal;
	}

	/** Counts the rows of both sides. */
	static async of(tables: Tables, comparison: Comparison, signal?: AbortSignal): Promise<ComparedRows> {
		signal?.throwIfAborted();
		const covered = await tables.ask(
			`SELECT toUnixTimestamp64Milli(min(time)), toUnixTimestamp64Milli(max(time)) FROM ${tables.requests} WHERE timed`,
			['time', 'time'],
			{},
			signal,
		);
		const [from, until] = lone(covered.rows);
		const rows = new ComparedRows(
			tables,
			comparison,
			resolve(comparison, {from, until}, tables.now()),
			signal,
		);
		rows.isPartial = covered.partial;
		const {withKind, from: fromSql, parameters} = rows.#statement();
		const [clients, ...counts] = lone(
			await rows.#ask(
				`${withKind} SELECT uniq(${clientSql}), ${countsOfKinds} ${fromSql()}`,
				['count', 'count', 'count', 'count', 'count'],
				parameters,
			),
		);
		rows.#counts = counts;
		if (clients > maxClients) {
			rows.#client = `if(${clientSql} = '', '', toString(cityHash64(${clientSql}) % ${maxClients}))`;
		}
		return rows;
	}

	/** Numbers and periods of the rows. */
	get totals(): Totals {
		return {counts: this.#counts, seconds: this.resolved.seconds};
	}

	/**
	 * Counts the values of a field, and their measures. Returns the values that differ most and have enough rows, the values that
	 * changed, and the number of tests. For null, compares the measures of all rows.
	 */
	async valuesOf(
		field: NamedField | null,
		measures: readonly Measure[],
	): Promise<{readonly names: readonly string[]; readonly found: readonly Found[]; readonly tested: number}> {
		if (field === null && measures.length === 0) {
			return {names: [], found: [], tested: 0};
		}
		const {withKind, from, parameters} = this.#statement();
		const {value, join} = field === null ? {value: "''", join: ''} : valuesSql(field, parameters);
		const [n, m] = [inSelection(this.#counts), inBaseline(this.#counts)];
		const comparable =
			field === null
				? 'true'
				: `(n0 + n1 >= ${Math.max(minMeasured, n * minShare)} AND n2 + n3 >= ${minMeasured} AND n0 + n1 + n2 + n3 <= ${maxShare * (n + m)})`;
		const histograms = measures.flatMap(measure => {
			const bin = binIn(columnOf[measure]);
			return ['kind < 2', 'kind >= 2'].map(
				(side, index) =>
					`sumMapIf([toUInt32(greatest(${bin}, 0))], [toUInt64(1)], ${side} AND ${bin} >= 0) AS ${measure}${index}`,
			);
		});
		const sent = measures.flatMap(measure =>
			[0, 1].map(
				index =>
					`if(${comparable}, arrayConcat(arrayMap(bin -> toUInt64(bin), ${measure}${index}.1), ${measure}${index}.2), [])`,
			),
		);
		const rows = await this.#ask(
			`SELECT value, n0, n1, n2, n3, count() OVER () AS tested, ${[...sent, ...['[]', '[]', '[]', '[]']].slice(0, 4).join(', ')} FROM (
${withKind} SELECT ${value} AS value, ${countsOfKinds}${histograms.map(one => `, ${one}`).join('')} ${from(join)} GROUP BY value HAVING isNotNull(value) AND n0 + n1 + n2 + n3 >= ${minEntries})
ORDER BY ${measures.length === 0 ? '' : `${comparable} DESC, `}abs((n0 + n1) / ${n} - (n2 + n3) / ${m}) DESC LIMIT ${maxValues}`,
			[
				...(['text', 'count', 'count', 'count', 'count', 'count'] as const),
				...(['counts', 'counts', 'counts', 'counts'] as const),
			],
			parameters,
		);
		const found: Found[] = [];
		let tested = field === null ? 0 : (rows[0]?.[5] ?? 0);
		for (const [index, [, n0, n1, n2, n3, , ...histogramsOf]] of rows.entries()) {
			const change =
				field === null ? null : changeOf([n0, n1, n2, n3], this.totals, field.neverFalls !== true);
			if (change !== null) {
				found.push({field, value: index, change});
			}
			for (const [number, measure] of measures.entries()) {
				const of = shiftIn(
					{
						selected: histogramOf(histogramsOf[2 * number] ?? []),
						baseline: histogramOf(histogramsOf[2 * number + 1] ?? []),
					},
					{canFall: this.resolved.seconds !== null, all: n},
				);
				tested += of.tested;
				if (of.shift !== null) {
					found.push({field, value: index, change: of.shift.change, shift: {...of.shift, measure}});
				}
			}
		}
		return {names: rows.map(([name]) => name), found, tested};
	}

	/** Groups the rows by the candidates that they have and by client. */
	async grouped(
		best: readonly Found[],
		names: Names,
	): Promise<{
		readonly numbers: EntryNumbers;
		readonly candidates: ReadonlyArray<Candidate<FieldValue>>;
		readonly clumps: Clumps;
	}> {
		const {withKind, from, parameters} = this.#statement();
		const marks = new Marks(best, names, parameters);
		const side = (index: number): string =>
			`sumIf(c, ${index === 0 ? 'kind < 2' : 'kind >= 2'}) OVER (PARTITION BY client)`;
		const groups = await this.#ask(
			`SELECT marks, kind, client, c, selected, baseline FROM (
SELECT marks, kind, client, c, ${side(0)} AS selected, ${side(1)} AS baseline FROM (
${withKind} SELECT ${marks.sql} AS marks, kind, ${this.#client} AS client, count() AS c ${from()} GROUP BY marks, kind, client)) WHERE notEmpty(marks) ORDER BY kind LIMIT ${maxGroups + 1}`,
			['counts', 'count', 'text', 'count', 'count', 'count'],
			parameters,
		);
		if (groups.length > maxGroups) {
			throw new UserError(
				`the requests of the candidates form more than ${maxGroups} groups: compare a shorter period or a narrower search`,
			);
		}
		const perKind: [number, number, number, number] = [0, 0, 0, 0];
		const left: [number, number, number, number] = [...this.#counts];
		for (const [, kind, , size] of groups) {
			perKind[kind] = (perKind[kind] ?? 0) + 1;
			left[kind] = (left[kind] ?? 0) - size;
		}
		// The rows without a candidate are a group of each kind.
		const groupsOfKinds = perKind.map(count => count + 1) as unknown as SideCounts;
		const sizes = new Float64Array(groupsOfKinds.reduce((sum, count) => sum + 32 * Math.ceil(count / 32), 0));
		const numbers = new EntryNumbers(this.#counts, {counts: groupsOfKinds, sizes});
		const next: [number, number, number, number] = [...numbers.starts];
		const clientOf = new Uint32Array(sizes.length);
		const clients = new ClientNumbers();
		const marked = marks.lists();
		for (const [ofGroup, kind, client, size, selected, baseline] of groups) {
			const number = next[kind] ?? 0;
			next[kind] = number + 1;
			sizes[number] = size;
			clientOf[number] = clients.numberOf(client, selected, baseline);
			for (const mark of ofGroup) {
				marked[mark]?.push(number);
			}
		}
		for (let kind = 0; kind < kinds; kind++) {
			sizes[next[kind] ?? 0] = left[kind] ?? 0;
		}
		const all = entrySetOf(
			numbers.starts.flatMap((start, kind) =>
				Array.from({length: groupsOfKinds[kind] ?? 0}, (_, index) => start + index),
			),
		);
		return {
			numbers,
			candidates: best.map((one, index) => marks.candidate(one, index, marked, all)),
			clumps: new Clumps(numbers, clientOf, await this.#entriesOf(clients)),
		};
	}

	/** Returns the numbers of rows of each client: see `Clumps`. */
	async #entriesOf(clients: ClientNumbers): Promise<Float64Array> {
		const {withKind, from, parameters} = this.#statement();
		const [n, m] = [inSelection(this.#counts), inBaseline(this.#counts)];
		const changed = await this.#ask(
			`SELECT client, selected, baseline, sum(selected) OVER (), sum(baseline) OVER (), sum(selected * selected) OVER (), sum(baseline * baseline) OVER () FROM (
${withKind} SELECT ${this.#client} AS client, countIf(kind < 2) AS selected, countIf(kind >= 2) AS baseline ${from()} GROUP BY client HAVING client != '')
ORDER BY abs(selected - baseline * ${n / m}) DESC LIMIT ${maxChanged}`,
			['text', 'count', 'count', 'count', 'count', 'count', 'count'],
			parameters,
		);
		for (const [client, selected, baseline] of changed) {
			clients.numberOf(client, selected, baseline);
		}
		const [, , , selected = 0, baseline = 0, selectedSquares = 0, baselineSquares = 0] = changed[0] ?? [];
		return clients.entries([n - selected + selectedSquares, m - baseline + baselineSquares]);
	}

	/** Returns, for each cause, the values of other fields that most of its selected rows have: see `sharedValues`. */
	async sharedValues(
		causes: ReadonlyArray<Cause<FieldValue>>,
		fields: readonly NamedField[],
		names: Names,
	): Promise<ReadonlyArray<readonly NamedValue[]>> {
		const shared: NamedValue[][] = causes.map(() => []);
		const named = causes.flatMap(({lead: {value}}, index) =>
			value.field === null
				? []
				: [{index, field: value.field, name: names.get(value.field)?.[value.value] ?? ''}],
		);
		// A row may have several parameters, and its most frequent one doesn't characterise it.
		const single = fields.filter(({name, isBroad}) => name !== 'param' && isBroad !== true);
		if (named.length === 0) {
			return shared;
		}
		const first = this.#statement('selection');
		const frequent = single.map(field => {
			const {value} = valuesSql(field, first.parameters);
			return named.map(one =>
				one.field === field
					? "''"
					: `anyHeavyIf(ifNull(toString(${value}), ''), isNotNull(${value}) AND ${hasSql(one, first.parameters)})`,
			);
		});
		const [values] = await this.#ask(
			`SELECT ${frequent.map(ofField => `[${ofField.join(', ')}]`).join(', ')} ${first.from()}`,
			single.map((): 'texts' => 'texts'),
			first.parameters,
		);
		const pairs = single.flatMap((field, at) =>
			named.flatMap((one, index) => {
				const name = values?.[at]?.[index] ?? '';
				return name === '' ? [] : [{one, field, name}];
			}),
		);
		if (pairs.length === 0) {
			return shared;
		}
		const {from, parameters} = this.#statement('selection');
		const counted = pairs.map(({one, field, name}) => {
			const has = hasSql({field, name}, parameters);
			return `countIf(${has} AND ${hasSql(one, parameters)}), countIf(${has})`;
		});
		const sizes = named.map(one => `countIf(${hasSql(one, parameters)})`);
		const [counts] = lone(
			await this.#ask(`SELECT [${[...sizes, ...counted].join(', ')}] ${from()}`, ['counts'], parameters),
		);
		const all = inSelection(this.#counts);
		for (const [at, {one, field, name}] of pairs.entries()) {
			const size = counts[named.indexOf(one)] ?? 0;
			const n = counts[named.length + 2 * at] ?? 0;
			const elsewhere = (counts[named.length + 2 * at + 1] ?? 0) - n;
			const isShared =
				size > 0 &&
				all - size >= minOthers &&
				n >= minSharedShare * size &&
				n / size >= minTimes * (elsewhere / (all - size));
			if (isShared) {
				shared[one.index]?.push({field: field.name, value: name});
			}
		}
		return shared.map(ofCause => ofCause.slice(0, maxShared));
	}

	/** Begins a statement about both sides, or about the selection. */
	#statement(of: 'both' | 'selection' = 'both'): Statement {
		const {selection, within} = this.#comparison;
		const question = new Question(within, this.#tables);
		const {parameters} = question;
		const sql = (query: Query): string =>
			isEverything(query) ? 'true' : `(${condition(query.expression, parameters, this.#tables.now())})`;
		const selected = sql(selection);
		const baseline = this.resolved.baseline;
		if (of === 'selection') {
			question.and(selected);
		} else if (baseline !== undefined && !isEverything(baseline)) {
			question.and(`${selected} OR ${sql(baseline)}`);
		}
		const isSmall = of === 'selection' && inSelection(this.#counts) <= maxUnpacked;
		const rows = (table: string, join: string, where: string): string =>
			isSmall
				? `(SELECT * REPLACE (${unpackedAgent}) FROM ${table}${where})${join}`
				: `${table}${join}${where}`;
		return {
			parameters,
			withKind: `WITH toUInt8(if(ifNull(${selected}, false), 0, 2) + toUInt8(ifNull(bot, false))) AS kind`,
			from: (join = '') => `FROM ${rows(`${this.#tables.requests} FINAL`, join, question.where)}`,
		};
	}

	async #ask<const Kinds extends readonly ColumnKind[]>(
		statement: string,
		columns: Kinds,
		parameters: ParameterList,
	) {
		const {rows, partial} = await this.#tables.ask(statement, columns, parameters.values, this.#signal);
		this.isPartial ||= partial;
		return rows;
	}
}

/** The marks of rows by candidate: 1 + the index of a value. A shift has two further marks: with and without an extreme measure. */
class Marks {
	/** SQL expression for the marks of a row, sorted. */
	readonly sql: string;
	readonly #count: number;
	readonly #best: readonly Found[];

	constructor(best: readonly Found[], names: Names, parameters: ParameterList) {
		this.#best = best;
		this.#count = best.length;
		const marks = [...new Set(best.map(({field}) => field))].flatMap(field => {
			if (field === null) {
				return [];
			}
			const values = new Map(
				best.flatMap((one, index) =>
					one.field === field ? [[names.get(field)?.[one.value] ?? '', this.#markOf(one, index)]] : [],
				),
			);
			const known = parameters.add('Array(String)', [...values.keys()]);
			const numbers = parameters.add('Array(UInt32)', [...values.values()]);
			const markOf = (value: string): string => `transform(${value}, ${known}, ${numbers}, toUInt32(0))`;
			const several = severalSql(field);
			if (several !== null) {
				return [`arrayMap(part -> ${markOf('part')}, ${several})`];
			}
			return [`[${markOf(`ifNull(toString(${valuesSql(field, parameters).value}), '')`)}]`];
		});
		const shifts = best.flatMap(({field, value, shift, change}, index) => {
			if (shift === undefined) {
				return [];
			}
			const bin = binIn(columnOf[shift.measure]);
			const has =
				field === null ? 'true' : hasSql({field, name: names.get(field)?.[value] ?? ''}, parameters);
			const isExtreme = `${bin} ${change.isGrowth ? '>' : '<'} ${shift.bound}`;
			return [
				`if(${has} AND ${bin} >= 0, toUInt32(if(${isExtreme}, ${this.#extreme(index)}, ${this.#measured(index)})), toUInt32(0))`,
			];
		});
		this.sql = `arraySort(arrayFilter(mark -> mark > 0, arrayConcat(${[...marks, `CAST([${shifts.join(', ')}], 'Array(UInt32)')`].join(', ')})))`;
	}

	/** Returns an empty list for each mark. */
	lists(): number[][] {
		return Array.from({length: 3 * this.#count + 1}, () => []);
	}

	/** Returns a candidate with its set. `lists` has the numbers of each mark, in ascending order. */
	candidate(
		{field, value, change, shift}: Found,
		index: number,
		lists: readonly (readonly number[])[],
		all: EntrySet,
	): Candidate<FieldValue> {
		const setOf = (...marks: readonly number[]): EntrySet =>
			entrySetOf(marks.flatMap(mark => lists[mark] ?? []).sort((a, b) => a - b));
		return {
			value: {field, value},
			set: field === null ? all : setOf(this.#markOf({field, value}, index)),
			order: field?.order ?? Number.POSITIVE_INFINITY,
			canFall: field?.neverFalls !== true,
			isAll: field === null,
			...(shift !== undefined && {
				shift: {
					measure: shift.measure,
					isGrowth: change.isGrowth,
					measured: setOf(this.#measured(index), this.#extreme(index)),
					extreme: setOf(this.#extreme(index)),
					percentile: shift.percentile,
					// The groups have no durations. So the percentiles without the rows of a cause are assumed to be the same.
					percentiles: () => shift.percentiles,
				},
			}),
		};
	}

	/** A value that is several candidates has the mark of the first one. */
	#markOf({field, value}: FieldValue, index: number): number {
		const first = this.#best.findIndex(one => one.field === field && one.value === value);
		return 1 + (first === -1 ? index : first);
	}

	#measured(index: number): number {
		return 1 + this.#count + index;
	}

	#extreme(index: number): number {
		return 1 + 2 * this.#count + index;
	}
}

/** Numbers clients from 1, and remembers their rows. */
class ClientNumbers {
	readonly #numbers = new Map<string, number>();
	readonly #entries: number[] = [];
	readonly #sums: [number, number, number, number] = [0, 0, 0, 0];

	/** Returns the number of a client, 0 for an unknown one. */
	numberOf(client: string, selected: number, baseline: number): number {
		if (client === '') {
			return 0;
		}
		const known = this.#numbers.get(client);
		if (known !== undefined) {
			return known;
		}
		const number = this.#numbers.size + 1;
		this.#numbers.set(client, number);
		this.#entries.push(selected, baseline);
		this.#sums[0] += selected * selected;
		this.#sums[1] += baseline * baseline;
		return number;
	}

	/**
	 * Returns the rows of each client on both sides.
	 * @param squares - sums of the squares of all clients on both sides
	 */
	entries(squares: readonly [number, number]): Float64Array {
		return Float64Array.from([
			Math.max(0, squares[0] - this.#sums[0]),
			Math.max(0, squares[1] - this.#sums[1]),
			...this.#entries,
		]);
	}
}

/** SQL expression for the path of the log before rotation. Otherwise a rotation between two periods would be the best finding. */
const unrotatedPath =
	"replaceRegexpOne(path, '(?:[.][0-9]{1,3}|[.-][0-9]{4}-?[0-9]{2}-?[0-9]{2})(?:[.](?:gz|bz2|xz|zst|br|lz4))?$', '')";

/** The paths of a route: see `derivations`. */
const paths = `arrayMap(part -> concat(part, '*'), arrayFilter(part -> length(part) BETWEEN 1 AND 254, [${[
	"extract(ifNull(route, ''), '^/[^/{}]+/')",
	"extract(ifNull(route, ''), '^/[^/{}]+/[^/{}]+/')",
].join(', ')}]))`;

/** Returns SQL for the array of the values of a field of which a row has several; null for other fields. */
function severalSql({name}: NamedField): string | null {
	return name === 'param' ? countedParameters : name === 'path' ? paths : null;
}

/** Returns SQL for the values of a field. */
function valuesSql({name}: NamedField, parameters: ParameterList): FacetValues {
	if (name === 'path') {
		return {value: 'pathOfRow', join: ` ARRAY JOIN ${paths} AS pathOfRow`, rows: 'count()'};
	}
	const field = fieldOf(name);
	if (field === undefined || field === 'file') {
		return {value: field === undefined ? 'protocol' : unrotatedPath, join: '', rows: 'count()'};
	}
	return facetValues(field, parameters);
}

/** Returns the SQL condition that a row has a value. */
function hasSql(
	{field, name}: {readonly field: NamedField; readonly name: string},
	parameters: ParameterList,
): string {
	const value = parameters.add('String', name);
	const several = severalSql(field);
	return several !== null
		? `has(${several}, ${value})`
		: `ifNull(${valuesSql(field, parameters).value} = ${value}, false)`;
}

/** Returns a histogram from its bins and their counts. */
function histogramOf(binsAndCounts: readonly number[]): Uint32Array {
	const histogram = new Uint32Array(bins);
	const size = binsAndCounts.length / 2;
	for (let index = 0; index < size; index++) {
		histogram[Math.min(bins - 1, binsAndCounts[index] ?? 0)] = binsAndCounts[size + index] ?? 0;
	}
	return histogram;
}
