import {logTime} from '../helpers/log-lines.js';
import type {Random} from '../helpers/random.js';

/** One generated request, which each format writes in its own way. */
export type LoggedRequest = {
	/** In ms since 1970. */
	readonly time: number;
	readonly ip: string;
	readonly method: string;
	readonly url: string;
	readonly status: number;
	readonly size: number;
	readonly referer: string;
	readonly agent: string;
};

type LogFormat = {
	/** Lines before the first request. */
	readonly header?: string;
	/** The table in which lnav has the lines, if it reads every line. */
	readonly lnav?: string;
	/** Returns a line without its line feed. `random` gives what isn't part of the request. */
	line(request: LoggedRequest, random: Random): string;
};

/** Returns a function that formats the part of a time that changes only once a second. */
function bySecond(write: (time: number) => string): (time: number) => string {
	let second = Number.NaN;
	let text = '';
	return time => {
		if (Math.floor(time / 1000) !== second) {
			second = Math.floor(time / 1000);
			text = write(second * 1000);
		}
		return text;
	};
}

const clfTime = bySecond(logTime);
/** As in `2024-11-20T12:00:00`. */
const isoTime = bySecond(time => new Date(time).toISOString().slice(0, 19));
/** As in `Nov 20 12:00:00`. */
const syslogTime = bySecond(time => {
	const [, day = '', month, , clock] = new Date(time).toUTCString().split(' ');
	return `${month} ${day.replace(/^0/, ' ')} ${clock}`;
});

function milliseconds(time: number): string {
	return String(Math.floor(time) % 1000).padStart(3, '0');
}

/** As in `2024-11-20T12:00:00.123456789Z`. */
function preciseTime(time: number, random: Random): string {
	return `${isoTime(time)}.${milliseconds(time)}${String(random.between(0, 999_999)).padStart(6, '0')}Z`;
}

/** Returns a duration in s, 0.125 on average. */
function duration(random: Random): number {
	return Math.round(random.wait(0.125) * 1000) / 1000;
}

function hexDigits(random: Random, count: number): string {
	return Array.from({length: count / 4}, () => random.between(0, 65_535).toString(16).padStart(4, '0')).join(
		'',
	);
}

function combined({time, ip, method, url, status, size, referer, agent}: LoggedRequest): string {
	return `${ip} - - [${clfTime(time)}] "${method} ${url} HTTP/1.1" ${status} ${size} "${referer}" "${agent}"`;
}

function forwarded(random: Random): string {
	const address = () => `192.168.${random.between(0, 255)}.${random.between(1, 254)}`;
	return random.chance(0.7) ? '-' : random.chance(0.8) ? address() : `${address()}, ${address()}`;
}

function pairs(random: Random): string {
	const taken = duration(random);
	const cache = random.chance(0.7) ? 'HIT' : random.chance(0.5) ? 'MISS' : '-';
	return `rt=${taken.toFixed(3)} urt=${(taken * 0.9).toFixed(3)} cs=${cache} rid=${hexDigits(random, 16)}`;
}

function ingress({size, status}: LoggedRequest, random: Random): string {
	const taken = duration(random);
	const pod = `10.0.50.${random.between(2, 9)}:8080`;
	return `${random.between(200, 900)} ${taken.toFixed(3)} [shop-web-80] [] ${pod} ${size} ${(taken * 0.9).toFixed(3)} ${status} ${hexDigits(random, 32)}`;
}

function nginxJson(request: LoggedRequest, random: Random): string {
	const {time, ip, method, url, status, size, referer, agent} = request;
	const taken = duration(random);
	return JSON.stringify({
		time_iso8601: `${isoTime(time)}+00:00`,
		remote_addr: ip,
		remote_user: '',
		request: `${method} ${url} HTTP/1.1`,
		status: String(status),
		body_bytes_sent: String(size),
		request_time: taken.toFixed(3),
		upstream_response_time: (taken * 0.9).toFixed(3),
		http_referer: referer === '-' ? '' : referer,
		http_user_agent: agent,
		http_x_forwarded_for: forwarded(random),
		request_id: hexDigits(random, 32),
	});
}

type Headers = Readonly<Record<string, readonly string[]>>;

