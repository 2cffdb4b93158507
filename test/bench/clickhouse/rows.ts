/** Shape of the generated traffic. Rows are spread evenly over the days and servers. */
export type MadeRows = {
	readonly table: string;
	/** Total number of rows. */
	readonly total: number;
	/** Time of the first row, in ms since 1970. */
	readonly begin: number;
	/** Number of days that the rows cover. */
	readonly days: number;
};

const day = 86_400_000;

/**
 * Returns an INSERT statement for the rows from `from` to `from + count`. The server generates them, because sending rows isn't
 * part of the measurement.
 */
export function insertMade({table, total, begin, days}: MadeRows, from: number, count: number): string {
	const n = `(number + ${from})`;
	return `INSERT INTO ${table} (time, source, file, offset, token, timed, zone, status, method, ip, address, url, protocol, bytes,
duration_ms, referer, agent, bot, route, incomplete, format, path, line, fields, ingested)
WITH rand(7) % 100000 AS product, lower(hex(sipHash64(${n}))) AS rid, ['HIT', 'HIT', 'MISS', 'STALE'][rand(12) % 4 + 1] AS cached,
toString(rand(13) % 2000 / 1000) AS urt
SELECT fromUnixTimestamp64Milli(toInt64(${begin} + intDiv(${n} * ${days * day}, ${total})), 'UTC') AS at,
concat('web', toString(${n} % 16)), 1000 + ${n} % 16, intDiv(${n}, 16) * 180, lower(substring(hex(sipHash128(${n})), 1, 13)),
true, 60, [200, 200, 200, 200, 200, 200, 200, 301, 304, 404, 500][rand(1) % 11 + 1], ['GET', 'GET', 'GET', 'POST'][rand(2) % 4 + 1],
concat('198.51.', toString(rand(3) % 200), '.', toString(rand(4) % 250)) AS client, toIPv6(concat('::ffff:', client)),
concat('/en/', ['shoes', 'boots', 'coats', 'hats'][product % 4 + 1], '/', toString(product % 5000), '/product-', toString(product)) AS target,
'HTTP/1.1', rand(8) % 50000, rand(9) % 900 + 0.5, if(rand(10) % 3 = 0, NULL, 'https://shop.example/en/'), ['Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
'curl/8.5.0', 'Googlebot/2.1 (+http://www.google.com/bot.html)'][rand(11) % 3 + 1] AS program, program NOT LIKE 'Mozilla%',
'/en/{category_slug}/{id}/{id}', false, 'combined', '/var/log/nginx/access.log',
concat(client, ' - - [', formatDateTime(at, '%d/%b/%Y:%H:%i:%S'), ' +0000] "GET ', target, ' HTTP/1.1" 200 1234 "-" "', program, '" rid=', rid, ' cs=', cached, ' urt=', urt),
map('rid', rid, 'cs', cached, 'urt', urt), at FROM numbers(${count})
SETTINGS distributed_foreground_insert = 1, max_partitions_per_insert_block = 1000`;
}
