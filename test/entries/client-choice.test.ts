import test from 'ava';
import fc from 'fast-check';
import {
	type ClientChoice,
	ClientChooser,
	clientModes,
	defaultProxies,
	isProxies,
} from '../../source/entries/client-choice.js';
import {EntryRecord, spanOf} from '../../source/entries/entry-record.js';
import type {TextField} from '../../source/fields/fields.js';
import {isInNetwork, model16} from '../helpers/address-model.js';
import {forAll} from '../helpers/for-all.js';
import {words} from '../helpers/words.js';

/** The peer and the list of a line; null if missing. */
type Read = {readonly peer: string | null; readonly list: string | null};

type Chosen = {readonly ip: string | null; readonly peerIp: string | null};

const auto: ClientChoice = {mode: 'auto', trusted: defaultProxies};
const forwarded: ClientChoice = {mode: 'forwarded', trusted: defaultProxies};

function choose(chooser: ClientChooser, {peer, list}: Read): Chosen {
	const record = new EntryRecord();
	const bytes = Buffer.from(`[${peer ?? ''}|${list ?? ''}] 203.0.113.99`);
	const set = (field: TextField, start: number, end: number): void => {
		record.spans[spanOf[field]] = end > start ? start : 0;
		record.spans[spanOf[field] + 1] = end > start ? end : 0;
	};
	set('ip', 1, 1 + (peer ?? '').length);
	set('forwardedFor', 2 + (peer ?? '').length, bytes.lastIndexOf('] 203'));
	chooser.choose(bytes, record);
	const get = (field: TextField): string | null => {
		const start = record.spans[spanOf[field]] ?? 0;
		const end = record.spans[spanOf[field] + 1] ?? 0;
		return end === 0 ? null : bytes.toString('latin1', start, end);
	};
	return {ip: get('ip'), peerIp: get('peerIp')};
}

const cases: ReadonlyArray<readonly [list: string, ip: string | null]> = [
	['203.0.113.7', '203.0.113.7'],
	['203.0.113.7, 10.0.0.1', '203.0.113.7'],
	['198.51.100.4, 203.0.113.7, 10.0.0.1, 192.168.3.4', '203.0.113.7'],
	['198.51.100.4,203.0.113.7,10.0.0.1', '203.0.113.7'],
	['198.51.100.4 203.0.113.7', '203.0.113.7'],
	['203.0.113.7, ', '203.0.113.7'],
	[' , 203.0.113.7', '203.0.113.7'],
	['198.51.100.4,+203.0.113.7', '203.0.113.7'],
	['198.51.100.4,%20203.0.113.7', '203.0.113.7'],
	// All are trusted: the leftmost counts.
	['10.0.0.7, 10.0.0.8', '10.0.0.7'],
	['127.0.0.1', '127.0.0.1'],
	// Anything but an address ends the search.
	['unknown', null],
	['203.0.113.7, unknown', null],
	['unknown, 203.0.113.7', '203.0.113.7'],
	['unknown, 10.0.0.1', '10.0.0.1'],
	['203.0.113.7, _hidden, 10.0.0.1', '10.0.0.1'],
	['203.0.113.7, 10.0.0.1, -', null],
	['203.0.113.256', null],
	['203.0.113.07', null],
	['shop.example', null],
	[', ,', null],
	// Ports and brackets.
	['203.0.113.7:51234', '203.0.113.7'],
	['203.0.113.7:51234, 10.0.0.1:80', '203.0.113.7'],
	['203.0.113.7:0', null],
	['203.0.113.7:65536', null],
	['203.0.113.7:', null],
	['203.0.113.7:8a', null],
	['[2001:db8::7]:443', '2001:db8::7'],
	['[2001:db8::7]', '2001:db8::7'],
	['[2001:db8::7]x', null],
	['[2001:db8::7', null],
	['[203.0.113.7]', null],
	['2001:db8::7', '2001:db8::7'],
	['2001:db8::7, fd00::1, ::1', '2001:db8::7'],
	['2001:db8::7, ::ffff:10.0.0.1', '2001:db8::7'],
	['fe80::1%eth0', null],
	// The shared range ends before 100.128.
	['203.0.113.7, 100.127.255.255', '203.0.113.7'],
	['203.0.113.7, 100.128.0.0', '100.128.0.0'],
	['203.0.113.7, 172.31.0.1', '203.0.113.7'],
	['203.0.113.7, 172.32.0.1', '172.32.0.1'],
	['203.0.113.7, 169.254.1.1', '203.0.113.7'],
];

test('if a trusted proxy connected, the client is the last address of the list that is not a trusted proxy', t => {
	const chooser = new ClientChooser(auto);
	for (const [list, ip] of cases) {
		const chosen = {ip: ip ?? '10.0.0.2', peerIp: ip === null ? null : '10.0.0.2'};
		t.deepEqual(choose(chooser, {peer: '10.0.0.2', list}), chosen, list);
	}
});

test('without a peer in the line, the client is in the list or unknown', t => {
	for (const choice of [auto, forwarded]) {
		const chooser = new ClientChooser(choice);
		for (const [list, ip] of cases) {
			t.deepEqual(choose(chooser, {peer: null, list}), {ip, peerIp: null}, list);
		}
	}
});

test('an untrusted peer is the client, unless forwarded addresses always count', t => {
	const read = {peer: '198.51.100.2', list: '203.0.113.9'};
	t.deepEqual(choose(new ClientChooser(auto), read), {ip: '198.51.100.2', peerIp: null});
	t.deepEqual(choose(new ClientChooser(forwarded), read), {ip: '203.0.113.9', peerIp: '198.51.100.2'});
	t.deepEqual(choose(new ClientChooser({mode: 'peer', trusted: defaultProxies}), read), {
		ip: '198.51.100.2',
		peerIp: null,
	});
});

