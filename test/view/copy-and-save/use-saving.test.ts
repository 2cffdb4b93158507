import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import type {SaveJob} from '../../../source/copy-and-save/save-file.js';
import {fileSaver, type Saver} from '../../../source/copy-and-save/saver.js';
import {entries, entry, start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeStore} from '../../helpers/fake-store.js';
import {type ScreenSceneOptions, screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';
import {temporaryDirectory} from '../../helpers/temporary-directory.js';

async function scene(t: ExecutionContext, options: Partial<ScreenSceneOptions> = {}) {
	const directory = temporaryDirectory(t);
	const store = fakeStore(...entries(1, 34), entry(35, {url: '/?token=S3CRET'}));
	const screen = screenScene({
		t,
		store,
		clock: fakeClock(start + 100_000),
		columns: 160,
		saver: fileSaver([]),
		...options,
	});
	await screen.has('2xx ', 'no request for');
	await settle();
	/** Replaces the suggested name in the prompt. */
	const saveAs = (name: string): void => screen.type(`\u0013\u0015${join(directory, name)}`);
	return {directory, store, screen, saveAs, inside: () => readdirSync(directory)};
}

/** A saver that waits until the test continues it. */
function slowSaver() {
	let job: SaveJob | undefined;
	let end = (): void => {};
	const saver: Saver = {
		endings: ['.csv'],
		problemWith: () => null,
		save: given =>
			new Promise(resolve => {
				job = given;
				end = () => resolve({how: 'saved', requests: 35, missed: 2});
				given.signal.addEventListener('abort', () => resolve({how: 'cancelled'}));
			}),
	};
	return {
		saver,
		told: (progress: Parameters<SaveJob['progressed']>[0]) => job?.progressed(progress),
		end: () => end(),
	};
}

test('^S suggests a name with the time, and Tab cycles through the file extensions', async t => {
	const {screen} = await scene(t);
	await screen.press('\u0013', 'save as: requests-2026-11-05-0901.csv');
	t.regex(screen.frame(), /Enter saves {2}Tab CSV, JSON lines, log, text {2}Esc goes back/);
	for (const ending of ['jsonl', 'log', 'txt', 'csv']) {
		await screen.press('\t', `requests-2026-11-05-0901.${ending}`);
	}
	screen.type('\u001b');
	await screen.hasNot('save as');
});

test('Enter saves the matching requests, and reports it', async t => {
	const {directory, screen, saveAs} = await scene(t);
	await screen.press('/url:/en/3*\r', '6 results found');
	saveAs('a.txt');
	await screen.press('\r', `Saved 6 requests in ${join(directory, 'a.txt')}`);
	t.regex(readFileSync(join(directory, 'a.txt'), 'utf8'), /^6 results found\n/);
});

test('saved requests are redacted', async t => {
	const {directory, screen, saveAs} = await scene(t, {redact: true});
	saveAs('a.jsonl');
	await screen.press('\r', 'Saved 35 requests');
	const text = readFileSync(join(directory, 'a.jsonl'), 'utf8');
	t.notRegex(text, /S3CRET|203\.0\.113\.9/);
	t.regex(text, /token=REDACTED/);
});

test('an existing file is replaced only after a second Enter', async t => {
	const {directory, screen, saveAs} = await scene(t);
	const path = join(directory, 'a.csv');
	writeFileSync(path, 'mine');
	saveAs('a.csv');
	await screen.press('\r', 'already exists: Enter replaces it, or change the name');
	t.is(readFileSync(path, 'utf8'), 'mine');
	// A name that was edited counts as a new name, even if it is the same again.
	screen.type('x\u007f\r');
	await settle();
	await screen.has('already exists: Enter replaces it');
	t.is(readFileSync(path, 'utf8'), 'mine');
	await screen.press('\r', 'Saved 35 requests');
	t.not(readFileSync(path, 'utf8'), 'mine');
});

test('an invalid name is reported while it can still be edited', async t => {
	const {screen, saveAs, inside} = await scene(t);
	saveAs('a.xls');
	await screen.press('\r', 'the name must end in .csv, .jsonl, .log (lines as logged) or .txt (the listing)');
	await screen.has('save as: ');
	screen.type('\u001b');
	saveAs('none/a.csv');
	await screen.press('\r', 'there is no directory', 'save as: ');
	screen.type('\u0015\r');
	await screen.hasNot('save as: ');
	t.deepEqual(inside(), []);
});

test('shows progress and handles keys while saving', async t => {
	const {saver, told, end} = slowSaver();
	const {screen} = await scene(t, {saver});
	screen.type('\u0013\r');
	await screen.has('saving requests-2026-11-05-0901.csv once the log has been read (Esc cancels it)');
	told({saved: 7, of: 35});
	await screen.has('.csv: 20 % (Esc cancels it)');
	await screen.press('jj', 'held');
	await screen.press('\u0013', 'A file is already being saved');
	await screen.press('q', 'A file is being saved: Esc cancels, ^C quits anyway');
	end();
	await screen.has('Saved 35 requests in requests-2026-11-05-0901.csv; 2 lines could no longer be read');
	await screen.hasNot('saving');
});

test('the result appears in the title of an open panel', async t => {
	const {saver, told, end} = slowSaver();
	const {screen} = await scene(t, {saver});
	screen.type('\u0013\r');
	told({saved: 7, of: 35});
	await screen.has('20 %');
	await screen.press('f', 'Most frequent');
	end();
	await screen.has('Saved 35 requests in requests-2026-11-05-0901.csv');
	t.regex(screen.frame(), /^Saved 35 requests in .*┃/m, 'on the status line, beside the panel');
});

test('Esc cancels saving once nothing else can be closed', async t => {
	const {saver, told} = slowSaver();
	const {screen} = await scene(t, {saver});
	await screen.press('j\u001b[C', 'search for it');
	screen.type('\u0013\r');
	told({saved: 7, of: 35});
	await screen.has('20 %');
	screen.type('\u001b');
	await screen.hasNot('search for it');
	await screen.has('20 %');
	await screen.press('\u001b', '.csv wasn’t saved; the partial file was removed');
	await screen.hasNot('20 %');
});

test('a late failure doesn’t hide the line that is being typed', async t => {
	const {store, screen, saveAs, inside} = await scene(t);
	store.block();
	saveAs('a.csv');
	await screen.press('\r/abc', 'abc', 'saving ');
	store.fail(new Error('the disk is gone'));
	store.release();
	await screen.has('the disk is gone');
	// The listing may have reported this before saving ended.
	await screen.hasNot('saving ');
	t.deepEqual(inside(), []);
	t.regex(screen.frame(), /abc/);
	// Nor does it wait until that line is closed.
	screen.type('\u001b');
	await screen.hasNot('abc');
	t.notRegex(screen.frame(), /save as: /);
});
