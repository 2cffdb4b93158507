import type {ServerResponse} from 'node:http';
import test, {type ExecutionContext} from 'ava';
import {parseAddress} from '../../../source/command-line/store-address.js';
import {type AnswerLimits, Connection} from '../../../source/fleet/clickhouse/connection.js';
import {credentialsOf} from '../../../source/fleet/clickhouse/credentials.js';
import {ServerProblem} from '../../../source/fleet/clickhouse/server-problem.js';
import {FakeClickHouse, type Instead} from '../../helpers/clickhouse/fake-clickhouse.js';

async function connectTo(t: ExecutionContext, instead: Instead, limits?: AnswerLimits): Promise<Connection> {
	const {address} = await FakeClickHouse.start(t, instead);
	const connection = new Connection(parseAddress(address), await credentialsOf({}), limits);
	t.teardown(() => connection.close());
	return connection;
}

/** A connection to a server with this response to every query, which carries the query's id. */
async function saying(t: ExecutionContext, text: string | Buffer): Promise<Connection> {
	return connectTo(t, ({parameters}, response) => {
		response.setHeader('X-ClickHouse-Query-Id', parameters.get('query_id') ?? '');
		response.end(text);
		return true;
	});
}

/** Sends the text repeatedly until the connection closes. */
function repeat(response: ServerResponse, text: string): void {
	const piece = text.repeat(Math.ceil(65_536 / text.length));
	const more = (): void => {
		while (!response.destroyed && response.write(piece)) {
			// Until the reader has enough.
		}
	};
	response.on('drain', more);
	more();
}

async function problemOf(t: ExecutionContext, answer: Promise<unknown>): Promise<ServerProblem> {
	return t.throwsAsync(answer, {instanceOf: ServerProblem});
}

test('times out on a response that trickles and never ends', async t => {
	for (const status of [200, 500]) {
		const limits = {time: 400, size: 1 << 20};
		const connection = await connectTo(
			t,
			(_, response) => {
				response.writeHead(status);
				const timer = setInterval(() => response.write('['), 20);
				response.once('close', () => clearInterval(timer));
				return true;
			},
			limits,
		);
		for (const ask of [
			() => connection.rows('SELECT 1', ['count']),
			() => connection.run('CREATE'),
			() => connection.insert('INSERT', [Buffer.from('x')], 1),
		]) {
			const {kind, message} = await problemOf(t, ask());
			t.is(kind, 'away');
			t.regex(message, /did not answer in time/);
		}
	}
});

test('times out on a response that never begins', async t => {
	const connection = await connectTo(t, () => true, {time: 100, size: 1 << 20});
	t.regex((await problemOf(t, connection.rows('SELECT 1', ['count']))).message, /did not answer in time/);
});

test('an aborted query stops reading its response, even if that has begun', async t => {
	let closed = (): void => {};
	const isClosed = new Promise<void>(resolve => {
		closed = resolve;
	});
	const controller = new AbortController();
	const reason = new Error('superseded');
	const connection = await connectTo(t, (_, response) => {
		response.write('[1]\n', () => controller.abort(reason));
		response.once('close', closed);
		return true;
	});
	const answer = connection.rows('SELECT 1', ['count'], {}, {signal: controller.signal});
	await t.throwsAsync(answer, {is: reason});
	await isClosed;
});

test('reads an endless response only up to the size limit', async t => {
	for (const [row, status] of [
		['[1]\n', 200],
		['x', 200],
		['x', 500],
	] as const) {
		let sent = 0;
		const connection = await connectTo(
			t,
			({parameters}, response) => {
				response.writeHead(status, {'X-ClickHouse-Query-Id': parameters.get('query_id') ?? ''});
				response.once('close', () => {
					sent = response.socket?.bytesWritten ?? 0;
				});
				repeat(response, row);
				return true;
			},
			{time: 60_000, size: 1 << 20},
		);
		const {kind} = await problemOf(t, connection.rows('SELECT 1', ['count']));
		t.is(kind, status === 500 ? 'away' : 'limit');
		t.true(sent < 64 << 20, `${sent}`);
	}
});

test("treats a long response to an insert as foreign, with a message that doesn't mention a search", async t => {
	const connection = await saying(t, 'x'.repeat(200_000));
	const {kind, message} = await problemOf(t, connection.insert('INSERT', [Buffer.from('x')], 1));
	t.is(kind, 'foreign');
	t.regex(message, /does not answer like ClickHouse/);
	t.notRegex(message, /search/);
});

test('reports a proxy that rejects large requests, with the setting that allows them', async t => {
	const connection = await connectTo(t, (_, response) => {
		response.writeHead(413).end('<html>413 Request Entity Too Large</html>');
		return true;
	});
	const {kind, message} = await problemOf(t, connection.insert('INSERT', [Buffer.from('x')], 1));
	t.is(kind, 'foreign');
	t.regex(message, /status 413\): allow 70 MB there, in nginx with client_max_body_size 70m/);
});

