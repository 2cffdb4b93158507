import test, {type ExecutionContext} from 'ava';
import {schemaStatements} from '../../source/fleet/clickhouse/schema.js';
import {Engine} from '../helpers/clickhouse/engine.js';
import {openProgram, quit, runProgram} from '../helpers/program.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

let engine: Engine;
const viewer = {CLICKHOUSE_USER: 'viewer', CLICKHOUSE_PASSWORD: 'secret'};

function rows(from: number, count: number): string {
	return `INSERT INTO logs.access
(time, source, file, offset, token, timed, zone, status, method, ip, url, incomplete, format, path, line)
SELECT toDateTime64('2026-11-05 09:00:00', 3, 'UTC') + toIntervalSecond(n), if(n % 3 = 0, 'web1', 'web2'), n % 3 = 0, n * 10,
leftPad(toString(n), 13, '0'), true, 0, if(n % 5 = 0, 404, 200), 'GET', '203.0.113.9', concat('/n/', toString(n)), false,
'combined', '/var/log/access.log', concat('line ', toString(n)) FROM (SELECT number + ${from} AS n FROM numbers(${count}))`;
}

test.before(async () => {
	engine = await Engine.start({
		users: [
			{name: 'viewer', password: 'secret', settings: {readonly: 2}, grants: ['GRANT SELECT ON logs.*']},
		],
	});
	for (const statement of schemaStatements('single', {database: 'logs', table: 'access'}, '')) {
		await engine.run(statement.replace(/^TTL.*$/m, ''));
	}
	await engine.run(rows(1, 40));
});

test.after.always(async () => {
	await engine?.remove();
});

/** Returns the objects that the program prints for a server. */
function objectsOf(t: ExecutionContext) {
	return async (...args: readonly string[]): Promise<ReadonlyArray<Record<string, unknown>>> => {
		const {status, stdout, stderr} = await runProgram(
			t,
			['--store', engine.address('logs'), ...args, '--json', '--tz', 'utc'],
			{cwd: temporaryDirectory(t), env: viewer},
		);
		t.is(stderr, '');
		t.is(status, 0);
		return stdout
			.split('\n')
			.slice(0, -1)
			.map(line => JSON.parse(line) as Record<string, unknown>);
	};
}

test.serial('prints entries of a server in every format', async t => {
	const cwd = temporaryDirectory(t);
	const run = async (...args: readonly string[]) =>
		runProgram(t, ['--store', engine.address('logs'), ...args], {cwd, env: viewer});
	t.deepEqual(await run('--count'), {status: 0, stdout: '40 results found\n', stderr: ''});
	t.is((await run('--count', '-q', 'status:404 source:web1')).stdout, '2 results found\n');
	const {stdout} = await run('--json', '--limit', '1', '-q', 'status:404');
	t.deepEqual(JSON.parse(stdout), {
		status: 404,
		ip: '203.0.113.9',
		method: 'GET',
		url: '/n/40',
		time: '2026-11-05T09:00:40.000Z',
		token: '0000000000040',
		format: 'combined',
		file: '/var/log/access.log',
		offset: 400,
		source: 'web2',
	});
	t.is((await run('--raw', '--limit', '2')).stdout, 'line 40\nline 39\n');
	const csv = await run('--csv', '--limit', '1', '--columns', 'source,url');
	t.deepEqual(csv.stdout.trim().split(/\r?\n/), ['source,url', 'web2,/n/40']);
	const [count, header, row] = (await run('--text', '--limit', '1')).stdout.split('\n');
	t.is(count, '40 results found');
	t.regex(header ?? '', /^Status +IP +Method +URL +Time +Token$/);
	t.regex(row ?? '', /^404 +203\.0\.113\.9 +GET +\/n\/40 +5 Nov 2026 9:00:40 +0000000000040$/);
});

test.serial('prints values and a timeline of a server', async t => {
	const run = objectsOf(t);
	// The rows have no sizes, routes and durations.
	const counts = {bytes: 0, n5xx: 0};
	t.deepEqual(await run('--top', 'status,source', '--by', '4xx'), [
		{field: 'status', value: '404', n: 8, share: 0.2, n4xx: 8, ...counts, search: 'status:404'},
		{field: 'status', value: '200', n: 32, share: 0.8, n4xx: 0, ...counts, search: 'status:200'},
		{field: 'source', value: 'web2', n: 27, share: 0.675, n4xx: 6, ...counts, search: 'source:==web2'},
		{field: 'source', value: 'web1', n: 13, share: 0.325, n4xx: 2, ...counts, search: 'source:==web1'},
	]);
	const others = {n2xx: 0, n3xx: 0, n5xx: 0, bytes: 0};
	t.deepEqual(await run('--timeline', '30s', '-q', 'status:404'), [
		{time: '2026-11-05T09:00:00Z', seconds: 30, n: 5, ...others, n4xx: 5},
		{time: '2026-11-05T09:00:30Z', seconds: 30, n: 3, ...others, n4xx: 3},
	]);
});

