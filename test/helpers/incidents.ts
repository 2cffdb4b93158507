import {type Random, seededRandom} from './random.js';
import {
	hour,
	midnight,
	minute,
	randomPage,
	requestOf,
	type Shop,
	type ShopRequest,
	shopTraffic,
} from './shop-traffic.js';

/** The compared sides: searches as on the command line. */
export type Compared = {
	readonly selection: string;
	readonly baseline?: string;
	readonly within?: string;
	/** Names of the files, instead of `a.log` and `b.log`. */
	readonly files?: readonly [string, string];
};

/** A log with an incident, and the finding that must be first. */
export type Incident = Compared & {
	readonly name: string;
	readonly requests: () => readonly ShopRequest[];
	/** The culprits, each as `field value`, or as a regular expression of that. With several, they are the first ones, in any order. */
	readonly culprits: ReadonlyArray<string | RegExp>;
	/** Value that the first finding must have under `mostly`. */
	readonly mostly?: string;
};

/** A log in which nothing is wrong. */
export type Trap = Compared & {readonly name: string; readonly requests: () => readonly ShopRequest[]};

const morning: Shop = {seed: 0, from: 9, until: 12};

/** When it began: the last hour of the log. */
const begun = midnight + 11 * hour;
const sinceBegun = 'since:"2026-11-20 11:00"';

/** The end of that hour. The minutes before are a fifth of the rest, so that the rest has the slowest requests, too. */
const lastMinutes = {selection: 'since:"2026-11-20 11:30"', baseline: 'rest'} as const;

let seeds = 1;

/** Returns the traffic of a morning in which some requests are changed, and other requests are added. */
function morningWith(
	change: (request: ShopRequest, random: Random) => ShopRequest | null,
	added: (random: Random) => readonly ShopRequest[] = () => [],
): () => readonly ShopRequest[] {
	const seed = seeds++ * 7919;
	return () => {
		const random = seededRandom(seed + 1);
		const changed = shopTraffic({...morning, seed}).flatMap(request => change(request, random) ?? []);
		return [...changed, ...added(random)];
	};
}

/** Returns requests of the last hour. */
function inLastHour(
	random: Random,
	count: number,
	of: (index: number) => Partial<ShopRequest>,
): readonly ShopRequest[] {
	return Array.from({length: count}, (_, index) =>
		requestOf(random, randomPage(random), {
			time: begun + random.fraction() * hour,
			agent: chrome,
			...of(index),
		}),
	);
}

const chrome =
	'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

function unchanged(request: ShopRequest): ShopRequest {
	return request;
}

function isLate({time}: ShopRequest): boolean {
	return time >= begun;
}

function withSlowParameter(request: ShopRequest): ShopRequest {
	return isLate(request) && request.url.includes('sort=price')
		? {...request, durationMs: request.durationMs * 8}
		: request;
}

function pathOf({url}: ShopRequest): string {
	return url.split('?')[0] ?? '';
}

/** Returns requests of articles in the whole morning. The route of each is another one. */
function articles(
	random: Random,
	of: (request: ShopRequest) => Partial<ShopRequest> | null,
): readonly ShopRequest[] {
	return Array.from({length: 1500}, () => {
		const slug = Array.from({length: 3}, () =>
			random.pick(['oak', 'tea', 'blue', 'soft', 'warm', 'new', 'old', 'big', 'top', 'fine', 'best', 'dry']),
		).join('-');
		return requestOf(random, randomPage(random), {
			time: midnight + (9 + 3 * random.fraction()) * hour,
			...{ip: anyone(random), agent: chrome, url: `/blog/${slug}`, method: 'GET'},
		});
	}).flatMap(request => {
		const change = of(request);
		return change === null ? [] : [{...request, ...change}];
	});
}

/** True for a share of the clients: for all requests of each. */
function isLost({ip}: ShopRequest, share: number): boolean {
	let hash = 0;
	for (const character of ip.split('::', 1)[0] ?? '') {
		hash = Math.imul(hash ^ character.charCodeAt(0), 0x5bd1e995) >>> 0;
		hash ^= hash >>> 13;
	}
	return hash % 1000 < 1000 * share;
}

