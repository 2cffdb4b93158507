import test from 'ava';
import {loggedRequests, reportLog} from '../../helpers/report-log.js';

const requests = loggedRequests(600);

test.serial('--routes prints the routes of --top with their oddities', async t => {
	const odd = requests.map((one, index) => ({...one, url: index % 20 === 0 ? '/en/shop/?p=x' : one.url}));
	const {objects} = reportLog(t, odd);
	for (const order of ['requests', '4xx', '5xx', 'bytes', 'p95', 'max', 'time']) {
		const routes = await objects('--routes', '--by', order);
		const values = await objects('--top', 'route', '--by', order);
		t.deepEqual(
			routes.map(({odd: _, oddity: __, ...others}) => others),
			values,
			order,
		);
	}
	const shop = (await objects('--routes')).find(({value}) => value === '/{language}/{category_slug}/');
	t.is(shop?.odd, 30);
	t.is(typeof shop?.oddity, 'string');
});

test.serial('by p95, JSON is sorted by its three digits, text by its two, then by requests', async t => {
	const near = [10_200, 9970, 10_400].flatMap((durationMs, index) =>
		requests.slice(0, 9 - index).map(one => ({...one, url: `/n${index}/`, durationMs})),
	);
	const {objects, run} = reportLog(t, near);
	for (const options of [['--routes'], ['--top', 'url']]) {
		const values = (await objects(...options, '--by', 'p95')).map(({value}) => value);
		const {stdout} = await run(...options, '--by', 'p95');
		t.deepEqual(values, ['/n2/', '/n0/', '/n1/']);
		t.deepEqual(stdout.match(/\/n\d\/$/gm), ['/n0/', '/n1/', '/n2/']);
	}
});

test.serial('the text form has the routes at the end of the lines', async t => {
	const {run} = reportLog(t, requests);
	const [title, heading, first, second, ...others] = (await run('--routes', '--limit', '2')).stdout.split(
		'\n',
	);
	t.is(title, '2 of 5 routes, 600 requests');
	t.regex(heading ?? '', /^requests +share +4xx +5xx +bytes +p50 +p95 +max +time( +odd)? +route$/);
	t.regex(first ?? '', / \/[\w{}/]*$/);
	t.regex(second ?? '', / \/[\w{}/]*$/);
	t.deepEqual(others, ['']);
});
