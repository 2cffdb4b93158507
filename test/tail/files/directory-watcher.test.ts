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
		/** Waits for a hint after doing that, once or again and again. */
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

test('fault 2: every write to a watched directory is a hint with its name', async t => {
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

test('fault 13: in the place of a missing directory its nearest ancestor is watched', async t => {
	const directory = temporaryDirectory(t);
	const wanted = join(directory, 'a', 'b');
	const {until} = watch(t, [wanted]);
	await until(`${directory} undefined`);
	await until(`${wanted} undefined`, () => mkdirSync(join(directory, 'a')));
	await until(`${wanted} undefined`, () => mkdirSync(wanted));
	// The last hint was its ancestor's: it is watched itself a moment later.
	await until(`${wanted} access.log`, () => appendFileSync(join(wanted, 'access.log'), 'x'), true);
	t.pass();
});

test('fault 14: in the place of a directory that goes its ancestor is watched, until it is there again', async t => {
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
		// The hint before may have been that the old one is gone: the new one is watched after a later refresh then.
		const write = (): void => {
			watcher.refreshAfter(0);
			writeFileSync(join(wanted, way), '');
		};
		await until(`${wanted} ${way}`, write, true);
	}

	t.pass();
});
