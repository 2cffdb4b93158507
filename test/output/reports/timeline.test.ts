import {writeFileSync} from 'node:fs';
import test from 'ava';
import {quantileOf} from '../../helpers/answer-models.js';
import {logLine} from '../../helpers/log-lines.js';
import {type Logged, loggedRequests, reportLog} from '../../helpers/report-log.js';

const hour = 3_600_000;
const requests = loggedRequests(900)
	// A pause of two hours.
	.map((one, index) => ({...one, time: one.time + (index >= 400 ? 2 * hour : 0)}));

const steps = {'5m': 300_000, '7m': 420_000, '1h': hour, '1d': 24 * hour} as const;

/** Returns the steps from the first request to the last, with the requests that a search selects. */
function stepsOf(step: number, isWanted: (request: Logged) => boolean = () => true) {
	const times = requests.map(({time}) => time);
	const [from, last] = [Math.min(...times), Math.max(...times)];
	const first = Math.floor(from / step) * step;
	return Array.from({length: Math.floor((last - first) / step) + 1}, (_, index) => {
		const begin = first + index * step;
		const some = requests.filter(
			request => request.time >= begin && request.time < begin + step && isWanted(request),
		);
		const ofClass = (statusClass: number): number =>
			some.filter(({status}) => Math.floor(status / 100) === statusClass).length;
		return {
			durations: some.flatMap(({durationMs}) => (durationMs === null ? [] : [durationMs])),
			row: {
				time: new Date(begin).toISOString().replace('.000Z', 'Z'),
				seconds: step / 1000,
				n: some.length,
				...{n2xx: ofClass(2), n3xx: ofClass(3), n4xx: ofClass(4), n5xx: ofClass(5)},
				bytes: some.reduce((sum, {bytes}) => sum + bytes, 0),
			},
		};
	});
}

for (const [name, step] of Object.entries(steps)) {
	test.serial(`--timeline ${name} has the numbers of a plain count, also of empty steps`, async t => {
		const {objects} = reportLog(t, requests);
		for (const [search, isWanted] of [
			['', () => true],
			['status:404 url:/cart', ({status, url}: Logged) => status === 404 && url === '/cart'],
			['url:/none', () => false],
		] as const) {
			const found = await objects('--timeline', name, '-q', search);
			const expected = stepsOf(step, isWanted);
			t.deepEqual(
				found.map(({durationMs: _, ...row}) => row),
				expected.map(({row}) => row),
			);
			for (const [index, {durations}] of expected.entries()) {
				const taken = found[index]?.durationMs as Record<string, number> | undefined;
				for (const [key, share] of [
					['p50', 0.5],
					['p95', 0.95],
				] as const) {
					const exact = quantileOf(durations, share);
					t.true(
						exact === null ? taken === undefined : Math.abs((taken?.[key] ?? 0) - exact) <= 0.02 * exact,
					);
				}
			}
		}
		t.deepEqual(
			(await objects('--timeline', name, '--limit', '2')).map(({durationMs: _, ...row}) => row),
			stepsOf(step)
				.slice(-2)
				.map(({row}) => row),
		);
	});
}

test.serial('the period of a search limits the steps, and days are local days of the zone', async t => {
	const {objects, path} = reportLog(t, []);
	const at = (text: string, status = 200): string => logLine({time: Date.parse(text), status});
	writeFileSync(
		path,
		at('2025-10-25T12:00:00Z') + at('2025-10-26T22:30:00Z', 503) + at('2025-10-27T12:00:00Z', 503),
	);
	const days = await objects('--timeline', '1d', '-q', 'status:503', '--tz', 'Europe/Vienna');
	t.deepEqual(
		days.map(({time, seconds, n5xx}) => [time, seconds, n5xx]),
		[
			['2025-10-25T00:00:00+02:00', 86_400, 0],
			// The day has 25 hours.
			['2025-10-26T00:00:00+02:00', 90_000, 1],
			['2025-10-27T00:00:00+01:00', 86_400, 1],
		],
	);
	const hours = await objects('--timeline', '1h', '-q', 'since:"2025-10-27 10:00" until:"2025-10-27 12:30"');
	t.deepEqual(
		hours.map(({time, n}) => [time, n]),
		[
			['2025-10-27T10:00:00Z', 0],
			['2025-10-27T11:00:00Z', 0],
			['2025-10-27T12:00:00Z', 1],
		],
	);
});

test.serial('the text form has a line per step; steps of a day have no time of day', async t => {
	const few = requests.slice(0, 3).map(one => ({...one, durationMs: null, status: 200, bytes: 0}));
	const {run} = reportLog(t, few);
	t.is(
		(await run('--timeline', '5m')).stdout,
		[
			'1 step of 5 min, 3 requests',
			'           time  requests  2xx  3xx  4xx  5xx',
			'5 Nov 2024 9:00         3    3    0    0    0',
			'',
		].join('\n'),
	);
	const days = (await run('--timeline', '1d')).stdout.split('\n');
	t.is(days[2], '5 Nov 2024         3    3    0    0    0');
});

test.serial('requests without a plausible time are in no step, and a message has their number', async t => {
	const {run, path} = reportLog(t, []);
	writeFileSync(
		path,
		logLine({time: 0}) + logLine({time: Date.UTC(2025, 1, 1)}) + logLine({time: Date.UTC(2090, 1, 1)}),
	);
	const {status, stdout, stderr} = await run('--timeline', '1d', '--csv');
	t.is(stdout.split('\n')[1], '2025-02-01T00:00:00Z,86400,1,1,0,0,0,512,,');
	t.is(stdout.split('\n').length, 3);
	t.is(stderr, 'reqscope: 2 requests in no step: without a valid time\n');
	t.is(status, 0);
});

test.serial('too many steps are refused, with a remedy', async t => {
	const {run, path} = reportLog(t, []);
	writeFileSync(path, logLine({time: Date.UTC(2024, 1, 1)}) + logLine({time: Date.UTC(2025, 1, 1)}));
	const {status, stdout, stderr} = await run('--timeline', '1s');
	t.is(stdout, '');
	t.is(
		stderr,
		'reqscope: more than 100000 steps of 1 s: give a longer step, -q since:…, or --limit N for the last N\n',
	);
	t.is(status, 1);
	t.is((await run('--timeline', '1s', '--limit', '3', '--csv')).stdout.split('\n').length, 5);
	t.is((await run('--timeline', '10m', '--csv')).stdout.split('\n').length, 2 + 366 * 144 + 1);
});
