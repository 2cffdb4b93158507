import fc from 'fast-check';

/** Headers with the same number of columns in a different order, without a date column, and for logs of other kinds. */
const headers = [
	'#Fields: date time c-ip cs-method cs-uri-stem cs-uri-query sc-status sc-bytes cs-username cs-host',
	'#Fields: date time c-ip cs-method cs-uri-stem cs-uri-query sc-status cs-bytes cs-host cs-username',
	'#Fields: date time c-ip cs-method cs-uri-stem sc-status sc-bytes time-taken',
	'#Fields: time c-ip cs-method cs-uri-stem sc-status sc-bytes time-taken',
	'#Fields: date time x-edge-location c-ip cs-method cs-uri-stem sc-status sc-bytes',
	'#Fields: date time action protocol src-ip dst-ip src-port dst-port',
	'#Fields:',
];

const dates = ['#Date: 2026-11-19 08:00:00', '#Date: 20-Nov-2026 09:00:00', '#Start-Date: then'];

function pick(from: readonly string[]): fc.Arbitrary<string> {
	return fc.constantFrom(...from);
}

function two(value: number): string {
	return String(value).padStart(2, '0');
}

const clock = fc.nat(86_399).map(second => {
	const minute = Math.floor(second / 60);
	return `${two(Math.floor(minute / 60))}:${two(minute % 60)}:${two(second % 60)}`;
});

/** The end of a line: 2 to 7 words, so that some headers have more columns than the line, or fewer. */
const rest = fc.array(
	pick(['200', '512', '-', 'alice', 'shop.example', 'a=1', '"b ""c"" d"', '0.25', '/x']),
	{minLength: 2, maxLength: 7},
);

const entry = fc
	.tuple(fc.boolean(), clock, rest, pick([' ', ' ', '\t']))
	.map(([hasDate, time, words, separator]) =>
		[...(hasDate ? ['2026-11-20'] : []), time, '203.0.113.7', 'GET', '/en/', ...words].join(separator),
	);

/** A line with the default columns of IIS, which are recognised without a header. */
const usual = clock.map(
	time => `2026-11-20 ${time} 10.0.0.5 GET /en/ page=2 443 - 203.0.113.7 curl/8.5.0 - 200 0 0 52`,
);

const other = pick([
	'#Version: 1.0',
	'#Software: shop.example',
	'#Remark: nothing',
	'# no directive',
	'a #Fields: date time',
	'#',
	'',
	'\r',
	'garbage',
	`${'long '.repeat(40)}#Date: 2026-11-21`,
	'203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET /clf HTTP/1.1" 200 7 "-" "-"',
]);

const header = fc.oneof({weight: 3, arbitrary: pick(headers)}, pick(dates));

/** Logs in the W3C extended format with changing headers. */
export const w3cLog: fc.Arbitrary<string> = fc
	.tuple(
		fc.oneof(header, usual),
		fc.array(
			fc.oneof(
				{weight: 2, arbitrary: header},
				{weight: 8, arbitrary: entry},
				{weight: 1, arbitrary: usual},
				{weight: 2, arbitrary: other},
			),
			{maxLength: 60},
		),
		pick(['\n', '\r\n']),
		fc.boolean(),
	)
	.map(([first, lines, lineEnd, isEnded]) => [first, ...lines].join(lineEnd) + (isEnded ? lineEnd : ''));
