import test from 'ava';
import {parseQuery} from '../../source/query/parsing/parse-query.js';
import {QueryError} from '../../source/query/query-error.js';

const calendar = {now: Date.UTC(2026, 10, 20, 12), zoneAt: () => 60};

/** Invalid searches, with the range and the message of each error. */
const malformed: ReadonlyArray<readonly [text: string, start: number, end: number, message: string]> = [
	[
		'stauts:404',
		0,
		6,
		'there is no field “stauts”, did you mean status:? To search for the text, write "stauts:404"',
	],
	[
		'203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET /x HTTP/1.1" 200 45',
		0,
		69,
		'this looks like a line of a log: to find it, write line:"203.0.113.7 - - [20/Nov/2026:09:03:07 +0000]"',
	],
	[
		'2001:db8::7 - a "GET /x HTTP/1.1"',
		0,
		33,
		'this looks like a line of a log: to find it, write line:"2001:db8::7 - a \\"GET /x HTTP/1.1\\""',
	],
	[
		'{"status":404, "a":"b"}',
		0,
		23,
		'this looks like a line of a log: to find it, write line:"{\\"status\\":404, \\"a\\":\\"b\\"}"',
	],
	[
		'2026-11-20 09:03:07 ::1 GET /1 - 80',
		0,
		35,
		'this looks like a line of a log: to find it, write line:"2026-11-20 09:03:07 ::1 GET /1 - 80"',
	],
	['url:"[20/Nov/2026:09:03', 4, 23, 'this quote is never closed: write " where the text ends'],
	['sta:404', 0, 3, 'there is no field “sta”, did you mean status:? To search for the text, write "sta:404"'],
	[
		'path:/x',
		0,
		4,
		'there is no field “path”, did you mean url: or @path:? To search for the text, write "path:/x"',
	],
	[
		'-message:failed',
		1,
		8,
		'there is no field “message”, did you mean line: or @message:? To search for the text, write "message:failed"',
	],
	[
		'foo:bar',
		0,
		3,
		'there is no field “foo”: for a field of the log, write @foo:bar; to search for the text, write "foo:bar"',
	],
	[
		'(rid:77,="a b")',
		1,
		4,
		'there is no field “rid”: for a field of the log, write @rid:77,="a b"; to search for the text, write "rid:77,=\\"a"',
	],
	[
		'foo: bar',
		0,
		3,
		'there is no field “foo”: for a field of the log, write @foo:*; to search for the text, write "foo:"',
	],
	['http://x', 0, 4, 'there is no field “http”: to search for the text, write "http://x"'],
	[
		'12:30',
		0,
		2,
		'there is no field “12”: for a time, write since:12:30; to search for the text, write "12:30"',
	],
	['2001:db8::1', 0, 11, 'an address needs its field: write ip:2001:db8::1'],
	['::1', 0, 3, 'an address needs its field: write ip:::1'],
	[
		':x',
		0,
		1,
		'a field name is missing right before the colon, such as status:404; to search for the text, write ":x"',
	],
	['localhost:8080', 0, 9, 'there is no field “localhost”: to search for the text, write "localhost:8080"'],
	['line:', 4, 5, 'a value is missing after the colon, such as line:9f2c'],
	['line:""', 5, 7, 'an empty text matches every value: remove the term, or write * for any value'],
	['line:~(a', 6, 7, 'this parenthesis is never closed: close it, or write \\( for the character'],
	['@', 0, 1, 'the name of a field is missing after the @, such as @tenant:acme'],
	['-@""', 1, 4, 'the name of a field is missing after the @, such as @tenant:acme'],
	[
		'a @tenant b',
		2,
		9,
		'a colon is missing after @tenant: write @tenant:* for any value, or "@tenant" for the text',
	],
	['@"a b"', 0, 6, 'a colon is missing after @"a b": write @"a b":* for any value'],
	['@"a b"c:x', 0, 6, 'a colon is missing after @"a b": write @"a b":* for any value'],
	['@"a b:x', 1, 7, 'this quote is never closed: write " where the name ends'],
	['@tenant=acme', 0, 7, 'a colon is missing: write @tenant:=acme'],
	['@tenant=~^a', 0, 7, 'a colon is missing: write @tenant:~^a'],
	['(@took>250ms)', 1, 6, 'a colon is missing: write @took:>250ms'],
	['@took=>1', 0, 5, 'a colon is missing: write @took:>=1'],
	['@a#b:x', 0, 4, 'a name with other characters needs quotes: write @"a#b":'],
	['@tenant:', 7, 8, 'a value is missing after the colon, such as @tenant:*'],
	['@tenant: acme', 7, 8, 'no space may follow the colon: write @tenant:acme'],
	['@tenant:""', 8, 10, 'an empty text matches every value: remove the term, or write * for any value'],
	[
		'@took:1,>fast',
		8,
		13,
		'“fast” is not a number: write @took:>0.5, >10k or >250ms; for the text, write @took:">fast"',
	],
	[
		'@took:<=',
		6,
		8,
		'a number is missing after <=: write @took:<=0.5, <=10k or <=250ms; for the text, write @took:"<="',
	],
	['status:', 6, 7, 'a value is missing after the colon, such as status:404'],
	['status: 404', 6, 7, 'no space may follow the colon: write status:404'],
	['status:4xxx', 7, 11, '“4xxx” is not a status: write 404, 5xx, 400-499, >=500'],
	['status:4x', 7, 9, '“4x” is not a status: write 404, 5xx, 400-499, >=500'],
	['status:abc', 7, 10, '“abc” is not a status: write 404, 5xx, 400-499, >=500'],
	['status:404,', 10, 11, 'a value is missing after the comma: add one, or remove the comma'],
	['status:,404', 7, 8, 'a value is missing before the comma: add one, or remove the comma'],
	['status:499-400', 7, 14, 'the range from 499 to 400 is empty: write the smaller value first, 400-499'],
	['status:>=', 7, 9, 'a status is missing after >=: write 404, 5xx, 400-499, >=500'],
	['status:>=abc', 9, 12, '“abc” is not a status: write 404, 5xx, 400-499, >=500'],
	['status:!=404', 7, 12, 'to exclude values, write - before the field, such as -status:404'],
	[
		'status:~4..',
		7,
		11,
		'a status is a number and can’t be matched by a regular expression: write 404, 5xx, 400-499, >=500',
	],
	['status:-', 7, 8, '“-” is not a status: write 404, 5xx, 400-499, >=500'],
	['status:1-2-3', 7, 12, '“1-2-3” is not a status: write 404, 5xx, 400-499, >=500'],
	['status:404k', 7, 11, '“404k” is not a status: write 404, 5xx, 400-499, >=500'],
	['bytes:1x', 6, 8, '“1x” is not a size: write 512, 10k, >1mb, 1ki-2ki'],
	['bytes:>1mbb', 7, 11, '“1mbb” is not a size: write 512, 10k, >1mb, 1ki-2ki'],
	['bytes:2m-1k', 6, 11, 'the range from 2m to 1k is empty: write the smaller value first, 1k-2m'],
	['duration:5d', 9, 11, '“5d” is not a time taken: write 500ms, >=1.5s, 1s-2s, >1m'],
	['duration:>1parsec', 10, 17, '“1parsec” is not a time taken: write 500ms, >=1.5s, 1s-2s, >1m'],
	[
		'ip:300.1.1.1',
		3,
		12,
		'“300.1.1.1” is not an address: write 203.0.113.9, 10.0.0.0/8, 2001:db8::/32 or a leading part such as 203.0.',
	],
	['ip:10.0.0.0/x', 3, 13, '“10.0.0.0/x” is not a network: write a number from 0 to 32 after the /'],
	[
		'-ip:203.0.113.9,10.0.0.0/x',
		16,
		26,
		'“10.0.0.0/x” is not a network: write a number from 0 to 32 after the /',
	],
	['ip:2001:db8::/x', 3, 15, '“2001:db8::/x” is not a network: write a number from 0 to 128 after the /'],
	['ip:10.0.0/24', 3, 12, '“10.0.0/24” is not a network: write 10.0.0.0/24'],
	['ip:10.0.0.*/8', 3, 13, '“10.0.0.*/8” is not a network: write 10.0.0.0/8 or 2001:db8::/32'],
	['ip:/24', 3, 6, '“/24” is not a network: write 10.0.0.0/8 or 2001:db8::/32'],
	['ip:localhost/8', 3, 14, '“localhost/8” is not a network: write 10.0.0.0/8 or 2001:db8::/32'],
	['ip:10.0.0.0/33', 3, 14, '“10.0.0.0/33” is not a network: write a number from 0 to 32 after the /'],
	['ip:10.0.0.0/', 3, 12, '“10.0.0.0/” is not a network: write a number from 0 to 32 after the /'],
	['ip:10./8', 3, 8, '“10./8” is not a network: write 10.0.0.0/8'],
	[
		'ip:1.2.3.4.5',
		3,
		12,
		'“1.2.3.4.5” is not an address: write 203.0.113.9, 10.0.0.0/8, 2001:db8::/32 or a leading part such as 203.0.',
	],
	['ip:2001:db8::/129', 3, 17, '“2001:db8::/129” is not a network: write a number from 0 to 128 after the /'],
	[
		'ip:2001:::1',
		3,
		11,
		'“2001:::1” is not an address: write 203.0.113.9, 10.0.0.0/8, 2001:db8::/32 or a leading part such as 203.0.',
	],
	['ip:10.0.0.1-10.0.0.9', 3, 20, 'address ranges are not supported: write a network such as 10.0.0.0/24'],
	['url:', 3, 4, 'a value is missing after the colon, such as url:/en/*'],
	['url:=', 4, 5, 'the text is missing after the ='],
	['url:==', 4, 6, 'the text is missing after the =='],
	['url:~', 4, 5, 'a regular expression is missing after the ~'],
	['url:""', 4, 6, 'an empty text matches every value: remove the term, or write * for any value'],
	['url:~""', 4, 7, 'a regular expression is missing after the ~'],
	['url:"abc', 4, 8, 'this quote is never closed: write " where the text ends'],
	['"abc', 0, 4, 'this quote is never closed: write " where the text ends'],
	['url:a"b', 5, 6, 'a quote inside a word: quote the whole word, "a\\"b"'],
	['url:"a"b', 7, 8, 'text follows the closing quote: add a space, or write \\" for a quote within quotes'],
	['url:a(b', 5, 6, 'this parenthesis is never closed: close it, or put the value in quotes'],
	['url:a)b', 5, 6, 'this parenthesis was never opened: remove it, or put the text in quotes'],
	['url:~(a', 5, 6, 'this parenthesis is never closed: close it, or write \\( for the character'],
	['url:~a)', 6, 7, 'this parenthesis was never opened: remove it, or put the text in quotes'],
	['url:~[a', 5, 6, 'this bracket is never closed: close it with ], or write \\[ for the character'],
	['url:~*a', 5, 6, '* has no preceding character to repeat: write \\* for the character'],
	['url:~a**', 6, 8, '** repeats twice: remove one of them'],
	['url:~a++', 6, 8, '++ repeats twice: remove the last +, because this engine never backtracks'],
	['url:~a{2,1}', 6, 11, '{2,1} is an impossible range: write the smaller number first, {1,2}'],
	['url:~a{1001}', 6, 12, 'repeated too often: at most 1000 times, with nested counts multiplied'],
	[
		'url:~(?=a)',
		5,
		8,
		'look-ahead (?=…) is not supported, it can’t be matched in linear time: use two terms, such as url:~a url:~b',
	],
	[
		'url:~(?<!a)b',
		5,
		9,
		'look-behind (?<!…) is not supported, it can’t be matched in linear time: use two terms, such as url:~a -url:~b',
	],
	['url:~(a)\\1', 8, 10, 'back-references are not supported: a group’s match can’t be used again'],
	['url:~\\k<n>', 5, 7, 'back-references are not supported: a group’s match can’t be used again'],
	[
		'url:~[b-a]',
		6,
		9,
		'b-a is an impossible range: write the smaller character first, or \\- for the character -',
	],
	['url:~\\u00e9', 5, 7, '\\u is not understood: write \\x{00e9}'],
	[
		'url:~\\h',
		5,
		7,
		'\\h is not understood: write h for the character itself, \\d for a digit, \\w for a letter, \\s for a space',
	],
	['url:~\\', 5, 6, 'a character is missing after the backslash: write \\\\ for the backslash itself'],
	['url:~(?<n>a)(?<n>b)', 15, 16, 'two groups are called “n”: remove the names, ( is enough'],
	['url:~"(a"', 6, 7, 'this parenthesis is never closed: close it, or write \\( for the character'],
	['url:~"a) b"', 7, 8, 'this parenthesis was never opened: remove it, or write \\) for the character'],
	[
		'url:~\\p{Foo}',
		5,
		12,
		'\\p{Foo} is not a character class: write \\p{L} for letters, \\p{Lu} for capitals, \\p{Greek} for a script',
	],
	[
		'url:~(?>a)',
		5,
		8,
		'atomic groups (?>…) are not needed, because this engine never backtracks: write (?:…)',
	],
	['url:~"x \\"[a"', 10, 11, 'this bracket is never closed: close it with ], or write \\[ for the character'],
	['()', 0, 2, 'these parentheses are empty: add a term, or remove them'],
	['(a', 0, 1, 'this parenthesis is never closed: write ) where the group ends'],
	['(a OR', 3, 5, 'a term is missing after OR: add one, remove OR, or write "OR" to search for it'],
	['a)', 1, 2, 'this parenthesis was never opened: remove it, or put the text in quotes'],
	['OR a', 0, 2, 'a term is missing before OR: add one, remove OR, or write "OR" to search for it'],
	['a OR', 2, 4, 'a term is missing after OR: add one, remove OR, or write "OR" to search for it'],
	['a OR OR b', 2, 4, 'a term is missing after OR: add one, remove OR, or write "OR" to search for it'],
	['-', 0, 1, 'a term must directly follow the -, such as -status:200'],
	['- a', 0, 1, 'a term must directly follow the -, such as -status:200'],
	['--a', 0, 2, 'negated twice: remove one of the signs'],
	['-!a', 0, 2, 'negated twice: remove one of the signs'],
	['-()', 0, 3, 'these parentheses are empty: add a term, or remove them'],
	['-OR', 0, 3, 'OR joins two terms and can’t be negated: to search for it, write -"OR"'],
	['a AND b', 2, 5, 'AND isn’t needed, because all terms must match: remove it, or "AND" to search for it'],
	['NOT a', 0, 3, 'NOT isn’t supported: write a - right before the term, or "NOT" to search for it'],
	['a || b', 2, 4, '|| isn’t supported: write OR, or "||" to search for it'],
	['a && b', 2, 4, '&& isn’t needed, because all terms must match: remove it, or "&&" to search for it'],
	['token:xyz', 6, 9, '“xyz” is not the beginning of a token: these are 13 digits of 0-9 and a-f'],
	[
		'token:00000000000000',
		6,
		20,
		'“00000000000000” is not the beginning of a token: these are 13 digits of 0-9 and a-f',
	],
	['token:~a', 6, 8, '“a” is not the beginning of a token: these are 13 digits of 0-9 and a-f'],
	['bot:maybe', 4, 9, 'bot: is yes or no: write bot:yes for programs, bot:no for people'],
	['bot:yes,no', 8, 10, 'bot: is either yes or no: remove one'],
	['since:', 5, 6, 'a value is missing after the colon, such as since:15m'],
	['since:15', 6, 8, '“15” has no unit: write 15s, 15m, 15h, 15d or 15w'],
	['since:15ms', 6, 10, 'ms is too small for a period: write s, m, h, d or w'],
	['since:9:60', 6, 10, 'there is no time 9:60: times range from 0:00 to 23:59:59'],
	['since:25:00', 6, 11, 'there is no time 25:00: times range from 0:00 to 23:59:59'],
	['since:2026-13-01', 6, 16, 'there is no such day as 2026-13-01: write year-month-day'],
	['since:2026-02-30', 6, 16, 'there is no such day as 2026-02-30: write year-month-day'],
	[
		'since:tomorrow',
		6,
		14,
		'“tomorrow” is not a time: write 15m, 9:00, today, 2026-11-20 or 2026-11-20T09:00',
	],
	['since:15m,20m', 10, 13, 'since: takes only one time: remove the rest'],
	[
		'since:~x',
		6,
		8,
		'a time can’t be matched by a regular expression: write 15m, 9:00, today, 2026-11-20 or 2026-11-20T09:00',
	],
	['on:15m', 3, 6, 'on: takes a day or a time of day: for requests since then, write since:15m'],
	['since:2026-11-20T25:00', 6, 22, 'there is no time 25:00: times range from 0:00 to 23:59:59'],
	[
		'since:2026-11-20T09:',
		6,
		20,
		'“2026-11-20T09:” is not a time: write 15m, 9:00, today, 2026-11-20 or 2026-11-20T09:00',
	],
	['since:99999999999999999999w', 6, 27, '“99999999999999999999w” is too long ago: write less'],
	['until:*', 6, 7, '“*” is not a time: write 15m, 9:00, today, 2026-11-20 or 2026-11-20T09:00'],
	['method:', 6, 7, 'a value is missing after the colon, such as method:post'],
	['method:post,,put', 12, 13, 'a value is missing before the comma: add one, or remove the comma'],
	['route:', 5, 6, 'a value is missing after the colon, such as route:/{language}/*'],
	['host:"a","b', 9, 11, 'this quote is never closed: write " where the text ends'],
	[',', 0, 1, 'a value is missing before the comma: add one, or remove the comma'],
	['a,', 1, 2, 'a value is missing after the comma: add one, or remove the comma'],
	[',a', 0, 1, 'a value is missing before the comma: add one, or remove the comma'],
	['=', 0, 1, 'the text is missing after the ='],
	['~', 0, 1, 'a regular expression is missing after the ~'],
	['==', 0, 2, 'the text is missing after the =='],
	['!', 0, 1, 'a term must directly follow the !, such as -status:200'],
	['"a"(b)', 3, 4, 'text follows the closing quote: add a space, or write \\" for a quote within quotes'],
	[
		'since:2026-11-20 09:00',
		17,
		19,
		'there is no field “09”: for a time, write 2026-11-20T09:00; to search for the text, write "09:00"',
	],
	[
		'status : 404',
		7,
		8,
		'a field name is missing right before the colon, such as status:404; to search for the text, write ":"',
	],
	['host: x', 4, 5, 'no space may follow the colon: write host:x'],
	['bytes:-', 6, 7, '“-” is not a size: write 512, 10k, >1mb, 1ki-2ki'],
	['bytes:!5', 6, 8, 'to exclude values, write - before the field, such as -status:404'],
	['status:>=4xy', 9, 12, '“4xy” is not a status: write 404, 5xx, 400-499, >=500'],
	[
		'ip:[::1',
		3,
		7,
		'“[::1” is not an address: write 203.0.113.9, 10.0.0.0/8, 2001:db8::/32 or a leading part such as 203.0.',
	],
	['ip:10.0.0.0/8/8', 3, 15, '“10.0.0.0/8/8” is not a network: write 10.0.0.0/8'],
	['token:=*', 6, 8, '“*” is not the beginning of a token: these are 13 digits of 0-9 and a-f'],
	['bot:=', 4, 5, 'the text is missing after the ='],
	['duration:>-5', 10, 12, '“-5” is not a time taken: write 500ms, >=1.5s, 1s-2s, >1m'],
	['url:~a|*', 7, 8, '* has no preceding character to repeat: write \\* for the character'],
	['url:~\\8', 5, 7, 'back-references are not supported: a group’s match can’t be used again'],
	['url:~\\xZZ', 5, 9, 'not the number of a character: write \\x2f or \\x{20ac}'],
	['url:~\\ä', 5, 7, 'ä needs no backslash: write ä'],
	[
		'url:~[[:foo:]]',
		6,
		13,
		'[:foo:] is not a character class: write [:alpha:], [:digit:], [:alnum:] or [:space:]',
	],
	['url:~(?z)', 5, 7, 'not a group: write (…), (?:…), or (?i:…) for one without case'],
	['url:~(?#c)', 5, 8, 'comments are not supported: remove it'],
	['url:~(?P=n)', 5, 9, 'back-references are not supported: a group’s match can’t be used again'],
	['url:~x{2}{3}', 6, 12, '{2}{3} repeats twice: remove one of them'],
	[
		'url:~"\\"(?<=a)"',
		8,
		12,
		'look-behind (?<=…) is not supported, it can’t be matched in linear time: use two terms, such as url:~a url:~b',
	],
	['on:2026-02-29T10:00', 3, 19, 'there is no such day as 2026-02-29: write year-month-day'],
	[
		'until:2026-11-20T09:00+1',
		6,
		24,
		'“2026-11-20T09:00+1” is not a time: write 15m, 9:00, today, 2026-11-20 or 2026-11-20T09:00',
	],
	['status:404 OR', 11, 13, 'a term is missing after OR: add one, remove OR, or write "OR" to search for it'],
	['(status:404) OR (', 16, 17, 'this parenthesis is never closed: write ) where the group ends'],
	['a AND', 2, 5, 'AND isn’t needed, because all terms must match: remove it, or "AND" to search for it'],
	[
		'since:9:00+24:00',
		6,
		16,
		'“9:00+24:00” is not a time: write 15m, 9:00, today, 2026-11-20 or 2026-11-20T09:00',
	],
];

