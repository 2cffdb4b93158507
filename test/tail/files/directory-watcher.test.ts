import {appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {DirectoryWatcher} from '../../../source/tail/files/directory-watcher.js';
import {temporaryDirectory} from '../../helpers/temporary-directory.js';
import {waitFor} from '../../helpers/wait-for.js';

function watch(t: ExecutionContext, directories: readonly string[]) {
	const hints = new Set<string>();
	const watcher = new DirectoryWatcher({
		changed: (directory, name) => hints.add(`${directory} ${name}`),
		exhausted: () => t.fail(),
	});
	watcher.want(new Set(directories));
	t.teardown(() => watcher.close());
	return {
		watcher,
		/** Waits for an event after `act`, which runs once or repeatedly. */
		async until(hint: string, act: () => void = () => {}, isRepeated = false): Promise<void> {
			hints.clear();
			act();
			await waitFor(
				() => {
					const isThere = hints.has(hint);
					if (!isThere && isRepeated) {
						act();
					}
					return isThere;
				},
				() => `${hint} among ${[...hints]}`,
			);
		},
	};
}

test("fault 2: every write in a watched directory leads to an event with the file's name", async t => {
	const directory = temporaryDirectory(t);
	const {until} = watch(t, [directory]);
	await until(`${directory} undefined`);
	for (const name of ['access.log', 'access.log~', '.hidden', 'a b']) {
		const path = join(directory, name);
		await until(`${directory} ${name}`, () => writeFileSync(path, ''));
		await until(`${directory} ${name}`, () => appendFileSync(path, 'x'));
		await until(`${directory} ${name}`, () => renameSync(path, `${path}.1`));
	}
	t.pass();
});

test('fault 13: the nearest ancestor of a missing directory is watched', async t => {
	const directory = temporaryDirectory(t);
	const wanted = join(directory, 'a', 'b');
	const {until} = watch(t, [wanted]);
	await until(`${directory} undefined`);
	await until(`${wanted} undefined`, () => mkdirSync(join(directory, 'a')));
	await until(`${wanted} undefined`, () => mkdirSync(wanted));
	// The last event was the ancestor's. The directory itself is watched a moment later.
	await until(`${wanted} access.log`, () => appendFileSync(join(wanted, 'access.log'), 'x'), true);
	t.pass();
});

test('fault 14: the ancestor of a removed directory is watched until the directory exists again', async t => {
	const directory = temporaryDirectory(t);
	const wanted = join(directory, 'logs');
	mkdirSync(wanted);
	const {until} = watch(t, [wanted]);
	await until(`${wanted} undefined`);
	for (const go of [() => rmSync(wanted, {recursive: true}), () => renameSync(wanted, `${wanted}.old`)]) {
		await until(`${directory} undefined`, go);
		await until(`${wanted} undefined`, () => mkdirSync(wanted));
		await until(`${wanted} new`, () => writeFileSync(join(wanted, 'new'), ''), true);
	}
	t.pass();
});

test('fault 14: a directory that was replaced is watched again after a refresh', async t => {
	const directory = temporaryDirectory(t);
	const wanted = join(directory, 'logs');
	mkdirSync(wanted);
	const {watcher, until} = watch(t, [wanted]);
	await until(`${wanted} undefined`);
	for (const way of ['removed', 'moved away']) {
		if (way === 'removed') {
			rmSync(wanted, {recursive: true});
		} else {
			renameSync(wanted, `${wanted}.old`);
		}
		mkdirSync(wanted);
		await until(`${wanted} undefined`, () => watcher.refreshAfter(0));
		// The previous event may have reported the removal. Then a later refresh watches the new directory.
		const write = (): void => {
			watcher.refreshAfter(0);
			writeFileSync(join(wanted, way), '');
		};
		await until(`${wanted} ${way}`, write, true);
	}
	t.pass();
});
