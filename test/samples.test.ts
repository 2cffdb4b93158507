import {readdirSync, readFileSync} from 'node:fs';
import test from 'ava';
import {explainLine} from '../source/entries/explain-line.js';
import {clfFamily} from '../source/entries/formats/clf-family.js';
import {formats} from '../source/entries/formats.js';
import {jsonFormats} from '../source/entries/json/json-formats.js';
import {LineReader} from '../source/entries/line-reader.js';
import {textFormats} from '../source/entries/text-formats.js';

function sample(name: string) {
	return readFileSync(new URL(`../../samples/${name}`, import.meta.url));
}

test('storefront.log is small, and has only addresses for documentation', t => {
	const text = sample('storefront.log').toString('latin1');
	t.true(text.length < 700_000);
	const outside = text
		.trimEnd()
		.split('\n')
		.filter(line => !/^(?:(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}|2001:db8:[0-9a-f:]+) /.test(line));
	t.deepEqual(outside, []);
});

test('storefront.log has a few late lines', t => {
	const times = [
		...sample('storefront.log')
			.toString('latin1')
			.matchAll(/\[(\d+)\/Nov\/2026:(\S+) /g),
	].map(([, day, clock]) => `${day} ${clock}`);
	const early = times.filter((time, index) => index > 0 && time < (times[index - 1] ?? time)).length;
	t.true(early > 20 && early < times.length / 10, String(early));
});

test('the samples of the formats are whole lines', t => {
	for (const name of ['common.log', 'combined.log', 'vhost_combined.log', 'iis.log', 'cloudfront.log']) {
		const lines = sample(name).toString('latin1').split('\n');
		t.is(lines.pop(), '');
		t.true(lines.length >= 10 && lines.length <= 60, name);
	}
});

/** Returns the number of lines of a sample by kind, as in `explain`: the format, no request, or not read. */
function kinds(name: string): Readonly<Record<string, number>> {
	const counts: Record<string, number> = {};
	const reader = new LineReader();
	for (const line of sample(name).toString('latin1').trimEnd().split('\n')) {
		const explanation = explainLine(reader, Buffer.from(line, 'latin1'));
		const kind = explanation.kind === 'entry' ? explanation.format : explanation.kind;
		counts[kind] = (counts[kind] ?? 0) + 1;
	}
	return counts;
}

const files = readdirSync(new URL('../../samples/', import.meta.url)).filter(name => name.endsWith('.log'));

const expected: Readonly<Record<string, Readonly<Record<string, number>>>> = {
	'aws_alb.log': {aws_alb: 4},
	'aws_elb.log': {aws_elb: 3, noRequest: 1},
	'aws_s3.log': {aws_s3: 4},
	'caddy.log': {caddy: 8, noRequest: 3},
	'cloudflare.log': {cloudflare: 6},
	'cloudfront.log': {cloudfront: 9, noRequest: 3},
	'combined.log': {combined: 33},
	'common.log': {common: 31},
	'docker.log': {combined: 4, nginx_json: 1, unread: 1},
	'ecs.log': {ecs: 6},
	'envoy.log': {envoy: 4, noRequest: 1},
	'envoy_json.log': {envoy_json: 6},
	'fastly.log': {fastly: 6},
	'gcp_http.log': {gcp_http: 6, unread: 1},
	'haproxy.log': {haproxy: 4, noRequest: 2, unread: 1},
	'iis.log': {w3c: 14, noRequest: 13, unread: 1},
	'ingress_nginx.log': {ingress_nginx: 4},
	'journald.log': {combined: 4, unread: 1},
	'json.log': {json: 5, pino: 1, aws_api_gateway: 1, unread: 2},
	// One line for each format without a separate sample.
	'json_programs.log': Object.fromEntries(
		jsonFormats
			.filter(({name, example}) => example.startsWith('{') && !files.includes(`${name}.log`))
			.map(({name}) => [name, 1]),
	),
	'logfmt.log': {
		heroku_router: 4,
		grafana: 2,
		docker_registry: 2,
		lograge: 2,
		logster: 1,
		logfmt: 3,
		unread: 5,
	},
	'ltsv.log': {ltsv: 6, unread: 1},
	'nginx_json.log': {nginx_json: 10, unread: 1},
	'nginx_main.log': {nginx_main: 4, unread: 1},
	'nginx_proxy_manager.log': {nginx_proxy_manager: 4},
	'npmplus.log': {npmplus: 3},
	'squid.log': {squid: 5},
	'ssl_request.log': {ssl_request: 4},
	'storefront.log': {timed: sample('storefront.log').toString('latin1').split('\n').length - 1},
	// One line for each format without a separate sample.
	'text_programs.log': Object.fromEntries(
		[...textFormats, ...clfFamily.formats, ...formats.filter(({name}) => name === 'other_order')]
			.filter(({name}) => !files.includes(`${name}.log`))
			.map(({name}) => [name, 1]),
	),
	'timed.log': {timed: 4},
	'traefik_clf.log': {traefik_clf: 4, unread: 1},
	'traefik_json.log': {traefik_json: 7, unread: 1},
	'uwsgi.log': {uwsgi: 4, unread: 1},
	'vhost_combined.log': {vhost_combined: 24},
	'zoraxy.log': {zoraxy: 3, unread: 1},
};

for (const [name, counts] of Object.entries(expected)) {
	test(`${name} is recognised`, t => {
		t.deepEqual(kinds(name), counts);
	});
}

test('every sample is tested, and described in the readme', t => {
	t.deepEqual(files.filter(name => name !== 'unruly.log').sort(), Object.keys(expected).sort());
	const described = [
		...sample('readme.md')
			.toString('utf8')
			.matchAll(/^\| \[(\S+\.log)\]/gm),
	].map(([, name]) => name);
	t.deepEqual(described.sort(), files.toSorted());
});

test('every format has a sample', t => {
	const found = new Set(Object.values(expected).flatMap(counts => Object.keys(counts)));
	t.deepEqual(
		formats.map(({name}) => name).filter(name => !found.has(name)),
		[],
	);
});

test('the readme describes each line of unruly.log', t => {
	const lines = sample('unruly.log').toString('latin1').split('\n').length;
	const described = [
		...sample('readme.md')
			.toString('utf8')
			.matchAll(/^\| (\d+) \|/gm),
	].map(([, number]) => Number(number));
	t.deepEqual(
		described,
		Array.from({length: lines}, (_, index) => index + 1),
	);
});

test('unruly.log still has its raw bytes', t => {
	const bytes = sample('unruly.log');
	t.true(bytes.includes(Buffer.alloc(512)));
	t.true(bytes.includes('\x1b[2J'));
	t.true(bytes.includes('\r\n'));
	t.true(bytes.includes(Buffer.from([0xff, 0xfe])));
	t.true(bytes.includes('\u202e'));
	t.false(bytes.toString('latin1').endsWith('\n'));
	t.true(
		Math.max(
			...bytes
				.toString('latin1')
				.split('\n')
				.map(line => line.length),
		) > 65_536,
	);
});
