import fc from 'fast-check';
import {anyText} from './any-text.js';
import {words} from './words.js';

/** Few names, so that they repeat, differ only in case, and are parts of each other. Some have a meaning for reqscope. */
const names = fc.oneof(
	fc.constantFrom(
		...[
			'a',
			'A',
			'b',
			'a.b',
			'B',
			'ab',
			'',
			'__proto__',
			'constructor',
			'x-y',
			'_a',
			'ä',
			'Ä',
			'\u212A',
			'k',
		],
		...['message', 'Message', 'msg', 'log', 'event', 'properties', 'fields', 'data', 'path', 'upstream_a'],
		...words`short_message body stringValue _raw line _source source result event.original`,
		...['a"b', 'a\\b', 'a b', '\u001B[1ma', 'a\u001E'],
	),
	anyText({maxLength: 4}),
);

const texts = fc.oneof(
	fc.constantFrom(
		...[
			'',
			'-',
			'null',
			'1',
			'a',
			'x, y',
			'0.1, 0.2 : -',
			'-, -',
			'\u001E',
			'\u001B[31mred\u001B[0m',
			'{"a":1}',
		],
		...[
			'{"a":',
			'/a\\"b',
			'GET /en/ HTTP/1.1',
			'{"method":"GET","url":"/","status":200,"ip":"192.0.2.1","a":"inner"}',
		],
		...['method=GET url=/ status=200 a=inner', '\\', '"', '\ud800'],
	),
	anyText({maxLength: 6}),
);

/** An object with repeated names, which `JSON.stringify` can't write. */
type Members = ReadonlyArray<readonly [string, Value]>;
type Value =
	| {readonly kind: 'text'; readonly text: string}
	| {readonly kind: 'bare'; readonly text: string}
	| {readonly kind: 'object'; readonly members: Members}
	| {readonly kind: 'array'; readonly elements: readonly Value[]};

const {value} = fc.letrec<{value: Value; members: Members}>(tie => ({
	value: fc.oneof(
		{maxDepth: 3, withCrossShrink: true},
		texts.map(text => ({kind: 'text', text}) as const),
		fc
			.constantFrom('1', '0.5', 'true', 'null', '-', '', '0.1, 0.2', 'nil')
			.map(text => ({kind: 'bare', text}) as const),
		tie('members').map(members => ({kind: 'object', members}) as const),
		fc.array(tie('value'), {maxLength: 3}).map(elements => ({kind: 'array', elements}) as const),
	),
	members: fc.array(fc.tuple(names, tie('value')), {maxLength: 4}),
}));

const members = fc.array(fc.tuple(names, value), {maxLength: 6});

/** Ways to write a string: as JSON.stringify does, with escaped slashes as PHP, or only in escapes. */
const writers: ReadonlyArray<(text: string) => string> = [
	text => JSON.stringify(text),
	text => JSON.stringify(text),
	text => JSON.stringify(text).replaceAll('/', '\\/'),
	text =>
		`"${Array.from({length: text.length}, (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`).join('')}"`,
];

function written(of: Value, write: (text: string) => string, gap: string): string {
	switch (of.kind) {
		case 'text':
			return write(of.text);
		case 'bare':
			return of.text;
		case 'object':
			return `{${gap}${writtenMembers(of.members, write, gap)}}`;
		case 'array':
			return `[${of.elements.map(one => written(one, write, gap)).join(`${gap},${gap}`)}]`;
	}
}

function writtenMembers(all: Members, write: (text: string) => string, gap: string): string {
	return all.map(([name, of]) => `${write(name)}${gap}:${gap}${written(of, write, gap)}`).join(`,${gap}`);
}

/** A request in JSON among members of all kinds. */
export const jsonRequest: fc.Arbitrary<string> = fc
	.record({
		before: members,
		after: members,
		write: fc.constantFrom(...writers),
		gap: fc.constantFrom('', '', ' ', '\t'),
	})
	.map(({before, after, write, gap}) => {
		const request = '"method":"GET","url":"/en/","status":200,"ip":"192.0.2.1"';
		const parts = [writtenMembers(before, write, gap), request, writtenMembers(after, write, gap)];
		return `{${parts.filter(part => part !== '').join(',')}}`;
	});

