import type {ClickHouseSettings} from '@clickhouse/client';
import type {ColumnKind, RowOf} from '../clickhouse/answer-rows.js';
import type {AskOptions, Connection} from '../clickhouse/connection.js';
import type {Parameters} from '../clickhouse/multipart.js';
import {ServerProblem} from '../clickhouse/server-problem.js';

/** Rows as arrays of column values. `partial` is true if a shard didn't answer. */
export type Answered<Kinds extends readonly ColumnKind[]> = {
	readonly rows: ReadonlyArray<RowOf<Kinds>>;
	readonly partial: boolean;
};

/**
 * Settings to read each row once, even if it was sent more than once. ClickHouse merges the parts of a table while it reads,
 * separately for each day. This costs next to nothing for a day whose parts have been merged already.
 */
const eachRowOnce: ClickHouseSettings = {
	do_not_merge_across_partitions_select_final: 1,
	use_skip_indexes_if_final: 1,
};

/** Queries a server. If a shard is unavailable, the answer has only the rows of the other shards and is marked as partial. */
export class Asker {
	readonly #connection: Connection;
	readonly #lacking: (problem: ServerProblem) => void;
	/** True if a shard was unavailable at the last query. Later queries don't wait for it. */
	isLacking = false;
	/** Called after every answer. */
	answered: () => void = () => {};

	/** @param lacking - called when a shard is unavailable */
	constructor(connection: Connection, lacking: (problem: ServerProblem) => void) {
		this.#connection = connection;
		this.#lacking = lacking;
	}

	/**
	 * @param kinds - types of the columns of the answer
	 * @throws ServerProblem, or the reason of `signal`
	 */
	async ask<const Kinds extends readonly ColumnKind[]>(
		statement: string,
		kinds: Kinds,
		parameters: Parameters,
		signal?: AbortSignal,
	): Promise<Answered<Kinds>> {
		if (!this.isLacking) {
			try {
				return {rows: await this.strictly(statement, kinds, parameters, signal), partial: false};
			} catch (error) {
				if (!(error instanceof ServerProblem && error.kind === 'shard')) {
					throw error;
				}
				this.#lacking(error);
			}
		}
		const settings = {...eachRowOnce, skip_unavailable_shards: 1} as const;
		return {rows: await this.#rows(statement, kinds, parameters, {signal, settings}), partial: true};
	}

	/** Like `ask`, but throws if a shard is unavailable. */
	async strictly<const Kinds extends readonly ColumnKind[]>(
		statement: string,
		kinds: Kinds,
		parameters: Parameters,
		signal?: AbortSignal,
	): Promise<ReadonlyArray<RowOf<Kinds>>> {
		return this.#rows(statement, kinds, parameters, {signal, settings: eachRowOnce});
	}

	async #rows<const Kinds extends readonly ColumnKind[]>(
		statement: string,
		kinds: Kinds,
		parameters: Parameters,
		options: AskOptions,
	): Promise<ReadonlyArray<RowOf<Kinds>>> {
		const rows = await this.#connection.rows(statement, kinds, parameters, options);
		this.answered();
		return rows;
	}
}
