import {elementsOf, type LogValue, listMark, printedValue} from '../../entries/log-fields/log-value.js';
import {logFieldsIn} from '../../query/expression.js';
import {everything, type Query} from '../../query/query.js';
import {fieldSample, frequentNames} from '../../store/log-field-names.js';
import type {Entry, LogField} from '../../store/store.js';
import {linesAndFieldsOf} from './lines-of.js';
import {page} from './pages.js';
import type {Tables} from './tables.js';

/** Time after which a name without values is queried again, in ms. */
const unknownFor = 10_000;

/** Answers queries for log fields and their names. */
export class LogFields {
	readonly #tables: Tables;
	/** Names that a row has. */
	readonly #known = new Set<string>();
	/** Names that no row has, with the time of the query for each, by `performance.now()`. */
	readonly #unknown = new Map<string, number>();

	constructor(tables: Tables) {
		this.#tables = tables;
	}

	/** See `Store.logFields`. */
	async mostFrequent(signal?: AbortSignal): Promise<readonly LogField[]> {
		const {entries} = await page(this.#tables, everything, {from: 'newest'}, fieldSample, signal);
		return frequentNames(await this.valuesOf(entries, signal));
	}

	/**
	 * See `Store.logValues`. The table has the values for any format, and for names of columns in a header. Only the line has the
	 * case of the names, and shows which fields were read from them.
	 */
	async valuesOf(
		entries: readonly Entry[],
		signal?: AbortSignal,
	): Promise<ReadonlyArray<readonly LogValue[] | null>> {
		const rows = await linesAndFieldsOf(this.#tables, entries, signal);
		const {logValues} = await import('../../entries/log-fields/log-values.js');
		return rows.map(({line, fields}) => {
			const logged = line === null ? [] : logValues(line);
			if (fields.length === 0) {
				return line && logged;
			}
			const byName = new Map(logged.map(value => [value.name.toLowerCase(), value]));
			return fields
				.filter(({name}) => name !== '')
				.map(({name, stored}) => ({
					name: byName.get(name)?.name ?? name,
					text: printedValue(stored),
					elements: stored.startsWith(listMark) ? elementsOf(stored) : null,
					isRead: byName.get(name)?.isRead ?? false,
				}));
		});
	}

	/** Looks for rows with the log fields of a query, for `unknownIn`. */
	async findRows({expression}: Query, signal?: AbortSignal): Promise<void> {
		const now = performance.now();
		const isDue = (name: string): boolean =>
			!this.#known.has(name) && now > (this.#unknown.get(name) ?? Number.NEGATIVE_INFINITY) + unknownFor;
		await Promise.all(
			logFieldsIn(expression)
				.filter(isDue)
				.map(async name => {
					this.#tables.needFields();
					const {rows, partial} = await this.#tables.ask(
						`SELECT 1 FROM ${this.#tables.requests} WHERE mapContains(fields, {name:String}) LIMIT 1`,
						['count'],
						{name},
						signal,
					);
					if (rows.length > 0) {
						this.#known.add(name);
						this.#unknown.delete(name);
					} else if (!partial) {
						this.#unknown.set(name, now);
					}
				}),
		);
	}

	/** See `Store.unknownLogFields`. */
	unknownIn({expression}: Query): readonly string[] {
		return logFieldsIn(expression).filter(name => this.#unknown.has(name));
	}
}
