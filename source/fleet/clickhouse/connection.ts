import {randomUUID} from 'node:crypto';
import {Readable} from 'node:stream';
import type {ClickHouseClient, ClickHouseSettings} from '@clickhouse/client';
import type {Address} from '../../command-line/store-address.js';
import {requireOf} from '../../start/parts.js';
import {type ColumnKind, type RowOf, readRows} from './answer-rows.js';
import type {Credentials} from './credentials.js';
import {type Asked, explainAnswer, explainError, explainForeign} from './explain-error.js';
import {multipart, type Parameters} from './multipart.js';
import {ServerProblem} from './server-problem.js';

/** Options of a query. */
export type AskOptions = {
	readonly signal?: AbortSignal | undefined;
	/** Added to the settings of all queries. */
	readonly settings?: ClickHouseSettings;
};

/** Limits for slow or endless responses. */
export type AnswerLimits = {
	/** Maximum time for a whole response, in ms. */
	readonly time: number;
	/** Maximum size of a response, in bytes. */
	readonly size: number;
};

/** Loads the client when it is first needed, so that the start without ClickHouse doesn't take longer. */
function load(): typeof import('@clickhouse/client') {
	return requireOf('fleet/clickhouse/client-engine.cjs') as typeof import('@clickhouse/client');
}

/** Maximum time that the server may spend on a query, in s. */
const maxAnswerTime = 30;

/**
 * The time is 5 s longer than the server's own limit, so that the server can report a timeout itself. Responses to queries of
 * reqscope have up to 44 MB: 500 lines of 64 KiB.
 */
const defaultLimits: AnswerLimits = {time: (maxAnswerTime + 5) * 1000, size: 64 << 20};

/** Maximum size of the response to an insert, and of the part of an error that is read, in bytes. */
const shortAnswer = 65_536;

/** Minimum upload speed that an insert allows for, in bytes per ms: the largest batch may take 22 minutes. */
const slowestSending = 50;

/** Settings of all queries. Set explicitly, because the defaults differ between versions. */
const settings: ClickHouseSettings = {
	max_execution_time: maxAnswerTime,
	// Closing the connection cancels a query that is no longer needed.
	cancel_http_readonly_queries_on_client_close: 1,
	// Report an error instead of half a response.
	wait_end_of_query: 1,
	output_format_json_quote_64bit_integers: 0,
	output_format_json_quote_denormals: 1,
	// All shards have the same rows or none of them, and each day is independent.
	do_not_merge_across_partitions_select_final: 1,
	join_use_nulls: 0,
	// Numbers in log fields are compared exactly, as on one machine.
	precise_float_parsing: 1,
	// The server reports success only after the data is stored, on each shard.
	async_insert: 0,
	distributed_foreground_insert: 1,
};

/** Makes queries read-only. The server cancels only such queries when their connection closes. */
const reading: ClickHouseSettings = {readonly: '2'};

/** A request in the form that the client takes. */
type Request = {
	readonly query: string;
	readonly values?: Readable;
	readonly http_headers?: Record<string, string>;
};

/** A complete, successful response. It carries the query's id, as all responses from ClickHouse do. */
type Answer = {
	readonly status: number;
	readonly text: string;
	/** Number of written rows, if the server reports it. */
	readonly written: number | undefined;
};

/** A connection to a server that may be down at times. All problems are `ServerProblem`s. */
export class Connection {
	readonly address: Address;
	readonly user: string;
	readonly #client: ClickHouseClient;
	readonly #asked: Asked;
	readonly #limits: AnswerLimits;

