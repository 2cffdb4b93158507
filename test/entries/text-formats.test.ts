import test from 'ava';
import fc from 'fast-check';
import {EntryRecord} from '../../source/entries/entry-record.js';
import {readers} from '../../source/entries/formats.js';
import {LikelyReaders} from '../../source/entries/likely-readers.js';
import {rowPattern} from '../../source/entries/pattern/nginx-log-format.js';
import {textFormats} from '../../source/entries/text-formats.js';
import {clfTime} from '../helpers/arbitrary-lines.js';
import {runs} from '../helpers/for-all.js';
import {fieldsOf, type LineFields} from '../helpers/line-fields.js';

process.env.TZ = 'UTC';

for (const {name, patterns, others = [], source} of textFormats) {
	test(`${name}: its patterns contain only known variables`, t => {
		for (const pattern of [...patterns, ...others]) {
			t.notThrows(() => rowPattern(pattern.replace(/…$/, '')), pattern);
		}
	});
	test(`${name}: the table has the URL of its definition`, t => {
		t.regex(source, /^https:\/\/\S+$/);
	});
}

/** The value of a variable, and the fields that a line with it has. */
type Value = {readonly text: string; readonly fields: LineFields};

/** Properties of a kind of variable, independent of the parser. */
type Kind = {
	readonly values: fc.Arbitrary<Value>;
	/** Checks that a string can be a value. If missing, any string can, and the value is in quotes or free text. */
	readonly isValid?: (text: string) => boolean;
	/** Set if it finds its own end. */
	readonly endsItself?: true;
};

const none: Value = {text: '-', fields: {}};
function unwanted(text: string): Value {
	return {text, fields: {}};
}

// Without double colons: `A5::` is an address.
const word = fc.stringMatching(/^[A-Za-z][A-Za-z\d_.:/+-]{0,11}$/).filter(text => !text.includes('::'));
const words = fc.array(word, {minLength: 1, maxLength: 3}).map(all => all.join(' '));
const name = fc.stringMatching(/^[a-z][a-z\d]{0,8}$/);

const octet = fc.integer({min: 1, max: 254});
const ipv4 = fc.tuple(octet, octet, octet, octet).map(octets => octets.join('.'));
const ipv6 = fc
	.array(fc.integer({min: 0, max: 0xffff}), {minLength: 8, maxLength: 8})
	.map(groups => groups.map(group => group.toString(16)).join(':'));
const port = fc.integer({min: 1, max: 65_535});
const hostName = fc.tuple(name, name).map(([first, second]) => `${first}.${second}.example`);

const path = fc
	.tuple(fc.array(fc.stringMatching(/^[a-z\d%~=.-]{1,6}$/), {maxLength: 3}), fc.boolean())
	.map(([parts, isOpen]) => `/${parts.join('/')}${isOpen && parts.length > 0 ? '/' : ''}`);
const query = fc.stringMatching(/^[a-z]{1,4}=[a-z\d%+]{0,5}$/);
const url = fc.oneof(
	path,
	fc.tuple(path, query).map(([before, after]) => `${before}?${after}`),
	fc.tuple(hostName, path).map(([host, rest]) => `https://${host}${rest}`),
	fc.constant('*'),
);
const method = fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS', 'M-SEARCH', 'PROPFIND', 'purge');
const protocol = fc.constantFrom('HTTP/1.0', 'HTTP/1.1', 'HTTP/2.0', 'HTTP/2', 'HTTP/3');

const request: fc.Arbitrary<Value> = fc.tuple(method, url, protocol).map(([verb, target, version]) => ({
	text: `${verb} ${target} ${version}`,
	fields: {method: verb, url: target, protocol: version},
}));

function textOf(field: keyof LineFields, texts: fc.Arbitrary<string>): fc.Arbitrary<Value> {
	return fc.oneof(
		{weight: 9, arbitrary: texts.map(text => ({text, fields: {[field]: text}}))},
		{weight: 1, arbitrary: fc.constant(none)},
	);
}