test.serial('reports a rejected user on one line', async t => {
	const env = {...viewer, CLICKHOUSE_PASSWORD: 'wrong'};
	for (const args of [['--count'], ['--text', '--follow']]) {
		const {status, stdout, stderr} = await runProgram(t, ['--store', engine.address('logs'), ...args], {
			cwd: temporaryDirectory(t),
			env,
		});
		t.is(status, 1);
		t.is(stdout, '');
		t.regex(stderr, /^reqscope: .* does not let viewer in: .*CLICKHOUSE_PASSWORD\n$/);
	}
});

test.serial('the screen shows rows, sources and new entries of a server', async t => {
	const terminal = openProgram(t, ['--store', 'env', '--tz', 'utc'], {
		cwd: temporaryDirectory(t),
		env: {...viewer, CLICKHOUSE_URL: engine.address('logs')},
		columns: 120,
		rows: 30,
	});
	await terminal.waitFor('40 results found');
	await terminal.waitFor('/n/40');
	await terminal.press('f', 'Bots');
	// From the first tab backwards to the last one.
	await terminal.press('\u001b[D', 'Source, 2 values');
	await terminal.waitFor(/▌web2 +27 +68 % [\s\S]*^40 requests/m);
	await terminal.press('\u001b', '1–10 of 40');
	await engine.run(rows(41, 5));
	await terminal.waitFor('45 results found');
	await terminal.waitFor('/n/45');
	await terminal.press('/source:web1\r', '15 results found');
	await engine.kill();
	await terminal.waitFor(/No answer, tried again at \d+:\d\d:\d\d: /);
	await terminal.press('!', /Server: 127\.0\.0\.1:\d+\/logs, no answer, tried again at /);
	await terminal.waitFor('nothing answers at');
	await terminal.press('\u001b', '15 results found');
	await engine.resume();
	await engine.run(rows(46, 3));
	await terminal.waitFor('16 results found');
	await terminal.waitFor('answers again');
	await terminal.waitFor(lines => !lines.join(' ').includes('No answer'));
	await terminal.press('!', /Server: 127\.0\.0\.1:\d+\/logs, answers/);
	await terminal.press('!', '16 results found');
	await quit(t, terminal);
});

test.serial('prints routes and durations of a server', async t => {
	const run = objectsOf(t);
	await engine.run(
		`INSERT INTO logs.access (time, source, file, offset, token, timed, status, url, route, bytes, duration_ms, incomplete, format, path, line)
SELECT toDateTime64('2026-11-05 09:02:00', 3, 'UTC'), 'web3', 7, n, leftPad(toString(900 + n), 13, '0'), true, 200, '/slow', '/slow', 100, n * 10, false, 'combined', '/x', 'x' FROM (SELECT number AS n FROM numbers(1, 20))`,
	);
	const [slow, ...more] = await run('--routes', '--by', 'time', '-q', 'source:web3');
	t.deepEqual(more, []);
	t.deepEqual(
		{...slow, durationMs: undefined},
		{
			...{field: 'route', value: '/slow', n: 20, share: 1, n4xx: 0, n5xx: 0, bytes: 2000, odd: 0},
			durationMs: undefined,
			search: 'route:==/slow',
		},
	);
	const taken = slow?.durationMs as Record<string, number> | undefined;
	t.deepEqual([taken?.max, taken?.total], [200, 2100]);
	const latency = await run('--latency', '--timeline', '1m', '--limit', '1', '-q', 'source:web3');
	t.deepEqual(
		latency.map(({time, n, bands}) => [time, n, bands]),
		[
			[
				'2026-11-05T09:02:00Z',
				20,
				[
					{fromMs: 10, n: 1},
					{fromMs: 20, n: 3},
					{fromMs: 50, n: 5},
					{fromMs: 100, n: 10},
					{fromMs: 200, n: 1},
				],
			],
		],
	);
});