function caddy(request: LoggedRequest, random: Random, headers: Headers): string {
	const {time, ip, method, url, status, size} = request;
	return JSON.stringify({
		level: 'info',
		ts: Math.floor(time * 10) / 10_000,
		logger: 'http.log.access.shop',
		msg: 'handled request',
		request: {
			remote_ip: ip,
			remote_port: String(random.between(32_768, 60_999)),
			client_ip: ip,
			proto: 'HTTP/2.0',
			method,
			host: 'shop.example',
			uri: url,
			headers,
			tls: {
				resumed: random.chance(0.5),
				version: 772,
				cipher_suite: 4865,
				proto: 'h2',
				server_name: 'shop.example',
			},
		},
		bytes_read: 0,
		user_id: '',
		duration: random.wait(0.125),
		size,
		status,
		resp_headers: {
			Server: ['Caddy'],
			'Content-Type': ['text/html; charset=utf-8'],
			'Alt-Svc': ['h3=":443"; ma=2592000'],
		},
	});
}

function sentHeaders({agent, referer}: LoggedRequest): Headers {
	return {
		'User-Agent': [agent],
		Accept: ['*/*'],
		'Accept-Encoding': ['gzip, deflate, br'],
		'Accept-Language': ['de,en-US;q=0.7,en;q=0.3'],
		Referer: [referer === '-' ? '' : referer],
	};
}

const moreHeaders = {
	Dnt: ['1'],
	'Cache-Control': ['max-age=0'],
	'Sec-Fetch-Mode': ['navigate'],
	'Sec-Fetch-Site': ['same-origin'],
	'Upgrade-Insecure-Requests': ['1'],
	Priority: ['u=0, i'],
	Te: ['trailers'],
};

/** Returns 3 to 8 headers in random order, always including the agent. */
function varyingHeaders(request: LoggedRequest, random: Random): Headers {
	const [agent, ...others] = Object.entries({...sentHeaders(request), ...moreHeaders});
	const count = random.between(2, 7);
	const chosen = [];
	while (chosen.length < count) {
		chosen.push(...others.splice(random.between(0, others.length - 1), 1));
	}
	chosen.splice(random.between(0, count), 0, ...(agent === undefined ? [] : [agent]));
	return Object.fromEntries(chosen);
}

function traefikJson(request: LoggedRequest, random: Random): string {
	const {time, ip, method, url, status, size, referer, agent} = request;
	const port = String(random.between(32_768, 60_999));
	const taken = Math.round(random.wait(0.125) * 1e9);
	const origin = Math.round(taken * 0.9);
	const start = preciseTime(time, random);
	return JSON.stringify({
		ClientAddr: `${ip.includes(':') ? `[${ip}]` : ip}:${port}`,
		ClientHost: ip,
		ClientPort: port,
		ClientUsername: '-',
		DownstreamContentSize: size,
		DownstreamStatus: status,
		Duration: taken,
		OriginContentSize: size,
		OriginDuration: origin,
		OriginStatus: status,
		Overhead: taken - origin,
		RequestAddr: 'shop.example',
		RequestContentSize: 0,
		RequestCount: random.between(1, 1_000_000),
		RequestHost: 'shop.example',
		RequestMethod: method,
		RequestPath: url,
		RequestPort: '-',
		RequestProtocol: 'HTTP/2.0',
		RequestScheme: 'https',
		RetryAttempts: 0,
		RouterName: 'shop@docker',
		ServiceAddr: '10.0.0.5:8080',
		ServiceName: 'shop@docker',
		ServiceURL: 'http://10.0.0.5:8080',
		StartLocal: start,
		StartUTC: start,
		entryPointName: 'websecure',
		level: 'info',
		msg: '',
		request_Referer: referer === '-' ? '' : referer,
		'request_User-Agent': agent,
		time: `${isoTime(time)}Z`,
	});
}

