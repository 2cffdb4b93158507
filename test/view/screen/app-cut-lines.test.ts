import test, {type ExecutionContext} from 'ava';
import {entry, start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeStore} from '../../helpers/fake-store.js';
import {type ScreenScene, type ScreenSceneOptions, screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';

const url = `/en/search?q=${'a'.repeat(70)}&page=2`;

async function selected(
	t: ExecutionContext,
	longUrl: string,
	{
		clock = fakeClock(start + 100_000),
		...options
	}: Partial<Pick<ScreenSceneOptions, 'clock' | 'lines' | 'rows'>> = {},
): Promise<ScreenScene> {
	const store = fakeStore(entry(1, {url: longUrl}), entry(2));
	const screen = screenScene({t, store, clock, ...options});
	await screen.has('2 results found');
	await settle();
	await screen.type('jj');
	await screen.has('▌');
	return screen;
}

/** Returns the lines between the pager line and the footer. */
function below(screen: ScreenScene): readonly string[] {
	const lines = screen.lines();
	return lines.slice(lines.findIndex(line => line.includes('held (')) + 1, -1);
}

test('the whole truncated URL is above the status line while its row is selected', async t => {
	const screen = await selected(t, url);
	t.deepEqual(below(screen), ['', '', '', '', '', url.slice(0, 80), url.slice(80), '']);
	await screen.type('k');
	await screen.hasNot('&page=2');
	t.deepEqual(below(screen), ['', '', '', '', '', '', '', '']);
});

test('the truncated URL covers the end of the overview, not its chart', async t => {
	const clock = fakeClock(start + 100_000);
	const screen = await selected(t, url, {clock});
	clock.pass(1000);
	await screen.has('f c Clients');
	const [first, ...lines] = below(screen);
	t.regex(first ?? '', /1\/s/);
	t.deepEqual(lines.slice(-3), [url.slice(0, 80), url.slice(80), '']);
	await screen.press('k', 'f t Statuses');
});

test('the truncated URL uses at most three lines and none from messages or prompts', async t => {
	const long = await selected(t, `/${'a'.repeat(500)}`);
	t.deepEqual(below(long), ['', '', '', '', `/${'a'.repeat(79)}`, 'a'.repeat(80), `${'a'.repeat(79)}…`, '']);
	await long.type('e');
	await long.has('No 5xx');
	t.is(below(long)[4], `/${'a'.repeat(79)}`);
	await long.type('/');
	await long.hasNot('a'.repeat(79));
	long.close();
	const full = await selected(t, url, {rows: 'fit'});
	t.false(full.frame().includes('&page=2'));
	full.close();
});
