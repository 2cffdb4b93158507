import type {ServerResponse} from 'node:http';
import test, {type ExecutionContext} from 'ava';
import {entryKinds} from '../../../../source/fleet/store/entry-row.js';
import {FakeClickHouse, type FakeRequest} from '../../../helpers/clickhouse/fake-clickhouse.js';
import {logLine} from '../../../helpers/log-lines.js';
import {runProgram} from '../../../helpers/program.js';
import {runShip, startShip} from '../../../helpers/ship/run-ship.js';
import {temporaryLog} from '../../../helpers/temporary-directory.js';
import {waitFor} from '../../../helpers/wait-for.js';

type Answer = (response: ServerResponse, request: FakeRequest) => void;

function queryId({parameters}: FakeRequest): Record<string, string> {
	return {'X-ClickHouse-Query-Id': parameters.get('query_id') ?? ''};
}

function summary(rows: unknown): Record<string, string> {
	return {'X-ClickHouse-Summary': JSON.stringify({read_rows: '2', written_rows: rows})};
}

/** Responses that don't mean that anything was stored. */
const answers: Readonly<Record<string, Answer>> = {
	'a page of HTML': response => response.end('<html>Login\u001B]0;x\u0007</html>'),
	'an empty 200': response => response.end(),
	'a 204': response => response.writeHead(204).end(),
	'a redirect': response => response.writeHead(302, {Location: '/'}).end('moved'),
	'rows that nobody asked for': response => response.end('["26.7.2.1",0]\n'),
};

/** More such responses to an insert. */
const insertAnswers: Readonly<Record<string, Answer>> = {
	...answers,
	'the id of another query': response =>
		response.writeHead(200, {'X-ClickHouse-Query-Id': 'other', ...summary('2')}).end(),
	'no summary': (response, request) => response.writeHead(200, queryId(request)).end(),
	'a summary that is no JSON': (response, request) =>
		response.writeHead(200, {...queryId(request), 'X-ClickHouse-Summary': '{'}).end(),
	'a summary without written rows': (response, request) =>
		response.writeHead(200, {...queryId(request), 'X-ClickHouse-Summary': '{"read_rows":"2"}'}).end(),
	'fewer rows written than sent': (response, request) =>
		response.writeHead(200, {...queryId(request), ...summary('1')}).end(),
	'no row written': (response, request) =>
		response.writeHead(200, {...queryId(request), ...summary('0')}).end(),
	'an odd number of rows written': (response, request) =>
		response.writeHead(200, {...queryId(request), ...summary('Infinity')}).end(),
	'a body that is cut off': (response, request) => {
		response.writeHead(200, {...queryId(request), ...summary('2'), 'Content-Length': '100'});
		response.write('begun', () => response.destroy());
	},
	'an endless body': (response, request) => {
		response.writeHead(200, {...queryId(request), ...summary('2')});
		const more = (): void => {
			while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x'))) {
				// Until the reader has enough.
			}
		};
		response.on('drain', more);
		more();
	},
	'all rows written, and then an exception': (response, request) =>
		response
			.writeHead(200, {...queryId(request), ...summary('2')})
			.end('Code: 241. DB::Exception: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)\n'),
	'a text without headers': response => response.socket?.end('Maintenance\r\n'),
	'headers that are too large': response => response.writeHead(200, {'X-Large': 'x'.repeat(100_000)}).end(),
	'two lengths that contradict each other': response =>
		response.socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n12'),
	'a 500': response => response.writeHead(500).end('<html>Internal Server Error</html>'),
	'a 502 of a proxy': response => response.writeHead(502).end('<html>Bad Gateway</html>'),
	'a 403 of a proxy': response => response.writeHead(403).end('<html>Forbidden</html>'),
	'an endless 500': response => {
		response.writeHead(500);
		const more = (): void => {
			while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x'))) {
				// Until the reader has enough.
			}
		};
		response.on('drain', more);
		more();
	},
	'a connection that is closed': response => response.destroy(),
};

/** A log of two requests, shipped from a new folder. */
function logOf(t: ExecutionContext) {
	const {directory: cwd, path} = temporaryLog(
		t,
		logLine({time: Date.now(), url: '/a'}) + logLine({time: Date.now(), url: '/b'}),
	);
	return {cwd, path};
}

for (const [name, answer] of Object.entries(answers)) {
	test(`hostile 28: sends no rows to a server whose every response is ${name}, and counts none as shipped`, async t => {
		const {cwd, path} = logOf(t);
		const hostile = await FakeClickHouse.start(t, (request, response) => {
			answer(response, request);
			return true;
		});
		const {status, stderr} = await runShip(t, {cwd, store: hostile.address}, '--no-follow', path);
		t.is(status, 1, stderr);
		t.regex(stderr, /127\.0\.0\.1:\d+ does not answer like ClickHouse/);
		t.notRegex(stderr, /rows? shipped/);
		t.false(stderr.includes('\u001B'));
		t.is(hostile.inserts, 0);
		const init = await runShip(t, {cwd, store: hostile.address}, '--init');
		t.is(init.status, 1, init.stderr);
		const {status: ofCount, stdout} = await runProgram(t, ['--store', hostile.address, '--count'], {cwd});
		t.is(ofCount, 1);
		t.is(stdout, '');
		const good = await FakeClickHouse.start(t);
		const again = await runShip(t, {cwd, store: good.address}, '--no-follow', path);
		t.is(again.status, 0, again.stderr);
		t.deepEqual(
			good.rows.map(({url}) => url),
			['/a', '/b'],
		);
	});
}

