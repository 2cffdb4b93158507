import {randomUUID} from 'node:crypto';
import {createRequire} from 'node:module';
import {Readable} from 'node:stream';
import type {ClickHouseClient, ClickHouseSettings} from '@clickhouse/client';
import type {Address} from './address.js';
import {type ColumnKind, type RowOf, readRows} from './answer-rows.js';
import type {Credentials} from './credentials.js';
import {type Asked, explainAnswer, explainError, explainForeign} from './explain-error.js';
import {multipart, type Parameters} from './multipart.js';
import {ServerProblem} from './server-problem.js';

/** How it is asked. */
export type AskOptions = {
	readonly signal?: AbortSignal | undefined;
	/** Besides those that hold for all. */
	readonly settings?: ClickHouseSettings;
};

/** How much is taken of a server that answers slowly, or doesn't come to an end. */
export type AnswerLimits = {
	/** The longest that is waited for the whole of an answer, milliseconds. */
	readonly time: number;
	/** The longest answer, bytes. */
	readonly size: number;
};

/** Loaded when it is first needed: who has no ClickHouse never waits for it. */
function load(): typeof import('@clickhouse/client') {
	const loaded: typeof import('@clickhouse/client') = createRequire(import.meta.url)('./client-engine.cjs');
	return loaded;
}

/** The longest that the server may work on an answer, seconds. */
const longestAnswer = 30;

/**
 * The time is 5 s longer than the server's own limit, so that the server can report a timeout itself. The longest answer
 * to a question of the program is 44 MB: five hundred lines of 64 KiB.
 */
const defaultLimits: AnswerLimits = {time: (longestAnswer + 5) * 1000, size: 64 << 20};

/** The longest answer to an insert, and the longest part of an error that is read, bytes. */
const shortAnswer = 65_536;

/** The slowest upload that an insert waits for, bytes per millisecond: the largest batch may take 22 minutes. */
const slowestSending = 50;

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

/** A request as the client sends it. */
type Request = {
	readonly query: string;
	readonly values?: Readable;
	readonly http_headers?: Record<string, string>;
};

/** A whole answer that is no error, and carries the id of the query, as all of ClickHouse do. */
type Answer = {
	readonly status: number;
	readonly text: string;
	/** How many rows were written, if it says so. */
	readonly written: number | undefined;
};

/** A server that is asked, and may be away at times. All problems are `ServerProblem`s. */
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
			// What goes wrong is said by whoever asked: written to stderr it would stand on the screen.
			log: {level: ClickHouseLogLevel.OFF},
			...(authority === undefined ? {} : {tls: {ca_cert: authority}}),
		});
	}

	/**
	 * The rows of an answer, each an array of its columns' values: no name is sent with each.
	 * @param kinds - what the columns are; an answer with others is none
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

	/** Carries out a statement that answers nothing. */
	async run(statement: string, {signal, settings: own = {}}: AskOptions = {}): Promise<void> {
		await this.#answer({query: statement}, own, this.#limits, signal);
	}

	/**
	 * Carries out a statement that takes rows, and resolves once the server says that it has them.
	 * @param rows - as they are sent, in pieces
	 * @param count - how many these are
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
		// What goes wrong once an answer has begun stands in its text, which is empty otherwise.
		if (text !== '') {
			throw explainForeign(status, text, this.#asked);
		}
		// The server counts rows that it already had, too. The count is higher where a materialized view copies rows.
		if (written === undefined || written < count) {
			throw explainForeign(status, text, this.#asked, `${written ?? 'no number'} of ${count} rows stored`);
		}
	}

	async close(): Promise<void> {
		await this.#client.close();
	}

	/**
	 * Sends a request, and takes the whole of its answer.
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
				// The client would read an error to its end, however long it is, and unpack it.
				ignore_error_response: true,
				decompress_response_stream: false,
			});
			const {http_status_code: status = 0, response_headers: headers, stream} = answer;
			const isError = status < 200 || status >= 300 || headers['x-clickhouse-exception-code'] !== undefined;
			const text = await beginningOf(stream, isError ? shortAnswer : size, ending.signal);
			if (isError) {
				throw explainAnswer(status, text, this.#asked);
			}
			// The answer to an insert is empty: `insert` refuses any other, however long.
			if (!stream.readableEnded && size > shortAnswer) {
				throw new ServerProblem(
					`${this.address.shown} gives a longer answer than can be taken: narrow the search, with since: for instance`,
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
			// The answer may have ended before all rows were sent.
			request.values?.destroy();
		}
	}
}

/** How many rows a server says that it has written; undefined where it doesn't. */
function writtenRows(summary: string | string[] | undefined): number | undefined {
	const [, , written] = /"written_rows":\s*("?)(\d{1,15})\1\s*[,}]/.exec(String(summary)) ?? [];
	return written === undefined ? undefined : Number(written);
}

/** Reads an answer. Of one of more than `size` bytes only the beginning is given, and its connection is closed. */
async function beginningOf(stream: Readable, size: number, signal: AbortSignal): Promise<string> {
	// The client itself stops listening for an abort once the answer begins.
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
