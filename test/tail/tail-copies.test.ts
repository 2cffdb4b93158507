import {appendFileSync, copyFileSync, mkdirSync, renameSync, truncateSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {collect} from '../helpers/collect.js';
import {eachWay, never} from '../helpers/each-way.js';
import {longerThanTick} from '../helpers/longer-than-tick.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

function lines(word: string, count: number): string {
	return Array.from({length: count}, (_, n) => `${word} ${100 + n} 9:03:07 a line of a log\n`).join('');
}

const names = [
	'access__2026-11-20_09-03-07.log',
	'access.log.backup',
	'access_copy.log',
	'access (1).log',
	// Shorter than the name of the log.
	'a.log',
];

for (const name of names) {
	eachWay(
		`fault 27: a copy with any name is not read again: ${name}`,
		async (t, options, {path, directory}) => {
			let expected = lines('old', 80);
			writeFileSync(path, expected);
			const collected = collect(t, [directory], options);
			await collected.until(expected);
			for (const round of ['first', 'second']) {
				// Rotation overwrites the previous copy, or deletes it.
				copyFileSync(path, join(directory, `${round} ${name}`));
				truncateSync(path);
				appendFileSync(path, lines(round, 3));
				expected += lines(round, 3);
				await collected.until(expected);
			}
			appendFileSync(path, 'more\n');
			await collected.until(`${expected}more\n`);
			t.is(collected.notices.length, 2, 'of the truncations');
		},
	);
	test(`fault 27: a copy that exists at the start is not read: ${name}`, async t => {
		const directory = temporaryDirectory(t);
		const old = lines('old', 80);
		for (const [index, [log, copy]] of [
			[old, old],
			[`${old}more\n`, old],
			[old, lines('old', 2)],
		].entries()) {
			const folder = join(directory, String(index));
			mkdirSync(folder);
			writeFileSync(join(folder, 'access.log'), log ?? '');
			await longerThanTick();
			writeFileSync(join(folder, name), copy ?? '');
			const collected = collect(t, [folder], {follow: false});
			await collected.followed.started;
			await waitFor(() => collected.files.length === 1 && collected.text() === log);
			t.deepEqual(
				collected.notices.map(notice => [notice.path, notice.text]),
				[
					[
						join(folder, name),
						`not read: it is a copy of ${join(folder, 'access.log')}, which has all of its lines`,
					],
				],
			);
		}
		// A log with new content.
		const folder = join(directory, 'anew');
		mkdirSync(folder);
		for (const [copy, content] of [
			['access.log', lines('new', 2)],
			[name, old],
			[`b${name}`, old],
		] as const) {
			writeFileSync(join(folder, copy), content);
		}
		const collected = collect(t, [folder], {follow: false});
		await collected.followed.started;
		await waitFor(() => collected.text().length === lines('new', 2).length + old.length);
	});
}

eachWay('two logs that begin alike are both read', async (t, options, {directory}) => {
	const one = join(directory, 'one-access.log');
	const other = join(directory, 'other-access.log');
	const start = lines('start', 100);
	writeFileSync(one, `${start}one\n`);
	writeFileSync(other, `${start}two\n`);
	const collected = collect(t, [directory], options);
	await waitFor(() => collected.text().length === 2 * (start.length + 4));
	// This copy is shorter than the others for some time. It must be newer than the start, or a notice reports a copy.
	await longerThanTick();
	const third = join(directory, 'third-access.log');
	writeFileSync(third, lines('start', 1));
	await waitFor(() =>
		collected.followed.states().some(({path, state}) => path === third && state === 'ended'),
	);
	appendFileSync(third, 'three\n');
	await waitFor(() => collected.text().endsWith(`${lines('start', 1)}three\n`));
	appendFileSync(one, 'more\n');
	await waitFor(() => collected.text().includes('one\nmore\n'));
	t.deepEqual(collected.notices, []);
});

eachWay('a copy of a renamed log is not read', async (t, options, {path, directory}) => {
	const old = lines('old', 80);
	writeFileSync(path, old);
	const collected = collect(t, [directory], options);
	await collected.until(old);
	renameSync(path, `${path}.1`);
	writeFileSync(path, 'new\n');
	await collected.until(`${old}new\n`);
	copyFileSync(`${path}.1`, join(directory, 'backup of access.log'));
	appendFileSync(path, 'more\n');
	await collected.until(`${old}new\nmore\n`);
	t.deepEqual(collected.notices, []);
});

for (const isCopied of [false, true]) {
	test(`fault 6: ${isCopied ? 'copies' : 'renamed files'} with any name are found after several rotations between two polls`, async t => {
		const directory = temporaryDirectory(t);
		const path = join(directory, 'app.log');
		writeFileSync(path, lines('old', 50));
		writeFileSync(join(directory, 'app2-error.log'), 'another log\n');
		const collected = collect(t, [path], {
			poll: true,
			settings: {eventlessPollInterval: never, scanInterval: never},
		});
		await collected.until(lines('old', 50));
		await longerThanTick();
		const words = ['old', 'first', 'second', 'third'];
		for (const index of words.keys()) {
			const rotated = join(directory, `app__2026-11-20_09-0${index}.log`);
			if (isCopied) {
				copyFileSync(path, rotated);
				truncateSync(path);
			} else {
				renameSync(path, rotated);
			}
			writeFileSync(path, lines(words[index + 1] ?? 'current', 2));
			await longerThanTick();
		}
		writeFileSync(join(directory, 'app3-error.log'), 'another log\n');
		await collected.followed.poll();
		await collected.until(
			lines('old', 50) + ['first', 'second', 'third', 'current'].map(word => lines(word, 2)).join(''),
		);
		t.true(collected.notices.some(({text}) => text.startsWith('rotated several times within a moment')));
	});
}