test('the word default adds the default proxies to the given ones', t => {
	const list = '203.0.113.9, 198.51.100.7';
	const others = new ClientChooser({mode: 'auto', trusted: ['198.51.100.7']});
	t.deepEqual(choose(others, {peer: '10.0.0.2', list}), {ip: '10.0.0.2', peerIp: null});
	const all = new ClientChooser({mode: 'auto', trusted: ['default', '198.51.100.7']});
	t.deepEqual(choose(all, {peer: '10.0.0.2', list}), {ip: '203.0.113.9', peerIp: '10.0.0.2'});
});

test('trusts a peer with a zone, in mapped form or on a Unix socket', t => {
	const chooser = new ClientChooser(auto);
	for (const peer of words`fe80::1%eth0 ::ffff:10.0.0.2 unix: unix:/run/nginx.sock 127.0.0.1 ::1`) {
		t.deepEqual(choose(chooser, {peer, list: '203.0.113.9'}), {ip: '203.0.113.9', peerIp: peer});
	}
	for (const peer of ['cache.example', '2001:db8::1', `10.0.0.2${'x'.repeat(70)}`]) {
		t.deepEqual(choose(chooser, {peer, list: '203.0.113.9'}), {ip: peer, peerIp: null});
	}
});

test('omits the peer if it is the client', t => {
	t.deepEqual(choose(new ClientChooser(forwarded), {peer: '203.0.113.9', list: '203.0.113.9, 10.0.0.1'}), {
		ip: '203.0.113.9',
		peerIp: null,
	});
});

test('does not change the client of a line without forwarded addresses', t => {
	for (const mode of clientModes) {
		const chooser = new ClientChooser({mode, trusted: defaultProxies});
		t.deepEqual(choose(chooser, {peer: '10.0.0.2', list: null}), {ip: '10.0.0.2', peerIp: null});
		t.deepEqual(choose(chooser, {peer: null, list: null}), {ip: null, peerIp: null});
	}
});

test('proxies are addresses, networks, or unix:', t => {
	for (const text of ['10.0.0.0/8', '203.0.113.7', '::/0', '2001:db8::/32', '0.0.0.0/0', 'unix:', '::1']) {
		t.true(isProxies(text), text);
	}
	for (const text of [
		'',
		'10.0.0.0/33',
		'10.',
		'10.0.0',
		'10.0.0.300',
		'2001:db8::/129',
		'proxy',
		'10.0.0.0/',
		'/8',
	]) {
		t.false(isProxies(text), text);
	}
});

/** A simple model of the rule: nginx's realip module with `real_ip_recursive on`. */
function model({mode, trusted}: ClientChoice, {peer, list}: Read): Chosen {
	const asPeer = {ip: peer, peerIp: null};
	const isTrusted = (text: string): boolean => {
		const address = model16(text);
		return trusted.some(network => {
			const [head = '', length] = network.split('/');
			const range = model16(head);
			const bits = length === undefined ? 128 : Number(length) + (head.includes(':') ? 0 : 96);
			return address !== null && range !== null && isInNetwork(address, range, bits);
		});
	};
	if (
		mode === 'peer' ||
		list === null ||
		list === '' ||
		(mode === 'auto' && peer !== null && !isTrusted(peer))
	) {
		return asPeer;
	}
	let found: string | null = null;
	for (const hop of list.split(/[ ,]+/).filter(Boolean).toReversed()) {
		const inner = /^\[(.*:.*)\](?::([1-9]\d*))?$/.exec(hop) ?? /^([^:]*):([1-9]\d*)$/.exec(hop) ?? ['', hop];
		const [, address = '', port = '1'] = inner;
		if (model16(address) === null || Number(port) > 65_535) {
			break;
		}
		found = address;
		if (!isTrusted(address)) {
			break;
		}
	}
	return found === null ? asPeer : {ip: found, peerIp: found === peer ? null : peer};
}

test('chooses the same client as a simple model', t => {
	const address = fc.oneof(
		fc.ipV4(),
		fc.ipV6(),
		fc.constantFrom(
			'10.0.0.1',
			'10.255.0.9',
			'203.0.113.7',
			'192.168.1.1',
			'2001:db8::1',
			'fd00::9',
			'::ffff:10.1.1.1',
		),
	);
	const port = fc.constantFrom('', '', ':1', ':443', ':65535', ':65536', ':0', ':');
	const hop = fc.oneof(
		{weight: 6, arbitrary: address},
		fc.tuple(address, port).map(([text, end]) => (text.includes(':') ? `[${text}]` : text) + end),
		fc.constantFrom('unknown', '-', '_x', '[', '[]', ']', '[::', '10.0.0', '[10.0.0.1]'),
	);
	const list = fc
		.array(fc.tuple(hop, fc.constantFrom(', ', ',', ' ', ' , ')), {maxLength: 5})
		.map(hops => hops.flat().join(''));
	const trusted = fc.oneof(
		fc.constant(defaultProxies),
		fc.array(
			fc.oneof(
				address,
				fc.tuple(fc.ipV4(), fc.nat(32)).map(([text, length]) => `${text}/${length}`),
				fc.tuple(fc.ipV6(), fc.nat(128)).map(([text, length]) => `${text}/${length}`),
			),
			{maxLength: 4},
		),
	);
	forAll(
		1000,
		fc.record({mode: fc.constantFrom(...clientModes), trusted}),
		fc.array(fc.record({peer: fc.option(address), list: fc.option(list)}), {minLength: 1, maxLength: 5}),
		(choice, lines) => {
			const chooser = new ClientChooser(choice);
			for (const read of lines) {
				t.deepEqual(choose(chooser, read), model(choice, read), JSON.stringify({choice, read}));
			}
		},
	);
});