const word = fc.oneof(
	fc.constantFrom(
		...[
			'a=1',
			'A=2',
			'b="x y"',
			'b="',
			'a="\\"q\\""',
			'a=-',
			'a=',
			'a="-"',
			'=',
			'a',
			'200',
			'[a=1',
			'b=2]',
			'(',
			')',
		],
		...[
			'{',
			'}',
			'"a=1"',
			'[x',
			'0.1,',
			'0.2',
			':',
			'-',
			'upstream_a="1, 2"',
			'a=0.1,',
			'a=1;',
			'\u001B[31ma=1',
			'#033[0m',
		],
		...[
			'a=\u001B[0m',
			"a='x",
			"y'",
			'a=\\x41\\x1e',
			'rt=0.1',
			'ä=1',
			'a=ä',
			'a==b',
			'a=null',
			'a=nil',
			'a="b"c=1',
		],
	),
	anyText({maxLength: 4}),
);

/** Words between and after the columns of a line, including pairs and parts of pairs. */
export const pairTail: fc.Arbitrary<string> = fc.array(word, {maxLength: 8}).map(words => words.join(' '));

const combined =
	'192.0.2.1 - - [20/Nov/2026:09:03:07 +0100] "GET /en/?a=0 HTTP/1.1" 200 4523 "https://shop.example/" "curl/8.5.0 b=0"';

/** Lines with log fields, by kind. Names are in few letters, so that they repeat. */
export const linesWithFields: fc.Arbitrary<string> = fc.oneof(
	{weight: 3, arbitrary: jsonRequest},
	pairTail.map(tail => `${combined} ${tail}`),
	pairTail.map(tail => combined.replace('4523 ', `4523 ${tail} `)),
	pairTail.map(tail => `192.0.2.1 - - [20/Nov/2026:09:03:07 +0100] "GET / HTTP/1.1" 200 5 ${tail}`),
	pairTail.map(
		tail =>
			`${combined} 39 0.052 [shop-web-80] [] 10.0.50.80:8080, 10.0.50.81:8080 4523 0.049 200 7521 ${tail}`,
	),
	pairTail.map(
		tail => `time=2026-11-20T08:03:07Z method=GET url=/en/ status=200 remote_addr=192.0.2.1 ${tail}`,
	),
	fc
		.array(texts, {maxLength: 5})
		.map(
			all =>
				`host:192.0.2.1\treq:GET /en/ HTTP/1.1\tstatus:200${all.map((text, index) => `\t${'aAbkx'[index]}:${text}`).join('')}`,
		),
	pairTail.map(tail => `SERVER GET  (200) /en/ host="127.0.0.1:8000" ip="192.0.2.1" ${tail}`),
	pairTail.map(
		tail =>
			`HTTP request{method=GET host="h" route=/i query_parameters=l user_agent=c status_code=200}: meilisearch: close ${tail}`,
	),
	fc.constant(
		'2026-11-20 09:03:07 10.0.0.5 GET /en/ page=2 443 - 192.0.2.1 curl/8.5.0 https://shop.example/ 200 0 0 52',
	),
);

/** The same lines, some of them in a wrapper, after a prefix, or cut. */
export const wrappedLines: fc.Arbitrary<Buffer> = fc
	.tuple(linesWithFields, fc.nat({max: 13}), fc.nat({max: 300}))
	.map(([line, wrapping, length]) => {
		switch (wrapping) {
			case 0:
				return `{"a":"outer","log":${JSON.stringify(`${line}\n`)},"b":"outer","stream":"stdout"}`;
			case 1:
				return `2026-11-20T09:03:07.123456789+01:00 stdout F ${line}`;
			case 2:
				return `Nov 20 09:03:07 web1 nginx[71]: ${line}`;
			case 3:
				return `\u001B[36mweb-1  | \u001B[0m${line}`;
			case 4:
				return `{"message":${JSON.stringify(line)}}`;
			case 5:
				// Colours and quotes can be removed in any order, with different results.
				return `"${line.replaceAll('\u001B', '')}"`;
			case 6:
				return line.slice(0, line.length - length);
			case 7:
				return `{"MESSAGE":[${[...Buffer.from(line)].join(',')}],"a":"outer"}`;
			case 8:
				return `{"a":"outer","short_message":${JSON.stringify(line)},"_b":"outer"}`;
			case 9:
				return `{"a":"outer","_source":${line.startsWith('{') ? line : JSON.stringify(line)},"b":"outer"}`;
			case 10:
				return `[${line},`;
			case 11:
				return `${line}]`;
			default:
				return line;
		}
	})
	.map(line => Buffer.from(line.replaceAll('\n', ' ')));
