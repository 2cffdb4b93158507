import test, {type ExecutionContext} from 'ava';
import {parseQuery} from '../../../source/query/parsing/parse-query.js';
import {keptInMemory} from '../../../source/view/search/search-history.js';
import {entry, start} from '../../helpers/entry.js';
import {fakeClock, passTime} from '../../helpers/fake-clock.js';
import {fakeStore} from '../../helpers/fake-store.js';
import {type ScreenSceneOptions, screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';
import {waitFor} from '../../helpers/wait-for.js';

const secrets = /S3CRET|203\.0\.113\.[1-9]|alice/;

/** Three requests from one client and one from its neighbour. */
const past = [
	entry(1, {url: '/a?token=S3CRET1', user: 'alice'}),
	entry(2, {url: '/b?p=2', referer: 'https://alice:S3CRET@shop.example/?key=S3CRET'}),
	entry(3, {ip: '203.0.113.7', url: '/c'}),
	entry(4, {url: '/d', user: 'alice', userAgent: 'curl/8 alice@shop.example'}),
];

async function scene(t: ExecutionContext, options: Partial<ScreenSceneOptions> = {}) {
	const store = fakeStore(...past);
	store.setRaw(({ip, url, user, offset}) =>
		Buffer.from(
			`${ip} - ${user ?? '-'} [05/Nov/2026:09:00:0${offset} +0000] "GET ${url} HTTP/1.1" 200 1234 "-" "-"`,
		),
	);
	const clock = fakeClock(start + 100_000);
	const screen = screenScene({t, store, clock, columns: 120, lines: 40, redact: true, ...options});
	// No request, or with a search no result.
	await screen.has('○ no re');
	await settle();
	// The overview waits until the search has been unchanged for a while.
	clock.pass(200);
	await screen.has(' 2xx ', '─ f c Clients ');
	await settle();
	return {store, clock, screen};
}

test('redaction hides secrets in the listing and shows that it is on', async t => {
	const {screen} = await scene(t);
	await screen.has('4 results found');
	t.notRegex(screen.frame(), secrets);
	t.regex(screen.frame(), /203\.0\.113\.0\/24 +GET +\/a\?token=REDACTED/);
	t.regex(screen.frame(), /1–4 of 4 · secrets hidden \(\* shows them\)/);
});

const right = '\u001b[C';

for (const keys of [
	'f',
	'fl',
	`f${right}`,
	`f${right.repeat(6)}`,
	`f${right.repeat(7)}`,
	'r',
	'i',
	'j\r',
	'jjjj\r',
	'jjj\r',
	'L',
	'!',
]) {
	test(`redaction hides secrets in panels: ${JSON.stringify(keys)}`, async t => {
		const {store, screen} = await scene(t);
		store.setUnrecognised([{file: 'a', offset: 0, line: Buffer.from('from 203.0.113.9, password=S3CRET')}]);
		for (const key of keys
			.split(right)
			.flatMap((typed, index) => [...(index === 0 ? [] : [right]), ...typed])) {
			screen.type(key);
			await settle();
			t.notRegex(screen.frame(), secrets);
		}
		await settle();
		t.true(screen.lines().some(line => line.startsWith('━') || line.startsWith('─ Enter Details')));
		t.notRegex(screen.frame(), secrets);
	});
}

test('details hide secrets and still distinguish the client from its neighbour', async t => {
	const {screen} = await scene(t);
	await screen.press('j\rZ', '"GET /d HTTP/1.1"');
	const frame = screen.frame();
	t.regex(frame, /203\.0\.113\.0 - REDACTED \[/);
	t.regex(frame, /Same client +203\.0\.113\.0\/24, 3 requests/);
	t.notRegex(frame, /GET +\/c/);
	screen.type('\u001b');
});

test('o moves to the next request of the same client despite redaction', async t => {
	const {screen} = await scene(t);
	screen.type('jo');
	await waitFor(() => /▌200 .*\/b\?p=2/.test(screen.frame()), screen.frame);
	t.pass();
});

test('+ on a redacted cell searches for the visible part of its value', async t => {
	const {screen} = await scene(t);
	await screen.press('G', 'held');
	await screen.press('\u001b[C\u001b[C\u001b[C\u001b[C+', '1 results found');
	t.regex(screen.lines()[1] ?? '', /^ url:\/a\?token=\* *$/);
});

test('a search for a secret finds it and hides it on the screen', async t => {
	const query = parseQuery('token=S3CRET1 ip:203.0.113.9', {now: 0, zoneAt: () => 0});
	const {screen} = await scene(t, {query});
	await screen.has('1 results found');
	t.regex(screen.lines()[1] ?? '', /^ token=REDACTED +ip:203\.0\.113\.0/);
	t.notRegex(screen.frame(), secrets);
	for (const panel of 'fri') {
		screen.type(panel);
		await settle();
		t.notRegex(screen.frame(), secrets);
	}
});

test('find matches the redacted text, not the secret', async t => {
	const {screen} = await scene(t);
	await screen.press('sREDACTED\r', 'found in 1 row here');
	screen.type('s');
	for (let n = 0; n < 8; n++) {
		screen.type('\u007f');
	}
	await screen.press('S3CRET\r', 'not on this page');
});

test('* shows and hides secrets at once, even on a frozen page', async t => {
	const {screen} = await scene(t);
	await screen.press('j=', '‖ frozen');
	await screen.press('*', '/a?token=S3CRET1');
	t.regex(screen.frame(), /203\.0\.113\.9 /);
	t.notRegex(screen.frame(), /secrets hidden/);
	await screen.press('*', '/a?token=REDACTED');
	t.notRegex(screen.frame(), secrets);
});

for (const [keys, shown, redacted] of [
	['j\rZ', '203.0.113.9, 3 requests', '203.0.113.0/24, 3 requests'],
	['fZ', '203.0.113.9 ', '203.0.113.0/24 '],
	['fuZ', '/a?token=S3CRET1', '/a?token=REDACTED'],
	['LZ', 'password=S3CRET', 'password=REDACTED'],
] as const) {
	test(`* over a panel leaves it open, with and without secrets: ${JSON.stringify(keys)}`, async t => {
		const {store, screen} = await scene(t, {redact: false});
		store.setUnrecognised([{file: 'a', offset: 0, line: Buffer.from('from 203.0.113.9, password=S3CRET')}]);
		await screen.press(keys, shown);
		await screen.press('*', redacted);
		t.notRegex(screen.frame(), secrets);
		await screen.press('*', shown);
		t.true(screen.frame().includes('Z back'));
	});
}

test('* in the timeline leaves its settings', async t => {
	const {screen, clock} = await scene(t, {redact: false});
	await screen.press('iv', '━ i  Timeline');
	await passTime(clock, 1000);
	await screen.has('square root');
	await screen.press('*', 'secrets hidden');
	t.true(screen.frame().includes('square root'));
});

test('new requests are redacted', async t => {
	const {store, clock, screen} = await scene(t);
	store.add(entry(5, {url: '/e?session=S3CRET'}));
	await settle();
	clock.pass(1000);
	await screen.has('/e?session=REDACTED');
	t.notRegex(screen.frame(), secrets);
});

test('a page requested before * and answered after it is redacted', async t => {
	const fake = fakeStore(...past);
	let open = (): void => {};
	let gate: Promise<void> = Promise.resolve();
	const count: typeof fake.count = async (...args) => {
		await gate;
		return fake.count(...args);
	};
	const clock = fakeClock(start + 100_000);
	const screen = screenScene({t, store: {...fake, count}, clock, columns: 120});
	await screen.has('4 results found');
	await settle();
	gate = new Promise(resolve => {
		open = resolve;
	});
	fake.add(entry(5, {url: '/e?session=S3CRET5'}));
	await settle();
	clock.pass(1000);
	await waitFor(() => fake.calls.filter(call => call.startsWith('page')).length > 1);
	await settle();
	await screen.press('*', 'secrets hidden');
	open();
	await screen.has('5 results found');
	t.notRegex(screen.frame(), secrets);
	t.regex(screen.frame(), /session=REDACTED/);
});

test('the search bar hides secrets of earlier searches and still applies them', async t => {
	const history = keptInMemory(['url:"/a?token=S3CRET1"', 'user:alice', 'token=S3CRET1']);
	const {screen} = await scene(t, {history});
	screen.type('/');
	for (const shown of ['token=REDACTED', 'user:REDACTED', 'url:"/a?token=REDACTED"']) {
		await screen.press('\u001b[A', `/${shown}`);
		t.notRegex(screen.frame(), secrets);
	}
	await screen.press('\r', '1 results found');
	t.notRegex(screen.frame(), secrets);
	await screen.press('/', '/url:"/a?token=REDACTED"');
	await screen.press('\u0015\u0012S3CRET', '^R S3CRET: url:"/a?token=REDACTED"');
});

test('every input line hides typed secrets', async t => {
	const saved = new Map([['mine', 'token=S3CRET1']]);
	const {screen} = await scene(t, {saved});
	for (const [keys, shown] of [
		['/token=S3CRET1', '/token=REDACTED'],
		['/-(user:alice', '/-(user:REDACTED'],
		['/user:alice', '/user:REDACTED'],
		['/mi', 'mine  token=REDACTED'],
		['/ip:203.0.113.9', '/ip:203.0.113.0'],
		[':query token=S3CRET1', ':query token=REDACTED'],
		['stoken=S3CRET1', 'find: token=REDACTED'],
		['Mtoken=S3CRET1', 'token=REDACTED'],
	] as const) {
		await screen.press(keys, shown);
		t.notRegex(screen.frame(), secrets, keys);
		await screen.press('\u001b', '? help');
		t.notRegex(screen.frame(), secrets, keys);
	}
});

test('the palette over a panel hides secrets', async t => {
	const {screen} = await scene(t);
	await screen.press('!', 'Notices');
	await screen.press(':query token=S3CRET1', ':query token=REDACTED');
	t.notRegex(screen.frame(), secrets);
});
