import {appendFileSync} from 'node:fs';
import test, {type ExecutionContext} from 'ava';
import {noteHints} from '../../source/doctor/note-hints.js';
import {proxyHint} from '../../source/doctor/proxy-hint.js';
import {type ClientChoice, defaultProxies} from '../../source/entries/client-choice.js';
import type {EmbeddedStore} from '../../source/store/embedded-store.js';
import {fakeClock} from '../helpers/fake-clock.js';
import {openStore} from '../helpers/open-store.js';
import {screenScene} from '../helpers/screen.js';
import {untilCounted} from '../helpers/store-model.js';
import {temporaryLog} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

const auto: ClientChoice = {mode: 'auto', trusted: defaultProxies};
const forwarded: ClientChoice = {mode: 'forwarded', trusted: defaultProxies};

/** Returns a line of a request. `list` has the forwarded addresses. */
function line(peer: string, list?: string): string {
	return `${peer} - - [20/Nov/2024:09:03:07 +0000] "GET / HTTP/1.1" 200 1 "-" "c"${list === undefined ? '' : ` "${list}"`}\n`;
}

function others(count: number): string {
	return Array.from({length: count}, (_, index) => line(`203.0.113.${index}`)).join('');
}

function open(t: ExecutionContext, text: string, client = auto): {store: EmbeddedStore; path: string} {
	const {path} = temporaryLog(t, text);
	return {store: openStore(t, [path], {client}), path};
}

const toLog = 'let the server log "$http_x_forwarded_for" (nginx), "%{X-Forwarded-For}i" (Apache)';

const proxied = line('198.51.100.7', '203.0.113.9');

for (const [what, text, client, reported] of [
	['a proxy whose lists aren’t logged', line('10.0.0.2').repeat(300), auto, toLog],
	['the same of a proxy that is reached by a public address', line('198.51.100.7').repeat(300), auto, toLog],
	['the same with 5 % of others', line('10.0.0.2').repeat(285) + others(15), auto, toLog],
	['more than 5 % of others', line('10.0.0.2').repeat(284) + others(16), auto, null],
	['too few requests', line('10.0.0.2').repeat(199), auto, null],
	['the peer, which was asked for', line('10.0.0.2').repeat(300), {...auto, mode: 'peer'}, null],
	[
		'a public proxy with lists',
		proxied.repeat(300),
		auto,
		'--trusted-proxies default,198.51.100.7 shows its clients',
	],
	['the same once it is trusted', proxied.repeat(300), {...auto, trusted: ['198.51.100.7']}, null],
	[
		'the same beside others that are trusted',
		proxied.repeat(300),
		{...auto, trusted: ['10.0.0.2']},
		'add it to',
	],
	[
		'a public proxy behind a private one',
		line('10.0.0.2', '203.0.113.9, 198.51.100.7').repeat(300),
		auto,
		'--trusted-proxies default,198.51.100.7 ',
	],
	[
		'the same with ports, where all lists are believed',
		line('192.0.2.1', '203.0.113.9:4711, 198.51.100.7:80').repeat(300),
		forwarded,
		'--trusted-proxies default,198.51.100.7 ',
	],
	[
		'a proxy that is told by its name',
		line('lb.example', '203.0.113.9').repeat(300),
		auto,
		'--client forwarded',
	],
	[
		'one client that all requests were forwarded for',
		line('10.0.0.2', '203.0.113.9').repeat(300),
		auto,
		null,
	],
	[
		'lists without an address at their end',
		line('198.51.100.7', '203.0.113.9, unknown').repeat(300),
		auto,
		null,
	],
	['a trusted client', line('10.0.0.2', '10.0.0.9').repeat(300), auto, null],
	[
		'checks of a load balancer beside requests that it has forwarded',
		line('10.0.0.2').repeat(300) + line('10.0.0.2', '203.0.113.9').repeat(5),
		auto,
		null,
	],
] as const) {
	test(`hint for one address with nearly all requests: ${what}`, async t => {
		const {store} = open(t, text, client);
		await store.settled();
		const hint = await proxyHint(store, client);
		t.is(hint === null, reported === null, hint?.text ?? 'no hint');
		t.true(hint?.advice.includes(reported ?? '') ?? true, hint?.advice);
	});
}

test('the numbers of the hint are from one moment, also while requests arrive', async t => {
	const {store, path} = open(t, line('10.0.0.2').repeat(300));
	await store.settled();
	const growing: Pick<EmbeddedStore, 'count' | 'facets' | 'page'> = {
		count: (...question) => store.count(...question),
		page: (...question) => store.page(...question),
		async facets(...question) {
			appendFileSync(path, line('10.0.0.2').repeat(100));
			await untilCounted(store, 400);
			return store.facets(...question);
		},
	};
	t.is((await proxyHint(growing, auto))?.text, '400 of the newest 400 requests come from 10.0.0.2');
});

/** A screen, and a function that waits for a string while the clock advances. */
function scene(t: ExecutionContext, store: EmbeddedStore, redact = false) {
	const clock = fakeClock(Date.UTC(2024, 10, 20, 9, 4));
	const screen = screenScene({t, store, clock, redact, lines: 30});
	noteHints(store, {format: undefined, client: auto}, error => t.fail(String(error)));
	const has = (text: string): Promise<void> =>
		waitFor(() => {
			clock.pass(1000);
			return screen.frame().includes(text);
		}, screen.frame);
	return {screen, has};
}

test('the screen reports once that a log probably comes from a proxy, with advice', async t => {
	const {store, path} = open(t, line('10.0.0.2').repeat(300));
	const {screen, has} = scene(t, store);
	await has('300 of the newest 300 requests come from 10.0.0.2: if it is a proxy');
	t.true(screen.frame().replaceAll(/\s+/g, ' ').includes(toLog), screen.frame());
	appendFileSync(path, line('10.0.0.2'));
	await has('301 results found');
	t.is(store.status().notices.length, 1);
	t.is(store.status().notices[0]?.times, 1);
	screen.type('!');
	await has('━ !  Notices ');
	t.regex(screen.frame(), /300 of the newest 300 requests come from 10\.0\.0\.2: if it is a proxy/);
});

test('the screen reports the proxy of a growing log once there are enough requests', async t => {
	const {store, path} = open(t, line('10.0.0.2').repeat(199));
	const {has} = scene(t, store);
	await store.settled();
	await has('199 results found');
	t.deepEqual(store.status().notices, []);
	appendFileSync(path, line('10.0.0.2'));
	await has('200 of the newest 200 requests come from 10.0.0.2');
});

test('the address of the proxy is redacted, too', async t => {
	const {store} = open(t, proxied.repeat(300));
	const {screen, has} = scene(t, store, true);
	await has('300 of the newest 300 requests come from 198.51.100.0: if');
	t.false(screen.frame().includes('198.51.100.7'));
});
