import test from 'ava';
import {quantileOf} from '../../helpers/answer-models.js';
import {type Logged, loggedRequests, reportLog} from '../../helpers/report-log.js';

const requests = loggedRequests(900);

/** Computes the figures of requests in a plain loop. */
function modelOf(value: string | null, some: readonly Logged[], total: number) {
	const durations = some.flatMap(({durationMs}) => (durationMs === null ? [] : [durationMs]));
	const ofClass = (first: number): number =>
		some.filter(({status}) => status >= first && status < first + 100).length;
	return {
		value,
		n: some.length,
		share: some.length / total,
		n4xx: ofClass(400),
		n5xx: ofClass(500),
		bytes: some.reduce((sum, {bytes}) => sum + bytes, 0),
		p50: quantileOf(durations, 0.5) ?? 0,
		p95: quantileOf(durations, 0.95) ?? 0,
		max: Math.max(...durations),
		total: durations.reduce((sum, duration) => sum + duration, 0),
	};
}

type Model = ReturnType<typeof modelOf>;

function modelsBy(nameOf: (request: Logged) => string | null, some: readonly Logged[]): readonly Model[] {
	return [...new Set(some.map(nameOf))].map(value =>
		modelOf(
			value,
			some.filter(request => nameOf(request) === value),
			some.length,
		),
	);
}

const fields = {
	ip: ({ip}: Logged) => ip,
	status: ({status}: Logged) => String(status),
	url: ({url}: Logged) => url,
	route: ({url}: Logged) => url.replace(/\d+$/, '{id}'),
	'@tenant': ({tenant}: Logged) => tenant,
} as const;

const orders = {
	requests: ({n}: Model) => n,
	'4xx': ({n4xx}: Model) => n4xx,
	'5xx': ({n5xx}: Model) => n5xx,
	bytes: ({bytes}: Model) => bytes,
	max: ({max}: Model) => max,
	time: ({total}: Model) => total,
} as const;

for (const [field, nameOf] of Object.entries(fields)) {
	test.serial(`--top ${field} has the numbers of a plain count, in every order`, async t => {
		const {objects} = reportLog(t, requests);
		const models = modelsBy(nameOf, requests);
		for (const [order, sizeOf] of Object.entries(orders)) {
			const found = await objects('--top', field, '--by', order, '--limit', '8');
			const sizes = models.map(sizeOf).sort((a, b) => b - a);
			t.is(found.length, Math.min(8, models.length));
			for (const [index, object] of found.entries()) {
				const model = models.find(({value}) => value === object.value);
				if (model === undefined) {
					t.fail(`${object.value}`);
					continue;
				}
				t.is(sizeOf(model), sizes[index] ?? -1, `${order} ${index}`);
				const {share, durationMs, search, ...exact} = object;
				const {p50, p95, max, total, share: exactShare, ...counts} = model;
				t.deepEqual(exact, {field, ...counts});
				t.true(Math.abs(Number(share) - exactShare) < 1e-4);
				const taken = durationMs as Record<string, number>;
				t.deepEqual([taken.max, taken.total], [max, total]);
				t.true(Math.abs((taken.p50 ?? 0) - p50) <= 0.02 * p50);
				t.true(Math.abs((taken.p95 ?? 0) - p95) <= 0.02 * p95);
				t.regex(String(search), new RegExp(`^-?${field}:`));
			}
		}
	});
}

test.serial('the search of a value finds its requests, within the results of -q', async t => {
	const {objects, run} = reportLog(t, requests);
	const some = requests.filter(({status}) => status === 404);
	const values = await objects('--top', 'ip,@tenant', '-q', 'status:404', '--limit', '2');
	t.is(values.length, 4);
	t.is(values[0]?.n, Math.max(...modelsBy(({ip}) => ip, some).map(({n}) => n)));
	for (const {search, n} of values) {
		t.is((await run('--count', '-q', `status:404 ${search}`)).stdout, `${n} results found\n`);
	}
});

test.serial(
	'the text form has a block for each field, with the columns that the log has data for',
	async t => {
		const few = [
			{url: '/a', bytes: 1_200_000, status: 503},
			{url: '/a', bytes: 0, status: 200},
			{url: '/a\u001b[31m', bytes: 0, status: 404},
		].map((one, index) => ({...one, time: index, ip: `203.0.113.${index}`, durationMs: null, tenant: null}));
		const {run} = reportLog(t, few);
		const {stdout} = await run('--top', 'url,host', '--limit', '1');
		t.is(
			stdout,
			[
				'url: 1 of 2 values, 3 requests',
				'requests  share  4xx  5xx   bytes  url',
				'       2   67 %    0    1  1.2 MB  /a',
				'',
				'host: 1 value, 3 requests',
				'requests  share  4xx  5xx   bytes  host',
				'       3  100 %    1    1  1.2 MB  n/a',
				'',
			].join('\n'),
		);
		const {stdout: csv} = await run('--top', 'url', '--csv');
		t.is(
			csv,
			[
				'field,value,n,share,n4xx,n5xx,bytes,durationMsP50,durationMsP95,durationMsMax,durationMsTotal,estimated,search',
				'url,/a,2,0.6667,0,1,1200000,,,,,,url:==/a',
				'url,"/a\\x1b[31m",1,0.3333,1,0,0,,,,,,"url:==""/a\\x1b[31m"""',
				'',
			].join('\n'),
		);
	},
);

test.serial('--redact hides values, and merges equal ones', async t => {
	const {objects} = reportLog(t, requests);
	const [client, ...others] = await objects('--top', 'ip', '--redact', '--by', 'time');
	t.deepEqual(others, []);
	const all = modelOf('198.51.100.0/24', requests, requests.length);
	const {durationMs, n, bytes, value} = client ?? {};
	t.deepEqual({value, n, bytes}, {value: all.value, n: all.n, bytes: all.bytes});
	t.is((durationMs as Record<string, number>).total, all.total);
});

test.serial('a field that no line has is wrong usage, with similar names', async t => {
	const {run} = reportLog(t, requests);
	const {status, stdout, stderr} = await run('--top', '@tenent');
	t.is(stdout, '');
	t.is(stderr, 'reqscope: no line has the log field @tenent: did you mean @tenant?\n');
	t.is(status, 2);
});

test.serial('without a request, the text form reports that, and the JSON form has no line', async t => {
	const {run} = reportLog(t, requests);
	t.is((await run('--top', 'ip', '-q', 'url:/none')).stdout, 'ip: 0 values, 0 requests\n');
	t.is((await run('--top', 'ip', '-q', 'url:/none', '--json')).stdout, '');
	t.is((await run('--top', 'ip', '--limit', '0')).stdout, '');
});
