import test from 'ava';
import {parseQuery} from '../../source/query/parsing/parse-query.js';
import {QueryError} from '../../source/query/query-error.js';

const calendar = {now: Date.UTC(2026, 10, 20, 12), zoneAt: () => 60};

/** Invalid searches with the range of each error in «», and its message. */
const malformed: Readonly<Record<string, string>> = {
	'«stauts»:404':
		'there is no field “stauts”, did you mean status:? To search for the text, write "stauts:404"',
	'«203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET /x HTTP/1.1" 200 45»':
		'this looks like a line of a log: to find it, write line:"203.0.113.7 - - [20/Nov/2026:09:03:07 +0000]"',
	'«2001:db8::7 - a "GET /x HTTP/1.1"»':
		'this looks like a line of a log: to find it, write line:"2001:db8::7 - a \\"GET /x HTTP/1.1\\""',
	'«{"status":404, "a":"b"}»':
		'this looks like a line of a log: to find it, write line:"{\\"status\\":404, \\"a\\":\\"b\\"}"',
	'«2026-11-20 09:03:07 ::1 GET /1 - 80»':
		'this looks like a line of a log: to find it, write line:"2026-11-20 09:03:07 ::1 GET /1 - 80"',
	'url:«"[20/Nov/2026:09:03»': 'this quote is never closed: write " where the text ends',
	'«sta»:404': 'there is no field “sta”, did you mean status:? To search for the text, write "sta:404"',
	'«path»:/x':
		'there is no field “path”, did you mean url: or @path:? To search for the text, write "path:/x"',
	'-«message»:failed':
		'there is no field “message”, did you mean line: or @message:? To search for the text, write "message:failed"',
	'«foo»:bar':
		'there is no field “foo”: for a field of the log, write @foo:bar; to search for the text, write "foo:bar"',
	'(«rid»:77,="a b")':
		'there is no field “rid”: for a field of the log, write @rid:77,="a b"; to search for the text, write "rid:77,=\\"a"',
	'«foo»: bar':
		'there is no field “foo”: for a field of the log, write @foo:*; to search for the text, write "foo:"',
	'«http»://x': 'there is no field “http”: to search for the text, write "http://x"',
	'«12»:30': 'there is no field “12”: for a time, write since:12:30; to search for the text, write "12:30"',
	'«2001:db8::1»': 'an address needs its field: write ip:2001:db8::1',
	'«::1»': 'an address needs its field: write ip:::1',
	'«:»x':
		'a field name is missing right before the colon, such as status:404; to search for the text, write ":x"',
	'«localhost»:8080': 'there is no field “localhost”: to search for the text, write "localhost:8080"',
	'line«:»': 'a value is missing after the colon, such as line:9f2c',
	'line:«""»': 'an empty text matches every value: remove the term, or write * for any value',
	'line:~«(»a': 'this parenthesis is never closed: close it, or write \\( for the character',
	'«@»': 'the name of a field is missing after the @, such as @tenant:acme',
	'-«@""»': 'the name of a field is missing after the @, such as @tenant:acme',
	'a «@tenant» b':
		'a colon is missing after @tenant: write @tenant:* for any value, or "@tenant" for the text',
	'«@"a b"»': 'a colon is missing after @"a b": write @"a b":* for any value',
	'«@"a b"»c:x': 'a colon is missing after @"a b": write @"a b":* for any value',
	'@«"a b:x»': 'this quote is never closed: write " where the name ends',
	'«@tenant»=acme': 'a colon is missing: write @tenant:=acme',
	'«@tenant»=~^a': 'a colon is missing: write @tenant:~^a',
	'(«@took»>250ms)': 'a colon is missing: write @took:>250ms',
	'«@took»=>1': 'a colon is missing: write @took:>=1',
	'«@a#b»:x': 'a name with other characters needs quotes: write @"a#b":',
	'@tenant«:»': 'a value is missing after the colon, such as @tenant:*',
	'@tenant«:» acme': 'no space may follow the colon: write @tenant:acme',
	'@tenant:«""»': 'an empty text matches every value: remove the term, or write * for any value',
	'@took:1,«>fast»':
		'“fast” is not a number: write @took:>0.5, >10k or >250ms; for the text, write @took:">fast"',
	'@took:«<=»':
		'a number is missing after <=: write @took:<=0.5, <=10k or <=250ms; for the text, write @took:"<="',
	'status«:»': 'a value is missing after the colon, such as status:404',
	'status«:» 404': 'no space may follow the colon: write status:404',
	'status:«4xxx»': '“4xxx” is not a status: write 404, 5xx, 400-499, >=500',
	'status:«4x»': '“4x” is not a status: write 404, 5xx, 400-499, >=500',
	'status:«abc»': '“abc” is not a status: write 404, 5xx, 400-499, >=500',
	'status:404«,»': 'a value is missing after the comma: add one, or remove the comma',
	'status:«,»404': 'a value is missing before the comma: add one, or remove the comma',
	'status:«499-400»': 'the range from 499 to 400 is empty: write the smaller value first, 400-499',
	'status:«>=»': 'a status is missing after >=: write 404, 5xx, 400-499, >=500',
	'status:>=«abc»': '“abc” is not a status: write 404, 5xx, 400-499, >=500',
	'status:«!=404»': 'to exclude values, write - before the field, such as -status:404',
	'status:«~4..»':
		'a status is a number and can’t be matched by a regular expression: write 404, 5xx, 400-499, >=500',
	'status:«-»': '“-” is not a status: write 404, 5xx, 400-499, >=500',
	'status:«1-2-3»': '“1-2-3” is not a status: write 404, 5xx, 400-499, >=500',
	'status:«404k»': '“404k” is not a status: write 404, 5xx, 400-499, >=500',
	'bytes:«1x»': '“1x” is not a size: write 512, 10k, >1mb, 1ki-2ki',
	'bytes:>«1mbb»': '“1mbb” is not a size: write 512, 10k, >1mb, 1ki-2ki',
	'bytes:«2m-1k»': 'the range from 2m to 1k is empty: write the smaller value first, 1k-2m',
	'duration:«5d»': '“5d” is not a time taken: write 500ms, >=1.5s, 1s-2s, >1m',
	'duration:>«1parsec»': '“1parsec” is not a time taken: write 500ms, >=1.5s, 1s-2s, >1m',
	'ip:«300.1.1.1»':
		'“300.1.1.1” is not an address: write 203.0.113.9, 10.0.0.0/8, 2001:db8::/32 or a leading part such as 203.0.',
	'ip:«10.0.0.0/x»': '“10.0.0.0/x” is not a network: write a number from 0 to 32 after the /',
	'-ip:203.0.113.9,«10.0.0.0/x»': '“10.0.0.0/x” is not a network: write a number from 0 to 32 after the /',
	'ip:«2001:db8::/x»': '“2001:db8::/x” is not a network: write a number from 0 to 128 after the /',
	'ip:«10.0.0/24»': '“10.0.0/24” is not a network: write 10.0.0.0/24',
	'ip:«10.0.0.*/8»': '“10.0.0.*/8” is not a network: write 10.0.0.0/8 or 2001:db8::/32',
	'ip:«/24»': '“/24” is not a network: write 10.0.0.0/8 or 2001:db8::/32',
	'ip:«localhost/8»': '“localhost/8” is not a network: write 10.0.0.0/8 or 2001:db8::/32',
	'ip:«10.0.0.0/33»': '“10.0.0.0/33” is not a network: write a number from 0 to 32 after the /',
	'ip:«10.0.0.0/»': '“10.0.0.0/” is not a network: write a number from 0 to 32 after the /',
	'ip:«10./8»': '“10./8” is not a network: write 10.0.0.0/8',
	'ip:«1.2.3.4.5»':
		'“1.2.3.4.5” is not an address: write 203.0.113.9, 10.0.0.0/8, 2001:db8::/32 or a leading part such as 203.0.',
	'ip:«2001:db8::/129»': '“2001:db8::/129” is not a network: write a number from 0 to 128 after the /',
	'ip:«2001:::1»':
		'“2001:::1” is not an address: write 203.0.113.9, 10.0.0.0/8, 2001:db8::/32 or a leading part such as 203.0.',
	'ip:«10.0.0.1-10.0.0.9»': 'address ranges are not supported: write a network such as 10.0.0.0/24',
	'url«:»': 'a value is missing after the colon, such as url:/en/*',
	'url:«=»': 'the text is missing after the =',
	'url:«==»': 'the text is missing after the ==',
	'url:«~»': 'a regular expression is missing after the ~',
	'url:«""»': 'an empty text matches every value: remove the term, or write * for any value',
	'url:«~""»': 'a regular expression is missing after the ~',
	'url:«"abc»': 'this quote is never closed: write " where the text ends',
	'«"abc»': 'this quote is never closed: write " where the text ends',
	'url:a«"»b': 'a quote inside a word: quote the whole word, "a\\"b"',
	'url:"a"«b»': 'text follows the closing quote: add a space, or write \\" for a quote within quotes',
	'url:a«(»b': 'this parenthesis is never closed: close it, or put the value in quotes',
	'url:a«)»b': 'this parenthesis was never opened: remove it, or put the text in quotes',
	'url:~«(»a': 'this parenthesis is never closed: close it, or write \\( for the character',
	'url:~a«)»': 'this parenthesis was never opened: remove it, or put the text in quotes',
	'url:~«[»a': 'this bracket is never closed: close it with ], or write \\[ for the character',
	'url:~«*»a': '* has no preceding character to repeat: write \\* for the character',
	'url:~a«**»': '** repeats twice: remove one of them',
	'url:~a«++»': '++ repeats twice: remove the last +, because this engine never backtracks',
	'url:~a«{2,1}»': '{2,1} is an impossible range: write the smaller number first, {1,2}',
	'url:~a«{1001}»': 'repeated too often: at most 1000 times, with nested counts multiplied',
	'url:~«(?=»a)':
		'look-ahead (?=…) is not supported, it can’t be matched in linear time: use two terms, such as url:~a url:~b',
	'url:~«(?<!»a)b':
		'look-behind (?<!…) is not supported, it can’t be matched in linear time: use two terms, such as url:~a -url:~b',
	'url:~(a)«\\1»': 'back-references are not supported: a group’s match can’t be used again',
	'url:~«\\k»<n>': 'back-references are not supported: a group’s match can’t be used again',
	'url:~[«b-a»]': 'b-a is an impossible range: write the smaller character first, or \\- for the character -',
	'url:~«\\u»00e9': '\\u is not understood: write \\x{00e9}',
	'url:~«\\h»':
		'\\h is not understood: write h for the character itself, \\d for a digit, \\w for a letter, \\s for a space',
	'url:~«\\»': 'a character is missing after the backslash: write \\\\ for the backslash itself',
	'url:~(?<n>a)(?<«n»>b)': 'two groups are called “n”: remove the names, ( is enough',
	'url:~"«(»a"': 'this parenthesis is never closed: close it, or write \\( for the character',
	'url:~"a«)» b"': 'this parenthesis was never opened: remove it, or write \\) for the character',
	'url:~«\\p{Foo}»':
		'\\p{Foo} is not a character class: write \\p{L} for letters, \\p{Lu} for capitals, \\p{Greek} for a script',
	'url:~«(?>»a)': 'atomic groups (?>…) are not needed, because this engine never backtracks: write (?:…)',
	'url:~"x \\"«[»a"': 'this bracket is never closed: close it with ], or write \\[ for the character',
	'«()»': 'these parentheses are empty: add a term, or remove them',
	'«(»a': 'this parenthesis is never closed: write ) where the group ends',
	'(a «OR»': 'a term is missing after OR: add one, remove OR, or write "OR" to search for it',
	'a«)»': 'this parenthesis was never opened: remove it, or put the text in quotes',
	'«OR» a': 'a term is missing before OR: add one, remove OR, or write "OR" to search for it',
	'a «OR»': 'a term is missing after OR: add one, remove OR, or write "OR" to search for it',
	'a «OR» OR b': 'a term is missing after OR: add one, remove OR, or write "OR" to search for it',
	'«-»': 'a term must directly follow the -, such as -status:200',
	'«-» a': 'a term must directly follow the -, such as -status:200',
	'«--»a': 'negated twice: remove one of the signs',
	'«-!»a': 'negated twice: remove one of the signs',
	'«-()»': 'these parentheses are empty: add a term, or remove them',
	'«-OR»': 'OR joins two terms and can’t be negated: to search for it, write -"OR"',
	'a «AND» b': 'AND isn’t needed, because all terms must match: remove it, or "AND" to search for it',
	'«NOT» a': 'NOT isn’t supported: write a - right before the term, or "NOT" to search for it',
	'a «||» b': '|| isn’t supported: write OR, or "||" to search for it',
	'a «&&» b': '&& isn’t needed, because all terms must match: remove it, or "&&" to search for it',
	'token:«xyz»': '“xyz” is not the beginning of a token: these are 13 digits of 0-9 and a-f',
	'token:«00000000000000»':
		'“00000000000000” is not the beginning of a token: these are 13 digits of 0-9 and a-f',
	'token:«~a»': '“a” is not the beginning of a token: these are 13 digits of 0-9 and a-f',
	'param:«""»': 'an empty text matches every value: remove the term, or write * for any value',
	'network:«10.0.0.0/33»': '“10.0.0.0/33” is not a network: write a number from 0 to 32 after the /',
	'since«:»': 'a value is missing after the colon, such as since:15m',
	'since:«15»': '“15” has no unit: write 15s, 15m, 15h, 15d or 15w',
	'since:«15ms»': 'ms is too small for a period: write s, m, h, d or w',
	'since:«9:60»': 'there is no time 9:60: times range from 0:00 to 23:59:59',
	'since:«25:00»': 'there is no time 25:00: times range from 0:00 to 23:59:59',
	'since:«2026-13-01»': 'there is no such day as 2026-13-01: write year-month-day',
	'since:«2026-02-30»': 'there is no such day as 2026-02-30: write year-month-day',
	'since:«tomorrow»': '“tomorrow” is not a time: write 15m, 9:00, today, 2026-11-20 or 2026-11-20T09:00',
	'since:15m,«20m»': 'since: takes only one time: remove the rest',
	'since:«~x»':
		'a time can’t be matched by a regular expression: write 15m, 9:00, today, 2026-11-20 or 2026-11-20T09:00',
	'on:«15m»': 'on: takes a day or a time of day: for requests since then, write since:15m',
	'since:«2026-11-20T25:00»': 'there is no time 25:00: times range from 0:00 to 23:59:59',
	'since:«2026-11-20T09:»':
		'“2026-11-20T09:” is not a time: write 15m, 9:00, today, 2026-11-20 or 2026-11-20T09:00',
	'since:«99999999999999999999w»': '“99999999999999999999w” is too long ago: write less',
	'until:«*»': '“*” is not a time: write 15m, 9:00, today, 2026-11-20 or 2026-11-20T09:00',
	'method«:»': 'a value is missing after the colon, such as method:post',
	'method:post,«,»put': 'a value is missing before the comma: add one, or remove the comma',
	'route«:»': 'a value is missing after the colon, such as route:/{language}/*',
	'host:"a",«"b»': 'this quote is never closed: write " where the text ends',
	'«,»': 'a value is missing before the comma: add one, or remove the comma',
	'a«,»': 'a value is missing after the comma: add one, or remove the comma',
	'«,»a': 'a value is missing before the comma: add one, or remove the comma',
	'«=»': 'the text is missing after the =',
	'«~»': 'a regular expression is missing after the ~',
	'«==»': 'the text is missing after the ==',
	'«!»': 'a term must directly follow the !, such as -status:200',
	'"a"«(»b)': 'text follows the closing quote: add a space, or write \\" for a quote within quotes',
	'since:2026-11-20 «09»:00':
		'there is no field “09”: for a time, write 2026-11-20T09:00; to search for the text, write "09:00"',
	'status «:» 404':
		'a field name is missing right before the colon, such as status:404; to search for the text, write ":"',
	'host«:» x': 'no space may follow the colon: write host:x',
	'bytes:«-»': '“-” is not a size: write 512, 10k, >1mb, 1ki-2ki',
	'bytes:«!5»': 'to exclude values, write - before the field, such as -status:404',
	'status:>=«4xy»': '“4xy” is not a status: write 404, 5xx, 400-499, >=500',
	'ip:«[::1»':
		'“[::1” is not an address: write 203.0.113.9, 10.0.0.0/8, 2001:db8::/32 or a leading part such as 203.0.',
	'ip:«10.0.0.0/8/8»': '“10.0.0.0/8/8” is not a network: write 10.0.0.0/8',
	'token:«=*»': '“*” is not the beginning of a token: these are 13 digits of 0-9 and a-f',
	'bot:«=»': 'the text is missing after the =',
	'duration:>«-5»': '“-5” is not a time taken: write 500ms, >=1.5s, 1s-2s, >1m',
	'url:~a|«*»': '* has no preceding character to repeat: write \\* for the character',
	'url:~«\\8»': 'back-references are not supported: a group’s match can’t be used again',
	'url:~«\\xZZ»': 'not the number of a character: write \\x2f or \\x{20ac}',
	'url:~«\\ä»': 'ä needs no backslash: write ä',
	'url:~[«[:foo:]»]': '[:foo:] is not a character class: write [:alpha:], [:digit:], [:alnum:] or [:space:]',
	'url:~«(?»z)': 'not a group: write (…), (?:…), or (?i:…) for one without case',
	'url:~«(?#»c)': 'comments are not supported: remove it',
	'url:~«(?P=»n)': 'back-references are not supported: a group’s match can’t be used again',
	'url:~x«{2}{3}»': '{2}{3} repeats twice: remove one of them',
	'url:~"\\"«(?<=»a)"':
		'look-behind (?<=…) is not supported, it can’t be matched in linear time: use two terms, such as url:~a url:~b',
	'on:«2026-02-29T10:00»': 'there is no such day as 2026-02-29: write year-month-day',
	'until:«2026-11-20T09:00+1»':
		'“2026-11-20T09:00+1” is not a time: write 15m, 9:00, today, 2026-11-20 or 2026-11-20T09:00',
	'status:404 «OR»': 'a term is missing after OR: add one, remove OR, or write "OR" to search for it',
	'(status:404) OR «(»': 'this parenthesis is never closed: write ) where the group ends',
	'a «AND»': 'AND isn’t needed, because all terms must match: remove it, or "AND" to search for it',
	'since:«9:00+24:00»': '“9:00+24:00” is not a time: write 15m, 9:00, today, 2026-11-20 or 2026-11-20T09:00',
};

for (const [marked, message] of Object.entries(malformed)) {
	test(`malformed: ${marked}`, t => {
		const text = marked.replace(/[«»]/g, '');
		const [start, end] = [marked.indexOf('«'), marked.indexOf('»') - 1];
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
