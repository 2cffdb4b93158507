import type {ClickHouseSettings} from '@clickhouse/client';
import type {AskOptions, Connection, Parameters} from '../../clickhouse/connection.js';
import {ServerProblem} from '../../clickhouse/server-problem.js';

/** Rows, each an array of its columns' values, and whether a shard is missing from them. */
export type Answered = {readonly rows: readonly unknown[][]; readonly partial: boolean};

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

	/** @throws ServerProblem, or the reason of `signal` */
	async ask(statement: string, parameters: Parameters, signal?: AbortSignal): Promise<Answered> {
		if (!this.isLacking) {
			try {
				return {rows: await this.strictly(statement, parameters, signal), partial: false};
			} catch (error) {
				if (!(error instanceof ServerProblem && error.kind === 'shard')) {
					throw error;
				}
				this.#lacking(error);
			}
		}
		const settings = {...onceEach, skip_unavailable_shards: 1} as const;
		return {rows: await this.#rows(statement, parameters, {signal, settings}), partial: true};
	}

	/** The same, but it throws where a shard is away. */
	async strictly(
		statement: string,
		parameters: Parameters,
		signal?: AbortSignal,
	): Promise<readonly unknown[][]> {
		return this.#rows(statement, parameters, {signal, settings: onceEach});
	}

	async #rows(statement: string, parameters: Parameters, options: AskOptions): Promise<readonly unknown[][]> {
		const rows = await this.#connection.rows(statement, parameters, options);
		this.answered();
		return rows;
	}
}