for (const [text, start, end, message] of malformed) {
	test(`malformed: ${text}`, t => {
		const error = t.throws(() => parseQuery(text, calendar), {instanceOf: QueryError, message});
		t.deepEqual([error?.start, error?.end], [start, end]);
	});
}

function fails(text: string): string {
	try {
		parseQuery(text, calendar);
	} catch (error) {
		if (error instanceof QueryError) {
			return `${error.start}-${error.end} ${error.message}`;
		}
		throw error;
	}
	return '';
}

test("nested parentheses have a limit and don't overflow the stack", t => {
	const nested = (depth: number): string => `${'('.repeat(depth)}a${')'.repeat(depth)}`;
	t.is(fails(nested(50)), '');
	t.is(fails(nested(51)), '50-51 more than 50 nested parentheses: remove some');
	t.is(fails(`${'-('.repeat(51)}a`), '100-102 more than 50 nested parentheses: remove some');
	t.is(fails('('.repeat(10_000)), '50-51 more than 50 nested parentheses: remove some');
	t.is(fails(`a${'('.repeat(9999)}`).slice(0, 10), '9999-10000');
	t.is(fails(`~"${'('.repeat(4000)}${')'.repeat(4000)}"`), '2-8002 too many nested parentheses: remove some');
});

test('rejects a search of more than 10,000 characters', t => {
	t.is(fails('x'.repeat(10_000)), '');
	t.is(
		fails('x '.repeat(6000)),
		'10000-12000 too long: a search has at most 10000 characters, this has 12000',
	);
});

test('error messages truncate long input', t => {
	for (const text of [
		`stauts:${'x'.repeat(5000)}`,
		`status:${'😀'.repeat(2000)}`,
		`${'x'.repeat(5000)}:`,
		`ip:${'1.'.repeat(3000)}`,
		`bytes:${'9'.repeat(3000)}-1`,
		`a"${'b'.repeat(5000)}`,
		`since:${'1'.repeat(5000)}`,
		`on:2026-13-01T00:00${'0'.repeat(2000)}`,
		`~a{${'9'.repeat(2000)},1}`,
		`~\\u{${'9'.repeat(2000)}}`,
		`~(?<${'n'.repeat(3000)}>a)(?<${'n'.repeat(3000)}>b)`,
		`~\\p{${'n'.repeat(3000)}}`,
		`~[[:${'n'.repeat(3000)}:]]`,
		`status: ${'n'.repeat(3000)}`,
		`{"a":"${'😀'.repeat(2000)}`,
	]) {
		const message = fails(text);
		t.true(message.length > 10 && message.length < 500, `${text.slice(0, 20)} ${message.length}`);
		t.notRegex(message, /[\ud800-\udbff](?![\udc00-\udfff])/);
	}
});
