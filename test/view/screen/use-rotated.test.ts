import test from 'ava';
import {entries, start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeStore} from '../../helpers/fake-store.js';
import {type ScreenSceneOptions, screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';

const scene = (files: readonly string[], past = 5, options: Partial<ScreenSceneOptions> = {}) => {
	const clock = fakeClock(start + 100_000);
	const store = fakeStore(...entries(1, past));
	let left = files;
	let looks = 0;
	const rotated = {
		async find() {
			looks++;
			return left;
		},
		add(paths: readonly string[]) {
			left = left.filter(path => !paths.includes(path));
		},
	};
	const screen = screenScene({store, clock, rotated, ...options});
	const leave = (paths: readonly string[]): void => {
		left = paths;
	};
	return {clock, store, screen, leave, looks: () => looks};
};

const title = ({screen}: ReturnType<typeof scene>): string => screen.lines()[0] ?? '';

test('the title names the formats that were read, and another one that comes', async t => {
	const s = scene([]);
	await s.screen.has('5 results found');
	t.is(title(s), 'reqscope  access.log', 'nothing before anything was recognised');
	for (const [formats, unrecognised, named] of [
		[['combined'], 0, 'combined'],
		[['combined', 'json'], 3, 'combined, json'],
		[['combined', 'json', 'common', 'w3c'], 3, 'combined, json +2'],
		[[], 3, 'no known format'],
	] as const) {
		s.store.setStatus({formats, unrecognised});
		s.clock.pass(1000);
		await s.screen.has(named);
		t.is(title(s), `reqscope  access.log  ${named}`);
	}
	s.screen.close();
});

test('rotated files are counted once rows are there, and again after a while; R adds them', async t => {
	const s = scene(['access.log.1', 'access.log.2.gz']);
	s.store.setStatus({formats: ['combined']});
	await s.screen.has('R adds 2 rotated files');
	t.is(title(s), 'reqscope  access.log  combined · R adds 2 rotated files');
	t.is(s.looks(), 1);
	s.leave(['access.log.1', 'access.log.2.gz', 'access.log.3.gz']);
	s.clock.pass(59_000);
	await settle();
	t.is(s.looks(), 1);
	s.clock.pass(1000);
	await s.screen.has('R adds 3 rotated files');
	s.screen.type('R');
	await s.screen.has('3 rotated files are read, too');
	t.is(title(s), 'reqscope  access.log, access.log.1, access.log.2.gz, access.log.3.gz  combined');
	s.screen.type('R');
	await s.screen.has('No rotated files are left to add');
	s.screen.close();
});

test('without rows, rotated files are looked for after a second', async t => {
	const s = scene(['access.log.1'], 0);
	await s.screen.has('/ search');
	await settle();
	t.is(s.looks(), 0);
	s.clock.pass(1000);
	await s.screen.has('R adds 1 rotated file');
	s.screen.type('R');
	await s.screen.has('1 rotated file is read, too');
	s.screen.close();
});

test('where none are to be added, R says so', async t => {
	const s = scene([], 5, {rotated: null});
	await s.screen.has('5 results found');
	s.screen.type('R');
	await s.screen.has('No rotated files are left to add');
	t.is(title(s), 'reqscope  access.log');
	s.screen.close();
});