test('rejects rows with unexpected columns', async t => {
	const asked = ['count', 'text?', 'time', 'flag', 'amount?', 'zone?'] as const;
	const right = [1, 'a', 0, true, 0.5, -1];
	const answer = (row: unknown): string => `${JSON.stringify(row)}\n`;
	t.deepEqual(await (await saying(t, answer(right))).rows('SELECT', asked), [right]);
	t.deepEqual(await (await saying(t, answer([0, null, 0, false, 'nan', null]))).rows('SELECT', asked), [
		[0, null, 0, false, null, null],
	]);
	t.deepEqual(await (await saying(t, answer([1, 'a', 0, 1, 0.5, -1]))).rows('SELECT', asked), [right]);
	const odd: readonly string[] = [
		...[[-1], ['1'], [1.5], [null], [[]], [{}]].map(([first]) => answer([first, ...right.slice(1)])),
		answer([1, 2, ...right.slice(2)]),
		...[8.64e15 + 1, '2026', null].map(time => answer([1, 'a', time, ...right.slice(3)])),
		...[2, null, 'true'].map(flag => answer([1, 'a', 0, flag, ...right.slice(4)])),
		...['much', []].map(amount => answer([1, 'a', 0, true, amount, -1])),
		answer(right).replace('0.5', '1e999'),
		...[1e6, 0.5, 'UTC'].map(zone => answer([...right.slice(0, 5), zone])),
		answer([1, 'x'.repeat(2 ** 20 + 1), ...right.slice(2)]),
		answer(right.slice(1)),
		answer([...right, 1]),
		answer({...right}),
		answer(1),
		// Truncated.
		answer(right).slice(0, -1),
		`${answer(right)}\n`,
		`${answer(right)}[1,`,
		'<html>Login</html>\n',
		'Code: nothing',
	];
	for (const text of odd) {
		const connection = await saying(t, text);
		const {kind, message} = await problemOf(t, connection.rows('SELECT', asked));
		t.is(kind, 'foreign', text);
		t.regex(message, /does not answer like ClickHouse \(status 200, “/);
	}
});

test('accepts a response without rows only if it carries the id of the query', async t => {
	t.deepEqual(await (await saying(t, '')).rows('SELECT', ['count']), []);
	const silent = await connectTo(t, (_, response) => {
		response.end();
		return true;
	});
	const {kind, message} = await problemOf(t, silent.rows('SELECT', ['count']));
	t.is(kind, 'foreign');
	t.regex(message, /\(status 200, no text\)/);
});

test('shows the beginning of a foreign response on one line, without control characters', async t => {
	const connection = await saying(t, `<html>\u001B]0;x\u0007\r\n\u202E${'Login '.repeat(100)}`);
	const {message} = await problemOf(t, connection.rows('SELECT', ['count']));
	t.regex(message, /“<html> \]0;x Login Login [^”]{40,70}…”/);
	t.notRegex(message, /\p{Cc}|\p{Cf}/u);
});

test("doesn't decompress responses, because it never requests compression", async t => {
	const connection = await connectTo(t, (_, response) => {
		response.writeHead(200, {'Content-Encoding': 'gzip'});
		response.end('no gzip');
		return true;
	});
	t.is((await problemOf(t, connection.rows('SELECT', ['count']))).kind, 'foreign');
});

test('attributes an error to ClickHouse if it has an error code, otherwise to a proxy', async t => {
	const answering = (status: number, text: string) =>
		connectTo(t, (_, response) => {
			response.writeHead(status).end(text);
			return true;
		});
	const nested =
		'Code: 279. DB::Exception: All tries failed: Code: 210. DB::NetException: Connection refused (10.0.0.2:9000). (NETWORK_ERROR) (version 26.7). (ALL_CONNECTION_TRIES_FAILED) (version 26.7)';
	const shard = await problemOf(t, (await answering(500, nested)).rows('SELECT', []));
	t.is(shard.kind, 'shard');
	t.is(shard.code, 279);
	t.is(shard.message, 'the shard 10.0.0.2:9000 does not answer');
	// Reading takes no longer for long and malformed errors.
	const start = performance.now();
	await problemOf(t, (await answering(500, 'Code: 1 Exception: ('.repeat(50_000))).rows('SELECT', []));
	t.true(performance.now() - start < 20_000);
	for (const [status, kind] of [
		[301, 'foreign'],
		[403, 'foreign'],
		[404, 'foreign'],
		[429, 'away'],
		[502, 'away'],
		[503, 'away'],
	] as const) {
		const problem = await problemOf(t, (await answering(status, '<html>no</html>')).rows('SELECT', []));
		t.is(problem.kind, kind);
		t.regex(problem.message, new RegExp(`status ${status}.*“<html>no</html>”`));
	}
});
