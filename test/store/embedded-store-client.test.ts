import test from 'ava';
import {type ClientMode, clientModes, defaultProxies} from '../../source/entries/client-choice.js';
import {parseQuery} from '../../source/query/parsing/parse-query.js';
import {anyCalendar} from '../../source/query/parsing/time-period.js';
import {everything} from '../../source/query/query.js';
import {openSettled} from '../helpers/open-store.js';
import {all} from '../helpers/store-model.js';
import {temporaryLog} from '../helpers/temporary-directory.js';

const time = '[20/Nov/2026:09:03:07 +0000]';
const request = `${time} "GET /en/ HTTP/1.1" 200 4523 "-" "curl/8.5.0"`;

const lines = [
	`10.0.0.2 - - ${request} "198.51.100.4, 203.0.113.7, 10.0.0.1"`,
	`10.0.0.2 - - ${request} "-"`,
	`198.51.100.2 - - ${request} "203.0.113.9"`,
	`198.51.100.4, 203.0.113.7 - - ${request}`,
	`"203.0.113.7, 198.51.100.4" 10.0.0.3 - - ${request}`,
	`[${time.slice(1, -1)}] not a request`,
	`{"remote_addr":"10.0.0.2","request":"GET /en/ HTTP/1.1","status":200,"http_x_forwarded_for":"203.0.113.7:5123"}`,
];

type Chosen = readonly [ip: string | null, peerIp: string | null];

const chosen: Readonly<Record<ClientMode, readonly Chosen[]>> = {
	peer: [
		['10.0.0.2', null],
		['10.0.0.2', null],
		['198.51.100.2', null],
		['198.51.100.4', null],
		['203.0.113.7', '10.0.0.3'],
		['10.0.0.2', null],
	],
	auto: [
		['203.0.113.7', '10.0.0.2'],
		['10.0.0.2', null],
		['198.51.100.2', null],
		['203.0.113.7', null],
		['198.51.100.4', '10.0.0.3'],
		['203.0.113.7', '10.0.0.2'],
	],
	forwarded: [
		['203.0.113.7', '10.0.0.2'],
		['10.0.0.2', null],
		['203.0.113.9', '198.51.100.2'],
		['203.0.113.7', null],
		['198.51.100.4', '10.0.0.3'],
		['203.0.113.7', '10.0.0.2'],
	],
};

test('chooses clients by the mode, with the same tokens, and reads their lines back', async t => {
	const {path} = temporaryLog(t, `${lines.join('\n')}\n`);
	const tokens = new Set<string>();
	for (const mode of clientModes) {
		const client = {mode, trusted: defaultProxies};
		const store = await openSettled(t, [path], {follow: false, client});
		const entries = [...(await all(store))].sort((a, b) => a.offset - b.offset);
		t.deepEqual(
			entries.map(({ip, peerIp}) => [ip, peerIp]),
			chosen[mode].map(pair => [...pair]),
			mode,
		);
		tokens.add(entries.map(({token}) => token).join());
		t.false((await store.raw(entries)).includes(null));
		const of = chosen[mode].filter(([ip]) => ip === '203.0.113.7').length;
		t.is((await store.count(parseQuery('ip:203.0.113.7', anyCalendar))).n, of);
		const {values} = await store.facets(everything, 'ip', 9);
		t.is(values.find(({value}) => value === '203.0.113.7')?.n ?? 0, of);
	}
	t.is(tokens.size, 1);
});
