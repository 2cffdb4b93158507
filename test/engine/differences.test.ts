import test, {type ExecutionContext} from 'ava';
import {type Comparison, queriesOf} from '../../source/differences/comparison.js';
import type {Differences} from '../../source/differences/differences.js';
import {calendarIn} from '../../source/format/calendar.js';
import {parseQuery} from '../../source/query/parsing/parse-query.js';
import type {Query} from '../../source/query/query.js';
import {Engine} from '../helpers/clickhouse/engine.js';
import {type Fleet, newDatabase, openDatabase, openFleet} from '../helpers/clickhouse/fleet.js';
import {type Compared, type Incident, incidents, type Trap, traps} from '../helpers/incidents.js';
import {hour, midnight, shopLines} from '../helpers/shop-traffic.js';

let engine: Engine;

test.before(async () => {
	engine = await Engine.start();
});

test.after.always(async () => {
	await engine?.remove();
});

function queryOf(text: string): Query {
	return parseQuery(text, calendarIn('utc', midnight + 24 * hour));
}

async function openLogs(
	t: ExecutionContext,
	{requests, files = ['a.log', 'b.log']}: Incident | Trap,
): Promise<Fleet> {
	const lines = shopLines(requests());
	return openFleet(t, engine, Object.fromEntries(files.map((name, index) => [name, lines[index] ?? ''])));
}

function comparisonOf({selection, within = '', baseline}: Compared): Comparison {
	return {
		selection: queryOf(selection),
		within: queryOf(within),
		baseline:
			baseline === undefined || baseline === 'rest' || baseline === 'before' ? baseline : queryOf(baseline),
	};
}

/**
 * Returns the parts in which both stores agree. Names of a cause with the same score may have any order, and only a fleet has
 * sources.
 */
function agreed({findings, incomparable, ...others}: Differences): unknown {
	return {
		...others,
		incomparable: incomparable.filter(field => field !== 'source'),
		findings: findings.map(finding => ({
			...finding,
			also: finding.also.map(({field, value}) => `${field} ${value}`).sort(),
		})),
	};
}

// All logs together would take minutes. The tests in memory cover all of them.
for (const log of [...incidents, ...traps].filter((_, index) => index % 4 === 0)) {
	test.serial(`a comparison on a server is the same as in memory: ${log.name}`, async t => {
		const {store, embedded} = await openLogs(t, log);
		const comparison = comparisonOf(log);
		await Promise.all(queriesOf(comparison).map(query => embedded.searched(query)));
		t.deepEqual(agreed(await store.differences(comparison)), agreed(await embedded.differences(comparison)));
	});
}

test.serial('compares many clients and values, although it doesn’t distinguish all clients', async t => {
	const database = await newDatabase(engine);
	// In the second hour, a network with a unique user agent requests one page.
	await engine.run(`INSERT INTO ${database}.access
(time, source, file, offset, token, timed, status, method, ip, address, url, route, agent, bot, duration_ms, incomplete, format, path, line)
SELECT toDateTime64('2026-11-20 10:00:00', 3, 'UTC') + n / 50, if(n % 3 = 0, 'web1', 'web2'), 1, n, leftPad(toString(n), 13, '0'), true,
200, 'GET', IPv4NumToString(toUInt32(client)), IPv4ToIPv6(toIPv4(IPv4NumToString(toUInt32(client)))), if(isOdd, '/odd?a=1', concat('/n/', toString(n))), if(isOdd, '/odd', '/n/{id}'), if(isOdd, 'odd/1.0', 'Mozilla/5.0 (X11) Firefox/140.0'),
isOdd, if(isOdd, 900, 20 + n % 50), false, 'combined', '/var/log/access.log', ''
FROM (SELECT number AS n, n >= 180000 AND n % 40 = 0 AS isOdd, if(isOdd, 0x0A000000 + n % 16384, 0x0B000000 + n % 170000) AS client FROM numbers(360000))`);
	const store = await openDatabase(t, engine, database);
	const {findings, selected, baseline, isTooSmall} = await store.differences(
		comparisonOf({selection: 'since:"2026-11-20 11:00"'}),
		{limit: 3},
	);
	t.deepEqual([selected, baseline, isTooSmall], [180_000, 179_950, false]);
	t.deepEqual(
		findings.map(({field, value, selected: {n}, also, mostly}) => [
			field,
			value,
			n,
			[...also, ...mostly].map(one => one.field).sort(),
		]),
		[['route', '/odd', 4500, ['agent', 'bot', 'family', 'param', 'url']]],
	);
	await t.throwsAsync(store.differences(comparisonOf({selection: 'status:200', baseline: 'before'})), {
		message: /no period before/,
	});
});
