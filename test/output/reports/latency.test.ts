import test from 'ava';
import {quantileOf} from '../../helpers/answer-models.js';
import {loggedRequests, reportLog} from '../../helpers/report-log.js';

const requests = loggedRequests(500);

test.serial('--latency has the durations of each step, and their number in each band', async t => {
	const {objects} = reportLog(t, requests);
	const found = await objects('--latency', '--timeline', '10m');
	t.is(found.length, (await objects('--timeline', '10m')).length);
	for (const {time, seconds, n, durationMs, bands} of found) {
		const begin = Date.parse(String(time));
		const durations = requests.flatMap(({time: at, durationMs: took}) =>
			at >= begin && at < begin + 600_000 && took !== null ? [took] : [],
		);
		t.is(seconds, 600);
		t.is(n, durations.length);
		const taken = durationMs as Record<string, number>;
		t.is(taken.max, Math.max(...durations));
		for (const [key, share] of [
			['p50', 0.5],
			['p95', 0.95],
			['p99', 0.99],
		] as const) {
			const exact = quantileOf(durations, share) ?? 0;
			t.true(Math.abs((taken[key] ?? 0) - exact) <= 0.02 * exact, key);
		}
		const counts = bands as ReadonlyArray<{readonly fromMs: number; readonly n: number}>;
		t.is(
			counts.filter(({fromMs}) => fromMs === 1000)[0]?.n ?? 0,
			durations.filter(took => took >= 1000).length,
		);
		t.is(
			counts.reduce((sum, {n: ofBand}) => sum + ofBand, 0),
			durations.length,
		);
	}
});

test.serial('the text and CSV forms have no bands', async t => {
	const {run} = reportLog(t, requests);
	const [title, heading] = (await run('--latency')).stdout.split('\n');
	t.regex(title ?? '', /^\d+ steps of 1½ min, 4\d\d requests with a duration$/);
	t.regex(heading ?? '', /^ +time +requests +p50 +p95 +p99 +max$/);
	t.regex(
		(await run('--latency', '--csv')).stdout,
		/^time,seconds,n,durationMsP50,durationMsP95,durationMsP99,durationMsMax\n/,
	);
});

test.serial('without durations, only a message is printed, with the command that shows why', async t => {
	const {run} = reportLog(
		t,
		requests.map(one => ({...one, durationMs: null})),
	);
	t.deepEqual(await run('--latency'), {
		status: 0,
		stdout: '',
		stderr:
			'reqscope: no request has a duration: reqscope doctor FILE shows whether the log could have one\n',
	});
});

test.serial('if no request matches, the message doesn’t blame the log', async t => {
	const {run} = reportLog(t, requests);
	t.deepEqual(await run('--latency', '-q', 'url:/nothing'), {
		status: 0,
		stdout: '',
		stderr: 'reqscope: no request matches\n',
	});
});
