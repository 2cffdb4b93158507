import test, {type ExecutionContext} from 'ava';
import {entries, start} from '../../helpers/entry.js';
import {fakeClock, passTime} from '../../helpers/fake-clock.js';
import {fakeStore} from '../../helpers/fake-store.js';
import {type ScreenSceneOptions, screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';

function scene(
	t: ExecutionContext,
	files: readonly string[],
	past = 5,
	options: Partial<ScreenSceneOptions> = {},
) {
	const clock = fakeClock(start + 100_000);
	const store = fakeStore(...entries(1, past));
	let left = files;
	let styles = 0;
	let held: Promise<void> | null = null;
	const adds: Array<readonly string[]> = [];
	const rotated = {
		async find() {
			styles++;
			const found = left;
			const wait = held;
			held = null;
			await wait;
			return found;
		},
		add(paths: readonly string[]) {
			adds.push(paths);
			left = left.filter(path => !paths.includes(path));
		},
	};
	const screen = screenScene({t, store, clock, rotated, columns: 120, ...options});
	const leave = (paths: readonly string[]): void => {
		left = paths;
	};
	/** Makes the next search take the current files and resolve only when the returned function is called. */
	const hold = (): (() => void) => {
		let answer = (): void => {};
		held = new Promise(resolve => {
			answer = resolve;
		});
		return () => answer();
	};
	return {clock, store, screen, leave, hold, adds, styles: () => styles};
}

/** The title without the state at its end. */
function title({screen}: ReturnType<typeof scene>): string {
	const [line = ''] = screen.lines();
	return /^ (.*?) {3,}○ no request for \d+ (?:s|min)$/.exec(line)?.[1] ?? line;
}

test('the title names the formats read so far, including new ones', async t => {
	const s = scene(t, []);
	await s.screen.has('5 results found');
	t.is(title(s), 'reqscope  access.log', 'nothing before anything was recognised');
	for (const [formats, unrecognised, named] of [
		[['combined'], 0, 'combined'],
		[['combined', 'json'], 3, 'combined and json'],
		[['combined', 'json', 'common', 'w3c'], 3, 'combined and 3 more'],
		[[], 3, 'no known format'],
	] as const) {
		s.store.setStatus({formats, unrecognised});
		s.clock.pass(1000);
		await s.screen.has(named);
		t.is(title(s), `reqscope  access.log  ${named}`);
	}
});

test('counts rotated files once rows exist and again after a minute; R adds them', async t => {
	const s = scene(t, ['access.log.1', 'access.log.2.gz']);
	s.store.setStatus({formats: ['combined']});
	await s.screen.has('R adds 2 rotated files');
	t.is(title(s), 'reqscope  access.log  combined · R adds 2 rotated files');
	t.is(s.styles(), 1);
	s.leave(['access.log.1', 'access.log.2.gz', 'access.log.3.gz']);
	await passTime(s.clock, 59_000);
	t.is(s.styles(), 1);
	s.clock.pass(1000);
	await s.screen.has('R adds 3 rotated files');
	await s.screen.press('R', '3 rotated files added');
	t.is(title(s), 'reqscope  access.log, access.log.1, access.log.2.gz, access.log.3.gz  combined');
	await s.screen.press('R', 'No rotated files are left to add');
});

test('searches for rotated files after one second if there are no rows', async t => {
	const s = scene(t, ['access.log.1'], 0);
	await s.screen.has('/ search');
	await settle();
	t.is(s.styles(), 0);
	s.clock.pass(1000);
	await s.screen.has('R adds 1 rotated file');
	await s.screen.press('R', '1 rotated file added');
});

test('R twice in one chunk adds the rotated files once', async t => {
	const s = scene(t, ['access.log.1']);
	await s.screen.has('R adds 1 rotated file');
	await s.screen.press('RR', '1 rotated file added');
	await settle();
	t.deepEqual(s.adds, [['access.log.1']]);
	t.is(title(s), 'reqscope  access.log, access.log.1');
	await s.screen.press('R', 'No rotated files are left to add');
});

test('a search that started before R doesn’t bring the hint back', async t => {
	const s = scene(t, ['access.log.1']);
	await s.screen.has('R adds 1 rotated file');
	const answer = s.hold();
	await passTime(s.clock, 60_000);
	t.is(s.styles(), 2);
	await s.screen.press('R', '1 rotated file added');
	answer();
	await settle();
	t.is(title(s), 'reqscope  access.log, access.log.1');
	s.leave(['access.log.2']);
	s.clock.pass(60_000);
	await s.screen.has('R adds 1 rotated file');
});

test('R shows the reason if no files can be added', async t => {
	const s = scene(t, [], 5, {rotated: 'With --store no files are read'});
	await s.screen.has('5 results found');
	await s.screen.press('R', 'With --store no files are read');
	t.is(title(s), 'reqscope  access.log');
});

test('R adds rotated files from a panel, too', async t => {
	const s = scene(t, ['access.log.1'], 5, {columns: 80});
	await s.screen.has('5 results found');
	await s.screen.press('d', 'R adds 1 rotated file');
	await s.screen.press('R', '1 rotated file added');
	t.deepEqual(s.adds, [['access.log.1']]);
	await s.screen.hasNot('R adds');
	await s.screen.has('Which requests?');
});
