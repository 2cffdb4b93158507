import type {ColumnKind} from '../../clickhouse/answer-rows.js';
import type {Connection} from '../../clickhouse/connection.js';
import type {Parameters} from '../../clickhouse/multipart.js';
import {unreadTable} from '../../clickhouse/schema.js';
import type {Answered, Asker} from './asker.js';
import {SourceFiles} from './source-files.js';

/** What is asked, and the files that its rows are of. */
export class Tables {
	readonly files = new SourceFiles();
	/** Their names. */
	readonly requests: string;
	readonly unread: string;
	/** The time that searches such as `since:15m` go by, milliseconds since 1970. */
	readonly now: () => number;
	readonly #asker: Asker;

	constructor({address: {database, table}}: Connection, asker: Asker, now: () => number) {
		this.requests = `${database}.${table}`;
		this.unread = `${database}.${unreadTable(table)}`;
		this.now = now;
		this.#asker = asker;
	}

	/** See `Asker.ask`. */
	async ask<const Kinds extends readonly ColumnKind[]>(
		statement: string,
		kinds: Kinds,
		parameters: Parameters,
		signal?: AbortSignal,
	): Promise<Answered<Kinds>> {
		return this.#asker.ask(statement, kinds, parameters, signal);
	}
}