function isIpv4(text: string): boolean {
	return /^\d+\.\d+\.\d+\.\d+$/.test(text);
}
function isAddress(text: string): boolean {
	return isIpv4(text) || /^(?=.*:.*:)[\da-f:.]+(%\w+)?$/i.test(text);
}
function isAddressWithPort(text: string): boolean {
	const [, inBrackets, beforePort] = /^\[(.*)\](?::\d+)?$|^([^:]*):\d+$/.exec(text) ?? [];
	return isAddress(inBrackets ?? beforePort ?? text);
}
function isHost(text: string): boolean {
	return isAddressWithPort(text) || /^(?=.*[a-z])[\w.-]+(:\d+)?$/i.test(text) || text === '-' || text === '';
}

/** An address with an optional port. */
const address: fc.Arbitrary<Value> = fc.oneof(
	fc.oneof(ipv4, ipv6).map(ip => ({text: ip, fields: {ip}})),
	fc.tuple(ipv4, port).map(([ip, number]) => ({text: `${ip}:${number}`, fields: {ip}})),
	fc.tuple(ipv6, port).map(([ip, number]) => ({text: `[${ip}]:${number}`, fields: {ip}})),
);

const status = fc
	.integer({min: 100, max: 599})
	.map(number => ({text: `${number}`, fields: {status: number}}));
function isStatus(text: string): boolean {
	return /^[1-5]\d\d$/.test(text);
}
function isNone(text: string): boolean {
	return /^(-|-1|)$/.test(text);
}

const size = fc.nat(1e9).map(bytes => ({text: `${bytes}`, fields: {bytes}}));

/** Milliseconds per unit. */
const units: Readonly<Record<string, number>> = {s: 1000, ms: 1, us: 0.001, ns: 1e-6, µs: 0.001};
const decimal = fc.oneof(
	fc.nat(100_000).map(String),
	fc.tuple(fc.nat(999), fc.nat(999)).map(([whole, rest]) => `${whole}.${String(rest).padStart(3, '0')}`),
);
function timeTaken(unit: string): fc.Arbitrary<Value> {
	return decimal.map(text => ({text, fields: {durationMs: Number(text) * (units[unit] ?? 1)}}));
}
function isDecimal(text: string): boolean {
	return /^\d+(\.\d*)?(e[+-]?\d+)?$/.test(text);
}

