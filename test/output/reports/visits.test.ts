import test from 'ava';
import {timeFormatter} from '../../../source/format/time-formatter.js';
import {visitsReport} from '../../../source/output/reports/visits.js';
import {everything} from '../../../source/query/query.js';
import {entry} from '../../helpers/entry.js';
import {fakeStore} from '../../helpers/fake-store.js';
import {loggedRequests, reportLog} from '../../helpers/report-log.js';

const requests = loggedRequests(600);

test.serial('--visits prints clients and their visits as one row', async t => {
	const {objects, run} = reportLog(t, requests);
	const [row, ...others] = await objects('--visits');
	t.deepEqual(others, []);
	const last = new Map<string, number>();
	let visits = 0;
	for (const {ip, time} of requests) {
		visits += time - (last.get(ip) ?? 0) >= 1_800_000 ? 1 : 0;
		last.set(ip, time);
	}
	const requestsPerVisit = Math.round((100 * requests.length) / visits) / 100;
	t.deepEqual(row, {n: 600, clients: last.size, visits, requestsPerVisit});
	t.is(
		(await run('--visits', '--csv')).stdout,
		`n,clients,visits,requestsPerVisit,estimated\n600,${last.size},${visits},${requestsPerVisit},\n`,
	);
	t.deepEqual(await objects('--visits', '-q', 'status:999'), [
		{n: 0, clients: 0, visits: 0, requestsPerVisit: null},
	]);
});

async function textOf(store: Parameters<typeof visitsReport>[0]['store']) {
	const {lines, remark} = await visitsReport({
		...{store, query: everything, limit: undefined, now: 0},
		formatTime: timeFormatter('utc'),
		signal: new AbortController().signal,
	});
	return {lines: lines('text', {toTerminal: false, width: undefined}), remark};
}

test('the text form marks estimates, and reports requests without a time', async t => {
	const store = fakeStore(entry(1), entry(2, {userAgent: 'curl/8.5.0'}), entry(3, {time: null}));
	t.deepEqual(await textOf(store), {
		lines: [
			'2 requests with a time',
			'requests  clients  visits  requests per visit',
			'       2        2       2                   1',
		],
		remark: 'not counted, without a time: 1 request',
	});
	const estimate = {n: 5_000_000, clients: 2_000_000, visits: 2_500_000, isExact: false, partial: false};
	const {lines} = await textOf({...store, visits: async () => estimate});
	t.is(lines[2], ' 5000000  ~2000000  ~2500000                   2');
});