for (const [name, answer] of Object.entries(insertAnswers)) {
	test(`hostile 28: repeats an insert with the response ${name} until it is stored`, async t => {
		const {cwd, path} = logOf(t);
		const server = await FakeClickHouse.start(t, (request, response) => {
			if (!request.statement.startsWith('INSERT') || server.inserts > 2) {
				return false;
			}
			answer(response, request);
			return true;
		});
		const {status, stderr} = await runShip(t, {cwd, store: server.address}, '--no-follow', path);
		t.is(status, 0, stderr);
		t.regex(stderr, /2 rows shipped/);
		t.is(server.inserts, 3);
		t.deepEqual(
			server.rows.map(({url}) => url),
			['/a', '/b'],
		);
	});
}

test('hostile 28: stores rows once if the response to their insert is lost', async t => {
	const {cwd, path} = logOf(t);
	const server = await FakeClickHouse.start(t, (request, response) => {
		if (!request.statement.startsWith('INSERT') || server.inserts > 1) {
			return false;
		}
		server.take(request);
		response.end('<html>Gateway Timeout</html>');
		return true;
	});
	const {status, stderr} = await runShip(t, {cwd, store: server.address}, '--no-follow', path);
	t.is(status, 0, stderr);
	t.deepEqual(
		server.rows.map(({url}) => url),
		['/a', '/b'],
	);
});

test('hostile 28: waits while a maintenance page is up, shows its beginning, and checks that ClickHouse is back', async t => {
	const {cwd, path} = logOf(t);
	let page: string | undefined = '<html>\u001B[31mMaintenance</html>';
	const versions: string[] = [];
	const server = await FakeClickHouse.start(t, (request, response) => {
		if (request.statement.includes('version()')) {
			versions.push(page ?? 'itself');
		}
		if (page === undefined || (versions.length < 2 && !request.statement.startsWith('INSERT'))) {
			return false;
		}
		response.end(page);
		return true;
	});
	const ship = startShip(t, {cwd, store: server.address}, path);
	let said = '';
	ship.process.stderr?.on('data', text => {
		said += text;
	});
	await waitFor(
		() => said.includes('Maintenance'),
		() => said,
	);
	t.false(said.includes('\u001B'));
	// No more rows are sent once a different service has responded.
	await waitFor(() => versions.length > 2);
	const {inserts} = server;
	await waitFor(() => versions.length > 4);
	t.is(server.inserts, inserts);
	page = undefined;
	await waitFor(() => server.rows.length === 2);
	ship.process.kill('SIGTERM');
	t.is((await ship.ended).status, 143);
});

test("hostile 28: sends no rows to a server that isn't ClickHouse or is too old", async t => {
	for (const version of ['nginx/1.27', '', 'x26.7', '24.3.1']) {
		const {cwd, path} = logOf(t);
		const server = await FakeClickHouse.start(t, undefined, version);
		const {status, stderr} = await runShip(t, {cwd, store: server.address}, '--no-follow', path);
		t.is(status, 1, stderr);
		t.is(server.inserts, 0);
	}
});

test("hostile 28: an empty response isn't a count of 0, even with the id of the query", async t => {
	const {cwd} = logOf(t);
	const {address} = await FakeClickHouse.start(t);
	const {status, stdout, stderr} = await runProgram(t, ['--store', address, '--count'], {cwd});
	t.is(status, 1);
	t.is(stdout, '');
	t.regex(stderr, /answers with 0 rows instead of one/);
});

test('hostile 28: rejects a count that belongs to a different query', async t => {
	const {cwd} = logOf(t);
	const {address} = await FakeClickHouse.start(t, ({statement}, response) => {
		const isCount = statement.includes('SELECT count()');
		if (isCount) {
			response.setHeader('X-ClickHouse-Query-Id', 'other');
			response.end('[7]\n');
		}
		return isCount;
	});
	const {status, stdout, stderr} = await runProgram(t, ['--store', address, '--count'], {cwd});
	t.is(status, 1);
	t.is(stdout, '');
	t.regex(stderr, /does not answer like ClickHouse/);
});

test("hostile 28: doesn't loop if a server returns the same rows for each page", async t => {
	const {cwd} = logOf(t);
	const now = Date.now();
	const row = [now, 'web-1', '1', 0, now, 'abcdefghijklm', true, 200, 0, false, 'combined', 'access.log', []];
	const values = entryKinds.slice(row.length).map(() => null);
	const {address} = await FakeClickHouse.start(t, ({statement, parameters}, response) => {
		response.setHeader('X-ClickHouse-Query-Id', parameters.get('query_id') ?? '');
		if (statement.includes('SELECT toUnixTimestamp64Milli(time), source')) {
			response.end(`${JSON.stringify([...row, ...values])}\n`.repeat(2000));
			return true;
		}
		const isCount = /SELECT count\(\)/.test(statement);
		if (isCount) {
			response.end(statement.includes('min(time)') ? `[1,${now}]\n` : '[1]\n');
		}
		return isCount;
	});
	const {status, stdout, stderr} = await runProgram(
		t,
		['--store', address, '--no-follow', '--json', '--limit', '10'],
		{cwd, timeout: 20_000},
	);
	t.is(status, 1, `${stdout.slice(0, 500)} ${stderr}`);
	t.regex(stderr, /keeps returning the same rows/);
});