const instant = fc.date({
	min: new Date('2001-01-01T00:00:00Z'),
	max: new Date('2036-12-31T23:59:59Z'),
	noInvalidDate: true,
});
const seconds = instant.map(date => Math.floor(date.getTime() / 1000) * 1000);
const zone = fc.integer({min: -12 * 4, max: 14 * 4}).map(quarters => quarters * 15);
function timeOf(text: string, time: number, minutes = 0): Value {
	return {text, fields: {time: new Date(time).toISOString(), zone: minutes}};
}
function two(value: number): string {
	return String(value).padStart(2, '0');
}
function zoneText(minutes: number, colon: string): string {
	return `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}${colon}${two(Math.abs(minutes) % 60)}`;
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A time as strftime(3) writes it. */
function strftime(format: string, time: number, minutes: number): string {
	const date = new Date(time + minutes * 60_000);
	const conversions: Readonly<Record<string, string | undefined>> = {
		Y: String(date.getUTCFullYear()),
		y: two(date.getUTCFullYear() % 100),
		m: two(date.getUTCMonth() + 1),
		d: two(date.getUTCDate()),
		e: String(date.getUTCDate()).padStart(2, ' '),
		H: two(date.getUTCHours()),
		M: two(date.getUTCMinutes()),
		S: two(date.getUTCSeconds()),
		a: days[date.getUTCDay()],
		b: months[date.getUTCMonth()],
		I: String(date.getUTCHours() % 12 || 12),
		p: date.getUTCHours() < 12 ? 'AM' : 'PM',
		f: '000',
		z: zoneText(minutes, ''),
		Z: 'UTC',
	};
	return format.replace(/%(.)/g, (_, letter: string) => {
		const text = conversions[letter];
		if (text === undefined) {
			throw new Error(`the test can't write %${letter}: add it`);
		}
		return text;
	});
}

function strftimes(format: string): fc.Arbitrary<Value> {
	return fc
		.tuple(seconds, format.includes('%z') ? zone : fc.constant(0))
		.map(([time, minutes]) => [format.includes('%S') ? time : time - (time % 60_000), minutes] as const)
		.map(([time, minutes]) => timeOf(strftime(format, time, minutes), time, minutes));
}

const isoTime: fc.Arbitrary<Value> = fc
	.tuple(instant, zone, fc.constantFrom('', 'Z', ':', 'none'))
	.map(([date, minutes, form]) => {
		const isUtc = form === 'Z' || form === 'none';
		const local = new Date(date.getTime() + (isUtc ? 0 : minutes * 60_000)).toISOString().slice(0, -1);
		return isUtc
			? timeOf(`${local}${form === 'Z' ? 'Z' : ''}`, date.getTime())
			: timeOf(`${local}${zoneText(minutes, form)}`, date.getTime(), minutes);
	});

const number = fc.nat(1_000_000).map(value => unwanted(`${value}`));

/** Other formats accept this as a time. */
function isOtherTime(text: string): boolean {
	return /^\d{10}\.\d{3}$/.test(text);
}

/** The kind of each variable in the table's notation. */
const kinds: Readonly<Record<string, (detail: string) => Kind>> = {
	word: () => ({values: word.map(unwanted), isValid: text => /^[^ ]+$/.test(text)}),
	code: () => ({
		values: fc
			.oneof(fc.stringMatching(/^[A-Z]{2},[A-Z]{2}$/), name, fc.constant('-'))
			.filter(text => !/\d/.test(text))
			.map(unwanted),
		isValid: text => /^[A-Za-z,-]+$/.test(text),
	}),
	reason: () => ({
		values: fc
			.constantFrom(
				'OK',
				'Not Found',
				'Internal Server Error',
				"I'm a Teapot",
				'Non-Authoritative Information',
			)
			.map(unwanted),
		isValid: text => /^[A-Za-z '-]+$/.test(text),
	}),
	number: () => ({values: number, isValid: text => /^\d+$/.test(text) || isNone(text)}),
	text: () => ({values: words.map(unwanted)}),
	one_of: detail => ({
		values: fc.constantFrom(...detail.split('|')).map(unwanted),
		isValid: text => detail.split('|').includes(text),
	}),
	remote_addr: () => ({
		values: fc.oneof(
			address,
			hostName.map(ip => ({text: ip, fields: {ip}})),
		),
		isValid: isHost,
	}),
	remote_user: () => ({
		values: textOf(
			'user',
			fc.oneof(
				name,
				name.map(text => `${text} lovelace`),
			),
		),
	}),
	user: () => ({values: textOf('user', name)}),
	request: () => ({values: request}),
	aws_request: () => ({values: request}),
	request_method: () => ({
		values: method.map(text => ({text, fields: {method: text}})),
		isValid: text => /^[A-Za-z][A-Za-z_-]*$/.test(text) || isNone(text),
	}),
	target: () => ({
		values: textOf('url', url),
		isValid: text => isNone(text) || /^(\/|[a-z]+:\/\/|error:|.+:\d+$)/.test(text),
	}),
	request_uri: () => ({values: textOf('url', url)}),
	uri: () => ({values: textOf('url', path)}),
	args: () => ({
		values: fc.oneof(
			query.map(text => ({text, fields: {query: text} as LineFields})),
			fc.constant(none),
		),
	}),
	server_protocol: () => ({
		values: textOf('protocol', protocol),
		isValid: text => /^([A-Z]+\/\d[\d.]*|-|)$/.test(text),
	}),
	status: () => ({
		values: fc.oneof(status, fc.constant(none)),
		isValid: text => isStatus(text) || isNone(text) || /^0+$/.test(text),
	}),
	body_bytes_sent: () => ({
		values: fc.oneof(size, fc.constant(none)),
		isValid: text => /^\d+$/.test(text) || isNone(text),
	}),
	http_referer: () => ({values: textOf('referer', url)}),
	http_user_agent: () => ({values: textOf('userAgent', words)}),
	http_x_forwarded_for: () => ({values: textOf('forwardedFor', fc.oneof(ipv4, ipv6))}),
	forwarded_client: () => ({
		values: fc.oneof(ipv4, ipv6).map(ip => ({text: ip, fields: {ip, forwardedFor: ip}})),
	}),
	host: () => ({
		values: fc.oneof(
			textOf('host', hostName),
			fc.tuple(hostName, port).map(([host, number]) => ({text: `${host}:${number}`, fields: {host}})),
		),
	}),
	upstream_addr: () => ({
		values: textOf(
			'upstream',
			fc.tuple(ipv4, port).map(([ip, number]) => `${ip}:${number}`),
		),
	}),
	request_time: () => ({values: timeTaken('s'), isValid: text => isDecimal(text) || isNone(text)}),
	duration: unit => ({
		values:
			unit === ''
				? fc.tuple(decimal, fc.constantFrom('s', 'ms', 'µs')).map(([text, own]) => ({
						text: text + own,
						fields: {durationMs: Number(text) * (units[own] ?? 1)},
					}))
				: unit === 'clock'
					? fc
							.tuple(fc.nat(30), fc.nat(59), fc.nat(59), fc.nat(999))
							.map(([hours, minutes, whole, rest]) => ({
								text: `${hours}:${two(minutes)}:${two(whole)}.${String(rest).padStart(3, '0')}000`,
								fields: {durationMs: ((hours * 60 + minutes) * 60 + whole) * 1000 + rest},
							}))
					: timeTaken(unit),
		isValid: text =>
			unit === 'clock'
				? false
				: unit === ''
					? /^(\d+(\.\d+)?(h|m|s|ms|µs|us|ns))+$/.test(text)
					: isDecimal(text) || isNone(text),
	}),
	part_of_duration: unit => ({
		values: fc.oneof(timeTaken(unit), fc.constant(unwanted('-1'))),
		isValid: text => isDecimal(text) || isNone(text),
	}),
	sure: detail => sureKinds[detail] as Kind,
	epoch: unit => ({
		values: instant.map(date => {
			const digits = {s: -3, ms: 0, us: 3}[unit] ?? 0;
			return timeOf(
				digits < 0 ? String(date.getTime() / 1000) : `${date.getTime()}${'0'.repeat(digits)}`,
				date.getTime(),
			);
		}),
		isValid: text => /^\d{9,}(\.\d*)?$/.test(text),
	}),
	msec: () => ({
		values: instant.map(date => timeOf((date.getTime() / 1000).toFixed(3), date.getTime())),
		isValid: text => /^\d{9,}(\.\d*)?$/.test(text),
	}),
	time: format => ({values: strftimes(format), isValid: isOtherTime, endsItself: true}),
	time_utc: format => ({values: strftimes(format), isValid: isOtherTime, endsItself: true}),
	time_local: () => ({
		values: fc.tuple(seconds, zone).map(([time, minutes]) => timeOf(clfTime(time, minutes), time, minutes)),
		isValid: isOtherTime,
		endsItself: true,
	}),
	time_iso8601: () => ({values: isoTime, isValid: isOtherTime, endsItself: true}),
	time_iso8601_utc: () => ({values: isoTime, isValid: isOtherTime, endsItself: true}),
	clock: () => ({
		values: seconds.map(time => unwanted(strftime('%H:%M:%S', time, 0))),
		isValid: isOtherTime,
		endsItself: true,
	}),
	haproxy_client: () => ({
		values: fc
			.tuple(fc.oneof(ipv4, ipv6), port)
			.map(([ip, number]) => ({text: `${ip}:${number}`, fields: {ip}})),
		isValid: isHost,
	}),
	haproxy_time: () => ({
		values: instant.map(date =>
			timeOf(
				`${strftime('%d/%b/%Y:%H:%M:%S', date.getTime(), 0)}.${String(date.getTime() % 1000).padStart(3, '0')}`,
				date.getTime(),
			),
		),
		isValid: isOtherTime,
		endsItself: true,
	}),
	haproxy_timers: () => ({
		values: fc
			.tuple(
				fc.array(fc.integer({min: -1, max: 9999}), {minLength: 4, maxLength: 4}),
				fc.constantFrom('', '+'),
				fc.nat(9999),
			)
			.map(([timers, sign, total]) => ({
				text: `${timers.join('/')}/${sign}${total}`,
				fields: {durationMs: total},
			})),
		isValid: text => /^(-?\d+\/){4}[-+]?\d+$/.test(text),
	}),
	haproxy_size: () => ({
		values: fc
			.tuple(fc.constantFrom('', '+'), fc.nat(1e6))
			.map(([sign, bytes]) => ({text: `${sign}${bytes}`, fields: {bytes}})),
		isValid: text => /^\+?\d+$/.test(text) || isNone(text),
	}),
	haproxy_queues: () => ({
		values: fc.tuple(fc.nat(99), fc.nat(99)).map(queues => unwanted(queues.join('/'))),
		isValid: text => /^\d+\/\+?\d+$/.test(text),
	}),
};
const sameKinds: Readonly<Record<string, string>> = {http_host: 'host'};

const sureKinds: Readonly<Record<string, Kind>> = {
	status: {values: status, isValid: isStatus},
	request_time: {
		values: timeTaken('s').filter(({text}) => text.includes('.')),
		isValid: text => isDecimal(text) && text.includes('.'),
	},
	remote_addr: {values: address, isValid: isAddressWithPort},
	haproxy_client: {
		values: fc
			.tuple(
				fc.oneof(
					ipv4,
					ipv6.map(ip => `[${ip}]`),
				),
				port,
			)
			.map(([ip, number]) => ({text: `${ip}:${number}`, fields: {ip: ip.replace(/^\[|\]$/g, '')}})),
		isValid: text => /:\d+$/.test(text) && isAddressWithPort(text),
	},
	host: {
		values: hostName.map(host => ({text: host, fields: {host}})),
		isValid: text => /^[\w.:[\]%*-]*$/.test(text),
	},
	path: {values: path.map(text => ({text, fields: {url: text}})), isValid: text => /^\/[^ ]*$/.test(text)},
	request_uri: {
		values: url.map(text => ({text, fields: {url: text}})),
		isValid: text => /^(\/|[a-z][a-z\d+.-]*:\/\/|\*$)[^ ]*$/i.test(text),
	},
};

type Variable = {
	readonly written: string;
	readonly kind: Kind;
	/** `~`: it may contain its separator; `"`: it is quoted if necessary. */
	readonly flag: string;
};
type Part = string | Variable;

/** Parses a pattern, independently of the program's parser. */
function partsOf(pattern: string): readonly Part[] {
	return pattern
		.replace(/…$/, '')
		.split(/(\$\{[^}]*\}|\$\w+)/)
		.filter(text => text !== '')
		.map(text => {
			if (!text.startsWith('$')) {
				return text;
			}
			const [, flag, variable = '', detail = ''] = /^\$\{?([~"]?)(\w+)(?::([^}]*))?\}?$/.exec(text) ?? [];
			const kind = kinds[sameKinds[variable] ?? variable];
			if (kind === undefined) {
				throw new Error(`the test doesn't know ${text}: add it to kinds`);
			}
			return {written: text, kind: kind(detail), flag: flag ?? ''};
		});
}

/** The parts of a line that matches a pattern. */
type Line = ReadonlyArray<{readonly part: Part; readonly value: Value}>;

function lineOf(pattern: string): fc.Arbitrary<Line> {
	const parts = partsOf(pattern);
	return fc.tuple(
		...parts.map((part, index) => {
			if (typeof part === 'string') {
				return fc.constant({part, value: unwanted(part)});
			}
			// A value can't contain its separator, because the line would be ambiguous.
			const next = parts[index + 1];
			const end = typeof next === 'string' ? next.replace(/ {2,}/, ' ') : '';
			const isOpenEnd = end === '' && pattern.endsWith('…');
			const {values, endsItself = false} = part.kind;
			if (part.flag === '"') {
				return values.map(({text, fields}) => ({part, value: {text: `"${text}"`, fields}}));
			}
			return (
				part.flag === '~' || endsItself
					? values
					: values.filter(
							({text}) =>
								(end === '' || `${text}${end}`.indexOf(end) === text.length) &&
								!(isOpenEnd && text.includes(' ')),
						)
			).map(value => ({part, value}));
		}),
	);
}

function textOfLine(line: Line): string {
	return line.map(({value}) => value.text).join('');
}

/** Returns the fields of a line, from all its parts. */
function saidBy(line: Line): LineFields {
	const said: Record<string, string | number> = {};
	let durations = 0;
	for (const {value} of line) {
		durations += value.fields.durationMs ?? 0;
		Object.assign(said, {...value.fields, ...said});
	}
	if (said.durationMs !== undefined) {
		said.durationMs = durations;
	}
	if (said.query !== undefined) {
		said.url = `${said.url}?${said.query}`;
		delete said.query;
	}
	return said as LineFields;
}

/** The parser rounds durations once, the model here twice. */
function rounded({durationMs, ...fields}: LineFields): LineFields {
	return durationMs === undefined ? fields : {...fields, durationMs: Number(durationMs.toPrecision(12))};
}

type Read = {readonly format: string; readonly fields: LineFields};

/** Opened once, because each reader compiles its patterns for its first line. */
const opened = readers.map(({formats, open, begins}) => ({formats, begins, scan: open()}));
const likely = LikelyReaders.of(readers);

/** Returns the result of each reader that reads a line, when it is tried separately. */
function readingsOf(line: string): readonly Read[] {
	const bytes = Buffer.from(line);
	likely.scan(bytes, 0, bytes.length, -1);
	return opened.flatMap(({formats, scan, begins}, index) => {
		if (begins?.includes(bytes.toString('latin1', 0, 1)) === false) {
			return [];
		}
		const record = new EntryRecord();
		const format = formats[scan(bytes, 0, bytes.length, record)];
		if (format !== undefined && !likely.has(index)) {
			throw new Error(`${format.name} reads what it is not likely to read: ${line}`);
		}
		return format === undefined
			? []
			: [{format: format.name, fields: fieldsOf(record.source ?? bytes, record, format.escapes)}];
	});
}

const tail = fc.constantFrom('', ' ', ' -', ' "-"', ' 7', ' 0.123 "a b"', ' [x]');

for (const {name: format, patterns} of textFormats) {
	for (const [index, pattern] of patterns.entries()) {
		test(`${format}: only this format reads lines of its pattern ${index + 1}, exactly`, t => {
			fc.assert(
				fc.property(lineOf(pattern), pattern.endsWith('…') ? tail : fc.constant(''), (line, rest) => {
					const text = textOfLine(line) + rest;
					const readings = readingsOf(text);
					t.deepEqual(
						readings.map(reading => reading.format),
						[format],
						text,
					);
					t.deepEqual(rounded(readings[0]?.fields ?? {}), rounded(saidBy(line)), text);
				}),
				{...runs(60), endOnFailure: true},
			);
		});
		test(`${format}: a broken part in a line of its pattern ${index + 1} never causes a wrong value`, t => {
			const isWide = patterns.some(text => /…$|\$\{~|,\$text$| \$http_user_agent$/.test(text));
			const variables = partsOf(pattern).flatMap((part, index) =>
				typeof part === 'string' ? [] : [{part, index}],
			);
			const broken = fc.constantFrom(
				'',
				'-',
				'x',
				'abc',
				'9999',
				'99',
				'0',
				'-5',
				'1.2.3',
				'1e5',
				'0x1f',
				'12a',
				':',
				'"',
				'[',
				']',
				'a b',
				'1 2',
				'?',
				'999',
				'1,2',
				'+1',
				'\\',
				'GET',
				'/',
				'203.0.113.7',
				'200',
				'1795165387.123',
			);
			fc.assert(
				fc.property(lineOf(pattern), fc.constantFrom(...variables), broken, (line, {part, index}, wrong) => {
					const isText = part.kind.isValid === undefined;
					fc.pre(part.kind.isValid?.(wrong) !== true);
					// Quotes in a quoted string are escaped.
					fc.pre(!isText || !/["\\]/.test(wrong));
					// If any columns may follow, a column that was split in two is undetectable.
					const next = line[index + 1]?.value.text.charAt(0) ?? ' ';
					fc.pre(!((isWide || isText || index === line.length - 1) && wrong.includes(next)));
					const {fields} = line[index]?.value ?? none;
					const text = line.map(({value}, at) => (at === index ? wrong : value.text)).join('');
					const right = saidBy(line);
					for (const reading of readingsOf(text)) {
						for (const [field, value] of Object.entries(rounded(reading.fields))) {
							const isOwn =
								field in fields ||
								(field === 'zone' && 'time' in fields) ||
								(field === 'url' && part.written === '$args');
							const message = `${part.written} broken: ${text}\n${reading.format} ${field}: ${value}`;
							const expected = rounded(right)[field as keyof LineFields];
							const isRight = value === expected || (isText && (isOwn || expected === undefined));
							t.true(isRight, message);
						}
					}
				}),
				{...runs(150), endOnFailure: true},
			);
			t.pass();
		});
	}
}

test('compiles a text format once for all files, because there may be hundreds', t => {
	const names = new Set(textFormats.map(({name}) => name));
	for (const {formats, open} of readers.filter(({formats: [format]}) => names.has(format?.name ?? ''))) {
		t.is(open(), open(), formats[0]?.name);
	}
});