/** Returns the address of any of many clients. */
function anyone(random: Random): string {
	return `${random.between(20, 199)}.${random.between(0, 255)}.${random.between(0, 255)}.${random.between(1, 254)}`;
}

export const incidents: readonly Incident[] = [
	{
		name: 'a route fails',
		selection: 'status:5xx',
		requests: morningWith((request, random) =>
			isLate(request) && pathOf(request) === '/cart/add' && random.chance(0.6)
				? {...request, status: 503}
				: request,
		),
		culprits: ['route /cart/add'],
	},
	{
		name: 'an upstream is slow',
		selection: sinceBegun,
		requests: morningWith(request =>
			isLate(request) && request.upstream === '10.0.2.13:8080'
				? {...request, durationMs: request.durationMs * 6}
				: request,
		),
		culprits: ['upstream 10.0.2.13:8080'],
	},
	{
		name: 'an upstream fails',
		selection: 'status:502',
		requests: morningWith((request, random) =>
			isLate(request) && request.upstream === '10.0.2.12:8080' && random.chance(0.1)
				? {...request, status: 502}
				: request,
		),
		culprits: ['upstream 10.0.2.12:8080'],
	},
	{
		name: 'a scan from a /24 with a browser’s agent',
		selection: sinceBegun,
		requests: morningWith(unchanged, random =>
			inLastHour(random, 500, () => ({
				ip: `198.51.100.${random.between(1, 254)}`,
				url: `/${random.pick(['wp-admin', 'old', 'backup', 'test'])}/${random.between(1, 9999)}`,
				status: 404,
			})),
		),
		culprits: ['network 198.51.100.0/24'],
	},
	{
		name: 'a crawler with a name of its own',
		selection: sinceBegun,
		requests: morningWith(unchanged, random =>
			inLastHour(random, 400, () => ({
				ip: `203.0.113.${random.between(1, 60)}`,
				agent: 'Mozilla/5.0 (compatible; GreedyBot/1.0; +https://greedy.example/bot)',
			})),
		),
		culprits: [/^(family|agent|network|bot) .*(Greedy|203\.0\.113)/],
	},
	{
		name: 'a flood from a page that links here',
		selection: sinceBegun,
		requests: morningWith(unchanged, random =>
			inLastHour(random, 700, () => ({ip: anyone(random), referer: 'https://forum.example/t/4711'})),
		),
		culprits: [/^referer(-host)? .*forum\.example/],
	},
	{
		name: 'a flood from many pages of a host',
		selection: sinceBegun,
		requests: morningWith(unchanged, random =>
			inLastHour(random, 700, () => ({
				ip: anyone(random),
				referer: `https://social.example/p/${random.between(1, 99_999)}`,
			})),
		),
		culprits: ['referer-host social.example'],
	},
	{
		name: 'one of three hosts fails',
		selection: 'status:5xx',
		requests: morningWith((request, random) =>
			isLate(request) && request.host === 'm.shop.example' && random.chance(0.1)
				? {...request, status: 500}
				: request,
		),
		culprits: ['host m.shop.example'],
	},
	{
		name: 'a version of the app gets 401s',
		selection: 'status:401',
		requests: morningWith((request, random) =>
			request.agent.startsWith('ShopApp/5.1 (Android') && random.chance(0.7)
				? {...request, status: 401}
				: request,
		),
		culprits: ['agent ShopApp/5.1 (Android 14) okhttp/4.12.0'],
	},
	{
		name: 'a parameter fails',
		selection: 'status:5xx',
		requests: morningWith((request, random) =>
			request.url.includes('sort=new') && random.chance(0.5) ? {...request, status: 500} : request,
		),
		culprits: ['param sort=new'],
	},
	{
		name: 'a route went silent',
		selection: sinceBegun,
		requests: morningWith(request =>
			isLate(request) && request.url.startsWith('/api/stock/') ? null : request,
		),
		culprits: [/^route \/api\/stock\//],
	},
	{
		name: 'the responses of a route grew',
		selection: sinceBegun,
		requests: morningWith(request =>
			isLate(request) && request.url.startsWith('/search') ? {...request, bytes: request.bytes * 5} : request,
		),
		culprits: ['route /search'],
	},
	{
		name: 'the p95 of a route jumped, with the same counts',
		selection: sinceBegun,
		requests: morningWith((request, random) =>
			isLate(request) && request.url.startsWith('/search') && random.chance(0.3)
				? {...request, durationMs: request.durationMs + 2000}
				: request,
		),
		culprits: ['route /search'],
	},
	{
		name: 'an IPv6 /48',
		selection: sinceBegun,
		requests: morningWith(unchanged, random =>
			inLastHour(random, 500, () => ({
				ip: `2001:db8:77:${random.between(1, 0xffff).toString(16)}::${random.between(1, 999).toString(16)}`,
			})),
		),
		culprits: ['network 2001:db8:77::/48'],
	},
	{
		name: 'two culprits at once',
		selection: sinceBegun,
		requests: morningWith(
			request =>
				isLate(request) && pathOf(request) === '/login'
					? {...request, durationMs: request.durationMs * 12}
					: request,
			random => inLastHour(random, 500, () => ({ip: `198.51.100.${random.between(1, 254)}`})),
		),
		culprits: ['network 198.51.100.0/24', 'route /login'],
	},
	{
		name: 'a culprit of 0.5 %',
		selection: sinceBegun,
		requests: morningWith(unchanged, random =>
			inLastHour(random, 35, index => ({ip: `198.51.100.${1 + index}`})),
		),
		culprits: ['network 198.51.100.0/24'],
	},
	{
		name: 'a field of the log',
		selection: 'status:5xx',
		within: '@tenant:*',
		requests: morningWith((request, random) =>
			isLate(request) && request.tenant === 'hooli' && random.chance(0.15)
				? {...request, status: 503}
				: request,
		),
		culprits: ['@tenant hooli'],
	},
	{
		name: 'one address reads everything',
		selection: sinceBegun,
		requests: morningWith(unchanged, random => inLastHour(random, 900, () => ({ip: '192.0.2.77'}))),
		culprits: ['ip 192.0.2.77'],
	},
	{
		name: 'an account is used from everywhere',
		selection: sinceBegun,
		requests: morningWith(unchanged, random =>
			inLastHour(random, 300, () => ({ip: anyone(random), user: 'shared-account'})),
		),
		culprits: ['user shared-account'],
	},
	{
		name: 'a method nobody used',
		selection: sinceBegun,
		requests: morningWith(unchanged, random =>
			inLastHour(random, 200, () => ({ip: anyone(random), method: 'PROPFIND', status: 405})),
		),
		culprits: [/^(method PROPFIND|status 405)$/],
	},
	{
		name: 'clients of an old protocol are refused',
		selection: 'status:426',
		requests: morningWith((request, random) =>
			request.protocol === 'HTTP/1.1' && random.chance(0.08)
				? {...request, protocol: 'HTTP/1.0', status: 426}
				: request,
		),
		culprits: ['protocol HTTP/1.0'],
	},
	{
		name: 'a browser is slow',
		selection: sinceBegun,
		requests: morningWith(request =>
			isLate(request) && request.agent.includes('Firefox')
				? {...request, durationMs: request.durationMs * 4}
				: request,
		),
		culprits: [/^(family Firefox|agent .*Firefox)/],
	},
	{
		name: 'one of two servers fails',
		selection: 'status:5xx',
		requests: morningWith((request, random) =>
			isLate(request) && request.file === 1 && random.chance(0.1) ? {...request, status: 500} : request,
		),
		culprits: [/^file .*b\.log$/],
	},
	{
		name: 'clients are throttled',
		selection: sinceBegun,
		requests: morningWith((request, random) =>
			isLate(request) && random.chance(0.05) ? {...request, status: 429} : request,
		),
		culprits: ['status 429'],
	},
	{
		name: 'everyone reads one product',
		selection: sinceBegun,
		requests: morningWith(unchanged, random =>
			inLastHour(random, 400, () => ({ip: anyone(random), url: '/product/1777', method: 'GET'})),
		),
		culprits: ['url /product/1777'],
	},
	{
		name: 'a host went silent',
		selection: sinceBegun,
		requests: morningWith(request => (isLate(request) && request.host === 'm.shop.example' ? null : request)),
		culprits: ['host m.shop.example'],
	},
	{
		name: 'a host loses two thirds of its clients',
		selection: sinceBegun,
		requests: morningWith(request =>
			isLate(request) && request.host === 'm.shop.example' && isLost(request, 0.67) ? null : request,
		),
		culprits: ['host m.shop.example'],
	},
	{
		name: 'an app stops for most of its users when a crawl ends',
		selection: sinceBegun,
		requests: morningWith((request, random) =>
			isLate(request) &&
			((request.agent.startsWith('ShopApp') && isLost(request, 0.8)) ||
				(request.agent.includes('compatible') && random.chance(0.7)))
				? null
				: request,
		),
		culprits: ['family ShopApp'],
	},
	{
		name: 'a parameter is used less',
		selection: sinceBegun,
		requests: morningWith((request, random) =>
			isLate(request) && request.url.includes('sort=new') && random.chance(0.8) ? null : request,
		),
		culprits: ['param sort=new'],
	},
	{
		name: 'a rare route falls when a crawl ends',
		selection: sinceBegun,
		requests: morningWith((request, random) =>
			isLate(request) &&
			((pathOf(request) === '/checkout' && random.chance(0.75)) ||
				(request.agent.includes('Googlebot') && random.chance(0.9)))
				? null
				: request,
		),
		culprits: [
			/^(route \/checkout|family Googlebot|network 66\.249\.66\.0\/24)$/,
			/^(route|family|network) /,
		],
	},
	{
		name: 'each of thirty machines with a program sends a third',
		selection: sinceBegun,
		requests: morningWith(unchanged, random =>
			Array.from({length: 120}, (_, machine) => ({
				ip: anyone(random),
				agent: machine < 30 ? 'ledger-sync/2.1' : 'stock-sync/1.4',
			})).flatMap(({ip, agent}) =>
				Array.from({length: 120}, () =>
					requestOf(random, randomPage(random), {
						...{time: midnight + (9 + 3 * random.fraction()) * hour, ip, agent},
					}),
				).filter(request => !isLate(request) || agent !== 'ledger-sync/2.1' || random.chance(0.33)),
			),
		),
		culprits: [/^(family|agent) ledger-sync/],
	},
	{
		name: 'a parameter is slow',
		selection: sinceBegun,
		requests: morningWith(withSlowParameter),
		culprits: ['param sort=price'],
	},
	{
		name: 'a parameter is slow, seen from the requests of its route',
		selection: `route:/search ${sinceBegun}`,
		baseline: 'before',
		requests: morningWith(withSlowParameter),
		culprits: ['param sort=price'],
	},
	{
		name: 'a parameter of a route is slow, seen from its slow requests',
		selection: 'duration:>400ms',
		within: 'route:/search',
		requests: morningWith(request =>
			request.url.includes('sort=price') ? {...request, durationMs: request.durationMs * 4} : request,
		),
		culprits: ['param sort=price'],
	},
	{
		name: 'the responses to a parameter grew',
		selection: sinceBegun,
		requests: morningWith((request, random) => {
			const url = request.url.startsWith('/search')
				? `${request.url}&format=${random.pick(['html', 'json', 'csv'])}`
				: request.url;
			const isLarge = isLate(request) && url.endsWith('csv');
			return {...request, url, bytes: request.bytes * (isLarge ? 5 : 1)};
		}),
		culprits: ['param format=csv'],
	},
	{
		name: 'the articles of a blog are gone',
		selection: sinceBegun,
		requests: morningWith(unchanged, random =>
			articles(random, request => (isLate(request) && random.chance(0.9) ? null : {})),
		),
		culprits: ['path /blog/*'],
	},
	{
		name: 'the articles of a blog fail',
		selection: 'status:5xx',
		requests: morningWith(unchanged, random =>
			articles(random, request => (isLate(request) && random.chance(0.5) ? {status: 500} : {})),
		),
		culprits: ['path /blog/*'],
	},
	{
		name: 'a crawl ended',
		selection: sinceBegun,
		requests: morningWith((request, random) =>
			isLate(request) && request.agent.includes('Googlebot') && random.chance(0.9) ? null : request,
		),
		culprits: [/^(family Googlebot|agent .*Googlebot.*|network 66\.249\.66\.0\/24)$/],
	},
	{
		name: 'a route fails on one upstream',
		selection: 'status:503',
		requests: morningWith((request, random) =>
			isLate(request) && pathOf(request) === '/cart' && request.upstream === '10.0.2.13:8080'
				? {...request, status: 503}
				: isLate(request) && random.chance(0.02)
					? {...request, status: 503}
					: request,
		),
		culprits: ['route /cart'],
		mostly: 'upstream 10.0.2.13:8080',
	},
	{
		name: 'logging in is redirected in a circle',
		selection: sinceBegun,
		requests: morningWith(unchanged, random =>
			inLastHour(random, 600, () => ({ip: anyone(random), url: '/login', method: 'GET', status: 302})),
		),
		culprits: [/^(route \/login|status 302|url \/login)$/],
	},
	{
		name: 'everything is slow',
		selection: sinceBegun,
		requests: morningWith(request =>
			isLate(request) ? {...request, durationMs: request.durationMs * 4} : request,
		),
		culprits: ['duration null'],
	},
	{
		name: 'many addresses with one script',
		selection: sinceBegun,
		requests: morningWith(unchanged, random =>
			inLastHour(random, 400, () => ({ip: anyone(random), agent: 'python-requests/2.32.3'})),
		),
		culprits: [/^(family|agent) python-requests/],
	},
	{
		name: 'slow requests, compared with the rest',
		selection: 'duration:>3s',
		requests: morningWith((request, random) =>
			request.upstream === '10.0.2.11:8080' && random.chance(0.03)
				? {...request, durationMs: request.durationMs + 5000}
				: request,
		),
		culprits: ['upstream 10.0.2.11:8080'],
	},
	{
		name: 'an hour, compared with a search for another one',
		selection: sinceBegun,
		baseline: 'since:"2026-11-20 9:00" until:"2026-11-20 10:00"',
		requests: morningWith(request =>
			isLate(request) && request.url.startsWith('/category/')
				? {...request, durationMs: request.durationMs * 5}
				: request,
		),
		culprits: [/^route \/category\//],
	},
	{
		name: 'a route was slow already before the selected period',
		...lastMinutes,
		requests: morningWith(request =>
			isLate(request) && request.url.startsWith('/search')
				? {...request, durationMs: request.durationMs * 6}
				: request,
		),
		culprits: ['route /search'],
	},
	{
		name: 'a third of a route’s requests was slow already before the selected period',
		...lastMinutes,
		requests: morningWith((request, random) =>
			isLate(request) && request.url.startsWith('/product/') && random.chance(0.35)
				? {...request, durationMs: request.durationMs + 2000}
				: request,
		),
		culprits: [/^route \/product\//],
	},
	{
		name: 'a parameter was slow already before the selected period',
		...lastMinutes,
		requests: morningWith(withSlowParameter),
		culprits: ['param sort=price'],
	},
	{
		name: 'everything was slow already before the selected period',
		...lastMinutes,
		requests: morningWith(request =>
			isLate(request) ? {...request, durationMs: request.durationMs * 4} : request,
		),
		culprits: ['duration null'],
	},
	{
		name: 'everything is slow, and a method always was',
		selection: sinceBegun,
		requests: morningWith(request => ({
			...request,
			durationMs: request.durationMs * (request.method === 'POST' ? 10 : 1) * (isLate(request) ? 4 : 1),
		})),
		culprits: ['duration null'],
	},
	{
		name: 'a parameter of a route is slow, compared with a search for the route',
		selection: `route:/search ${sinceBegun}`,
		baseline: 'route:/search until:"2026-11-20 11:00"',
		requests: morningWith(withSlowParameter),
		culprits: ['param sort=price'],
	},
];

const day: Shop = {seed: 0, from: 6, until: 12};

export const traps: readonly Trap[] = [
	{
		name: 'the traffic of people triples',
		selection: sinceBegun,
		requests: () => shopTraffic({...morning, seed: 501, people: time => (time >= begun ? 1.5 : 0.5)}),
	},
	{
		name: 'people get up, bots don’t sleep',
		selection: sinceBegun,
		baseline: 'since:"2026-11-20 6:00" until:"2026-11-20 7:30"',
		requests: () => shopTraffic({...day, seed: 502}),
	},
	{
		name: 'the night',
		selection: 'since:"2026-11-20 22:30"',
		requests: () => shopTraffic({seed: 503, from: 20, until: 24}),
	},
	{
		name: 'an hour of the day and the rest of the day',
		selection: 'since:"2026-11-20 13:00" until:"2026-11-20 14:00"',
		baseline: 'rest',
		requests: () => shopTraffic({seed: 504, from: 0, until: 20, visits: 5}),
	},
	{
		name: 'few requests',
		selection: 'since:"2026-11-20 11:58"',
		requests: () => shopTraffic({...morning, seed: 505, visits: 2}),
	},
	{
		name: 'fewer than ten requests',
		selection: 'since:"2026-11-20 11:59:55"',
		requests: () => shopTraffic({...morning, seed: 506, visits: 1}),
	},
	{
		name: 'offices that happen to be busy',
		selection: sinceBegun,
		requests() {
			const random = seededRandom(507);
			const offices = Array.from({length: 24}, () => ({
				ip: anyone(random),
				start: midnight + 9 * hour + random.fraction() * 3 * hour,
				hosts: random.pick(['shop.example', 'www.shop.example']),
			}));
			const visits = offices.flatMap(({ip, start, hosts}) => {
				const page = randomPage(random);
				return Array.from({length: random.between(40, 110)}, () =>
					requestOf(random, random.chance(0.5) ? page : randomPage(random), {
						time: start + random.fraction() * 20 * minute,
						...{ip, host: hosts, agent: chrome},
					}),
				);
			});
			return [...shopTraffic({...morning, seed: 508}), ...visits].filter(
				({time}) => time < midnight + 12 * hour,
			);
		},
	},
	{
		name: 'a share that falls because another grows',
		selection: sinceBegun,
		requests: () =>
			shopTraffic({
				...morning,
				seed: 509,
				robots: time => (time >= begun ? 0.4 : 0.4),
				people: time => (time >= begun ? 1.2 : 0.4),
			}),
	},
	{
		name: 'a share that grows because other traffic stopped',
		selection: sinceBegun,
		requests: () => shopTraffic({...morning, seed: 510, people: time => (time >= begun ? 0.1 : 0.9)}),
	},
	{
		name: 'the evening: everyone leaves',
		selection: sinceBegun,
		requests: () => shopTraffic({...morning, seed: 516, people: time => (time >= begun ? 0.2 : 0.9)}),
	},
	{
		name: 'people and bots leave',
		selection: sinceBegun,
		requests: () =>
			shopTraffic({
				...{...morning, seed: 517, people: time => (time >= begun ? 0.4 : 1)},
				robots: time => (time >= begun ? 0.3 : 1),
			}),
	},
	{
		name: 'a tenant like any other, with clients that have but one',
		selection: '@tenant:==acme',
		requests: () => shopTraffic({...morning, seed: 511}),
	},
	{
		name: 'the log begins within the hour before',
		selection: sinceBegun,
		requests: () => shopTraffic({...morning, seed: 514, from: 10.6}),
	},
	{
		name: 'the log was rotated',
		selection: sinceBegun,
		files: ['a.log', 'a.log.1'],
		requests: () =>
			shopTraffic({...morning, seed: 515}).map(request => ({
				...request,
				file: request.time < begun + 5 * minute ? 1 : 0,
			})),
	},
	{
		name: 'one server and the other',
		selection: 'file:a.log',
		requests: () => shopTraffic({...morning, seed: 513}),
	},
];

/** Returns a quiet log and a comparison of two of its hours. */
export function quietLog(seed: number): Trap {
	const random = seededRandom(seed * 104_729);
	const from = random.between(0, 20);
	return {
		name: `quiet log ${seed}`,
		selection: `since:"2026-11-20 ${from + 2}:00"`,
		requests: () =>
			shopTraffic({seed: seed * 15_485_863, from, until: from + 3.25, visits: random.between(6, 16)}),
	};
}
