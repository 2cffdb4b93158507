import {
	appendFileSync,
	copyFileSync,
	existsSync,
	mkdirSync,
	renameSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {collect} from '../helpers/collect.js';
import {eachTimedWay, eachWay} from '../helpers/each-way.js';
import {waitFor} from '../helpers/wait-for.js';

eachWay('fault 27: access logs that appear in a directory are read', async (t, options, {directory}) => {
	writeFileSync(join(directory, 'error.log'), 'no\n');
	mkdirSync(join(directory, 'access.d'));
	const collected = collect(t, [directory], options);
	await collected.followed.started;
	t.like(collected.followed.states(), [{path: directory, state: 'waiting'}]);
	t.regex(collected.followed.states()[0]?.problem ?? '', /^no access log in this directory/);
	writeFileSync(join(directory, 'shop.access.log'), 'one\n');
	await collected.until('one\n');
	await collected.followed.poll();
	t.deepEqual(collected.followed.states(), [{path: join(directory, 'shop.access.log'), state: 'following'}]);
	writeFileSync(join(directory, 'notes'), 'no\n');
	writeFileSync(join(directory, '.hidden.log'), 'no\n');
	writeFileSync(join(directory, 'www.log'), 'two\n');
	await collected.until('one\ntwo\n');
	appendFileSync(join(directory, 'www.log'), 'three\n');
	await collected.until('one\ntwo\nthree\n');
	t.deepEqual(
		collected.files.map(({file}) => file.startSize),
		[0, 0],
	);
});

eachWay('fault 27: new matches of a pattern are read once', async (t, options, {path, directory}) => {
	const pattern = join(directory, 'access.log*');
	const collected = collect(t, [pattern], options);
	await collected.followed.started;
	t.deepEqual(collected.followed.states(), [
		{path: pattern, state: 'waiting', problem: 'no file matches this pattern yet'},
	]);
	writeFileSync(path, 'one\n');
	await collected.until('one\n');
	renameSync(path, `${path}.1`);
	writeFileSync(path, 'two\n');
	await collected.until('one\ntwo\n');
	renameSync(`${path}.1`, `${path}.2`);
	renameSync(path, `${path}.1`);
	writeFileSync(path, 'three\n');
	await collected.until('one\ntwo\nthree\n');
	await waitFor(() => collected.followed.states().length === 3);
	appendFileSync(`${path}.2`, 'late\n');
	const read = (): string[] => collected.text().split('\n').slice(0, -1).sort();
	await waitFor(() => read().length === 4);
	await collected.followed.poll();
	t.deepEqual(read(), ['late', 'one', 'three', 'two']);
	t.deepEqual(collected.notices, []);
});

eachTimedWay('fault 14: a directory that is replaced is followed', async (t, options, {directory}) => {
	const logs = join(directory, 'logs');
	mkdirSync(logs);
	writeFileSync(join(logs, 'access-1.log'), 'one\n');
	const movedHoldTime = 60_000;
	const collected = collect(t, [logs], {...options, settings: {...options.settings, movedHoldTime}});
	await collected.until('one\n');
	renameSync(logs, `${logs}.old`);
	await collected.followed.poll();
	mkdirSync(logs);
	writeFileSync(join(logs, 'access-2.log'), 'two\n');
	await collected.until('one\ntwo\n', 2000);
	appendFileSync(join(`${logs}.old`, 'access-1.log'), 'late\n');
	await collected.until('one\nlate\ntwo\n');
	t.is(collected.files.length, 2);
});

eachTimedWay('fault 27: files moved out of a directory end', async (t, options, {directory}) => {
	const logs = join(directory, 'logs');
	const away = join(directory, 'away');
	mkdirSync(logs);
	writeFileSync(join(logs, 'access-1.log'), 'one\n');
	const collected = collect(t, [logs], options);
	await collected.until('one\n');
	renameSync(join(logs, 'access-1.log'), away);
	appendFileSync(away, 'late\n');
	writeFileSync(join(logs, 'access-2.log'), 'two\n');
	await collected.until('one\nlate\ntwo\n');
	await collected.untilEnded(0);
	await collected.followed.poll();
	t.deepEqual(collected.followed.states(), [{path: join(logs, 'access-2.log'), state: 'following'}]);
});

function lines(word: string): string {
	return Array.from({length: 30}, (_, n) => `${word} ${100 + n} ${'x'.repeat(50)}\n`).join('');
}

eachWay('fault 27: a copy is skipped even while it is written', async (t, options, {path}) => {
	const copy = `${path}.1`;
	const collected = collect(t, [`${path}*`], options);
	await collected.followed.started;
	let expected = '';
	for (const word of ['first', 'second', 'third']) {
		const text = lines(word);
		appendFileSync(path, text);
		expected += text;
		await collected.until(expected);
		if (existsSync(copy)) {
			renameSync(copy, `${path}.2`);
		}
		for (const part of ['', text.slice(0, 200), text.slice(200, 700), text.slice(700)]) {
			appendFileSync(copy, part);
			await collected.followed.poll();
			await collected.followed.poll();
		}
		t.deepEqual(
			collected.followed.states().find(state => state.path === copy),
			{path: copy, state: 'ended'},
		);
		truncateSync(path);
		await collected.untilEnded(collected.files.findLastIndex(({file, text}) => file.path === path && text));
	}
	await collected.followed.poll();
	t.is(collected.text(), expected);
	t.is(collected.notices.length, 3);
});

eachWay('fault 27: a copy that appears with the truncation is read once', async (t, options, {path}) => {
	const collected = collect(t, [`${path}*`], options);
	await collected.followed.started;
	writeFileSync(path, lines('old'));
	await collected.until(lines('old'));
	appendFileSync(path, 'just before\n');
	copyFileSync(path, `${path}-20261120`);
	writeFileSync(path, lines('new'));
	const expected = `${lines('old')}just before\n${lines('new')}`;
	await collected.until(expected);
	await waitFor(() => collected.followed.states().length === 2);
	await collected.followed.poll();
	t.is(collected.text(), expected);
});

eachWay('fault 27: existing rotated files are read, too', async (t, options, {directory}) => {
	for (const [name, text] of [
		['access.log', 'now\n'],
		['access.log.1', 'yesterday\n'],
		['access.log.2', 'the day before\n'],
	] as const) {
		writeFileSync(join(directory, name), text);
	}
	const collected = collect(t, [directory], options);
	await collected.followed.started;
	const read = () => collected.text().split('\n').slice(0, -1).toSorted();
	await waitFor(() => read().length === 3);
	t.deepEqual(read(), ['now', 'the day before', 'yesterday']);
	renameSync(join(directory, 'access.log.1'), join(directory, 'access.log.3'));
	renameSync(join(directory, 'access.log'), join(directory, 'access.log.1'));
	writeFileSync(join(directory, 'access.log'), 'new\n');
	await waitFor(() => read().length === 4);
	t.deepEqual(read(), ['new', 'now', 'the day before', 'yesterday']);
	await collected.followed.poll();
	t.is(collected.files.length, 4);
	t.deepEqual(collected.notices, []);
});

eachWay('fault 27: logs that appear in a folder are read', async (t, options, {directory}) => {
	mkdirSync(join(directory, 'web1'));
	writeFileSync(join(directory, 'web1', 'access.log'), 'one\n');
	const collected = collect(t, [directory], options);
	await collected.until('one\n');
	writeFileSync(join(directory, 'web1', 'ssl.access.log'), 'two\n');
	await collected.until('one\ntwo\n');
	mkdirSync(join(directory, 'pods', 'web'), {recursive: true});
	writeFileSync(join(directory, 'pods', 'web', '0.log'), 'three\n');
	await collected.until('one\ntwo\nthree\n');
	mkdirSync(join(directory, 'web1', 'old'));
	writeFileSync(join(directory, 'web1', 'old', 'access.log.2'), 'no\n');
	renameSync(join(directory, 'web1', 'access.log'), join(directory, 'web1', 'old', 'access.log.1'));
	await collected.followed.poll();
	writeFileSync(join(directory, 'web1', 'access.log'), 'four\n');
	await collected.until('one\ntwo\nthree\nfour\n');
});
