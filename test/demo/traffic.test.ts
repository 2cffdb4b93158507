import test from 'ava';
import {type LogLine, traffic} from '../../source/demo/traffic.js';
import {quantileOf} from '../helpers/answer-models.js';

const start = Date.UTC(2026, 10, 18);
const hour = 3_600_000;
const timed =
	/^(?<ip>\S+) - (?<user>\S+) \[[^\]]+\] "(?<method>GET|POST|HEAD) (?<url>\/\S*) HTTP\/[12]\.[01]" (?<status>[1-5]\d\d) (?<bytes>\d+) "(?<referer>[^"]+)" "(?<agent>[^"]+)" (?<seconds>\d+\.\d{3})$/;

type Request = {readonly time: number} & Readonly<
	Record<'ip' | 'user' | 'method' | 'url' | 'status' | 'bytes' | 'referer' | 'agent' | 'seconds', string>
>;

function requests(seed: number, until: number, perSecond = 1): readonly LogLine[] {
	const lines: LogLine[] = [];
	for (const line of traffic({seed, start, perSecond: () => perSecond})) {
		if (line.time > until) {
			break;
		}
		lines.push(line);
	}
	return lines;
}

function parse({time, line}: LogLine): Request {
	const groups = timed.exec(line)?.groups;
	if (groups === undefined) {
		throw new Error(`Not a line of the combined format with a time: ${line}`);
	}
	return {time, ...(groups as Omit<Request, 'time'>)};
}

const end = start + 8 * hour;
const written = requests(1, end);
const parsed = written.map(parse);

test('the same seed and start give the same lines, a different seed different ones', t => {
	t.deepEqual(requests(4, start + hour), requests(4, start + hour));
	t.notDeepEqual(requests(4, start + hour), requests(5, start + hour));
});

test('lines are sorted by their times', t => {
	let last = start;
	for (const {time, line} of written) {
		t.true(time >= last && Number.isInteger(time));
		const [, day, month, year, clock] = /\[(\d+)\/(\w+)\/(\d+):(\S+) \+0000\]/.exec(line) ?? [];
		t.is(Date.parse(`${day} ${month} ${year} ${clock} GMT`), Math.floor(time / 1000) * 1000);
		last = time;
	}
});

test('the number of requests is close to the requested rate', t => {
	for (const [seed, perSecond] of [
		[1, 1],
		[2, 0.5],
		[3, 4],
	] as const) {
		const rate = requests(seed, start + 4 * hour, perSecond).length / (4 * 3600);
		t.true(Math.abs(rate / perSecond - 1) < 0.15, `${rate} a second instead of ${perSecond}`);
	}
});

const shapes: Readonly<Record<string, RegExp>> = {
	home: /^\/$/,
	robots: /^\/robots\.txt$/,
	category: /^\/(en|de)\/[a-z-]+\/$/,
	'category, later page': /^\/(en|de)\/[a-z-]+\/\?p=\d+$/,
	'category without the slash': /^\/(en|de)\/[a-z-]+$/,
	subcategory: /^\/(en|de)\/[a-z-]+\/[a-z-]+\/$/,
	'subcategory, later page': /^\/(en|de)\/[a-z-]+\/[a-z-]+\/\?p=\d+$/,
	listing: /^\/(en|de)\/[a-z-]+\/[a-z-]+\/\d+\/[a-z-]+\?c=\d+$/,
	article: /^\/(en|de)\/detail\/index\/sArticle\/\d+\/sCategory\/\d+$/,
	controller: /^\/admin\/controllers\/[a-z]+\.js$/,
	'admin page': /^\/admin\/[a-z]+\.php$/,
};

for (const [name, shape] of Object.entries(shapes)) {
	test(`has requests of the shape ${name}`, t => {
		t.true(parsed.filter(({url}) => shape.test(url)).length >= 20);
	});
}

test('every found page has one of the shapes', t => {
	const odd = parsed.filter(
		({status, url}) => status !== '404' && !Object.values(shapes).some(shape => shape.test(url)),
	);
	t.deepEqual(odd, []);
});

test('a category without its slash is redirected, and the same client follows at once', t => {
	const redirected = parsed.filter(({status, time}) => status === '301' && time < end - 1000);
	t.true(redirected.length > 100);
	for (const {ip, agent, url, time} of redirected) {
		t.regex(url, shapes['category without the slash'] as RegExp);
		t.truthy(
			parsed.find(
				later =>
					later.time >= time &&
					later.time <= time + 1000 &&
					later.ip === ip &&
					later.agent === agent &&
					later.url === `${url}/` &&
					later.status === '200',
			),
		);
	}
	t.deepEqual(
		parsed.filter(({url, status}) => /^\/(en|de)\/[a-z-]+$/.test(url) && status !== '301'),
		[],
	);
});

test('most requests succeed, and a few are missing or fail', t => {
	const share = (wanted: RegExp) => parsed.filter(({status}) => wanted.test(status)).length / parsed.length;
	t.true(share(/^200$/) > 0.75);
	t.true(share(/^404$/) > 0.005 && share(/^404$/) < 0.05);
	t.true(share(/^500$/) > 0.001 && share(/^500$/) < 0.01);
	t.true(share(/^5/) < 0.02);
});

test('crawlers read robots.txt, then categories, and give no referer', t => {
	for (const [index, {url, ip, agent, referer}] of parsed.entries()) {
		if (url !== '/robots.txt') {
			continue;
		}
		t.regex(agent, /bot/i);
		t.is(referer, '-');
		const next = parsed.slice(index + 1).find(later => later.ip === ip && later.agent === agent);
		t.true(next === undefined || /^\/(en|de)\/[a-z-]+\/?$/.test(next.url), next?.url);
	}
});

test('only authenticated users have a name, and only they change data', t => {
	t.true(parsed.some(({user, method}) => user !== '-' && method === 'POST'));
	for (const {user, method, url, status} of parsed) {
		t.true(user === '-' || url.startsWith('/admin/'));
		t.true(method !== 'POST' || user !== '-' || status === '403');
	}
});

test('visitors follow links: the shop’s own referers were seen by the same client before', t => {
	const seen = new Set<string>();
	let internal = 0;
	for (const {ip, agent, url, referer} of parsed) {
		if (referer.startsWith('https://shop.example')) {
			internal++;
			t.true(seen.has(`${ip} ${agent} ${referer.slice('https://shop.example'.length)}`), referer);
		}
		seen.add(`${ip} ${agent} ${url}`);
	}
	t.true(internal > parsed.length / 2);
});

test('all addresses are for documentation', t => {
	const outside = parsed.filter(
		({ip}) => !/^(192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}$|^2001:db8:[0-9a-f:]+$/.test(ip),
	);
	t.deepEqual(outside, []);
});

test('some pages are much more popular than others', t => {
	const times = new Map<string, number>();
	for (const {url} of parsed) {
		times.set(url, (times.get(url) ?? 0) + 1);
	}
	const ranked = [...times.values()].sort((a, b) => b - a);
	t.true((ranked[0] ?? 0) > 20 * (ranked[Math.floor(ranked.length / 2)] ?? 0));
});

test('article pages take longer than other pages, and some of them always far longer', t => {
	const p95 = (of: RegExp = /^$/): number => {
		const found = parsed
			.filter(({url, status}) => of.test(url) && status === '200')
			.map(({seconds}) => Number(seconds));
		t.true(found.length >= 20, `${found.length} of ${of}`);
		return quantileOf(found, 0.95) ?? 0;
	};
	const article = p95(shapes.article);
	t.true(article > 1.5 * p95(shapes.category), `${article}`);
	t.true(article < 5);
	const isSlow = ({url}: Request): boolean => Number(/sArticle\/(\d+)/.exec(url)?.[1] ?? 1) % 17 === 0;
	const slow = parsed.filter(one => isSlow(one) && one.status === '200');
	t.true(slow.length > 20);
	t.true(slow.every(({seconds}) => Number(seconds) > 0.6));
});
