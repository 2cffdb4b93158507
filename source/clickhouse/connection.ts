import {createRequire} from 'node:module';
import type {ClickHouseClient, ClickHouseSettings} from '@clickhouse/client';
import type {Address} from './address.js';
import type {Credentials} from './credentials.js';
import {type Asked, explainError} from './explain-error.js';

/** Values of the parameters of a statement, by their names. */
export type Parameters = Readonly<Record<string, unknown>>;

/** How it is asked. */
export type AskOptions = {
	readonly signal?: AbortSignal | undefined;
	/** Besides those that hold for all. */
	readonly settings?: ClickHouseSettings;
};

/** Loaded when it is first needed: who has no ClickHouse never waits for it. */
const load = (): typeof import('@clickhouse/client') => {
	const loaded: typeof import('@clickhouse/client') = createRequire(import.meta.url)('./client-engine.cjs');
	return loaded;
};

/** The longest that the server may work on an answer, seconds. */
const longestAnswer = 30;

/** The longest that is waited for an answer, milliseconds: the server says first that it took too long. */
const longestWait = (longestAnswer + 10) * 1000;

/** What holds for all that is asked. The defaults differ from version to version, so nothing is left to them. */
const settings: ClickHouseSettings = {
	max_execution_time: longestAnswer,
	// A question that isn't wanted any more is ended by closing its connection.
	cancel_http_readonly_queries_on_client_close: 1,
	// What goes wrong while an answer is being made is said in place of half of it.
	wait_end_of_query: 1,
	output_format_json_quote_64bit_integers: 0,
	output_format_json_quote_denormals: 1,
	// Rows are the same in all shards or in none, and each day is for itself.
	do_not_merge_across_partitions_select_final: 1,
	join_use_nulls: 0,
	// What is written is there when the server says so, on each shard.
	async_insert: 0,
	distributed_foreground_insert: 1,
};

/** What reads may read only: nothing else is ended when its connection is. */
const reading: ClickHouseSettings = {readonly: '2'};

/** A server that is asked, and may be away at times. All problems are `ServerProblem`s. */
export class Connection {
	readonly address: Address;
	readonly user: string;
	readonly client: ClickHouseClient;
	readonly #asked: Asked;

	constructor(address: Address, {user, password, authority}: Credentials) {
		this.address = address;
		this.user = user;
		this.#asked = {address, user};
		const {createClient, ClickHouseLogLevel} = load();
		const host = address.host.includes(':') ? `[${address.host}]` : address.host;
		this.client = createClient({
			url: `${address.secure ? 'https' : 'http'}://${host}:${address.port}`,
			username: user,
			password,
			application: 'reqscope',
			request_timeout: longestWait,
			use_multipart_params_auto: true,
			clickhouse_settings: settings,
			// What goes wrong is said by whoever asked: written to stderr it would stand on the screen.
			log: {level: ClickHouseLogLevel.OFF},
			...(authority === undefined ? {} : {tls: {ca_cert: authority}}),
		});
	}

	/** The rows of an answer, each an array of its columns' values: no name is sent with each. */
	async rows(statement: string, parameters: Parameters = {}, options: AskOptions = {}): Promise<unknown[][]> {
		const {signal, settings: own = {}} = options;
		signal?.throwIfAborted();
		try {
			const answer = await this.client.query({
				query: statement,
				format: 'JSONCompactEachRow',
				query_params: {...parameters},
				clickhouse_settings: {...reading, ...own},
				...(signal === undefined ? {} : {abort_signal: signal}),
			});
			return await answer.json<unknown[]>();
		} catch (error) {
			signal?.throwIfAborted();
			throw explainError(error, this.#asked);
		}
	}

	/** Carries out a statement that answers nothing. */
	async run(statement: string, parameters: Parameters = {}, options: AskOptions = {}): Promise<void> {
		const {signal, settings: own = {}} = options;
		signal?.throwIfAborted();
		try {
			await this.client.command({
				query: statement,
				query_params: {...parameters},
				clickhouse_settings: own,
				...(signal === undefined ? {} : {abort_signal: signal}),
			});
		} catch (error) {
			signal?.throwIfAborted();
			throw explainError(error, this.#asked);
		}
	}

	/** Makes of what the client throws, for who uses it by itself, what this says of it. */
	explain(error: unknown): Error {
		return explainError(error, this.#asked);
	}

	async close(): Promise<void> {
		await this.client.close();
	}
}
