import test from 'ava';
import fc from 'fast-check';
import {withoutHidden} from '../../source/redaction/redact-text.js';
import {addressesIn, shortAddress} from '../../source/redaction/short-address.js';

function shortenedIn(text: string): string {
	return withoutHidden(text, addressesIn(text));
}

const networks: ReadonlyArray<readonly [address: string, network: string | null]> = [
	['203.0.113.9', '203.0.113.0/24'],
	['0.0.0.0', '0.0.0.0/24'],
	['2001:db8:1:2::9', '2001:db8:1::/48'],
	['2001:db8::9', '2001:db8::/48'],
	['2001:0DB8:0001:0002:0003:0004:0005:0006', '2001:db8:1::/48'],
	['2001:0:1::', '2001:0:1::/48'],
	['::1', '::/48'],
	['::ffff:203.0.113.9', '203.0.113.0/24'],
	['::ffff:cb00:7109', '203.0.113.0/24'],
	['203.0.113', null],
	['client.example', null],
	['', null],
];

for (const [address, network] of networks) {
	test(`${address || 'nothing'} is in ${network ?? 'no network'}`, t => {
		t.is(shortAddress(address), network);
	});
}

const texts: ReadonlyArray<readonly [text: string, shortened: string]> = [
	['203.0.113.9, 198.51.100.7:4711', '203.0.113.0, 198.51.100.0:4711'],
	['for="[2001:db8:1:2::9]:4711"', 'for="[2001:db8:1::]:4711"'],
	['from 2001:db8:1:2::9: gone.', 'from 2001:db8:1::: gone.'],
	['Mozilla/5.0 (X11) Chrome/120.0.0.0 Safari/537.36', 'Mozilla/5.0 (X11) Chrome/120.0.0.0 Safari/537.36'],
	['/lookup/203.0.113.9/whois', '/lookup/203.0.113.0/whois'],
	['[05/Nov/2025:09:03:07 +0000]', '[05/Nov/2025:09:03:07 +0000]'],
	['aa:bb:cc:dd:ee:ff', 'aa:bb:cc:dd:ee:ff'],
	['::', '::'],
];

for (const [text, shortened] of texts) {
	test(`${text} becomes ${shortened}`, t => {
		t.is(shortenedIn(text), shortened);
	});
}

test('removes the end of every address in a string', t => {
	const end = fc.integer({min: 1, max: 255});
	fc.assert(
		fc.property(fc.constantFrom('', ' ', '"', '/', '=', ',', '(', '['), end, end, end, (before, b, c, d) => {
			t.is(shortenedIn(`a${before}198.${b}.${c}.${d}${before}`), `a${before}198.${b}.${c}.0${before}`);
		}),
	);
	fc.assert(
		fc.property(fc.ipV6(), address => {
			t.is(shortAddress(shortenedIn(address)), shortAddress(address));
			t.is(shortenedIn(shortenedIn(address)), shortenedIn(address));
		}),
	);
});