	constructor(address: Address, {user, password, authority}: Credentials, limits = defaultLimits) {
		this.address = address;
		this.user = user;
		this.#asked = {address, user};
		this.#limits = limits;
		const {createClient, ClickHouseLogLevel} = load();
		const host = address.host.includes(':') ? `[${address.host}]` : address.host;
		this.#client = createClient({
			url: `${address.secure ? 'https' : 'http'}://${host}:${address.port}`,
			username: user,
			password,
			application: 'reqscope',
			request_timeout: limits.time,
			clickhouse_settings: settings,
			// Callers report errors. On stderr, they would disturb the screen.
			log: {level: ClickHouseLogLevel.OFF},
			...(authority === undefined ? {} : {tls: {ca_cert: authority}}),
		});
	}

	/**
	 * Returns the rows of a response, each an array of its columns' values, because that avoids sending names with every row.
	 * @param kinds - types of the columns; a response with other types is an error
	 */
	async rows<const Kinds extends readonly ColumnKind[]>(
		statement: string,
		kinds: Kinds,
		parameters: Parameters = {},
		{signal, settings: own = {}}: AskOptions = {},
	): Promise<Array<RowOf<Kinds>>> {
		const {status, text} = await this.#answer(
			multipart(`${statement}\nFORMAT JSONCompactEachRow`, parameters),
			{...reading, ...own},
			this.#limits,
			signal,
		);
		const rows = readRows(text, kinds);
		if (rows === undefined) {
			throw explainForeign(status, text, this.#asked);
		}
		return rows;
	}

	/** Runs a statement without a result. */
	async run(statement: string, {signal, settings: own = {}}: AskOptions = {}): Promise<void> {
		await this.#answer({query: statement}, own, this.#limits, signal);
	}

	/**
	 * Runs an insert. Resolves once the server confirms that it has the rows.
	 * @param rows - the encoded rows, in pieces
	 * @param count - number of rows
	 */
	async insert(
		statement: string,
		rows: readonly Buffer[],
		count: number,
		{signal, settings: own = {}}: AskOptions = {},
	): Promise<void> {
		const size = rows.reduce((sum, {length}) => sum + length, 0);
		const {status, text, written} = await this.#answer(
			{query: statement, values: Readable.from(rows, {objectMode: false})},
			own,
			{size: shortAnswer, time: this.#limits.time + size / slowestSending},
			signal,
		);
		// Errors after the start of a response appear in its body, which is empty otherwise.
		if (text !== '') {
			throw explainForeign(status, text, this.#asked);
		}
		// The server also counts rows that it already had. The count is higher if a materialized view copies rows.
		if (written === undefined || written < count) {
			throw explainForeign(status, text, this.#asked, `${written ?? 'no number'} of ${count} rows stored`);
		}
	}

	async close(): Promise<void> {
		await this.#client.close();
	}

	/**
	 * Sends a request and reads its whole response.
	 * @throws ServerProblem, and the reason of `signal`
	 */
	async #answer(
		request: Request,
		own: ClickHouseSettings,
		{time, size}: AnswerLimits,
		signal: AbortSignal | undefined,
	): Promise<Answer> {
		signal?.throwIfAborted();
		const ending = new AbortController();
		const end = (): void => ending.abort();
		let isLate = false;
		const timer = setTimeout(() => {
			isLate = true;
			end();
		}, time);
		signal?.addEventListener('abort', end, {once: true});
		const id = randomUUID();
		try {
			const answer = await this.#client.exec({
				...request,
				query_id: id,
				clickhouse_settings: own,
				abort_signal: ending.signal,
				// The client would read and decompress an error of any length.
				ignore_error_response: true,
				decompress_response_stream: false,
			});
			const {http_status_code: status = 0, response_headers: headers, stream} = answer;
			const isError = status < 200 || status >= 300 || headers['x-clickhouse-exception-code'] !== undefined;
			const text = await beginningOf(stream, isError ? shortAnswer : size, ending.signal);
			if (isError) {
				throw explainAnswer(status, text, this.#asked);
			}
			// The response to an insert is empty. `insert` rejects any other response, however long.
			if (!stream.readableEnded && size > shortAnswer) {
				throw new ServerProblem(
					`${this.address.shown} sends too large an answer: narrow the search, for instance with since:`,
					'limit',
				);
			}
			if (headers['x-clickhouse-query-id'] !== id) {
				throw explainForeign(status, text, this.#asked);
			}
			return {status, text, written: writtenRows(headers['x-clickhouse-summary'])};
		} catch (error) {
			signal?.throwIfAborted();
			throw explainError(isLate ? new Error('Timeout error.') : error, this.#asked);
		} finally {
			clearTimeout(timer);
			signal?.removeEventListener('abort', end);
			// The response may have ended before all rows were sent.
			request.values?.destroy();
		}
	}
}

/** Returns the number of rows that a server reports as written; undefined if it reports none. */
function writtenRows(summary: string | string[] | undefined): number | undefined {
	const [, , written] = /"written_rows":\s*("?)(\d{1,15})\1\s*[,}]/.exec(String(summary)) ?? [];
	return written === undefined ? undefined : Number(written);
}

/** Reads a response. If it exceeds `size` bytes, returns only its beginning and closes the connection. */
async function beginningOf(stream: Readable, size: number, signal: AbortSignal): Promise<string> {
	// The client stops listening for an abort when the response begins.
	const end = (): void => void stream.destroy(new Error('aborted'));
	signal.addEventListener('abort', end, {once: true});
	if (signal.aborted) {
		end();
	}
	try {
		const chunks: Buffer[] = [];
		let length = 0;
		for await (const chunk of stream as AsyncIterable<Buffer>) {
			chunks.push(chunk);
			length += chunk.length;
			if (length > size) {
				break;
			}
		}
		return Buffer.concat(chunks, length > size ? Math.min(size, shortAnswer) : length).toString();
	} finally {
		signal.removeEventListener('abort', end);
	}
}
