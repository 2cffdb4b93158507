import test from 'ava';
import {idle, ingest} from '../helpers/ingest.js';
import {logLine, logStart} from '../helpers/log-lines.js';
import {MemoryFile} from '../helpers/memory-file.js';

async function decoded(...lines: readonly string[]) {
	const reading = ingest([new MemoryFile(lines.join(''), {path: 'logs/access.log'})]);
	await idle(reading);
	return reading.entries();
}

test('decodes escapes once and shows broken UTF-8', async t => {
	const [entry] = await decoded(
		logLine({time: logStart, url: '/\\x22\\xc3\\xa4\\\\x41', userAgent: 'a\\"b\\xffc'}),
	);
	t.is(entry?.url, '/"ä\\x41');
	t.is(entry?.userAgent, 'a"b\\xFFc');
});

test("hostile 20: a size that a number can't store exactly is null, not rounded", async t => {
	const largest = String(Number.MAX_SAFE_INTEGER);
	const sizes = [largest, '9007199254740992', '99999999999999999999'].map(
		async bytes => (await decoded(logLine({time: logStart, bytes})))[0]?.bytes,
	);
	t.deepEqual(await Promise.all(sizes), [Number.MAX_SAFE_INTEGER, null, null]);
});

test('decodes the file, the offset and the position in the order', async t => {
	const line = logLine({time: logStart});
	const entries = await decoded(line, line);
	t.deepEqual(
		entries.map(({file, offset, position}) => ({file, offset, position})),
		[line.length, 0].map(offset => ({
			file: 'logs/access.log',
			offset,
			position: {time: logStart, file: 0, offset, durationMs: null, bytes: entries[0]?.bytes ?? null},
		})),
	);
});

test('decodes the format and the zone of the line', async t => {
	const common = '192.0.2.1 - - [05/Nov/2024:09:03:07 -0130] "GET / HTTP/1.0" 200 1\n';
	t.like((await decoded(common))[0], {format: 'common', zone: -90, protocol: 'HTTP/1.0', userAgent: null});
	const vhost = `shop.example:443 ${logLine({time: logStart, zone: 330})}`;
	t.like((await decoded(vhost))[0], {format: 'vhost_combined', zone: 330, time: logStart});
});
