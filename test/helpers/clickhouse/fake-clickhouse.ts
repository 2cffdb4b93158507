import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {buffer} from 'node:stream/consumers';
import type {ExecutionContext} from 'ava';
import {decodeRows, type SentRow} from '../ship/decode-rows.js';
import {waitFor} from '../wait-for.js';

/** A parsed request. */
export type FakeRequest = {
	/** The statement, from the URL or the body. */
	readonly statement: string;
	readonly parameters: URLSearchParams;
	readonly body: Buffer;
};

/** Answers a request instead of the server. Returns false if the server must answer itself. */
export type Instead = (request: FakeRequest, response: ServerResponse) => boolean;

/** Simulates ClickHouse: reports a version, has the tables, and stores inserted rows, each token once. */
export class FakeClickHouse {
	/** Stored rows. */
	readonly rows: SentRow[] = [];
	/** Number of inserts sent to it. */
	inserts = 0;
	readonly version: string;
	readonly #tokens = new Set<string>();
	readonly #instead: Instead;
	readonly #server = createServer((request, response) => void this.#answer(request, response));

	private constructor(version: string, instead: Instead) {
		this.version = version;
		this.#instead = instead;
	}

	/** Starts a server on the loopback address, until the end of the test. */
	static async start(
		t: ExecutionContext,
		instead: Instead = () => false,
		version = '26.7.2.1',
	): Promise<FakeClickHouse> {
		const fake = new FakeClickHouse(version, instead);
		fake.#server.listen(0, '127.0.0.1');
		await waitFor(() => fake.#server.listening);
		t.teardown(() => {
			fake.#server.closeAllConnections();
			fake.#server.close();
		});
		return fake;
	}

	/** Address for `--store`. */
	get address(): string {
		return `clickhouse://127.0.0.1:${(this.#server.address() as AddressInfo).port}/logs`;
	}

	/** Stores the rows of an insert. Returns their number. */
	take({statement, parameters, body}: FakeRequest): number {
		const rows = decodeRows(body);
		const token = `${statement} ${parameters.get('insert_deduplication_token')}`;
		if (!this.#tokens.has(token)) {
			this.#tokens.add(token);
			this.rows.push(...rows);
		}
		return rows.length;
	}

	async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const body = await buffer(request).catch(() => Buffer.alloc(0));
		const {searchParams: parameters} = new URL(request.url ?? '', 'http://localhost');
		const asked = {statement: parameters.get('query') ?? body.toString(), parameters, body};
		const isInsert = asked.statement.startsWith('INSERT');
		if (isInsert) {
			this.inserts++;
		}
		if (this.#instead(asked, response)) {
			return;
		}
		response.setHeader('X-ClickHouse-Query-Id', parameters.get('query_id') ?? '');
		if (isInsert) {
			response.setHeader('X-ClickHouse-Summary', JSON.stringify({written_rows: String(this.take(asked))}));
			response.end();
		} else if (asked.statement.includes('version()')) {
			response.end(`${JSON.stringify([this.version, Date.now()])}\n`);
		} else {
			response.end();
		}
	}
}
