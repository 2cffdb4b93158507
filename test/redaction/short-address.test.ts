import test from 'ava';
import fc from 'fast-check';
import {shortAddress} from '../../source/entries/values/network.js';
import {withoutHidden} from '../../source/redaction/redact-text.js';
import {addressesIn} from '../../source/redaction/short-address.js';
import {forAll} from '../helpers/for-all.js';

function shortenedIn(text: string): string {
	return withoutHidden(text, addressesIn(text));
}

const texts: ReadonlyArray<readonly [text: string, shortened: string]> = [
	['203.0.113.9, 198.51.100.7:4711', '203.0.113.0, 198.51.100.0:4711'],
	['for="[2001:db8:1:2::9]:4711"', 'for="[2001:db8:1::]:4711"'],
	['from 2001:db8:1:2::9: gone.', 'from 2001:db8:1::: gone.'],
	['Mozilla/5.0 (X11) Chrome/120.0.0.0 Safari/537.36', 'Mozilla/5.0 (X11) Chrome/120.0.0.0 Safari/537.36'],
	['/lookup/203.0.113.9/whois', '/lookup/203.0.113.0/whois'],
	['[05/Nov/2025:09:03:07 +0000]', '[05/Nov/2025:09:03:07 +0000]'],
	['aa:bb:cc:dd:ee:ff', 'aa:bb:cc:dd:ee:ff'],
	...(
		[
			'Chrome/131.0.6778.86 Edg/99.0.115.7 HeadlessChrome/12.3.4.5',
			'YaBrowser/24.1.2.3 Firefox/1.5.0.3',
			'okhttp/4.9.1.2 .NET CLR 1.1.4.3 curl/8.1.2.3',
			'Instagram 200.0.0.29.110',
			'/lib-1.2.3.4/',
			'/static/jquery-ui-1.2.3.4.min.js',
			'/a/v1.2.3.4/b',
			'/x.js?v=1.2.3.4&ver=1.2.3.5',
			'/x.js?v%3D1.2.3.4',
			'/releases/1.2.3.4/x.zip',
			'/downloads/tool/1.2.3.4',
			'a 300.1.2.3 b',
		] as const
	).map(text => [text, text] as const),
	['Foo/1.2.3.4', 'Foo/1.2.3.0'],
	['/ip-203.0.113.9/', '/ip-203.0.113.0/'],
	['//lib-203.0.113.9/', '//lib-203.0.113.0/'],
	['/x/lib-203.0.113.9.isp.example', '/x/lib-0.0.113.0.isp.example'],
	['9.113.0.203.in-addr.arpa', '0.113.0.0.in-addr.arpa'],
	[
		'/9.0.0.0.f.0.0.0.0.0.0.0.0.0.0.0.0.0.2.0.1.0.0.0.8.B.D.0.1.0.0.2.ip6.arpa',
		'/0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.1.0.0.0.8.B.D.0.1.0.0.2.ip6.arpa',
	],
	['3.2.1.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa', '0.0.1.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa'],
	['d.1.2.3.4.b.1.0.0.0.8.b.d.0.1.0.0.2.ip6.int', '0.0.0.0.0.0.1.0.0.0.8.b.d.0.1.0.0.2.ip6.int'],
	['x.3.2.1.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa', 'x.0.0.1.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa'],
	['2001-db8-1-2--9.isp.example', '2001-db8-1--.isp.example'],
	['2001-db8--f.isp.example', '2001-db8--.isp.example'],
	['8.b.d.0.1.0.0.2.ip6.arpa', '8.b.d.0.1.0.0.2.ip6.arpa'],
	['::', '::'],
];

for (const [text, shortened] of texts) {
	test(`${text} becomes ${shortened}`, t => {
		t.is(shortenedIn(text), shortened);
	});
}

test('removes the end of every address in a string', t => {
	const end = fc.integer({min: 1, max: 255});
	forAll(100, fc.constantFrom('', ' ', '"', '/', '=', ',', '(', '['), end, end, end, (before, b, c, d) => {
		t.is(shortenedIn(`a${before}198.${b}.${c}.${d}${before}`), `a${before}198.${b}.${c}.0${before}`);
	});
	forAll(100, fc.ipV6(), address => {
		t.is(shortAddress(shortenedIn(address)), shortAddress(address));
		t.is(shortenedIn(shortenedIn(address)), shortenedIn(address));
	});
});
