import {resolve} from 'node:path';
import test from 'ava';
import {isOf, keptNames, logNames} from '../../source/bookmarks/log-names.js';

test('identifies logs by their absolute paths', t => {
	t.deepEqual(logNames(['access.log', '-'], ['./access.log', '/var/log/a.log']), [
		resolve('access.log'),
		'/var/log/a.log',
	]);
	t.deepEqual(logNames(['-'], ['-']), []);
});

test('stores only as many names as are needed to recognise the logs', t => {
	const names = Array.from({length: 1000}, (_, n) => `/var/log/nginx/site-${n}.log`);
	const kept = keptNames(names);
	t.deepEqual(kept, names.slice(0, kept.length));
	t.true(kept.length > 100 && kept.join('').length <= 4000);
	t.deepEqual(keptNames(['x'.repeat(5000), 'y']), ['x'.repeat(5000)]);
});

test('a bookmark belongs to logs if they have one name in common; without names, to the piped input', t => {
	t.true(isOf(['/a', '/b'], new Set(['/b', '/c'])));
	t.false(isOf(['/a'], new Set(['/b'])));
	t.true(isOf([], new Set(['/b'])));
});
