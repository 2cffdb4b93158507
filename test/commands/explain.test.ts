import test, {type ExecutionContext} from 'ava';
import {parseCommandLine} from '../../source/command-line/parse-command-line.js';
import {explain} from '../../source/commands/explain.js';
import {formats} from '../../source/entries/formats.js';
import {Sink} from '../../source/output/sink.js';
import {output} from '../helpers/output.js';
import {temporaryLog} from '../helpers/temporary-directory.js';

process.env.TZ = 'UTC';

/** Returns the output for a file with these lines. */
async function explained(
	t: ExecutionContext,
	lines: readonly string[],
	...options: readonly string[]
): Promise<readonly string[]> {
	const {path} = temporaryLog(
		t,
		lines.map(line => `${line}\n`),
	);
	const {stream, text} = output();
	const sink = new Sink(stream);
	await explain(parseCommandLine(['explain', path, ...options]), {secrets: []}, sink);
	await sink.flush();
	return text().replaceAll(path, 'FILE').trimEnd().split('\n');
}

const line = '203.0.113.7 - - [20/Nov/2026:09:03:07 +0100] "GET /a\\x22 HTTP/1.1" 200 5 "-" "c"';

test('shows how each part of a line was parsed', async t => {
	t.deepEqual(await explained(t, [line]), [
		'line 1: combined',
		`  ${line}`,
		'  ip           203.0.113.7',
		'  time         2026-11-20T08:03:07.000Z  (20/Nov/2026:09:03:07 +0100)',
		'  method       GET',
		'  url          /a"  (/a\\x22)',
		'  protocol     HTTP/1.1',
		'  status       200',
		'  bytes        5',
		'  userAgent    c',
		'',
		'1 line read: 1 combined',
	]);
});

test('names the value of a JSON line that can’t be read, with the reason', async t => {
	const lines = await explained(t, [
		'{"time":"yesterday","ip":"mobile app","method":"GET","url":"/","status":700,"bytes":"many","latency":42,"user_agent":"c"}',
		'{"time":"2026-11-20T08:03:07Z","ip":"203.0.113.7","method":"GET","url":"/","status":200,"took":"soon"}',
	]);
	t.deepEqual(
		lines.filter(text => text.includes('n/a')),
		[
			'  ip           n/a  (mobile app is not an address or a host name)',
			'  status       n/a  (700 is not a status from 100 to 599)',
			'  bytes        n/a  (many is not an integer)',
			'  time         n/a  (yesterday is not a time in a known notation)',
			"  durationMs   n/a  (42 has no unit: --format 'json: duration_ms=latency' says that it is in milliseconds)",
			'  durationMs   n/a  (soon is not a duration)',
		],
	);
});

test('parts that couldn’t be parsed are redacted, too', async t => {
	const lines = await explained(
		t,
		[
			'{"time":"2026 token=4f2a9c81d3 203.0.113.7","ip":"via 203.0.113.7","method":"GET","url":"/","status":200,"ua":"c"}',
		],
		'--redact',
	);
	t.true(lines.includes('  ip           n/a  (via 203.0.113.0 is not an address or a host name)'));
	t.false(lines.join().includes('4f2a9c81d3'));
});

test('for a line with escapes the character numbers are shown, too', async t => {
	const lines = await explained(t, [
		'{"time":"20\\/Nov\\/2026:09:03:07 +0100","ip":"203.0.113.7","request":"GET \\/en\\/ HTTP\\/1.1","status":200,"bytes":5}',
	]);
	t.true(lines.includes('  time         2026-11-20T08:03:07.000Z'));
	t.true(lines.includes('  status       200'));
	t.true(lines.includes('  bytes        5'));
});

test('a line that isn’t read is marked where reading it stopped', async t => {
	const wrong = line.replace('200', '"bc');
	const lines = await explained(t, [wrong]);
	t.is(lines[0], 'line 1: not read');
	const mark = lines[2]?.indexOf('^') ?? -1;
	t.is(lines[1]?.slice(mark, mark + 3), '"bc');
	t.regex(lines[2] ?? '', /\^ expected here: a status from 100 to 599, or -$/);
});

test('a part that can’t be read is n/a, with the reason', async t => {
	const lines = await explained(t, [line.replace('09:03:07', '24:00:00')]);
	t.is(lines[0], 'line 1: combined');
	t.regex(lines.join('\n'), /^ {2}time {9}n\/a {2}\(.* is not a time: 24:00:00 is not a time of day\)$/m);
});

test('the mark is below its position, also in a long line and after escapes', async t => {
	const long = line.replace('/a', `/${'\x07ä'.repeat(150)}`).replace('200', '"bc');
	const lines = await explained(t, [long]);
	const mark = lines[2]?.indexOf('^') ?? -1;
	t.is(lines[1]?.slice(mark, mark + 3), '"bc');
	t.true((lines[1]?.length ?? 0) <= 103);
});

test('shows the first line of each kind after the first lines', async t => {
	const lines = await explained(t, [
		...Array<string>(50).fill(line),
		'nonsense',
		'#Version: 1.0',
		'nonsense',
	]);
	t.deepEqual(
		lines.filter(text => text.startsWith('line ')),
		[
			...Array.from({length: 10}, (_, n) => `line ${n + 1}: combined`),
			'line 51: not read',
			'line 52: understood, but no request',
		],
	);
	t.is(lines.at(-1), '53 lines read: 50 combined, 2 not read, 1 no request');
	t.is((await explained(t, [line, line], '--limit', '1')).filter(text => text.startsWith('line ')).length, 1);
});

test('a file that isn’t an access log is reported with advice', async t => {
	const lines = await explained(t, ['nonsense', 'more of it']);
	t.regex(lines[2] ?? '', /\^ no format matches; the nearest expects here: /);
	t.regex(
		lines.at(-1) ?? '',
		/^FILE: none of these lines is a request .* --format '\$remote_addr … "\$request" …'$/,
	);
	t.is((await explained(t, [])).at(-1), 'FILE: the file has no lines.');
});

test('reports that a line doesn’t match the given format', async t => {
	const lines = await explained(
		t,
		[line],
		'--format',
		'$remote_adr - - [$time_local] "$request" $body_bytes_sent "-"',
	);
	t.is(lines[0], 'log fields in the format that was given: $remote_adr (did you mean $remote_addr?)');
	const mark = lines[4]?.indexOf('^') ?? -1;
	t.is(lines[3]?.slice(mark, mark + 3), '200');
	t.regex(lines[4] ?? '', /expected here: \$body_bytes_sent \(a size\), then “ "-"”$/);
	t.is(lines[5], '  Without --format it is read: as combined.');
	t.regex(lines.at(-1) ?? '', /^FILE: none of these lines is of the format that was given/);
});

test('names the format of a line that the given format doesn’t read', async t => {
	const lines = await explained(t, [line], '--format', 'common');
	t.true(lines.includes('  Without --format it is read: as combined.'));
});

test('the examples of all formats are explained', async t => {
	const lines = await explained(
		t,
		formats.map(({example}) => example),
	);
	const names = lines.flatMap(text => /^line \d+: (.*)$/.exec(text)?.[1] ?? []);
	t.deepEqual(new Set(names), new Set(formats.map(({name}) => name)));
});

test('refuses more than one file, and none', async t => {
	const sink = new Sink(output().stream);
	for (const args of [['explain'], ['explain', 'a', 'b']]) {
		await t.throwsAsync(explain(parseCommandLine(args), {secrets: []}, sink), {
			name: 'UsageError',
			message: /takes one file/,
		});
	}
});
