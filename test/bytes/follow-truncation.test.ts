import {appendFileSync, copyFileSync, truncateSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {collect} from '../helpers/collect.js';
import {eachWay} from '../helpers/each-way.js';

eachWay('truncated in place', async (t, options, directory) => {
	const path = join(directory, 'access.log');
	writeFileSync(path, 'one\ntwo\n');
	const collected = collect(t, [path], options);
	await collected.until('one\ntwo\n');
	copyFileSync(path, join(directory, 'copy'));
	truncateSync(path);
	appendFileSync(path, 'three\n');
	await collected.until('one\ntwo\nthree\n');
	t.is(collected.files.length, 2);
	t.true(collected.files[0]?.ended);
	t.is(collected.files[1]?.file.startSize, 0);
	t.is(collected.notices.length, 1);
	t.is(collected.notices[0]?.path, path);
	t.regex(collected.notices[0]?.text ?? '', /^truncated from 8 to [06] bytes.*unknown amount\.$/);
	const bytes = Buffer.alloc(8);
	t.is(await collected.files[0]?.file.read(bytes, 0), 0, 'what was there is gone');
});
