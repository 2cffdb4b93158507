import type {ClickHouseSettings} from '@clickhouse/client';
import type {ColumnKind, RowOf} from '../../clickhouse/answer-rows.js';
import type {AskOptions, Connection} from '../../clickhouse/connection.js';
import type {Parameters} from '../../clickhouse/multipart.js';
import {ServerProblem} from '../../clickhouse/server-problem.js';

/** Rows, each an array of its columns' values, and whether a shard is missing from them. */
export type Answered<Kinds extends readonly ColumnKind[]> = {
	readonly rows: ReadonlyArray<RowOf<Kinds>>;
	readonly partial: boolean;
};

/**
 * Each row once, however often it was sent: the parts of a table are merged while they are read, each day by itself,
 * which costs next to nothing where a day's have been merged.
 */
const onceEach: ClickHouseSettings = {
	do_not_merge_across_partitions_select_final: 1,
	use_skip_indexes_if_final: 1,
};

/** Asks a server. Where a shard is away, what the others have is the answer, and is said to be a part. */
export class Asker {
	readonly #connection: Connection;
	readonly #lacking: (problem: ServerProblem) => void;
	/** Whether a shard was away when it was asked last: then nobody waits for it again. */
	isLacking = false;
	/** Told of every answer. */
	answered: () => void = () => {};

	/** @param lacking - told when a shard was found to be away */
	constructor(connection: Connection, lacking: (problem: ServerProblem) => void) {
		this.#connection = connection;
		this.#lacking = lacking;
	}

	/**
	 * @param kinds - what the columns of the answer are
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
		const settings = {...onceEach, skip_unavailable_shards: 1} as const;
		return {rows: await this.#rows(statement, kinds, parameters, {signal, settings}), partial: true};
	}

	/** The same, but it throws where a shard is away. */
	async strictly<const Kinds extends readonly ColumnKind[]>(
		statement: string,
		kinds: Kinds,
		parameters: Parameters,
		signal?: AbortSignal,
	): Promise<ReadonlyArray<RowOf<Kinds>>> {
		return this.#rows(statement, kinds, parameters, {signal, settings: onceEach});
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
