import {mkdirSync, truncateSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {defaultSizes} from '../../source/reader/read-sizes.js';
import {threadPays} from '../../source/start/thread-pays.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

test('a second thread pays for a long log, with more than one core', t => {
	const cwd = temporaryDirectory(t);
	const [long = '', short = '', directory = ''] = ['long.log', 'short.log', 'logs'].map(name =>
		join(cwd, name),
	);
	writeFileSync(long, '');
	truncateSync(long, defaultSizes.withWorker);
	writeFileSync(short, '');
	truncateSync(short, defaultSizes.withWorker - 1);
	mkdirSync(directory);
	t.true(threadPays(['--json', long], 2));
	t.true(threadPays(['--raw', short, long], 2));
	t.true(threadPays(['--follow', long], 2));
	t.false(threadPays(['--json', long], 1));
	for (const other of [short, directory, join(cwd, 'missing'), '', '-', '\0']) {
		t.false(threadPays(['--json', long, other], 2), 'only the last word is looked at');
	}
	t.false(threadPays([], 2));
	for (const printed of [['--count'], ['--text'], ['--json', '--limit', '10'], ['-q', 'status:404']]) {
		t.true(threadPays([...printed, long], 2));
	}
	t.false(threadPays(['--follow', '--no-past', long], 2));
	t.false(threadPays(['--json', 'explain', long], 2));
	t.false(threadPays(['--json', '--source', 'web', 'ship', long], 2), 'no page is wanted of it');
	t.true(threadPays(['-q', 'explained', long], 2));
	t.true(threadPays([long], 2));
});
