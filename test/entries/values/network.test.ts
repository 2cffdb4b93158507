import test from 'ava';
import {shortAddress} from '../../../source/entries/values/network.js';

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
