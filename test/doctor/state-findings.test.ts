import {chmodSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {stateFindings} from '../../source/doctor/doctor.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

test('hostile 29: reports files of searches and marks that aren’t used', async t => {
	const folder = temporaryDirectory(t);
	const [searches, last, marks] = ['searches', 'last-searches', 'marks'].map(name => join(folder, name));
	t.deepEqual(await stateFindings(null), []);
	t.deepEqual(await stateFindings(folder), []);
	writeFileSync(searches ?? '', '');
	writeFileSync(marks ?? '', '');
	t.deepEqual(await stateFindings(folder), []);
	chmodSync(searches ?? '', 0o666);
	symlinkSync(marks ?? '', last ?? '');
	const subject = 'reqscope doesn’t use this file';
	t.deepEqual(
		(await stateFindings(folder)).map(one => [one.subject, one.text, 'advice' in one && one.advice]),
		[
			[
				searches,
				subject,
				`other users can write to the file: remove that permission with chmod go-w ${searches}`,
			],
			[last, subject, "it isn't a regular file, or too large: move it away"],
		],
	);
});