function alb(request: LoggedRequest, random: Random): string {
	const {time, ip, method, url, status, size, agent} = request;
	const target = `10.0.0.${random.between(2, 9)}:80`;
	const trace = `Root=1-${hexDigits(random, 8)}-${hexDigits(random, 24)}`;
	const arn = 'arn:aws:elasticloadbalancing:eu-west-1:111122223333:targetgroup/shop/73e2d6bc24d8a067';
	const client = ip.includes(':') ? `[${ip}]` : ip;
	const done = `${preciseTime(time, random).slice(0, -4)}Z`;
	const taken = random.wait(0.125).toFixed(3);
	return `h2 ${done} app/shop/50dc6c495c0c9188 ${client}:${random.between(32_768, 60_999)} ${target} 0.000 ${taken} 0.000 ${status} ${status} ${random.between(40, 900)} ${size} "${method} https://shop.example:443${url} HTTP/2.0" "${agent}" TLS_AES_128_GCM_SHA256 TLSv1.3 ${arn} "${trace}" "shop.example" "arn:aws:acm:eu-west-1:111122223333:certificate/shop" 0 ${isoTime(time)}.000000Z "forward" "-" "-" "${target}" "${status}" "-" "-"`;
}

function iis(request: LoggedRequest, random: Random): string {
	const {time, ip, method, url, status, referer, agent} = request;
	const [path, query = '-'] = url.split('?');
	const taken = Math.round(random.wait(125));
	return `${isoTime(time).replace('T', ' ')} 10.0.0.5 ${method} ${path} ${query} 443 - ${ip} ${agent.replaceAll(' ', '+')} ${referer} ${status} 0 0 ${taken}`;
}

function haproxy(request: LoggedRequest, random: Random): string {
	const {time, ip, method, url, status, size} = request;
	const [queued, connected, answered, all] = [
		0,
		random.between(0, 3),
		random.between(2, 90),
		random.between(95, 300),
	];
	const open = random.between(1, 400);
	const accepted = `${logTime(time).slice(0, 20)}.${milliseconds(time)}`;
	return `${syslogTime(time)} lb1 haproxy[4711]: ${ip}:${random.between(32_768, 60_999)} [${accepted}] https-in~ shop/web${random.between(1, 6)} 0/${queued}/${connected}/${answered}/${all} ${status} ${size} - - ---- ${open}/${open}/${random.between(0, 20)}/${random.between(0, 9)}/0 0/0 {shop.example} "${method} ${url} HTTP/2.0"`;
}

const formats = {
	combined: {lnav: 'access_log', line: combined},
	timed: {
		lnav: 'access_log',
		line: (request, random) => `${combined(request)} ${duration(random).toFixed(3)}`,
	},
	main: {lnav: 'access_log', line: (request, random) => `${combined(request)} "${forwarded(random)}"`},
	pairs: {lnav: 'access_log', line: (request, random) => `${combined(request)} ${pairs(random)}`},
	ingress: {
		lnav: 'access_log',
		line: (request, random) => `${combined(request)} ${ingress(request, random)}`,
	},
	'traefik-clf': {
		lnav: 'access_log',
		line: (request, random) =>
			`${combined(request)} ${random.between(1, 1_000_000)} "shop@docker" "http://172.17.0.3:80" ${Math.round(random.wait(125))}ms`,
	},
	'nginx-json': {line: nginxJson},
	caddy: {line: (request, random) => caddy(request, random, sentHeaders(request))},
	'caddy-varying': {
		line: (request, random) => caddy(request, random, varyingHeaders(request, random)),
	},
	'traefik-json': {line: traefikJson},
	alb: {line: alb},
	iis: {
		lnav: 'w3c_log',
		header:
			'#Software: Microsoft Internet Information Services 10.0\n#Version: 1.0\n#Date: 2024-11-13 12:00:00\n#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status sc-substatus sc-win32-status time-taken\n',
		line: iis,
	},
	haproxy: {line: haproxy},
	cri: {line: (request, random) => `${preciseTime(request.time, random)} stdout F ${combined(request)}`},
	'docker-json': {
		line: (request, random) =>
			JSON.stringify({
				log: `${combined(request)}\n`,
				stream: 'stdout',
				time: preciseTime(request.time, random),
			}),
	},
	syslog: {line: request => `${syslogTime(request.time)} web1 nginx[4711]: ${combined(request)}`},
} satisfies Readonly<Record<string, LogFormat>>;

export type FormatName = keyof typeof formats;

/**
 * All formats of the benchmarks, with the names in their tables. Most benchmarks read `combined`, and the ratios compare
 * other formats with it.
 */
export const logFormats: Readonly<Record<FormatName, LogFormat>> = formats;

export const formatNames = Object.keys(formats) as readonly FormatName[];
