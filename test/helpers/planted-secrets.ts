import {secretWords} from '../../source/redaction/secret-name.js';

/** A log line that contains a secret, and the marker that no output may contain. */
export type Planted = {
	readonly line: string;
	/** Field and wrapping of the secret, for failure messages. */
	readonly what: string;
	/** The unique part of the secret. */
	readonly marker: string;
};

/** Returns an integer from 0 to `n` - 1. */
type Pick = (n: number) => number;

/** Creates a deterministic random number generator: mulberry32. */
export function numbers(seed: number): Pick {
	let state = seed >>> 0;
	return n => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) % n;
	};
}

function hex(text: string, size: number): string {
	return text.charCodeAt(0).toString(16).padStart(size, '0');
}

function percent(text: string): string {
	return encodeURIComponent(text);
}

/** Percent-encodes every byte, including letters and digits. */
function percentAll(text: string): string {
	return Buffer.from(text)
		.toString('latin1')
		.replaceAll(/./gs, sign => `%${hex(sign, 2)}`);
}

/** Writes all characters of a JSON text except its punctuation as `\u` escapes. */
function numbered(text: string): string {
	return text.replaceAll(/[^\\{}[\]:,"]/g, sign => `\\u${hex(sign, 4)}`);
}

/** Escapes JSON for HTML. */
function inHtml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

/** Escapes a quoted field, as nginx does. */
function nginx(text: string): string {
	return text.replaceAll(/["\\\p{Cc}]/gu, sign => `\\x${hex(sign, 2).toUpperCase()}`);
}
function apache(text: string): string {
	return text.replaceAll(/["\\]/g, '\\$&').replaceAll(/\p{Cc}/gu, sign => `\\x${hex(sign, 2)}`);
}
function plain(text: string): string {
	return text.replaceAll(/["\\\p{Cc}]/gu, '');
}

type Texts = {
	url: string;
	method: string;
	referer: string;
	agent: string;
	user: string;
	ident: string;
	ip: string;
	forwarded: string;
	upstream: string;
	host: string;
	/** Members of a JSON line that the program reads no field from. */
	more: Record<string, unknown>;
	/** A logged message that isn't a request. */
	message: string;
};

/** Text around the marker, to detect redaction that stops too early. */
const decorations = ['', 'a', 'A9', 'a-b', 'x_', '~', 'a.b.', '+', 'a='];
const strange = [
	' ',
	'a b ',
	'"',
	'a"b',
	"'",
	'a\\',
	'&',
	'a&b',
	'é',
	'ü;',
	',',
	', ',
	'}',
	'{',
	']',
	':',
	'/',
	'<b>',
	'#',
	'%',
	'\n',
	'|',
];

type Scene = {
	readonly pick: Pick;
	readonly one: <T>(list: readonly T[]) => T;
	readonly name: string;
	/** A secret whose characters need no encoding anywhere. */
	readonly secret: string;
	/** A secret with any characters. */
	readonly any: string;
	readonly marker: string;
};

/** Replaces the characters of a name that would need quotes. */
function word(name: string): string {
	return name.replaceAll(/[^\p{L}\p{N}_.-]/gu, '_');
}

function objectOf({one, name, any}: Scene): unknown {
	return one<unknown>([
		{[name]: any},
		{a: 1, [name]: any, b: 'x'},
		{a: {b: [{[name]: any}]}},
		{[name]: [any, 'b']},
		{[name]: {id: any, n: 1}},
		{list: [{name, value: any}]},
		{url: `/x?a=1&${percent(name)}=${percent(any)}`},
	]);
}

function jsonOf(scene: Scene): string {
	const text = JSON.stringify(objectOf(scene));
	return scene.one([
		text,
		text,
		JSON.stringify({log: text}),
		JSON.stringify({log: JSON.stringify({log: text})}),
		numbered(text),
		text.replaceAll('/', '\\/'),
		JSON.stringify({query: `{${word(scene.name)}: ${JSON.stringify(scene.any)}}`}),
	]);
}

/**
 * Keys that are recognisable by their form, and parts of a path that are recognisable by their position. They contain the
 * marker.
 */
function keyOf({one, marker}: Scene): string {
	const rest = `${marker}${'a1B2c3D4'.repeat(4)}`;
	return one([
		`GOCSPX-${rest}`,
		`xapp-1-A0B1-2-${rest}`,
		`xoxb-12-34-${rest}`,
		`sk-proj-${rest}`,
		`sk-${rest}`,
		`123456789:AA${rest}`,
		`hvs.${rest}`,
		`hvb.${rest}`,
		`glsa_${rest}_0a1b2c3d`,
		`glpat-${rest}.01.0a1b2c3d4`,
		`PMAK-0a1b2c-${rest}`,
		`NRAK-${rest}`,
		`ATATT3xF${rest}=0A1B`,
		`lin_api_${rest}`,
		`ntn_12${rest}`,
		`secret_${rest}`,
		`figd_${rest}`,
		`tskey-auth-k1-${rest}`,
		`sb_secret_${rest}`,
		`sntryu_${rest}`,
		`gsk_${rest}`,
		`r8_${rest}`,
	]);
}

/** Returns a URL that contains a secret. */
function urlOf(scene: Scene): string {
	const {one, name, secret, any, marker} = scene;
	const key = one([percent(name), percentAll(name), name.replaceAll(/[^\w.[\]-]/g, percent)]);
	const inner = one([
		`/p?a=1&${key}=${percent(any)}&b=2`,
		`/p?${key}=${percentAll(any)}`,
		`/p?${key}=${secret}`,
		`/p?${key}=${secret}#top`,
		`/cart;${key}=${secret}/items?p=1`,
		`/callback#${key}=${percent(any)}`,
		`/p?q={"${word(name)}":"${secret}"}&x=1`,
		`/graphql?variables=${percent(jsonOf(scene))}&x=1`,
		`/graphql?a=1&variables=${jsonOf(scene).replaceAll(/[&#\s%+]/g, percent)}`,
		`/graphql?v=${percent(inHtml(jsonOf(scene)))}`,
		`/p?filter=${percent(`${word(name)}="${any.replaceAll('"', '')}"`)}`,
		`/p?header=${percent(`Cookie: ${secret}`)}`,
		`/p?header=${percent(`Authorization: Token ${secret}`)}`,
		`/fetch/https://u:${secret}@shop.example/x`,
		`/fetch/u:${secret}@shop.example/x`,
		`/fetch/${percent(`https://u:${percent(any)}@shop.example/x`)}`,
		`/p?dsn=${percent(`mysql://root:${secret}@db.example/x`)}`,
		`/unsubscribe/${marker}@mail.example`,
		`/unsubscribe/${marker}%40mail.example`,
		`/auth/eyJhbGciOiJIUzI1NiJ9.${marker}.c2ln`,
		`/a?${key}=${secret}&q=1`,
		`/p?q=${percent(keyOf(scene))}&x=1`,
		`/p/${keyOf(scene)}/x`,
		`/p?q=${percentAll(keyOf(scene))}`,
		`/p#${keyOf(scene)}`,
		`/password/${one(['reset', 'unlock', 'forgot', 'join', 'invite'])}/${one([marker, percentAll(marker)])}${one(['', '/x', '?a=1'])}`,
		`/verify${one(['?', '#', '/#/confirm/'])}${marker}`,
	]);
	return one([
		inner,
		inner,
		inner,
		`/login?next=${percent(inner)}&p=1`,
		`/login?next=${percent(`/x?to=${percent(inner)}`)}`,
		`/login/${percent(inner)}/x`,
		`/p?json=${percent(JSON.stringify({url: inner}))}`,
	]);
}

function refererOf(scene: Scene): string {
	const {one, secret, any} = scene;
	return one([
		() => `https://shop.example${urlOf(scene)}`,
		() => `https://u:${secret}@shop.example/x`,
		() => `https://${secret}@shop.example/x`,
		() => `https://u:${percent(any)}@shop.example/x`,
		() => `shop:${secret}@shop.example/x`,
		() => `//u:${secret}@shop.example/x`,
		() => `android-app://u:${secret}@shop.example/`,
	])();
}

function textOf(scene: Scene): string {
	const {one, name, secret, any} = scene;
	const key = word(name);
	const quoted = any.replaceAll(/["\\\n]/g, '');
	return one([
		() => `${key}=${secret}`,
		() => `the ${key}=${secret} ended`,
		() => `${key}="${quoted}"`,
		() => `${key}='${quoted.replaceAll("'", '')}'`,
		() => `${key} = ${secret}`,
		() => `${key}: ${secret}`,
		() => `${key}: "${quoted}"`,
		() => `a=1; ${key}=${secret}; b=2`,
		() => `{'${key}': '${quoted.replaceAll("'", '')}'}`,
		() => `:${key}=>"${quoted}"`,
		() => `Cookie: ${secret}`,
		() => `Cookie: a=1; b=${secret}`,
		() => `Authorization: Token ${secret}`,
		() => `Authorization: ${secret}`,
		() => `Authorization: Bearer ${secret}`,
		() => `Bearer x1${secret}`,
		() => `<${key}>${quoted.replaceAll(/[<&]/g, '')}</${key}>`,
		() => jsonOf(scene),
		() => inHtml(jsonOf(scene)),
		() => `mysql://root:${secret}@db.example/x`,
		() => `dsn u:${secret}@tcp(db.example:3306)/x`,
		() => `mail ${scene.marker}@mail.example`,
		() => `key ${keyOf(scene)}, ended`,
		() => `POST ${urlOf(scene)}`,
		() => `see https://shop.example${urlOf(scene)}`,
	])();
}

/** Functions that plant a secret, by field. */
const plantings: Readonly<Record<string, (texts: Texts, scene: Scene) => void>> = {
	url(texts, scene) {
		texts.url = urlOf(scene);
	},
	connect(texts, {secret}) {
		texts.method = 'CONNECT';
		texts.url = `u:${secret}@shop.example:443`;
	},
	absolute(texts, scene) {
		texts.url = refererOf(scene).replace(/^(?!https?:)/, 'http://');
	},
	referer(texts, scene) {
		texts.referer = refererOf(scene);
	},
	agent(texts, scene) {
		texts.agent = `curl/8 (${textOf(scene)})`;
	},
	agentAlone(texts, scene) {
		texts.agent = textOf(scene);
	},
	user(texts, {one, secret, marker}) {
		texts.user = one([secret, marker, `${marker}@mail.example`, `corp\\${marker}`.replace('\\', '/')]);
	},
	ident(texts, {marker, one}) {
		texts.ident = one([marker, `a-${marker}`]);
	},
	client(texts, {marker}) {
		texts.ip = `${marker.toLowerCase()}.isp.example`;
	},
	forwarded(texts, {marker, secret, one}) {
		texts.forwarded = one([`203.0.113.9, for=u:${secret}@proxy.example`, `token=${marker}`]);
	},
	host(texts, {secret}) {
		texts.host = `u:${secret}@shop.example`;
	},
	upstream(texts, {secret}) {
		texts.upstream = `u:${secret}@10.0.0.0:80`;
	},
	member(texts, scene) {
		texts.more = {[scene.name]: scene.any};
	},
	object(texts, scene) {
		texts.more = {
			extra: scene.one<unknown>([
				objectOf(scene),
				jsonOf(scene),
				textOf(scene),
				urlOf(scene),
				refererOf(scene),
			]),
		};
	},
	headers(texts, {one, any, secret}) {
		texts.more = {
			headers: one<unknown>([
				{Cookie: [`a=1; b=${secret}`]},
				{Authorization: [`Token ${any}`]},
				[{name: 'Cookie', value: any}],
				[{name: 'Authorization', value: `Basic ${secret}`}],
			]),
		};
	},
	message(texts, scene) {
		texts.message = textOf(scene);
	},
	errorLog(texts, scene) {
		texts.message = `2026/11/20 09:03:07 [error] 1#1: *1 failed, client: 203.0.113.0, request: "GET ${urlOf(scene)} HTTP/1.1"`;
	},
};

/** Functions that plant an address, by field. The end of the address is the secret. */
const addressPlantings: Readonly<Record<string, (texts: Texts, address: string, scene: Scene) => void>> = {
	client(texts, address) {
		texts.ip = address;
	},
	forwarded(texts, address, {one}) {
		texts.forwarded = one([
			address,
			`203.0.113.0, ${address}`,
			address.includes(':') ? address : `${address}:4711`,
		]);
	},
	upstream(texts, address) {
		texts.upstream = address.includes(':') ? `[${address}]:80` : `${address}:80`;
	},
	agent(texts, address, {one}) {
		texts.agent = one([
			`Proxy/${address}`,
			`x (from ${address})`,
			`Via Foo/${address} Bar/1.0`,
			`ip=${address}`,
		]);
	},
	url(texts, address, {one}) {
		texts.url = one([
			`/whois/${address}`,
			`/whois?ip=${address}`,
			`/whois?ip=${percent(address)}`,
			`/x?next=${percent(`/whois?ip=${percent(address)}`)}`,
			`/x?next=${percentAll(address)}`,
		]);
	},
	message(texts, address) {
		texts.message = `lost ${address}`;
	},
	member(texts, address) {
		texts.more = {peer: address};
	},
};

function combined(texts: Texts, escaped: (text: string) => string): string {
	const {ip, ident, user, method, url, referer, agent, forwarded} = texts;
	const request = escaped(`${method} ${url.replaceAll(' ', '%20')} HTTP/1.1`);
	const tail = forwarded === '-' ? '' : ` "${escaped(forwarded)}"`;
	return `${ip} ${ident} ${user} [20/Nov/2026:09:03:07 +0000] "${request}" 200 5 "${escaped(referer)}" "${escaped(agent)}"${tail}`;
}

function asJson(texts: Texts): string {
	return JSON.stringify({
		time_local: '20/Nov/2026:09:03:07 +0000',
		remote_addr: texts.ip,
		remote_user: texts.user === '-' ? '' : texts.user,
		ident: texts.ident,
		request_method: texts.method,
		request_uri: texts.url,
		status: 200,
		body_bytes_sent: 5,
		http_referer: texts.referer,
		http_user_agent: texts.agent,
		http_x_forwarded_for: texts.forwarded,
		upstream_addr: texts.upstream,
		http_host: texts.host,
		...texts.more,
	});
}

/** Escapes JSON as Go does. `letterJson` escapes letters, as some writers do without need. */
function goJson(text: string): string {
	return text.replaceAll(/[&<>]/g, sign => `\\u${hex(sign, 4)}`);
}
function letterJson(text: string): string {
	return text.replaceAll(/(?<=":".{0,40})[eo](?=[a-z])/g, sign => `\\u${hex(sign, 4)}`);
}

function lineOf(texts: Texts, {one}: Scene): string {
	if (texts.message !== '') {
		return texts.message;
	}
	const needsJson =
		Object.keys(texts.more).length > 0 || texts.host !== 'shop.example' || texts.upstream !== '-';
	const json = (): string =>
		one([asJson, asJson, (of: Texts) => goJson(asJson(of)), (of: Texts) => letterJson(asJson(of))])(texts);
	const isPlain = /^[^"\\\p{Cc}]*$/u.test([texts.url, texts.referer, texts.agent, texts.forwarded].join(''));
	return needsJson
		? json()
		: one([
				json,
				() => combined(texts, nginx),
				() => combined(texts, apache),
				...(isPlain ? [() => combined(texts, plain)] : []),
			])();
}

/** Functions that wrap a line as other programs do, by name. */
export const wrappings: Readonly<Record<string, (line: string) => string>> = {
	none: line => line,
	docker: line =>
		JSON.stringify({log: `${line}\n`, stream: 'stdout', time: '2026-11-20T09:03:07.123456789Z'}),
	filebeat: line =>
		JSON.stringify({'@timestamp': '2026-11-20T09:03:07.123Z', message: line, log: {offset: 1}}),
	syslog: line => `<134>Nov 20 09:03:07 web1 nginx[71]: ${line}`,
	syslog5424: line => `<134>1 2026-11-20T09:03:07.123Z web1 nginx 71 access - ${line}`,
	cri: line => `2026-11-20T09:03:07.123456789+01:00 stdout F ${line}`,
	kubectl: line => `[pod/web-7d9c/nginx] ${line}`,
	compose: line => `web-1  | ${line}`,
	dockerInFilebeat: line =>
		JSON.stringify({
			message: JSON.stringify({log: `${line}\n`, stream: 'stdout', time: '2026-11-20T09:03:07Z'}),
		}),
	dockerInSyslog: line =>
		`<134>Nov 20 09:03:07 web1 docker[71]: ${JSON.stringify({log: line, stream: 'stdout', time: '2026-11-20T09:03:07Z'})}`,
};

/** Names of all fields in which secrets are planted. */
export const plantedFields: readonly string[] = [
	...Object.keys(plantings),
	...Object.keys(addressPlantings).map(name => `address: ${name}`),
];

const styles: ReadonlyArray<(name: string) => string> = [
	name => name,
	name => name.toUpperCase(),
	name => `x_${name}`,
	name => `user[${name}]`,
	name => `my-${name}`,
	name => `X-${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
	name => `${name}_1`,
	name => `app${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
];

/** Returns `count` lines with one secret each. The same seed returns the same lines. */
export function plantedSecrets(count: number, seed: number): readonly Planted[] {
	const pick = numbers(seed);
	const one = <T>(list: readonly T[]): T => list[pick(list.length)] as T;
	return Array.from({length: count}, (_, index) => {
		const texts: Texts = {
			url: '/en/',
			method: 'GET',
			referer: 'https://shop.example/',
			agent: 'curl/8',
			user: '-',
			ident: '-',
			ip: '203.0.113.0',
			forwarded: '-',
			upstream: '-',
			host: 'shop.example',
			more: {},
			message: '',
		};
		const id = index.toString(36).padStart(4, '0');
		const isAddress = pick(8) === 0;
		const number = index % 60_000;
		const address = one([
			`10.${1 + Math.floor(number / 250)}.${number % 250}.${1 + pick(254)}`,
			`2001:db8:7:${(index % 60_000).toString(16)}:1a:2b:3c:${(1 + pick(65_000)).toString(16)}`,
		]);
		const marker = isAddress ? address : `zQ7${id}K7z`;
		const around = [...decorations, ...strange];
		const scene: Scene = {
			pick,
			one,
			name: one(styles)(one(secretWords)),
			secret: `${one(decorations)}${marker}${one(decorations)}`,
			any: `${one(around)}${one(around)}${marker}${one(around)}`,
			marker,
		};
		const field = isAddress ? one(Object.keys(addressPlantings)) : one(Object.keys(plantings));
		if (isAddress) {
			addressPlantings[field]?.(texts, address, scene);
		} else {
			plantings[field]?.(texts, scene);
		}
		const wrapping = one(Object.keys(wrappings));
		const line = (wrappings[wrapping] ?? plain)(lineOf(texts, scene)).replaceAll('\n', ' ');
		return {line, what: `${field} in ${wrapping}`, marker};
	});
}
